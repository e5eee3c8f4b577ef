import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmHold, listHolds } from '#core/disbursement/contract/holds.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { holidays } from '#core/masterdata/server/public.ts'
import { bankName } from '../../../../../test/disbursement.ts'
import { type KeyAccountWorld, keyAccountWorld } from '../../../../../test/key-accounts.ts'
import { mailsTo } from '../../../../../test/mails.ts'
import { proposeContractEnd, proposeKeyAccountBank, proposeKeyAccountStatus } from '../../contract/key-accounts/changes.ts'
import {
  checkCodSettlements,
  findCodSettlement,
  keyAccountDebt,
  listCodSettlements,
  listKeyAccountItems,
  releaseCodSettlement,
  runCodSettlement,
  simulateSettlement,
} from '../../contract/settlements.ts'
import { cancellable } from '../deposits/following.ts'
import { carryOut } from './approving.ts'
import { draft } from './drafting.ts'
import { makeDue } from './running.ts'

let it: KeyAccountWorld
beforeAll(async () => {
  it = await keyAccountWorld()
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.end()
})

const as = () => ({ as: 'ketoan', ...it.COB })
const send = () => ({ ...as(), ...it.key() })
const run = (keyAccountId?: string) => it.call(runCodSettlement, { ...(keyAccountId === undefined ? {} : { keyAccountId }), reason: 'Chạy' }, send())
const stateOf = async (id: string) => it.scalar('select money_state from cob.item where id = $1', [id])
const debt = async (keyAccountId: string) => it.must(await it.call(keyAccountDebt, { keyAccountId }, as()))
/** What the account says is what its parts come to. */
async function adds(keyAccountId: string): Promise<void> {
  const one = await debt(keyAccountId)
  const parts = [one.withCouriers, one.waiting, one.payable, one.inStatements, one.approved, one.carried].map(Number).reduce((all, part) => all + part, 0)
  expect(Number(one.balance)).toBe(parts - Number(one.recoveries))
}
/** The statement of the next day. */
const tomorrow = async (keyAccountId: string) => {
  const at = new Date(it.clock.now().getTime() + 86_400_000)
  const drafting = { keyAccountId, off: await holidays(it.runtime.db), by: 'system', at, now: true }
  return it.runtime.db.transaction().execute((tx) => draft(tx, drafting))
}
/** It came back after it was paid. */
const returned = (id: string) =>
  it.owner(
    "update cob.item set delivery_state = 'RETURNED', returned_at = now(), marks = array['DELIVERED_AND_RETURNED'], version = version + 1 where id = $1",
    [id],
  )

describe('a statement', () => {
  test('is what was collected less postage, fee and tax, is paid by one transfer and mailed', async () => {
    const { id, email } = await it.opened()
    const [first = '', second = '', young = ''] = await it.payables(id, [
      { cod: 500_000, postage: 30_000 },
      { cod: 200_000, postage: 20_000, payer: 'RECEIVER' },
      { cod: 900_000, collectedAt: it.clock.now() },
    ])
    const [held = ''] = await it.payables(id, [{ cod: 70_000, money: 'HANDED_IN' }])
    const simulated = it.must(await it.call(simulateSettlement, { keyAccountId: id }, as()))
    expect(simulated).toMatchObject({ items: 3, cod: '1600000.00', postage: '30000.00', fee: '30000.00', tax: '6000.00', net: '1534000.00' })
    expect(await makeDue(it.runtime)).toBe(1)
    const made = await it.lastOf(id)
    // Postage of one, two fees of 10,000, a tenth of both.
    expect(made).toMatchObject({
      status: 'DRAFT',
      items: 2,
      cod: '700000.00',
      postage: '30000.00',
      fee: '20000.00',
      tax: '5000.00',
      deductions: '0.00',
      net: '645000.00',
    })
    await adds(id)
    expect(await makeDue(it.runtime)).toBe(0)
    await it.approvedRun(made.run_id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'APPROVED', mailed_at: expect.any(Date) })
    await adds(id)
    const [mail] = await mailsTo(it.runtime, email)
    expect(mail?.subject).toContain(made.code)
    const names = await it.owner(
      'select file_name from platform.mail_attachment a join platform.mail m on m.id = a.mail_id where m.recipient = $1 order by position',
      [email],
    )
    expect(names.rows.map((row) => row.file_name)).toEqual([`BangKeChiCOD_${made.code}.xlsx`, `BangKeChiCOD_${made.code}.pdf`])
    const [item] = await it.paid(made.run_id)
    expect(item).toMatchObject({ status: 'PAID', amount: '645000.00', item_code: made.code })
    expect(await it.lastOf(id)).toMatchObject({ status: 'PAID' })
    expect([await stateOf(first), await stateOf(second), await stateOf(young), await stateOf(held)]).toEqual(['PAID_OUT', 'PAID_OUT', 'PAYABLE', 'HANDED_IN'])
    // What is left on the account is what was not settled.
    expect(await it.balanceOf(id)).toBe(970_000)
    await adds(id)
    const shown = it.must(await it.call(findCodSettlement, { id: made.id }, as()))
    expect(shown.journals.map(({ kind }) => kind)).toEqual(['COD_CHARGES', 'TRANSFER_SENT', 'TRANSFER_PAID'])
    const { data: page } = await it.list(listCodSettlements, { filter: { keyAccountId: id } }, as())
    expect(page?.result).toMatchObject([{ code: made.code, status: 'PAID', reference: item?.reference }])
    const { data: own } = await it.list(listKeyAccountItems, { filter: { keyAccountId: id, moneyState: 'PAID_OUT' } }, as())
    expect(own?.result.map(({ settlementCode }) => settlementCode)).toEqual([made.code, made.code])
  })

  test('is made once a cycle: a second run makes nothing and says so', async () => {
    const { id } = await it.opened()
    expect(await run(id)).toMatchObject({ status: 409, code: 'COB-234' })
    await it.payables(id, [{ cod: 100_000 }])
    expect(await run(id)).toMatchObject({ status: 200, data: { made: 1 } })
    await it.payables(id, [{ cod: 100_000 }])
    expect(await run(id)).toMatchObject({ status: 409, code: 'COB-233' })
    expect(await it.statements(id)).toHaveLength(1)
    // Given up, its items may be settled again.
    const { id: settlementId, version } = await it.lastOf(id)
    expect(await it.call(releaseCodSettlement, { id: settlementId, version, reason: 'Lập lại' }, send())).toMatchObject({ status: 200 })
    expect(await run(id)).toMatchObject({ status: 200 })
    expect(await it.lastOf(id)).toMatchObject({ items: 2, cod: '200000.00' })
    await adds(id)
  })

  test('that somebody has given up is made again by a person, and not by the clock', async () => {
    const { id } = await it.opened()
    await it.payables(id, [{ cod: 100_000 }])
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    expect(await it.call(releaseCodSettlement, { id: made.id, version: made.version, reason: 'Sai phí' }, send())).toMatchObject({ status: 200 })
    await makeDue(it.runtime)
    expect(await it.statements(id)).toHaveLength(1)
    expect(await run(id)).toMatchObject({ status: 200 })
    expect(await it.statements(id)).toHaveLength(2)
  })

  test('keeps the deposits of its items from being cancelled, until it is given up', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 100_000 }])
    await it.owner(
      `with one as (insert into cob.courier (code, name, account_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
         select 'BT-SETTLED', 'Bưu tá', min(id), $1, 0, 'probe', now(), 'probe', now() from ledger.account returning id),
       account as (insert into cob.deposit_account (transaction_id, courier_id) select 900000001, id from one)
       insert into cob.deposit_line (transaction_id, item_id, position, named, expected, amount) values (900000001, $2, 1, true, 100000, 100000)`,
      [it.headUnit, item],
    )
    const cancel = () => it.runtime.db.transaction().execute((tx) => cancellable(tx, '900000001'))
    await cancel()
    expect(await run(id)).toMatchObject({ status: 200 })
    await expect(cancel()).rejects.toMatchObject({ definition: { code: 'COB-112' } })
    const { id: settlementId, version } = await it.lastOf(id)
    expect(await it.call(releaseCodSettlement, { id: settlementId, version, reason: 'Huỷ nộp' }, send())).toMatchObject({ status: 200 })
    await cancel()
  })

  test('has each item once, however many runs at the same time', async () => {
    const { id } = await it.opened()
    await it.payables(
      id,
      Array.from({ length: 20 }, (_one, at) => ({ cod: 10_000 * (at + 2) })),
    )
    const off = await holidays(it.runtime.db)
    const drafting = { keyAccountId: id, off, by: 'system', at: it.clock.now(), now: false }
    const done = await Promise.all(Array.from({ length: 64 }, () => it.runtime.db.transaction().execute((tx) => draft(tx, drafting))))
    expect(done.filter((one) => 'made' in one)).toHaveLength(1)
    expect(await it.statements(id)).toHaveLength(1)
    expect(
      await it.scalar('select count(*) from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id where s.key_account_id = $1', [id]),
    ).toBe('20')
  })

  test('goes on where its run was broken off, and books once', async () => {
    const accounts = [await it.opened(), await it.opened()]
    for (const { id } of accounts) await it.payables(id, [{ cod: 100_000 }])
    await makeDue(it.runtime)
    const made = await Promise.all(accounts.map(({ id }) => it.lastOf(id)))
    const runId = made[0]?.run_id ?? ''
    expect(made[1]?.run_id).toBe(runId)
    const rows = await it.runtime.db.selectFrom('cob.settlement').select(['id', 'version']).where('run_id', '=', runId).where('status', '=', 'DRAFT').execute()
    it.must(await it.call(checkCodSettlements, { rows }, { ...send(), as: 'admin' }))
    await it.submitRun(runId)
    let left = 1
    const stop = {
      throwIfAborted: () => {
        if (left-- === 0) throw new Error('killed')
      },
    } as AbortSignal
    await expect(carryOut(it.runtime, runId, stop)).rejects.toThrow('killed')
    const half = await it.owner("select status from cob.settlement where run_id = $1 and status in ('CHECKED', 'APPROVED')", [runId])
    expect(new Set(half.rows.map(({ status }) => status))).toEqual(new Set(['CHECKED', 'APPROVED']))
    await carryOut(it.runtime, runId)
    await carryOut(it.runtime, runId)
    expect(await it.scalar('select status from cob.settlement_run where id = $1', [runId])).toBe('APPROVED')
    for (const { id } of accounts) {
      const { id: settlementId } = await it.lastOf(id)
      expect(await it.scalar("select count(*) from ledger.journal where source_type = 'cob.settlement' and source_id = $1", [settlementId])).toBe('1')
      await adds(id)
    }
  })

  test('below nothing pays nothing and is carried into the next', async () => {
    const { id } = await it.opened()
    await it.payables(id, [{ postage: 50_000, state: 'RETURNED', money: 'WAIVED' }, { cod: 20_000 }])
    const loss = await it.settled(id)
    // 20,000 − 10,000 fee − 50,000 postage − a tenth of both.
    expect(loss).toMatchObject({ status: 'CARRIED', net: '-46000.00' })
    expect(await it.balanceOf(id)).toBe(-46_000)
    await adds(id)
    await it.payables(id, [{ cod: 200_000 }])
    await tomorrow(id)
    const next = await it.lastOf(id)
    expect(next).toMatchObject({ carried: '-46000.00', net: '143000.00' })
    await it.approvedRun(next.run_id)
    await it.paid(next.run_id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'PAID' })
    expect((await it.statements(id)).map(({ status }) => status)).toEqual(['MERGED', 'PAID'])
    expect(await it.balanceOf(id)).toBe(0)
  })
})

describe('a transfer', () => {
  test('that fails gives the items back, and they are settled again', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 300_000 }])
    expect(await it.settled(id, 'FAILED')).toMatchObject({ status: 'FAILED' })
    expect(await stateOf(item)).toBe('PAYABLE')
    expect(await it.balanceOf(id)).toBe(300_000)
    await adds(id)
    expect(await it.settled(id)).toMatchObject({ status: 'PAID', net: '289000.00' })
    expect(await it.balanceOf(id)).toBe(0)
  })

  test('of which nobody knows is not made again, and failed at last frees its items', async () => {
    const { id } = await it.opened()
    await it.payables(id, [{ cod: 310_000 }])
    const lost = await it.settled(id, 'LOST')
    expect(lost).toMatchObject({ status: 'UNKNOWN' })
    expect(await makeDue(it.runtime)).toBe(0)
    const reference = await it.scalar("select reference from disbursement.item where source_kind = 'KEY_ACCOUNT_SETTLEMENT' and source_item = $1", [lost.id])
    expect(await it.outcome(reference, 'FAILED')).toMatchObject({ status: 200 })
    expect(await it.lastOf(id)).toMatchObject({ status: 'FAILED' })
    expect(await it.balanceOf(id)).toBe(310_000)
  })

  test('that comes back is held, and paid again once somebody has looked at the account', async () => {
    const { id } = await it.opened()
    const [item = ''] = await it.payables(id, [{ cod: 320_000 }])
    const made = await it.settled(id)
    const reference = await it.scalar("select reference from disbursement.item where source_kind = 'KEY_ACCOUNT_SETTLEMENT' and source_item = $1", [made.id])
    expect(await it.giveBack(reference, String(Number(made.net)))).toMatchObject({ status: 200 })
    expect(await it.lastOf(id)).toMatchObject({ status: 'HELD', hold_reason: expect.stringContaining('Tài khoản đã đóng') })
    expect(await stateOf(item)).toBe('PAYABLE')
    await adds(id)
    expect(await makeDue(it.runtime)).toBe(0)
    const { data } = await it.list(listHolds, { filter: { sourceKind: 'KEY_ACCOUNT_SETTLEMENT', status: ['HELD'] } }, { as: 'admin', ...it.CRM })
    const [hold] = data?.result ?? []
    const confirmed = await it.call(
      confirmHold,
      { id: hold?.id ?? '', version: hold?.version ?? 0, reason: 'Đã mở lại' },
      { as: 'ketoan', ...it.CRM, ...it.key() },
    )
    expect(confirmed).toMatchObject({ status: 200 })
    await it.paid(made.run_id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'PAID' })
    expect(await stateOf(item)).toBe('PAID_OUT')
    expect(await it.balanceOf(id)).toBe(0)
  })
})

describe('a paid item that comes back', () => {
  test('is recovered once, the oldest first, also by two statements at the same time', async () => {
    const { id } = await it.opened()
    const [one = '', two = ''] = await it.payables(id, [{ cod: 100_000 }, { cod: 150_000 }])
    await it.settled(id)
    expect(await it.balanceOf(id)).toBe(0)
    await returned(one)
    await returned(two)
    await it.payables(id, [{ cod: 140_000 }])
    await Promise.all(Array.from({ length: 8 }, () => tomorrow(id)))
    const { rows } = await it.owner('select item_id, amount, recovered from cob.recovery where key_account_id = $1 order by id', [id])
    // 140,000 − 10,000 fee − 1,000 tax is there to be taken from: all of the first, some of the second.
    expect(rows).toMatchObject([
      { item_id: one, recovered: '100000.00' },
      { item_id: two, recovered: '29000.00' },
    ])
    const made = await it.lastOf(id)
    expect(made).toMatchObject({ deductions: '129000.00', net: '0.00' })
    await adds(id)
    // A draft takes nothing yet: it is owed until the statement is approved.
    const owed = async () => (await debt(id)).open.map(({ recovered, left }) => [recovered, left])
    expect(await owed()).toEqual([
      ['0.00', '150000.00'],
      ['0.00', '100000.00'],
    ])
    await it.approvedRun(made.run_id)
    expect(await it.lastOf(id)).toMatchObject({ status: 'CARRIED' })
    expect(await it.balanceOf(id)).toBe(-121_000)
    await adds(id)
    expect(await owed()).toEqual([
      ['29000.00', '121000.00'],
      ['100000.00', '0.00'],
    ])
  })
})

describe('what is refused', () => {
  test('says so: overlapping contracts, a fee table with a hole, an end that lies back', async () => {
    const { id, version, contracts } = await it.opened()
    expect(await it.ask(id, version, { number: 'HD-02', validFrom: '2026-01-01' })).toMatchObject({ status: 409, code: 'COB-205' })
    const holed = [
      { amountFrom: '0', amountTo: '100000', fixed: '1', rate: '0', minimum: '0' },
      { amountFrom: '200000', fixed: '1', rate: '0', minimum: '0' },
    ]
    const hole = await it.ask(id, version, { number: 'HD-02', validFrom: '2026-01-01', fees: holed })
    expect(hole).toMatchObject({ status: 422 })
    expect(JSON.stringify(hole)).toContain('100.000 đến 200.000')
    const end = { id, version, contractId: contracts[0]?.id ?? '', validTo: '2020-02-01', reason: 'Hết hạn' }
    expect(await it.call(proposeContractEnd, end, send())).toMatchObject({ status: 422 })
  })

  test('an account that has just changed is paid after some days, with an answer of its own until then', async () => {
    const { id, version } = await it.opened()
    await it.payables(id, [{ cod: 400_000 }])
    const accountNumber = '0099887766'
    const bank = { id, version, bankBin: '970436', accountNumber, accountName: bankName(accountNumber), reason: 'Đổi ngân hàng' }
    it.must(await it.call(proposeKeyAccountBank, bank, send()))
    await it.decided(id)
    await makeDue(it.runtime)
    const made = await it.lastOf(id)
    await it.approvedRun(made.run_id)
    expect(await it.makeBatch(made.run_id)).toMatchObject({ status: 409, code: 'COB-230' })
    await it.owner('update cob.key_account set account_cooling_until = $2 where id = $1', [id, it.clock.now()])
    const [item] = await it.paid(made.run_id)
    expect(item).toMatchObject({ status: 'PAID', account_number: accountNumber })
  })

  test('one that is suspended is not settled, and none is closed while anything is open', async () => {
    const { id, version } = await it.opened()
    await it.payables(id, [{ cod: 400_000 }])
    const to = async (status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED') =>
      it.call(proposeKeyAccountStatus, { id, version: (await it.detail(id)).version, status, reason: 'Theo đề nghị' }, send())
    expect(version).toBe((await it.detail(id)).version)
    expect(await to('CLOSED')).toMatchObject({ status: 409, code: 'COB-219' })
    it.must(await to('SUSPENDED'))
    await it.decided(id)
    expect(await run(id)).toMatchObject({ status: 409, code: 'COB-231' })
    expect(await makeDue(it.runtime)).toBe(0)
    it.must(await to('ACTIVE'))
    await it.decided(id)
    expect(await it.settled(id)).toMatchObject({ status: 'PAID' })
    it.must(await to('CLOSED'))
    await it.decided(id)
    expect(await run(id)).toMatchObject({ status: 409, code: 'COB-231' })
  })
})
