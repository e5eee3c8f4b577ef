/** The quarterly report of postal transfers against the orders themselves, and who is reminded of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { requestOf, type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { sheetRows } from '../../../../test/workbooks.ts'
import { controlRules } from '../../../app/plugs/controls.ts'
import { postalReport } from '../contract/postal-report.ts'
import { lastQuarter } from './postal-report.ts'

const clock = testClock()
const { from, to, name } = lastQuarter(localDate(clock.now()))
const reader = { as: 'ketoan', clientId: 'PP_CFM' } as const

let world: TestApp
let offices: { id: string; province: string; account: string }[]
beforeAll(async () => {
  world = await testApp({ clock })
  const { owner } = world.runtime.database
  offices = (
    await owner.query(`select distinct on (n.province_unit_id) n.id, n.province_unit_id as province, u.account from organisation.unit n
      join organisation.staff s on s.unit_id = n.id join iam.user_account u on u.staff_id = s.id where n.level = 'POST_OFFICE' order by n.province_unit_id, n.id limit 2`)
  ).rows
})
afterAll(() => world?.close())

let made = 0
/** An order as it stands in the end; days are counted from the first of the quarter. */
async function order(office: number, amount: number, status: string, sent: number, paid?: number): Promise<void> {
  const at = (days: number) => `${addDays(from, days)}T10:00:00+07:00`
  made += 1
  await world.runtime.database.owner.query(
    `insert into cash.money_order (code, transaction_id, status, amount, return_amount, sender_name, sender_identity_type, sender_identity_number, receiver_name, secret_hash,
       sent_at, payout_transaction_id, payout_to, paid_at, unit_id)
     values ('POSTAL-' || $1, 900000 + $1::int, $2, $3, $3, 'A', 'CCCD', '001180000001', 'B', decode(repeat('00', 32), 'hex'), $4, $5, $6, $7, $8)`,
    [
      made,
      status,
      amount,
      at(sent),
      paid === undefined ? null : 990_000 + made,
      paid === undefined ? null : status === 'PAID' ? 'RECEIVER' : 'SENDER',
      paid === undefined ? null : at(paid),
      offices[office]?.id,
    ],
  )
}
const take = async (filter: object, account = 'ketoan') =>
  (await world.call(postalReport, { searchSdi: { from, to, ...filter }, pageInfo: { currentPage: 1, pageSize: 100 } }, { ...reader, as: account })).data

describe('the quarterly report', () => {
  it('counts each order where it was sent, paid or given back, and comes to the orders themselves', async () => {
    const rule = controlRules.find(({ code }) => code === 'POSTAL_REPORT_DUE')
    expect(await rule?.query(world.runtime.db, clock.now())).toEqual([])
    await order(0, 1_000_000, 'PAID', 0, 3)
    await order(0, 2_000_000, 'PAID', 5, 40)
    await order(1, 4_000_000, 'RETURNED', 2, 35)
    await order(1, 8_000_000, 'CANCELLED', 1, 1)
    // Paid after the quarter, and not at all: both wait at its end.
    await order(0, 16_000_000, 'PAID', 80, 200)
    await order(1, 32_000_000, 'SENT', 85)
    // Not of the quarter, and nothing that ever counted.
    await order(1, 64_000_000, 'PAID', -20, -10)
    // Waited when the quarter began.
    await order(0, 256_000_000, 'PAID', -20, 10)
    await order(1, 128_000_000, 'VOID', 10)
    const data = await take({})
    expect(data?.totals).toMatchObject({ opening: 1, sent: 6, paid: 3, returned: 2, closing: 2 })
    const { rows } = await world.runtime.pool.query<{ sent: string; paid: string; back: string; open: string; opening: string }>(
      `select sum(amount) filter (where sent_at >= $1 and sent_at < $2) as sent, sum(amount) filter (where status = 'PAID' and paid_at >= $1 and paid_at < $2) as paid,
         sum(amount) filter (where status in ('RETURNED', 'CANCELLED') and paid_at >= $1 and paid_at < $2) as back,
         sum(amount) filter (where sent_at < $2 and (paid_at is null or paid_at >= $2)) as open, sum(amount) filter (where sent_at < $1 and (paid_at is null or paid_at >= $1)) as opening
       from cash.money_order where status <> 'VOID'`,
      [`${from}T00:00:00+07:00`, `${addDays(to, 1)}T00:00:00+07:00`],
    )
    const raw = rows[0] as (typeof rows)[number]
    const money = [data?.totals.sentAmount, data?.totals.paidAmount, data?.totals.returnedAmount, data?.totals.closingAmount, data?.totals.openingAmount]
    expect(money.map((one) => parseMoney(one ?? ''))).toEqual([raw.sent, raw.paid, raw.back, raw.open, raw.opening].map(parseMoney))
    expect(new Set(data?.result.map(({ provinceId }) => provinceId))).toEqual(new Set(offices.map(({ province }) => province)))
    // An office reads what it has sent itself.
    expect((await take({}, offices[0]?.account))?.totals).toMatchObject({ sent: 3, sentAmount: '19000000.00', opening: 1 })
    expect(await rule?.query(world.runtime.db, clock.now())).toMatchObject([{ subject: name, amount: '63000000.00', link: expect.stringContaining(from) }])
    // A part of it is not the report; the whole of it, as a file, is.
    const { payload, ...request } = requestOf(postalReport.export, { searchSdi: { from, to }, format: 'xlsx' })
    const headers = { ...(await world.headersOf('ketoan', 'PP_CFM')), 'accept-language': 'vi' }
    await world.call(postalReport.print, { searchSdi: { from, to: addDays(to, -1) } }, reader)
    expect(await rule?.query(world.runtime.db, clock.now())).toHaveLength(1)
    const file = await world.app.inject({ ...request, payload: payload as object, headers })
    expect(sheetRows(file.rawPayload).flat()).toEqual(expect.arrayContaining([expect.stringContaining('Báo cáo quý')]))
    expect(await rule?.query(world.runtime.db, clock.now())).toEqual([])
    const paper = await world.call(postalReport.print, { searchSdi: { from, to } }, reader)
    expect(paper.data?.signatures.length).toBeGreaterThan(1)
  })

  it('is that of the quarter before', () => {
    expect(lastQuarter('2026-11-23')).toEqual({ name: '2026-Q3', from: '2026-07-01', to: '2026-09-30', due: '2026-10-05' })
    expect(lastQuarter('2026-01-01')).toEqual({ name: '2025-Q4', from: '2025-10-01', to: '2025-12-31', due: '2026-01-05' })
    expect(lastQuarter('2026-04-01')).toEqual({ name: '2026-Q1', from: '2026-01-01', to: '2026-03-31', due: '2026-04-05' })
  })
})
