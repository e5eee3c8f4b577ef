import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, isoLocal } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { cfmTransactions } from '#subsystems/cfm/contract/transactions.ts'
import { senderPayoutTransactions } from '#subsystems/cob/contract/payouts/service.ts'
import { listCodTransactions } from '#subsystems/cob/contract/transactions.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { listSdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { testClock } from '../../../../test/app.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { getDashboard, SETTLED, SUCCEEDED, UNKNOWN_DAYS } from '../contract/dashboard.ts'

// Stands still, so that no midnight comes between the payments and the question; the first instant of the day is past at any hour.
const clock = testClock(new Date())
const midnight = `${isoLocal(clock.now()).slice(0, 10)}T00:00:00+07:00`

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
})
afterAll(() => test?.close())

const dashboard = async (as: string) => (await test.call(getDashboard, {}, { as })).data
const yesterday = isoLocal(new Date(new Date(midnight).getTime() - 86_400_000))

it('adds up what the person may see of today, and unknown outcomes of before as well', async () => {
  const none = await dashboard('ketoan')
  expect(none).toMatchObject({ count: 0, amount: '0.00', succeeded: 0, settled: 0, byStatus: [], unknown: { count: 0, oldestAt: null } })
  const hourNow = Number(isoLocal(clock.now()).slice(11, 13))
  expect(none?.byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: hourNow + 1 }, (_, hour) => hour))
  expect(none?.before).toEqual({ count: 0, succeededAmount: '0.00' })

  await test.pay({ amount: '100000', occurredAt: midnight })
  await test.pay({ amount: '50000', occurredAt: midnight, merchantCode: 'M-HCM' })
  await test.pay({ amount: '30000', occurredAt: midnight, outcome: { status: 'FAILED', code: '51', message: 'Không đủ số dư' } })
  await test.pay({ amount: '70000', occurredAt: midnight, outcome: { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } })
  await test.pay({ amount: '20000', occurredAt: yesterday, outcome: { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } })
  const refunded = await test.pay({ amount: '40000', occurredAt: midnight })
  await test.asked(refunded, '40000')

  const seen = await dashboard('ketoan')
  expect(seen).toMatchObject({
    count: 5,
    amount: '290000.00',
    succeeded: 3,
    settled: 4,
    succeededAmount: '190000.00',
    byStatus: [
      { status: 'SUCCEEDED', count: 2, amount: '150000.00' },
      { status: 'FAILED', count: 1, amount: '30000.00' },
      { status: 'UNKNOWN', count: 1, amount: '70000.00' },
      { status: 'REFUND_PENDING', count: 1, amount: '40000.00' },
    ],
    unknown: { count: 2, amount: '90000.00', oldestAt: expect.stringContaining('T00:00:00') },
  })
  expect(seen?.byDay).toHaveLength(14)
  expect(seen?.byDay.at(-1)).toEqual({ date: seen?.date, count: 5, amount: '190000.00' })
  expect(seen?.byDay.at(-2)).toMatchObject({ count: 1, amount: '0.00' })
  expect(seen?.byHour[0]).toEqual({ hour: 0, count: 5, amount: '290000.00' })
  expect(seen?.byHour.slice(1).every(({ count }) => count === 0)).toBe(true)
  expect(await dashboard('tinh79')).toMatchObject({ count: 1, amount: '50000.00', unknown: { count: 0 } })
  expect((await test.call(getDashboard, {}, { as: 'giaodichvien' })).status).toBe(403)
})

it('compares with yesterday until the same time of the day, and no later', async () => {
  const day = 86_400_000
  const at = (ms: number) => isoLocal(new Date(clock.now().getTime() - day + ms))
  const { before = { count: 0, succeededAmount: '' } } = (await dashboard('ketoan')) ?? {}
  await test.pay({ amount: '11000', occurredAt: at(0) })
  await test.pay({ amount: '13000', occurredAt: at(0), outcome: { status: 'FAILED', code: '51', message: 'Không đủ số dư' } })
  // Later on the same day it is no matter of this time, and tomorrow no matter of yesterday.
  await test.pay({ amount: '17000', occurredAt: at(1000) })
  expect((await dashboard('ketoan'))?.before).toEqual({ count: before.count + 2, succeededAmount: sumMoney([before.succeededAmount, '11000']) })
})

it('leads to the lists that its figures count', async () => {
  const seen = await dashboard('ketoan')
  if (!seen) throw new Error('no dashboard')
  expect(seen.services.map(({ code, permission }) => [code, permission])).toEqual([
    ['QR', listQrTransactions.permission],
    ['SDK', listSdkTransactions.permission],
    ['CFM', cfmTransactions.list.permission],
    ['PAYOUT', payoutTransactions.list.permission],
    ['COD', listCodTransactions.permission],
    ['CODPAY', senderPayoutTransactions.list.permission],
    // Transfers are listed by their own states.
    ['DISB', null],
  ])
  const { date } = seen
  const rows = async (filter: object) => (await test.list(listQrTransactions, { filter: filter as never }, { as: 'ketoan' })).data?.totalRecord
  const today = { from: date, to: date }
  expect(await rows(today)).toBe(seen.count)
  expect(await rows({ ...today, status: SUCCEEDED })).toBe(seen.succeeded)
  expect(await rows({ ...today, status: SETTLED })).toBe(seen.settled)
  for (const { status, count } of seen.byStatus) expect(await rows({ ...today, status: [status] })).toBe(count)
  for (const { date: from, count } of seen.byDay) expect(await rows({ from, to: from })).toBe(count)
  expect(await rows({ from: addDays(date, 1 - UNKNOWN_DAYS), to: date, status: ['UNKNOWN'] })).toBe(seen.unknown.count)
  // Money orders are among the figures as well, each part with a list that has as many rows.
  await test.runtime.database.owner.query(
    `with key as (insert into payment.transaction_key (code, external_ref, partner_id, business_date, request_hash, received_status)
        select 'CT-DASH', 'CT-DASH', partner_id, $1, sha256('x'), 'SUCCEEDED' from payment.transaction limit 1 returning *)
      , own as (insert into cash.counter_entry (id, business_date, till_code, teller_code, without_shift, head_unit_id, partner_id)
        select k.transaction_id, k.business_date, 'Q1', 'GDV', false, u.id, k.partner_id from key k join organisation.unit u on u.level = 'HEAD_OFFICE')
      insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, fee_source, fee_code, fee_revision, currency,
        payer_name, payer_account, payee_name, payee_account, head_unit_id, partner_id, external_ref, outcome, occurred_at)
      select k.transaction_id, k.business_date, k.code, 'CFM', 'TRANSFER', 'COUNTER', 'IN', 'SUCCEEDED', 60000, 0, 0, 'PRODUCT_POLICY', 'X', 1, 'VND', 'A', '', 'B', '',
        u.id, k.partner_id, k.external_ref, '{}', $2 from key k join organisation.unit u on u.level = 'HEAD_OFFICE'`,
    [date, midnight],
  )
  const both = (await dashboard('admin')) as typeof seen
  const orders = both.services.find(({ code }) => code === 'CFM')
  expect(orders).toMatchObject({ count: 1, succeeded: 1, settled: 1, succeededAmount: '60000.00', unknown: 0 })
  expect(both.services.reduce((sum, { count }) => sum + count, 0)).toBe(both.count)
  expect(sumMoney(both.services.map(({ succeededAmount }) => succeededAmount))).toBe(both.succeededAmount)
  expect(
    (await test.list(cfmTransactions.list, { filter: { ...today, status: SUCCEEDED } as never }, { as: 'admin', clientId: 'PP_CFM' })).data?.totalRecord,
  ).toBe(1)
  const all = { ...seen, at: expect.any(String) }
  expect((await test.call(getDashboard, { service: 'QR' }, { as: 'ketoan' })).data).toEqual(all)
  expect((await test.call(getDashboard, { service: 'KHAC' }, { as: 'ketoan' })).data).toMatchObject({ count: 0, unknown: { count: 0 } })
})
