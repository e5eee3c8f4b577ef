/** Settlements of merchants: each movement once, carried forward where it is too little, paid by transfers, held where the account is not to be trusted. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmHold, correctHold, listHolds } from '#core/disbursement/contract/holds.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { holidays } from '#core/masterdata/server/public.ts'
import { proposeAccount, proposeStatus } from '#core/merchants/contract/changes.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { isoLocal } from '#kernel/dates.ts'
import { bankName } from '../../../../test/disbursement.ts'
import { type SettlementWorld, settlementWorld } from '../../../../test/settlements.ts'
import { settlementErrors } from '../contract/errors.ts'
import { findSettlement, listMovements, listSettlements, merchantOwed } from '../contract/settlements.ts'
import { closeCycle } from './closing.ts'
import { lastCutoff } from './cycles.ts'
import { closeDue } from './due.ts'
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
const last = async (merchant: 'M-HANOI' | 'M-HCM' = 'M-HANOI') => {
  const found = (await it.settlements(merchant)).at(-1)
  if (!found) throw new Error('no settlement')
  return found
}
const detail = async (id: string) => (await it.call(findSettlement, { id }, as)).data
const calendar = async () => ({ off: await holidays(it.runtime.db), sameDayHour: 16 })
const owed = async () => (await it.call(merchantOwed, { merchantId: await it.idOf('M-HANOI') }, as)).data
/** Whatever is owed is paid, so that the next test begins with nothing. */
const cleared = async () => {
  await it.closeCycles()
  if ((await it.make()).status !== 409) throw new Error('something was left to pay')
}

describe('a cycle', () => {
  test('becomes one settlement of everything that moved, to the đồng, and is paid by one transfer', async () => {
    await it.payTo('M-HANOI', 1_000_000)
    const refunded = await it.payTo('M-HANOI', 500_000)
    expect((await it.refund(refunded, 100_000)).status).toBe(200)
    expect(await it.closeCycles()).toBe(1)
    const made = await last()
    // 1 % of 1,500,000 and its VAT, less what the refund gives back.
    expect(made).toMatchObject({ status: 'PAYABLE', payments: 2, gross: '1500000.00', refunds: '100000.00', cancellations: '0.00', carried: '0.00' })
    expect(Number(made.net)).toBe(await it.balance('M-HANOI'))
    expect(await detail(made.id)).toMatchObject({ movements: 3, movementsNet: made.net, waits: null })
    const { data } = await it.call(listMovements, { searchSdi: { settlement: made.code }, pageInfo: { currentPage: 1, pageSize: 15 } }, as)
    expect(data?.sums).toMatchObject({ net: made.net })
    expect(data?.result.map(({ part }) => part).toSorted()).toEqual(['PAYMENT', 'PAYMENT', 'REFUND'])

    const [item] = await it.sent()
    expect(item).toMatchObject({ status: 'PAID', amount: made.net, item_code: made.code, account_number: '0011099001' })
    expect(await last()).toMatchObject({ status: 'PAID' })
    expect(await it.balance('M-HANOI')).toBe(0)
    expect((await detail(made.id))?.journals.map(({ kind }) => kind)).toEqual(['TRANSFER_SENT', 'TRANSFER_PAID'])
    // Nothing has moved since: no cycle becomes a settlement without anything in it.
    expect(await it.closeCycles()).toBe(0)
  })

  test('of less than the minimum is carried forward, and a loss is set off against the next', async () => {
    const sold = await it.payTo('M-HANOI', 300_000)
    await it.closeCycles()
    await it.sent()
    expect((await it.refund(sold, 300_000)).status).toBe(200)
    await it.closeCycles()
    const loss = await last()
    expect(loss).toMatchObject({ status: 'CARRIED' })
    expect(Number(loss.net)).toBeLessThan(0)
    expect(Number(loss.net)).toBe(await it.balance('M-HANOI'))
    expect(await owed()).toMatchObject({ balance: loss.net, carried: loss.net, open: '0.00' })
    expect(await it.alerts('MERCHANT_OWES')).toMatchObject([{ subject: 'M-HANOI', amount: loss.net }])
    await it.payTo('M-HANOI', 303_000)
    await it.closeCycles()
    expect(await last()).toMatchObject({ status: 'CARRIED', carried: loss.net })
    await it.payTo('M-HANOI', 200_000)
    await it.closeCycles()
    const next = await last()
    expect(next).toMatchObject({ status: 'PAYABLE' })
    expect(Number(next.net)).toBe(await it.balance('M-HANOI'))
    expect((await it.settlements('M-HANOI')).filter(({ status }) => status === 'MERGED')).toHaveLength(2)
    await it.sent()
    await cleared()
  })

  test('leaves out what is in dispute or being given back, until that is over', async () => {
    const waits = await it.payTo('M-HANOI', 400_000)
    await it.payTo('M-HANOI', 100_000)
    const request = await it.asked(waits, '400000')
    await it.closeCycles()
    expect(await last()).toMatchObject({ gross: '100000.00', payments: 1 })
    expect((await owed())?.held).not.toBe('0.00')
    await it.sent()
    expect((await it.decide(request, 'REJECT')).status).toBe(200)
    await it.closeCycles()
    expect(await last()).toMatchObject({ gross: '400000.00', payments: 1 })
    await it.sent()
    await cleared()
  })

  test('takes an outcome that comes late into the next one that is open', async () => {
    const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' }
    await it.payTo('M-HANOI', 250_000, { externalRef: 'LATE-1', outcome: unknown })
    expect(await it.closeCycles()).toBe(0)
    expect(await it.outcome('LATE-1', 'SUCCEEDED', it.world.bidv)).toMatchObject({ status: 200 })
    expect(await it.closeCycles()).toBe(1)
    expect(await last()).toMatchObject({ gross: '250000.00' })
    await it.sent()
    await cleared()
  })
})

describe('the trace of money', () => {
  const trace = async (reference: string) => (await it.call(traceMoney, { reference }, { as: 'ketoan', ...it.CRM })).data?.life
  const codesOf = (life: Awaited<ReturnType<typeof trace>>, type: string) => life?.records.filter((one) => one.type === type).map(({ code }) => code)

  test('leads from a payment to the settlement that paid it and its transfer, and from these back', async () => {
    const id = await it.payTo('M-HANOI', 8_000)
    await it.closeCycles()
    const carried = await last()
    await it.payTo('M-HANOI', 290_000)
    await it.closeCycles()
    const paid = await last()
    const [item] = await it.sent()
    expect(item).toMatchObject({ status: 'PAID', item_code: paid.code })

    const { code } = await it.runtime.db.selectFrom('payment.transaction_key').select('code').where('transaction_id', '=', id).executeTakeFirstOrThrow()
    const forward = await trace(code)
    expect(codesOf(forward, 'settlement.settlement')).toEqual([carried.code, paid.code])
    expect(codesOf(forward, 'disbursement.item')).toEqual([item?.reference])
    expect(forward?.records).toContainEqual(expect.objectContaining({ code: paid.code, amount: paid.net, path: `/pp-qr/qltaikhoan/quyet_toan/${paid.id}` }))

    for (const reference of [paid.code, item?.reference ?? '']) {
      const back = await trace(reference)
      expect(back?.record).toMatchObject({ code: paid.code })
      expect(back?.steps.filter(({ until }) => until !== null).map(({ amount }) => amount)).toContain(paid.net)
      expect(back?.parts).toMatchObject({ count: 1, records: [expect.objectContaining({ type: 'payment.transaction', amount: '290000.00' })] })
    }
    expect((await trace(carried.code))?.parts).toMatchObject({ count: 1, records: [{ code }] })
    await cleared()
  })
})

describe('the end of a cycle', () => {
  const begun = () => it.owner('update settlement.cursor set closed_until = null')
  const closeAt = (at: Date) => closeDue({ ...it.runtime, clock: { now: () => at } })

  test('leaves what happened after it to the next', async () => {
    await begun()
    await it.payTo('M-HANOI', 210_000)
    await it.payTo('M-HANOI', 320_000, { occurredAt: isoLocal(it.clock.now()) })
    expect(await closeAt(it.clock.now())).toBe(1)
    expect(await last()).toMatchObject({ gross: '210000.00', cycle: 'T1', until_at: lastCutoff('T1', null, it.clock.now(), await calendar()) })
    await it.closeCycles()
    expect(await last()).toMatchObject({ gross: '320000.00', payments: 1 })
    await it.sent()
    await cleared()
  })

  test('is that of the cycle that the merchant has agreed on', async () => {
    await begun()
    await it.owner("update merchants.merchant set settlement_cycle = 'T0' where code = 'M-HANOI'")
    await it.owner("update merchants.merchant set settlement_cycle = 'WEEKLY', settlement_weekday = 3 where code = 'M-HCM'")
    const now = new Date(it.clock.now().getTime() + 14 * 86_400_000)
    await it.payTo('M-HANOI', 210_000)
    await it.payTo('M-HCM', 220_000)
    expect(await closeAt(now)).toBe(2)
    expect(await last('M-HANOI')).toMatchObject({ cycle: 'T0', gross: '210000.00', until_at: lastCutoff('T0', null, now, await calendar()) })
    expect(await last('M-HCM')).toMatchObject({ cycle: 'WEEKLY', gross: '220000.00', until_at: lastCutoff('WEEKLY', 3, now, await calendar()) })
    await it.owner("update merchants.merchant set settlement_cycle = 'T1', settlement_weekday = null")
    await it.sent()
    await cleared()
  })

  test('keeps no payment waiting, and loses none', { timeout: 20_000 }, async () => {
    await it.payTo('M-HANOI', 230_000)
    const until = new Date(it.clock.now().getTime() + 400 * 86_400_000)
    const merchantId = await it.idOf('M-HANOI')
    await it.runtime.db.transaction().execute(async (tx) => {
      await closeCycle(tx, { merchantId, cycle: 'BY_HAND', until, minimum: 0n, by: 'system', at: it.clock.now() })
      await it.payTo('M-HANOI', 240_000)
    })
    expect(await last()).toMatchObject({ gross: '230000.00' })
    expect(await it.settleNow('M-HANOI')).toMatchObject({ status: 200 })
    expect(await last()).toMatchObject({ gross: '240000.00' })
    await it.owner('update settlement.cursor set closed_until = null')
    await it.sent()
    await cleared()
  })
})

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
    expect(await detail((await last()).id)).toMatchObject({ waits: 'DISPUTED' })
    expect(await it.decideConflict(item?.reference ?? '', 'KEEP')).toMatchObject({ status: 200 })
    expect(await last()).toMatchObject({ status: 'PAID' })
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

  test('that a transfer of it was made holds the money; where it was, the merchant owes what it got', async () => {
    const sold = await it.payTo('M-HANOI', 300_000)
    await it.closeCycles()
    await it.sent()
    await it.payTo('M-HANOI', 500_000)
    await it.closeCycles()
    const [item] = await it.sent(() => 'FAILED')
    const one = await last()
    expect((await it.refund(sold, 300_000)).status).toBe(200)
    await it.closeCycles()
    const two = await last()
    expect((await it.settlements('M-HANOI')).find(({ id }) => id === one.id)).toMatchObject({ status: 'MERGED', merged_into_id: two.id })
    expect((await detail(two.id))?.transfers.map(({ reference }) => reference)).toEqual([item?.reference])
    expect(await it.outcome(item?.reference ?? '', 'SUCCEEDED')).toMatchObject({ status: 409 })
    expect(await detail(two.id)).toMatchObject({ status: 'PAYABLE', waits: 'DISPUTED' })
    expect(await it.make()).toMatchObject({ status: 409, code: 'DSB-003' })
    expect(await it.alerts('MERCHANT_PAID_TWICE')).toEqual([])
    expect(await it.decideConflict(item?.reference ?? '', 'KEEP')).toMatchObject({ status: 200 })
    expect(await it.alerts('MERCHANT_PAID_TWICE')).toMatchObject([{ subject: item?.reference, amount: item?.amount }])
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

describe('settling at once', () => {
  test('pays what is too little for a cycle, and nothing where nothing is owed', async () => {
    expect(await it.settleNow('M-HANOI')).toMatchObject({ status: 409, code: 'STL-001' })
    await it.payTo('M-HANOI', 5_000)
    await it.closeCycles()
    expect(await last()).toMatchObject({ status: 'CARRIED' })
    const reply = await it.settleNow('M-HANOI')
    expect(reply).toMatchObject({ status: 200 })
    expect(await last()).toMatchObject({ status: 'PAYABLE', cycle: 'BY_HAND', payments: 0, step_note: 'Điểm bán đề nghị' })
    await it.sent()
    expect(await it.balance('M-HANOI')).toBe(0)
    await cleared()
  })

  test('a loss is refused and changes nothing', async () => {
    const sold = await it.payTo('M-HANOI', 90_000)
    await it.closeCycles()
    await it.sent()
    await it.refund(sold, 90_000)
    const before = (await it.settlements('M-HANOI')).length
    expect(await it.settleNow('M-HANOI')).toMatchObject({ status: 409, code: 'STL-002' })
    expect((await it.settlements('M-HANOI')).length).toBe(before)
    await it.payTo('M-HANOI', 200_000)
    await it.closeCycles()
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
  /** A transfer of which nobody knows. */
  const lost = async () => {
    for (let n = 0; n < 3 && (await last('M-HCM')).status !== 'UNKNOWN'; n++) await it.sent(() => 'LOST')
    return (await it.owner("select reference from disbursement.item where status = 'UNKNOWN'")).rows[0]?.reference ?? ''
  }
  const other = async () => {
    const id = await it.idOf('M-HCM')
    const version = Number(await it.scalar('select version from merchants.merchant where id = $1', [id]))
    const account = { bankBin: '970436', accountNumber: '0011099555', accountName: bankName('0011099555') }
    const call = { calledName: 'Trần Thị Mai', calledPhone: '0912345678', calledOn: '2026-01-05', calledTime: '09:00', callNote: 'Xác nhận đúng số' }
    return it.call(proposeAccount, { id, version, ...account, ...call, reason: 'Tài khoản cũ đã đóng' }, { ...as, ...it.key() })
  }

  test('waits until its settlements have come to their end, when it is asked for and when it is agreed on', async () => {
    await it.payTo('M-HCM', 700_000, { externalRef: 'SHUT-1' })
    await it.closeCycles()
    const first = await lost()
    expect(await it.balance('M-HCM')).toBe(0)
    expect(await propose()).toMatchObject({ status: 409, code: 'STL-005' })
    await expect(it.owner("update merchants.merchant set status = 'CLOSED' where code = 'M-HCM'")).rejects.toThrow('have not come to their end')
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

test('the statement of a merchant begins and ends with its balance, and adds up', async () => {
  const { merchantStatement } = await import('../contract/statement.ts')
  const { localDate } = await import('#kernel/dates.ts')
  await it.payTo('M-HANOI', 123_000)
  const today = localDate(new Date())
  const filter = { from: today, to: today, merchantId: await it.idOf('M-HANOI') }
  const { data } = await it.call(merchantStatement, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 100 } }, as)
  const rows = data?.result ?? []
  expect(rows[0]).toMatchObject({ description: 'Số dư đầu kỳ', balance: '0.00' })
  expect(rows.at(-1)).toMatchObject({ description: 'Số dư cuối kỳ' })
  expect(Number(rows.at(-1)?.balance)).toBe(await it.balance('M-HANOI'))
  expect(data?.totals.change).toBe(rows.at(-1)?.balance)
  const parts = new Set(rows.map(({ part }) => part))
  expect([...parts]).toEqual(expect.arrayContaining(['PAYMENT', 'REFUND', 'TRANSFER']))
})

test('the proof finds what is settled twice, and what a settlement is not made of', async () => {
  const undone = new Error('undone')
  const found: Record<string, unknown> = {}
  await it.runtime.db
    .transaction()
    .execute(async (tx) => {
      // As if everything that was settled already lay open once more.
      await tx.updateTable('settlement.cursor').set({ seen_version: '0' }).execute()
      found.twice = (await it.alerts('SETTLEMENT_DIFFERENCE', tx)).map(({ subject }) => subject)
      const { id } = await tx.selectFrom('settlement.settlement').select('id').orderBy('id').executeTakeFirstOrThrow()
      const stray = {
        part: 'OTHER',
        amount: '7.00',
        fee: '0.00',
        tax: '0.00',
        net: '7.00',
        occurred_at: new Date(),
        business_date: '2026-01-01',
        settlement_id: id,
      }
      const journal = await tx
        .selectFrom('settlement.movement')
        .select('journal_id')
        .where('merchant_id', '=', await it.idOf('M-HCM'))
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('settlement.movement')
        .values({ ...stray, ...journal, merchant_id: await it.idOf('M-HANOI') })
        .execute()
      found.stray = (await it.alerts('SETTLEMENT_MADE_OF', tx)).map(({ amount }) => amount)
      throw undone
    })
    .catch((error: unknown) => expect(error).toBe(undone))
  expect(found).toEqual({ twice: expect.arrayContaining(['M-HANOI', 'M-HCM']), stray: ['-7.00'] })
})
