import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { holidays } from '#core/masterdata/server/public.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { isoLocal } from '#kernel/dates.ts'
import { type SettlementWorld, settlementWorld } from '../../../../test/settlements.ts'
import { listMovements, merchantOwed } from '../contract/settlements.ts'
import { closeCycle } from './closing.ts'
import { lastCutoff } from './cycles.ts'
import { closeDue } from './due.ts'

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
const calendar = async () => ({ off: await holidays(it.runtime.db), sameDayHour: 16 })
const owed = async () => (await it.call(merchantOwed, { merchantId: await it.idOf('M-HANOI') }, as)).data

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
    expect(await it.settlement(carried.id)).toMatchObject({ status: 'MERGED', mergedInto: { code: paid.code } })
    expect(await it.settlement(paid.id)).toMatchObject({ mergedInto: null, merged: [{ code: carried.code }] })
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
