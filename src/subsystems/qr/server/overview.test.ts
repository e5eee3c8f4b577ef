import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAID_STATUSES, RATED_STATUSES, successRate } from '#core/payments/contract/transaction.ts'
import { foldSums } from '#core/payments/server/kept-sums.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { testClock } from '../../../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { getQrOverview, OPEN_DAYS } from '../contract/overview.ts'
import { qrReturnReport, qrSummaryReport } from '../contract/reports.ts'
import { listQrTransactions } from '../contract/transactions.ts'

// Stands still, so that no midnight comes between the payments and the question; the first instant of the day is past at any hour.
const clock = testClock(new Date())
const today = localDate(clock.now())
const midnight = `${today}T00:00:00+07:00`
const ago = (ms: number) => isoLocal(new Date(clock.now().getTime() - ms))
const DAY = 86_400_000
const FAILED = { status: 'FAILED', code: '51', message: 'Không đủ số dư' } as const
const UNKNOWN = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } as const

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
})
afterAll(() => test?.close())

async function overview(as: string) {
  const { data, ...reply } = await test.call(getQrOverview, {}, { as })
  if (!data) throw new Error(JSON.stringify(reply))
  return data
}

type Filter = Record<string, string | readonly string[]>

/** What the list under a figure's link says, with the sum of its rows. */
async function listed(filter: Filter, as: string) {
  const { data } = await test.list(listQrTransactions, { filter: { from: today, to: today, ...filter } as never, pageSize: 100 }, { as })
  if (!data) throw new Error(JSON.stringify(filter))
  return { count: data.totalRecord, sum: sumMoney(data.result.map(({ amount }) => amount)) }
}

/** What the reports say of the day: its refunds, and how many of its payments succeeded. */
async function booked(as: string) {
  const day = { from: today, to: today }
  const pageInfo = { currentPage: 1, pageSize: 100 } as const
  const refunds = await test.call(qrReturnReport, { searchSdi: { ...day, kind: 'REFUND' }, pageInfo }, { as })
  const summary = await test.call(qrSummaryReport, { searchSdi: day, pageInfo }, { as })
  if (!refunds.data || !summary.data) throw new Error(JSON.stringify([refunds, summary]))
  const { totalRecord, totals } = refunds.data
  return { refunded: { count: totalRecord, amount: totals.returned }, successRate: summary.data.totals.successRate }
}

/** Every figure is what its list holds. */
async function expectLists(as: string) {
  const seen = await overview(as)
  const open = { from: addDays(today, 1 - OPEN_DAYS) }
  const count = async (filter: Filter) => (await listed(filter, as)).count
  const sum = async (filter: Filter) => (await listed(filter, as)).sum
  expect(await count({})).toBe(seen.count)
  expect(await count({ status: PAID_STATUSES })).toBe(seen.succeeded)
  expect(await count({ status: RATED_STATUSES })).toBe(seen.settled)
  expect(await sum({ status: PAID_STATUSES })).toBe(seen.amount)
  expect(await count({ ...open, status: ['UNKNOWN'] })).toBe(seen.unknown.count)
  expect(await count({ ...open, status: ['REFUND_PENDING'] })).toBe(seen.waiting.refunds)
  expect(await count({ ...open, status: ['CANCEL_PENDING'] })).toBe(seen.waiting.cancellations)
  expect(await booked(as)).toMatchObject({ refunded: seen.refunded })
  expect(await count({ status: ['CANCELLED'] })).toBe(seen.cancelled.count)
  expect(await sum({ status: ['CANCELLED'] })).toBe(seen.cancelled.amount)
  for (const { hour, count: n } of seen.byHour) expect(await count({ hour: String(hour).padStart(2, '0') })).toBe(n)
  for (const [by, rows] of [
    ['partnerId', seen.byBank],
    ['unitId', seen.byProvince],
    ['merchantId', seen.topMerchants],
  ] as const)
    for (const { id, ...row } of rows) {
      expect(await count({ [by]: id }), by).toBe(row.count)
      expect(await count({ [by]: id, status: PAID_STATUSES }), by).toBe(row.succeeded)
      expect(await sum({ [by]: id, status: PAID_STATUSES }), by).toBe(row.amount)
    }
  for (const { id, settled, unknown } of seen.byBank) {
    expect(await count({ partnerId: id, status: RATED_STATUSES })).toBe(settled)
    expect(await count({ partnerId: id, status: ['UNKNOWN'] })).toBe(unknown)
  }
  return seen
}

describe('the overview of payments by QR', () => {
  it('is empty, not missing, in the first minutes of the first day', async () => {
    expect(await overview('ketoan')).toMatchObject({
      ...{ date: today, count: 0, succeeded: 0, settled: 0, amount: '0.00', unknown: { count: 0, oldestAt: null }, waiting: { refunds: 0, cancellations: 0 } },
      ...{ byBank: [], byProvince: [], topMerchants: [], refunded: { count: 0, amount: '0.00' }, cancelled: { count: 0, amount: '0.00' } },
    })
  })

  it('says of everybody’s scope what the list holds under each figure, folded or not', async () => {
    const { vcb, bidv, saoviet } = test.world
    await test.pay({ amount: '100000', occurredAt: midnight })
    await test.pay({ amount: '50000', occurredAt: midnight, merchantCode: 'M-HCM' }, bidv)
    await test.pay({ amount: '30000', occurredAt: midnight, outcome: FAILED }, saoviet)
    await test.pay({ amount: '70000', occurredAt: midnight, outcome: UNKNOWN }, bidv)
    await test.pay({ amount: '20000', occurredAt: ago(DAY), outcome: UNKNOWN })
    const [refunded, cancelled, toRefund, toCancel] = [
      await test.pay({ amount: '40000', occurredAt: midnight }),
      await test.pay({ amount: '60000', occurredAt: midnight, merchantCode: 'M-HCM' }, vcb),
      await test.pay({ amount: '80000', occurredAt: midnight }),
      await test.pay({ amount: '90000', occurredAt: midnight }, bidv),
    ]
    await foldSums(test.runtime.db, 'LIST')
    await test.decide(await test.asked(refunded, '15000'))
    await test.decide(await test.cancelAsked(cancelled))
    await test.asked(toRefund, '80000')
    await test.cancelAsked(toCancel)

    for (const folded of [false, true]) {
      if (folded) await foldSums(test.runtime.db, 'LIST')
      const seen = await expectLists('ketoan')
      expect(seen).toMatchObject({
        ...{ count: 8, succeeded: 5, settled: 6, amount: '360000.00', unknown: { count: 2, oldestAt: isoLocal(new Date(ago(DAY))) } },
        ...{ waiting: { refunds: 1, cancellations: 1 }, refunded: { count: 1, amount: '15000.00' }, cancelled: { count: 1, amount: '60000.00' } },
      })
      expect((await booked('ketoan')).successRate).toBe(83.3)
      expect(successRate(seen.succeeded, seen.settled)).toBe(83.3)
      expect(seen.byHour[0]?.count).toBe(8)
      expect(seen.byProvince.map(({ amount }) => amount)).toEqual(['310000.00', '50000.00'])
      expect(seen.topMerchants.map(({ amount }) => amount)).toEqual(['310000.00', '50000.00'])
      expect(await expectLists('tinh79')).toMatchObject({ count: 2, amount: '50000.00', unknown: { count: 0, oldestAt: null } })
      const partner = await expectLists('doitac')
      expect(partner.byBank).toHaveLength(1)
    }
  })

  it('counts a refund of today whatever day its payment is of, and rounds a success rate down', async () => {
    const earlier = await test.pay({ amount: '25000', occurredAt: ago(DAY) })
    await test.decide(await test.asked(earlier, '5000'))
    const { refunded } = await expectLists('ketoan')
    expect(refunded).toEqual({ count: 2, amount: '20000.00' })
    expect([successRate(0, 0), successRate(2, 3), successRate(1999, 2000), successRate(2000, 2000)]).toEqual([null, 66.6, 99.9, 100])
  })

  it('puts the bank on top that has left its payers waiting longest', async () => {
    const seen = await overview('ketoan')
    const [first, ...others] = seen.byBank
    // One payment of it is unknown since midnight; the others knew at once.
    expect(first?.id).toBe(test.world.bidv.partnerId)
    expect(first?.seconds).toBeCloseTo((clock.now().getTime() - new Date(midnight).getTime()) / 1000, 0)
    expect(others.map(({ seconds }) => seconds)).toEqual([0, 0])
  })

  it('compares with the same weekday until this time of the day, and by hour with the whole of it', async () => {
    const { before: none } = await overview('ketoan')
    expect(none).toEqual({ date: addDays(today, -7), count: 0, amount: '0.00' })
    const [at, later, failed] = [
      await test.pay({ amount: '11000', occurredAt: midnight }),
      await test.pay({ amount: '17000', occurredAt: midnight }),
      await test.pay({ amount: '13000', occurredAt: midnight, outcome: FAILED }),
    ]
    // As if they had been paid a week ago: one of them a second too late to be compared with.
    await test.runtime.database.owner.query(
      `update payment.transaction set business_date = business_date - 7, occurred_at = case when id = $3 then $1::timestamptz + interval '1 second' else $1 end where id = any ($2)`,
      [ago(7 * DAY), [at, later, failed], later],
    )
    const { before, byHour } = await overview('ketoan')
    expect(before).toEqual({ date: addDays(today, -7), count: 2, amount: '11000.00' })
    expect(byHour.reduce((sum, hour) => sum + hour.before, 0)).toBe(3)
  })
})
