/** How settlements are paid: transfers and what becomes of them, what holds money back, and when a merchant may be closed. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmHold, correctHold, listHolds } from '#core/disbursement/contract/holds.ts'
import { post, reverse, verifyLedger } from '#core/ledger/server/public.ts'
import { proposeAccount, proposeStatus } from '#core/merchants/contract/changes.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { bankName } from '../../../../test/disbursement.ts'
import { type SettlementWorld, settlementWorld } from '../../../../test/settlements.ts'
import { settlementErrors } from '../contract/errors.ts'
import { findSettlement, listSettlements, merchantOwed, releaseClaim } from '../contract/settlements.ts'
import { closeCycle } from './closing.ts'
import { unsettled } from './keeps-open.ts'

let it: SettlementWorld
beforeAll(async () => {
  it = await settlementWorld()
})
afterEach(async () => {
  expect(await it.differences()).toEqual([])
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const as = { as: 'ketoan', clientId: 'PP_QR' } as const
const last = (merchant?: 'M-HANOI' | 'M-HCM') => it.last(merchant)
const detail = (id: string) => it.settlement(id)
const cleared = () => it.cleared()
const owed = async () => (await it.call(merchantOwed, { merchantId: await it.idOf('M-HANOI') }, as)).data

describe('a transfer of a settlement', () => {
  test('of which nobody knows stays unknown and is not sent again; found out as failed it is owed again', async () => {
    await it.payTo('M-HANOI', 600_000)
    await it.payTo('M-HCM', 700_000)
    await it.closeCycles()
    const [hanoi, hcm] = [await last('M-HANOI'), await last('M-HCM')]
    const found = await it.sent((code) => (code === hanoi.code ? 'LOST' : 'SUCCEEDED'))
    // Whichever of the two left first had its answer cut off.
    expect(found.map(({ status }) => status).toSorted()).toEqual(['PAID', 'UNKNOWN'])
    const lost = found.find(({ status }) => status === 'UNKNOWN')
    const about = [hanoi, hcm].find(({ code }) => code === lost?.item_code)?.merchant_id === hanoi.merchant_id ? 'M-HANOI' : 'M-HCM'
    expect(await last(about)).toMatchObject({ status: 'UNKNOWN' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.outcome(lost?.reference ?? '', 'FAILED')).toMatchObject({ status: 200 })
    expect(await last(about)).toMatchObject({ status: 'PAYABLE' })
    expect(await it.balance(about)).toBe(Number(lost?.amount))
    await it.sent()
    expect(await last(about)).toMatchObject({ status: 'PAID' })
    await cleared()
  })

  test('that comes back puts the money back to what is owed, held until somebody has looked at the account', async () => {
    await it.payTo('M-HANOI', 800_000)
    await it.closeCycles()
    const [item] = await it.sent()
    expect(await it.giveBack(item?.reference ?? '', String(Number(item?.amount)))).toMatchObject({ status: 200 })
    const held = await last()
    expect(held).toMatchObject({ status: 'HELD', hold_reason: expect.stringContaining('Tài khoản đã đóng') })
    const read = await it.call(findSettlement, { id: held.id }, { ...as, language: 'en' })
    expect(read.data).toMatchObject({ holdReason: 'Returned by the bank: Tài khoản đã đóng', transfers: [{ note: expect.any(String) }] })
    expect(await owed()).toMatchObject({ balance: held.net, heldAccount: held.net, payable: '0.00' })
    expect(await it.alerts('SETTLEMENT_HELD')).toMatchObject([{ subject: held.code, amount: held.net }])
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    const { data } = await it.list(listHolds, { filter: { sourceKind: 'MERCHANT_SETTLEMENT', status: ['HELD'] } }, { as: 'admin', ...it.CRM })
    const hold = data?.result[0]
    const confirmed = await it.call(
      confirmHold,
      { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Đã mở lại' },
      { as: 'ketoan', ...it.CRM, ...it.key() },
    )
    expect(confirmed).toMatchObject({ status: 200 })
    await it.sent()
    expect(await last()).toMatchObject({ status: 'PAID' })
    await cleared()
  })

  test('that comes back goes elsewhere only where the record of the merchant says so', async () => {
    await it.payTo('M-HANOI', 820_000)
    await it.closeCycles()
    const [item] = await it.sent()
    expect(await it.giveBack(item?.reference ?? '', String(Number(item?.amount)))).toMatchObject({ status: 200 })
    const { data } = await it.list(listHolds, { filter: { sourceKind: 'MERCHANT_SETTLEMENT', status: ['HELD'] } }, { as: 'admin', ...it.CRM })
    const [hold] = data?.result ?? []
    const to = (newAccountNumber: string) => {
      const input = {
        id: hold?.id ?? '',
        version: hold?.version ?? 0,
        newBankBin: '970436',
        newAccountNumber,
        newAccountName: bankName(newAccountNumber),
        reason: 'Đổi',
      }
      return it.call(correctHold, input, { as: 'ketoan', ...it.CRM, ...it.key() })
    }
    expect(await to('0011099777')).toMatchObject({ status: 409, code: 'DSB-027' })
    await it.owner("update merchants.merchant set settlement_account = '0011099777', settlement_name = $1 where code = 'M-HANOI'", [bankName('0011099777')])
    expect(await to('0011099778')).toMatchObject({ status: 409, code: 'DSB-027' })
    expect(await to('0011099777')).toMatchObject({ status: 200 })
    expect(await it.decideOn('disbursement.hold', hold?.id ?? '')).toMatchObject({ status: 200 })
    expect(await it.sent()).toMatchObject([{ status: 'PAID', account_number: '0011099777' }])
    await cleared()
  })

  test('that had failed and was made after all pays its settlement', async () => {
    await it.payTo('M-HANOI', 350_000)
    await it.closeCycles()
    const [item] = await it.sent(() => 'FAILED')
    expect(await last()).toMatchObject({ status: 'PAYABLE' })
    expect(await it.outcome(item?.reference ?? '', 'SUCCEEDED')).toMatchObject({ status: 409 })
    // In dispute: neither paid again nor merged.
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await detail((await last()).id)).toMatchObject({ waits: 'DISPUTED', transfers: [{ conflictCaseId: expect.any(String) }] })
    expect(await it.decideConflict(item?.reference ?? '', 'KEEP')).toMatchObject({ status: 200 })
    expect(await last()).toMatchObject({ status: 'PAID' })
    expect(await detail((await last()).id)).toMatchObject({ transfers: [{ conflictCaseId: null }] })
    expect(await it.balance('M-HANOI')).toBe(0)
    await cleared()
  })
})

describe('a dispute about what was carried forward', () => {
  test('keeps it where it is, and what is owed besides is paid', async () => {
    await it.payTo('M-HCM', 5_000, { externalRef: 'CARRIED-1' })
    await it.closeCycles()
    const carried = await last('M-HCM')
    expect(carried).toMatchObject({ status: 'CARRIED' })
    expect(await it.outcome('CARRIED-1', 'FAILED', it.world.bidv)).toMatchObject({ status: 409 })
    await it.payTo('M-HCM', 500_000)
    await it.closeCycles()
    expect(await last('M-HCM')).toMatchObject({ status: 'PAYABLE', carried: '0.00' })
    expect((await detail((await last('M-HCM')).id))?.waits).toBeNull()
    expect((await it.settlements('M-HCM')).find(({ id }) => id === carried.id)).toMatchObject({ status: 'CARRIED' })
    await it.sent()
    expect(await it.decideConflict('CARRIED-1', 'RELEASE')).toMatchObject({ status: 200 })
    await it.payTo('M-HCM', 300_000)
    await it.closeCycles()
    expect(await last('M-HCM')).toMatchObject({ status: 'PAYABLE', carried: carried.net })
    await it.sent()
    await cleared()
  })

  test('holds what it was merged into, however often, until it is settled', async () => {
    await it.payTo('M-HCM', 4_000, { externalRef: 'CARRIED-2' })
    await it.closeCycles()
    await it.payTo('M-HCM', 5_000)
    await it.closeCycles()
    await it.payTo('M-HCM', 400_000)
    await it.closeCycles()
    const made = await last('M-HCM')
    expect(made).toMatchObject({ status: 'PAYABLE' })
    expect(await it.outcome('CARRIED-2', 'FAILED', it.world.bidv)).toMatchObject({ status: 409 })
    expect(await detail(made.id)).toMatchObject({ waits: 'DISPUTED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.decideConflict('CARRIED-2', 'RELEASE')).toMatchObject({ status: 200 })
    expect((await it.sent()).map(({ item_code }) => item_code)).toEqual([made.code])
    await cleared()
  })

  /** A settlement whose transfer had failed, merged into the next one; then its bank says that it was made. */
  const madeAndMerged = async () => {
    const sold = await it.payTo('M-HANOI', 300_000)
    await it.closeCycles()
    await it.sent()
    await it.payTo('M-HANOI', 500_000)
    await it.closeCycles()
    const [item] = await it.sent(() => 'FAILED')
    if (!item) throw new Error('no transfer')
    const one = await last()
    expect((await it.refund(sold, 300_000)).status).toBe(200)
    await it.closeCycles()
    const two = await last()
    expect((await it.settlements('M-HANOI')).find(({ id }) => id === one.id)).toMatchObject({ status: 'MERGED', merged_into_id: two.id })
    expect((await detail(two.id))?.transfers[0]?.reference).toBe(item.reference)
    expect(await it.outcome(item.reference, 'SUCCEEDED')).toMatchObject({ status: 409 })
    return { item, two }
  }

  test('that a transfer of it was made holds the money; where it was, it waits until somebody lets it go', async () => {
    const { item, two } = await madeAndMerged()
    expect(await detail(two.id)).toMatchObject({ status: 'PAYABLE', waits: 'DISPUTED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.alerts('MERCHANT_PAID_TWICE')).toEqual([])
    expect(await it.decideConflict(item.reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.alerts('MERCHANT_PAID_TWICE')).toMatchObject([{ subject: item.reference, amount: item.amount }])
    // The merchant has most of it already: what is left may only go once somebody says so.
    const held = await detail(two.id)
    expect(held).toMatchObject({ status: 'PAYABLE', waits: 'CLAIMED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    const asked = { id: two.id, version: held?.version ?? 0, reason: 'Điểm bán đã nộp lại tiền' }
    expect(await it.call(releaseClaim, asked, { ...as, ...it.key() })).toMatchObject({ status: 403 })
    expect(await it.call(releaseClaim, asked, { ...as, as: 'kiemsoat', ...it.key() })).toMatchObject({ status: 200 })
    expect(await detail(two.id)).toMatchObject({ waits: null })
    const again = { ...asked, version: (await detail(two.id))?.version ?? 0 }
    expect(await it.call(releaseClaim, again, { ...as, as: 'kiemsoat', ...it.key() })).toMatchObject({ status: 409, code: 'STL-008' })
    expect((await it.sent()).map(({ item_code }) => item_code)).toEqual([two.code])
    await cleared()
  })

  test('that a transfer of it was made holds what it went into until that is set off, as far as it is', async () => {
    const { item, two } = await madeAndMerged()
    expect(await it.decideConflict(item.reference, 'KEEP')).toMatchObject({ status: 200 })
    expect(await detail(two.id)).toMatchObject({ waits: 'CLAIMED' })
    const payableOf = (merchant: string) => it.scalar('select payable_account_id from merchants.merchant where code = $1', [merchant])
    const [own, others] = [await payableOf('M-HANOI'), await payableOf('M-HCM')]
    const claimed = await it.scalar("select account_id from payment.service_account where service = 'DISB' and role = 'wrongPaid'")
    const amount = parseMoney(item.amount)
    const when = () => ({ businessDate: localDate(it.clock.now()), occurredAt: it.clock.now() })
    const about = { kind: 'MANUAL', service: 'QR', description: 'Trừ khoản chi trùng', sourceType: 'ledger.manual_journal', sourceId: '1' }
    const setOff = (businessKey: string, taken: readonly (readonly [string, bigint])[]) =>
      it.runtime.db.transaction().execute((tx) =>
        post(tx, {
          ...{ businessKey, ...when(), ...about, officeUnitId: it.headUnit },
          entries: [
            ...taken.map(([accountId, part]) => ({ accountId, side: 'D' as const, amount: part })),
            { accountId: claimed, side: 'C', amount: taken.reduce((sum, [, part]) => sum + part, 0n) },
          ],
        }),
      )
    const undone = (journalId: string) =>
      it.runtime.db.transaction().execute((tx) => reverse(tx, { journalId, businessKey: `undone:${journalId}`, ...when(), reason: 'Lập nhầm' }))
    await it.payTo('M-HCM', 700_000)
    // A journal that takes the most of it from somebody else, and one that is reversed, set nothing of this off.
    const shared = await setOff(`set-off-shared:${item.reference}`, [
      [own, 100n],
      [others, amount - 100n],
    ])
    expect(await detail(two.id)).toMatchObject({ waits: 'CLAIMED' })
    await undone(shared.journalId)
    const whole = await setOff(`set-off:${item.reference}`, [[own, amount]])
    expect(await detail(two.id)).toMatchObject({ waits: 'SHORT' })
    await undone(whole.journalId)
    expect(await detail(two.id)).toMatchObject({ waits: 'CLAIMED' })
    await setOff(`set-off-again:${item.reference}`, [[own, amount]])
    expect(await detail(two.id)).toMatchObject({ waits: 'SHORT' })
    await it.closeCycles()
    expect(Number((await last()).net)).toBe(await it.balance('M-HANOI'))
    await it.payTo('M-HANOI', 700_000)
    await it.closeCycles()
    await it.sent()
    await cleared()
  })

  test('that comes after its batch was agreed on keeps the transfer back', async () => {
    await it.payTo('M-HANOI', 5_000, { externalRef: 'CARRIED-3' })
    await it.closeCycles()
    await it.payTo('M-HANOI', 250_000)
    await it.closeCycles()
    const id = await it.approved()
    expect(await it.outcome('CARRIED-3', 'FAILED', it.world.bidv)).toMatchObject({ status: 409 })
    await it.send()
    expect(await it.items(id)).toMatchObject([{ status: 'CANCELLED' }])
    expect(await last()).toMatchObject({ status: 'PAYABLE' })
    expect(await it.decideConflict('CARRIED-3', 'RELEASE')).toMatchObject({ status: 200 })
    await it.sent()
    await cleared()
  })
})

describe('money that is held back', () => {
  test('for an account that is cooling is named, refused by hand, and goes with the next batch', async () => {
    await it.payTo('M-HANOI', 450_000)
    await it.payTo('M-HCM', 150_000)
    await it.owner("update merchants.merchant set account_cooling_until = now() + interval '1 hour' where code = 'M-HANOI'")
    expect(await it.settleNow('M-HANOI')).toMatchObject({ status: 409, code: 'MER-020' })
    await it.closeCycles()
    const waiting = await last('M-HANOI')
    expect(await detail(waiting.id)).toMatchObject({ status: 'PAYABLE', waits: 'COOLING' })
    const { data } = await it.call(listSettlements, { searchSdi: { waiting: true }, pageInfo: { currentPage: 1, pageSize: 15 } }, as)
    expect(data?.result.map(({ code }) => code)).toEqual([waiting.code])
    expect((await it.sent()).map(({ item_code }) => item_code)).toEqual([(await last('M-HCM')).code])
    await it.owner("update merchants.merchant set account_cooling_until = now() - interval '1 hour' where code = 'M-HANOI'")
    expect((await it.sent()).map(({ item_code }) => item_code)).toEqual([waiting.code])
    await cleared()
  })

  test('because the account changes after the batch was agreed on does not go to the old one', async () => {
    await it.payTo('M-HANOI', 450_000)
    await it.closeCycles()
    const id = await it.approved()
    await it.owner("update merchants.merchant set account_cooling_until = now() + interval '1 hour' where code = 'M-HANOI'")
    await it.send()
    expect(await it.items(id)).toMatchObject([{ status: 'CANCELLED' }])
    expect(await last()).toMatchObject({ status: 'PAYABLE' })
    await it.owner("update merchants.merchant set account_cooling_until = null where code = 'M-HANOI'")
    await it.sent()
    await cleared()
  })

  test('because a payment of it is in dispute goes once that is settled', async () => {
    await it.payTo('M-HANOI', 260_000, { externalRef: 'PAID-1' })
    await it.closeCycles()
    const made = await last()
    expect(await it.outcome('PAID-1', 'FAILED', it.world.bidv)).toMatchObject({ status: 409 })
    expect(await detail(made.id)).toMatchObject({ status: 'PAYABLE', waits: 'DISPUTED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.decideConflict('PAID-1', 'RELEASE')).toMatchObject({ status: 200 })
    expect((await it.sent()).map(({ item_code }) => item_code)).toEqual([made.code])
    await cleared()
  })

  test('because some was given back since is set off first: no transfer exceeds what is owed', async () => {
    const sold = await it.payTo('M-HANOI', 270_000)
    await it.closeCycles()
    const made = await last()
    const id = await it.approved()
    expect((await it.refund(sold, 100_000)).status).toBe(200)
    expect(await detail(made.id)).toMatchObject({ status: 'PAYABLE', waits: 'SHORT' })
    await it.send()
    expect(await it.items(id)).toMatchObject([{ status: 'CANCELLED' }])
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    await it.closeCycles()
    expect(Number((await last()).net)).toBe(await it.balance('M-HANOI'))
    await it.sent()
    expect(await it.balance('M-HANOI')).toBe(0)
    await cleared()
  })

  test('because a part of it lies in suspense is in no settlement', async () => {
    const transactionId = await it.payTo('M-HANOI', 280_000)
    const undone = new Error('undone')
    const found: Record<string, unknown> = {}
    const merchantId = await it.idOf('M-HANOI')
    const until = new Date(it.clock.now().getTime() + 1)
    await it.runtime.db
      .transaction()
      .execute(async (tx) => {
        await sql`
          insert into payment.suspense (transaction_id, business_date, service, journal_id, account_id, reason, side, amount, head_unit_id, partner_id)
          select m.transaction_id, t.business_date, 'QR', m.journal_id, c.account_id, 'CONTRADICTED', 'C', 1, t.head_unit_id, t.partner_id
            from settlement.new_movement m join payment.transaction t on t.id = m.transaction_id join settlement.cursor c on c.merchant_id = m.merchant_id
           where m.transaction_id = ${transactionId}`.execute(tx)
        found.closed = await closeCycle(tx, { merchantId, cycle: 'BY_HAND', until, minimum: 0n, by: 'system', at: it.clock.now() })
        const { rows } = await sql<{ held: string }>`select settlement.held_because(${transactionId}) as held`.execute(tx)
        found.held = rows[0]?.held
        found.open = await unsettled(tx, { id: merchantId, code: 'M-HANOI' }).catch((error: { definition: unknown }) => error.definition)
        throw undone
      })
      .catch((error: unknown) => expect(error).toBe(undone))
    expect(found).toEqual({ closed: undefined, held: 'SUSPENSE', open: settlementErrors.movementsOpen })
    await it.closeCycles()
    await it.sent()
    await cleared()
  })

  test('of a locked merchant stays, and is not settled by hand', async () => {
    await it.payTo('M-HANOI', 450_000)
    await it.owner("update merchants.merchant set status = 'LOCKED' where code = 'M-HANOI'")
    expect(await it.settleNow('M-HANOI')).toMatchObject({ status: 409, code: 'STL-003' })
    await it.closeCycles()
    expect(await detail((await last()).id)).toMatchObject({ waits: 'LOCKED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    await it.owner("update merchants.merchant set status = 'ACTIVE' where code = 'M-HANOI'")
    await it.sent()
    await cleared()
  })
})

describe('closing a merchant', () => {
  const propose = async () => {
    const id = await it.idOf('M-HCM')
    const version = Number(await it.scalar('select version from merchants.merchant where id = $1', [id]))
    return it.call(proposeStatus, { id, version, status: 'CLOSED', reason: 'Nghỉ bán' }, { ...as, ...it.key() })
  }
  const decide = async () => it.decideOn('merchants.merchant', await it.idOf('M-HCM'))
  /** What the database answers to a change that it has to refuse, and what it would answer without one of its triggers; nothing stays. */
  const tried = async (change: string, without?: string) => {
    const client = await it.runtime.database.owner.connect()
    try {
      await client.query('begin')
      if (without !== undefined) await client.query(`drop trigger ${without}`)
      await client.query(change)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  /** A transfer of which nobody knows. */
  const lost = async () => {
    for (let n = 0; n < 3 && (await last('M-HCM')).status !== 'UNKNOWN'; n++) await it.sent(() => 'LOST')
    return (await it.owner("select reference from disbursement.item where status = 'UNKNOWN'")).rows[0]?.reference ?? ''
  }
  const other = async () => {
    const id = await it.idOf('M-HCM')
    const version = Number(await it.scalar('select version from merchants.merchant where id = $1', [id]))
    const account = { bankBin: '970436', accountNumber: '0011099555', accountName: bankName('0011099555') }
    const calledPhone = await it.scalar('select phone from merchants.merchant where id = $1', [id])
    const [calledOn = '', time = ''] = isoLocal(it.clock.now()).split('T')
    const call = { calledName: 'Trần Thị Mai', calledPhone, calledOn, calledTime: time.slice(0, 5), callNote: 'Xác nhận đúng số' }
    return it.call(proposeAccount, { id, version, ...account, ...call, reason: 'Tài khoản cũ đã đóng' }, { ...as, ...it.key() })
  }

  test('waits until its settlements have come to their end, when it is asked for and when it is agreed on', async () => {
    await it.payTo('M-HCM', 700_000, { externalRef: 'SHUT-1' })
    await it.closeCycles()
    const first = await lost()
    expect(await it.balance('M-HCM')).toBe(0)
    expect(await propose()).toMatchObject({ status: 409, code: 'STL-005' })
    const shut = "update merchants.merchant set status = 'CLOSED' where code = 'M-HCM'"
    expect(await tried(shut)).toContain('have not come to their end')
    expect(await tried(shut, 'stays_while_unsettled on merchants.merchant')).toBe('done')
    expect(await it.outcome(first, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await it.outcome('SHUT-1', 'FAILED', it.world.bidv)).toMatchObject({ status: 409 })
    expect(await propose()).toMatchObject({ status: 409, code: 'STL-006' })
    expect(await it.decideConflict('SHUT-1', 'RELEASE')).toMatchObject({ status: 200 })
    expect(await propose()).toMatchObject({ status: 200 })
    // Between the two people somebody has paid, and the transfer of that is not known to its end.
    await it.payTo('M-HCM', 150_000)
    await it.closeCycles()
    const second = await lost()
    expect(await decide()).toMatchObject({ status: 409, code: 'STL-005' })
    expect(await it.outcome(second, 'SUCCEEDED')).toMatchObject({ status: 200 })
  })

  test('does not wait for what cancels out', async () => {
    const id = await it.payTo('M-HCM', 90_000, { occurredAt: isoLocal(it.clock.now()) })
    expect(await it.decide(await it.cancelAsked(id))).toMatchObject({ status: 200 })
    expect(await it.balance('M-HCM')).toBe(0)
    it.clock.advance(60_000)
    expect(await decide()).toMatchObject({ status: 200 })
    expect(await it.scalar("select status from merchants.merchant where code = 'M-HCM'")).toBe('CLOSED')
    const again = "update merchants.merchant set status = 'ACTIVE' where code = 'M-HCM'"
    expect(await tried(again)).toContain('a merchant that was closed stays so')
    expect(await tried(again, 'ended on merchants.merchant')).toBe('done')
  })

  test('leaves its account to be changed by two people where money has come back since', async () => {
    expect(await other()).toMatchObject({ status: 409, code: 'SYS-410' })
    const { rows } = await it.owner(
      "select i.reference, i.amount from disbursement.item i join settlement.settlement s on s.id = i.source_item and s.merchant_id = $1 where i.status = 'PAID' order by i.id desc limit 1",
      [await it.idOf('M-HCM')],
    )
    expect(await it.giveBack(rows[0]?.reference ?? '', String(Number(rows[0]?.amount)))).toMatchObject({ status: 200 })
    await it.owner(
      "insert into merchants.account_check (bank_bin, account_number, partner_id, verdict, answered_name, checked_by, checked_at) values ('970436', '0011099555', $1, 'SUCCEEDED', $2, 'ketoan', now())",
      [it.bank.id, bankName('0011099555')],
    )
    expect(await other()).toMatchObject({ status: 200 })
    expect(await decide()).toMatchObject({ status: 200 })
    expect(await it.scalar("select settlement_account from merchants.merchant where code = 'M-HCM'")).toBe('0011099555')
    await it.owner("update merchants.merchant set account_cooling_until = null where code = 'M-HCM'")
    const { data } = await it.list(listHolds, { filter: { sourceKind: 'MERCHANT_SETTLEMENT', status: ['HELD'] } }, { as: 'admin', ...it.CRM })
    const [hold] = data?.result ?? []
    const to = { newBankBin: '970436', newAccountNumber: '0011099555', newAccountName: bankName('0011099555'), reason: 'Theo hồ sơ' }
    expect(await it.call(correctHold, { id: hold?.id ?? '', version: hold?.version ?? 0, ...to }, { as: 'ketoan', ...it.CRM, ...it.key() })).toMatchObject({
      status: 200,
    })
    expect(await it.decideOn('disbursement.hold', hold?.id ?? '')).toMatchObject({ status: 200 })
    expect(await it.sent()).toMatchObject([{ status: 'PAID', account_number: '0011099555' }])
    expect(await it.balance('M-HCM')).toBe(0)
  })
})
