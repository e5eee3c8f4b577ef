import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { foldSums } from '#core/payments/server/kept-sums.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import type { ReportContract, ReportPage } from '#kernel/report.ts'
import { testClock } from '../../../../test/app.ts'
import { gatewayCall } from '../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { qrParameters } from '../contract/parameters.ts'
import { periodsOf, qrCumulativeReport, qrReturnReport, qrReturnSummary, qrSummaryReport } from '../contract/reports.ts'

const clock = testClock(new Date())
const today = localDate(clock.now())
const day = (ago: number) => addDays(today, -ago)
const moment = (ago: number) => isoLocal(new Date(new Date(`${day(ago)}T00:00:00+07:00`).getTime() + 1_000))
const period = { from: day(40), to: today }
const PARTS = ['DAY', 'MONTH', 'PROVINCE', 'BANK', 'CHANNEL', 'PARTNER'] as const

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
  const { runtime } = test
  await runtime.db.transaction().execute((tx) => syncParameters(tx, qrParameters))
  const payer = (bankBin: string) => ({ name: 'NGUYEN THI LAN', account: '0123456789', bankBin })
  const failed = { status: 'FAILED', code: '51', message: 'Số dư không đủ' } as const
  const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } as const
  for (let n = 0; n < 24; n++) {
    const outcome = n % 6 === 4 ? { outcome: failed } : n % 6 === 5 ? { outcome: unknown } : {}
    const line = {
      amount: String((n + 3) * 10_000),
      merchantCode: n % 2 ? 'M-HCM' : 'M-HANOI',
      channel: n % 3 ? 'BANK' : 'WALLET',
      payer: payer(n % 4 ? '970418' : '970436'),
    } as const
    const id = await test.pay({ ...line, occurredAt: moment(n % 4 === 0 ? 0 : (n * 7) % 40), ...outcome }, n % 5 ? test.world.vcb : test.world.bidv)
    if (n % 6 === 5 && n % 4 !== 0) {
      const { external_ref: ref } = await runtime.db.selectFrom('payment.transaction').select('external_ref').where('id', '=', id).executeTakeFirstOrThrow()
      const told = { status: 'SUCCEEDED', code: '00', message: 'ok', occurredAt: isoLocal(clock.now()) }
      expect((await gatewayCall(test.app, n % 5 ? test.world.vcb : test.world.bidv, `/og-001/v1/transactions/${ref}/outcome`, told)).status).toBe(200)
    }
    if (n % 6 === 0) expect((await test.decide(await test.cancelAsked(id).catch(() => test.asked(id, '10000')))).status).toBe(200)
    if (n % 6 === 1) expect((await test.decide(await test.asked(id, '7000'))).status).toBe(200)
    if (n === 12) await foldSums(runtime.db, 'REPORT')
  }
})
afterAll(() => test?.close())

type Row = Record<string, string | number | null>
async function page(contract: ReportContract, filter: object, as = 'ketoan'): Promise<ReportPage & { result: Row[]; totals: Row }> {
  const { data, ...reply } = await test.call(contract as never, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 100 } } as never, { as })
  if (!data) throw new Error(JSON.stringify(reply))
  return data as never
}
const totalOf = (rows: readonly Row[], field: string, money: boolean) =>
  money ? sumMoney(rows.map((row) => String(row[field]))) : rows.reduce((sum, row) => sum + Number(row[field]), 0)

/** Every total is the sum of its rows and of its groups; what a cell leads to adds up to the cell. */
async function addsUp(contract: ReportContract, filter: object, behind: Record<string, string>, as?: string) {
  const whole = await page(contract, filter, as)
  // Turnover counts where nothing was returned as well, which is no row of that report.
  for (const field of contract.totals.filter((one) => contract.only.length === 0 || one !== 'turnover')) {
    const money = typeof whole.totals[field] === 'string'
    expect(totalOf(whole.result, field, money), field).toBe(whole.totals[field])
    const groups = whole.groups.filter(({ level }) => level === 1).map(({ row }) => row as Row)
    if (groups.length > 0) expect(totalOf(groups, field, money), field).toBe(whole.totals[field])
  }
  const { list, fields = {} } = contract.drill ?? {}
  for (const [field, of] of Object.entries(behind))
    for (const row of [...whole.result.slice(0, 12), undefined]) {
      const known = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
      const asked = fields[field]?.(known as never, filter as never)
      if (!asked || !list) continue
      const searchSdi = JSON.parse(JSON.stringify(asked))
      const found = await test.call(list as never, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } } as never, { as: as ?? 'ketoan' })
      const data = found.data as unknown as { totalRecord: number; totals?: Row } | undefined
      expect(of === 'rows' ? data?.totalRecord : data?.totals?.[of], `${field} ${JSON.stringify({ searchSdi, code: found.code })}`).toBe(
        (row ?? whole.totals)[field],
      )
    }
  return whole
}

async function ledger(prefix: string): Promise<string> {
  const { rows } = await test.runtime.pool.query<{ total: string }>(
    `select coalesce(sum(case e.side when 'C' then e.amount else -e.amount end), 0.00)::text as total
     from ledger.entry e join ledger.account a on a.id = e.account_id where a.code like $1`,
    [`${prefix}%`],
  )
  return rows[0]?.total ?? ''
}

describe('the summary', () => {
  it('adds up whatever is told apart, to the ledger and to the list behind it', async () => {
    const owed = await ledger('3388.')
    for (const groupBy of PARTS)
      for (const rowBy of PARTS) {
        const { totals } = await addsUp(
          qrSummaryReport,
          { ...period, groupBy, rowBy },
          groupBy === 'DAY' || rowBy === 'PROVINCE' ? { succeeded: 'rows', failed: 'rows' } : {},
        )
        expect(totals.net, `${groupBy} ${rowBy}`).toBe(owed)
      }
  })

  it('says how many of those decided succeeded, on every level', async () => {
    const { result, totals, groups } = await page(qrSummaryReport, { ...period, groupBy: 'CHANNEL', rowBy: 'PROVINCE' })
    for (const line of [...result, totals, ...groups.map(({ row }) => row as Row)]) {
      const [succeeded, failed] = [Number(line.succeeded), Number(line.failed)]
      expect(line.successRate).toBe(succeeded + failed === 0 ? null : Math.floor((succeeded * 1000) / (succeeded + failed)) / 10)
    }
    expect(Number(totals.successRate)).toBeGreaterThan(50)
  })

  it('shows each their own, and nothing of what is not told apart', async () => {
    const hcm = await addsUp(qrSummaryReport, { ...period, groupBy: 'PROVINCE', rowBy: 'BANK' }, { succeeded: 'rows' }, 'tinh79')
    const { groups } = await page(qrSummaryReport, { ...period, groupBy: 'PROVINCE', rowBy: 'BANK' })
    expect(groups.map(({ row }) => (row as Row).net)).toContain(hcm.totals.net)
    expect(new Set(hcm.result.map(({ provinceId }) => provinceId)).size).toBe(1)
    expect(hcm.result.every(({ businessDate, channel }) => businessDate === null && channel === null)).toBe(true)
  })

  it('on paper has the columns of what is told apart alone', async () => {
    const { data } = await test.call(qrSummaryReport.print, { searchSdi: { ...period, groupBy: 'CHANNEL', rowBy: 'PROVINCE' } }, { as: 'ketoan' })
    const headers = data?.columns.map(({ header }) => header) ?? []
    expect(headers).toContain('Tỉnh, thành phố')
    expect(headers).not.toContain('Ngân hàng người trả')
    expect(headers).not.toContain('Ngày hạch toán')
    expect(data?.lines[0]?.name).toMatch(/^Kênh: (Ngân hàng|Ví)/)
  })
})

describe('refunds and cancellations', () => {
  it('are rows that add up, and the same in the summary of them, which leads there', async () => {
    const rows = await addsUp(qrReturnReport, period, {})
    expect(new Set(rows.result.map(({ kind }) => kind))).toEqual(new Set(['REFUND', 'CANCELLATION']))
    for (const groupBy of PARTS) {
      const { totals } = await addsUp(qrReturnSummary, { ...period, groupBy, rowBy: 'BANK' }, { refunds: 'rows', cancellations: 'rows', returns: 'rows' })
      expect([totals.returned, totals.fee, totals.tax, totals.net]).toEqual([rows.totals.returned, rows.totals.fee, rows.totals.tax, rows.totals.net])
      expect(totals.returns).toBe(rows.totalRecord)
    }
    const { totals: summary } = await page(qrSummaryReport, period)
    const { totals } = await page(qrReturnSummary, period)
    expect(totals.refunded).toBe(summary.refunded)
    expect(totals.turnover).toBe(sumMoney([String(summary.amount), String(totals.cancelled)]))
    expect(rows.result.every(({ requestRef }) => /^\d+$/.test(String(requestRef)))).toBe(true)
  })

  it('stand where something was returned alone, on the screen and on paper, with the month as people write it', async () => {
    const asked = { ...period, groupBy: 'MONTH', rowBy: 'DAY' } as const
    const { result, totalRecord, groups, chart } = await page(qrReturnSummary, asked)
    expect(result.every(({ returns }) => Number(returns) > 0)).toBe(true)
    expect(totalRecord).toBe(result.length)
    expect(totalRecord).toBeLessThan((await page(qrSummaryReport, asked)).totalRecord)
    expect(groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(totalRecord)
    expect(chart).toHaveLength(groups.length)
    const { data } = await test.call(qrReturnSummary.print, { searchSdi: asked }, { as: 'ketoan' })
    const named = data?.lines.filter(({ level }) => level === 1).map(({ name }) => name)
    expect(named).toEqual([...new Set(result.map(({ month }) => `Tháng: ${String(month).slice(5)}/${String(month).slice(0, 4)}`))])
    expect(data?.lines.filter(({ level }) => level === 0)).toHaveLength(totalRecord)
    expect(await page(qrReturnSummary, { ...asked, from: day(100), to: day(80) })).toMatchObject({ result: [], totalRecord: 0 })
  })

  it('of nobody else are shown', async () => {
    const hcm = await page(qrReturnReport, period, 'tinh79')
    expect(hcm.result.length).toBeGreaterThan(0)
    expect(new Set(hcm.result.map(({ provinceId }) => provinceId)).size).toBe(1)
  })
})

describe('the cumulative report', () => {
  it('holds a period against the one before and the year before, and each leads to the summary of its days', async () => {
    const filter = { from: day(9), to: today }
    const leads = { amount: 'amount', before: 'amount', yearBefore: 'amount', monthAmount: 'amount', yearAmount: 'amount' }
    const { totals } = await addsUp(qrCumulativeReport, filter, leads)
    const of = async (asked: object) => (await page(qrSummaryReport, asked)).totals
    expect(totals.amount).toBe((await of(filter)).amount)
    expect(totals.before).toBe((await of({ from: day(19), to: day(10) })).amount)
    expect(totals.yearCount).toBe((await of(periodsOf(filter).year)).succeeded)
    expect(totals.beforeGrowth).toBe(Math.round(((Number(totals.amount) - Number(totals.before)) / Number(totals.before)) * 1000) / 10)
    expect(totals.yearGrowth).toBeNull()
  })

  it('of whole months is held against as many months', () => {
    expect(periodsOf({ from: '2026-02-01', to: '2026-02-28' })).toMatchObject({
      before: { from: '2026-01-01', to: '2026-01-31' },
      yearBefore: { from: '2025-02-01', to: '2025-02-28' },
    })
    expect(periodsOf({ from: '2024-01-01', to: '2024-02-29' })).toMatchObject({
      before: { from: '2023-11-01', to: '2023-12-31' },
      yearBefore: { from: '2023-01-01', to: '2023-02-28' },
      month: { from: '2024-02-01', to: '2024-02-29' },
      year: { from: '2024-01-01', to: '2024-02-29' },
    })
    expect(periodsOf({ from: '2026-03-05', to: '2026-03-14' }).before).toEqual({ from: '2026-02-23', to: '2026-03-04' })
  })
})
