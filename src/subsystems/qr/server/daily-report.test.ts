import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney, sumMoney } from '#kernel/money.ts'
import type { ReportFilterOf, ReportPage } from '#kernel/report.ts'
import { reportDocument } from '#platform/server/report/document.ts'
import { reportFile } from '#platform/server/report/file.ts'
import type { ReportReader } from '#platform/server/report/report.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { testClock } from '../../../../test/app.ts'
import { gatewayCall } from '../../../../test/payments.ts'
import { pagesOf } from '../../../../test/pdf.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { serverModules } from '../../../app/modules.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { listQrTransactions } from '../contract/transactions.ts'
import { dailyReport } from './daily-report.ts'

type Filter = ReportFilterOf<typeof qrDailyReport>
type Page = ReportPage<(typeof qrDailyReport)['row']['shape']>

const clock = testClock(new Date())
const today = localDate(clock.now())
const day = (ago: number) => addDays(today, -ago)
const moment = (ago: number) => isoLocal(new Date(new Date(`${day(ago)}T00:00:00+07:00`).getTime() + 1_000))
const failed = { status: 'FAILED', code: '51', message: 'Số dư không đủ' } as const
const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } as const
const period = { from: day(9), to: today }

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld({ clock })
})
afterAll(() => test?.close())

async function report(
  filter: Partial<Filter> = {},
  as = 'ketoan',
  pageInfo: { currentPage: number; pageSize: 15 | 50 | 100 } = { currentPage: 1, pageSize: 100 },
): Promise<Page> {
  const reply = await test.call(qrDailyReport, { searchSdi: { ...period, ...filter }, pageInfo }, { as })
  if (!reply.data) throw new Error(`${reply.status} ${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data as Page
}

/** Movement of the accounts whose code begins so, credit less debit. */
async function ledger(prefix: string): Promise<string> {
  const { rows } = await test.runtime.pool.query<{ total: string }>(
    `select coalesce(sum(case e.side when 'C' then e.amount else -e.amount end), 0.00)::text as total
     from ledger.entry e join ledger.account a on a.id = e.account_id where a.code like $1`,
    [`${prefix}%`],
  )
  return rows[0]?.total ?? ''
}

describe('money', () => {
  it('of what failed is not counted, refunds stand on the day they were made', async () => {
    await test.pay({ amount: '1000000', occurredAt: moment(3) })
    await test.pay({ amount: '500000', occurredAt: moment(3), outcome: failed })
    await test.pay({ amount: '700000', occurredAt: moment(3), outcome: unknown })
    const given = await test.pay({ amount: '200000', occurredAt: moment(3) })
    const request = await test.asked(given, '50000')
    await test.decide(request)
    const { result, totals, totalRecord } = await report()
    expect(totalRecord).toBe(2)
    expect(result).toMatchObject([
      {
        businessDate: day(3),
        merchantCode: 'M-HANOI',
        count: 4,
        succeeded: 2,
        failed: 1,
        other: 1,
        amount: '1200000.00',
        fee: '12000.00',
        tax: '1200.00',
        refunds: 0,
        refunded: '0.00',
        net: '1186800.00',
      },
      {
        businessDate: today,
        merchantCode: 'M-HANOI',
        count: 0,
        succeeded: 0,
        amount: '0.00',
        fee: '-500.00',
        tax: '-50.00',
        refunds: 1,
        refunded: '50000.00',
        net: '-49450.00',
      },
    ])
    expect(totals).toMatchObject({ businessDate: null, merchantCode: null, count: 4, net: '1137350.00' })
  })
})

describe('a report over random payments and refunds', () => {
  it('adds up to its rows, page by page, and to what the ledger shows', async () => {
    const payment = fc.record({
      ago: fc.integer({ min: 0, max: 8 }),
      merchantCode: fc.constantFrom('M-HANOI', 'M-HCM'),
      amount: fc.integer({ min: 1, max: 90_000 }).map((n) => String(n * 1000)),
      outcome: fc.constantFrom('paid', 'paid', 'failed', 'unknown'),
      refund: fc.constantFrom(0, 0, 1, 3),
    })
    const [payments = []] = fc.sample(fc.array(payment, { minLength: 40, maxLength: 40 }), 1)
    for (const { ago, merchantCode, amount, outcome, refund } of payments) {
      const reported = outcome === 'failed' ? { outcome: failed } : outcome === 'unknown' ? { outcome: unknown } : {}
      const id = await test.pay({ merchantCode, amount, occurredAt: moment(ago), ...reported })
      if (outcome !== 'paid' || refund === 0) continue
      // All of it, or a third in whole đồng.
      const request = await test.asked(id, formatMoney(refund === 1 ? parseMoney(amount) : (parseMoney(amount) / 300n) * 100n))
      expect((await test.decide(request)).status).toBe(200)
    }
    const whole = await report()
    const { totals, result } = whole
    for (const field of ['amount', 'refunded', 'fee', 'tax', 'net'] as const) {
      expect(sumMoney(result.map((row) => row[field])), field).toBe(totals[field])
      const days = whole.groups.filter(({ level }) => level === 1).map(({ row }) => String(row[field]))
      expect(sumMoney(days), field).toBe(totals[field])
      const chart = whole.chart.map((row) => String(row[field]))
      expect(sumMoney(chart), field).toBe(totals[field])
    }
    for (const row of result) expect(sumMoney([row.net, row.refunded, row.fee, row.tax])).toBe(row.amount)
    expect(totals.count).toBe((totals.succeeded ?? 0) + (totals.failed ?? 0) + (totals.other ?? 0))
    expect([totals.net, totals.fee, totals.tax]).toEqual([await ledger('3388.'), await ledger('5113.QR'), await ledger('33311.QR')])
    const first = await report({}, 'ketoan', { currentPage: 1, pageSize: 15 })
    const beyond = await report({}, 'ketoan', { currentPage: 9, pageSize: 15 })
    expect(first.result).toEqual(result.slice(0, 15))
    expect(first.totals).toEqual(totals)
    expect({ rows: beyond.result, groups: beyond.groups, totals: beyond.totals }).toEqual({ rows: [], groups: [], totals })
    // Subtotals of a page's groups are those of the whole groups.
    for (const group of first.groups) expect(whole.groups).toContainEqual(group)
  })

  it('counts an outcome that came later on its own day, and leads to the rows behind each figure', async () => {
    const before = (await report({ from: day(8), to: day(8) })).totals
    const line = { merchantCode: 'M-HCM', amount: '330000', occurredAt: moment(8), outcome: unknown }
    const id = await test.pay(line)
    const { external_ref: ref } = await test.runtime.db.selectFrom('payment.transaction').select('external_ref').where('id', '=', id).executeTakeFirstOrThrow()
    const outcome = { status: 'SUCCEEDED', code: '00', message: 'ok', occurredAt: moment(2) }
    expect((await gatewayCall(test.app, test.world.vcb, `/og-001/v1/transactions/${ref}/outcome`, outcome)).status).toBe(200)
    const { totals, result } = await report()
    const first = (await report({ from: day(8), to: day(8) })).totals
    expect(first).toEqual({ ...before, count: Number(before.count) + 1, other: Number(before.other) + 1 })
    expect(totals.net).toBe(await ledger('3388.'))
    // What is open is read as it stands now.
    for (const field of ['count', 'succeeded', 'failed', 'late'] as const)
      for (const row of [...result, undefined]) {
        const searchSdi = listQrTransactions.filter.parse(JSON.parse(JSON.stringify(qrDailyReport.drill?.fields[field]?.(row ?? {}, period))))
        const { data } = await test.call(listQrTransactions, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })
        expect(data?.totalRecord, `${field} ${JSON.stringify(row)}`).toBe((row ?? totals)[field])
        if (field === 'succeeded') expect(data?.sums.amount ?? '0.00').toBe((row ?? totals).amount)
      }
  })

  it('shows a manager their province, staff of a partner their channel, and says so in the head', async () => {
    const hcm = await report({}, 'tinh79')
    expect(new Set(hcm.result.map(({ merchantCode }) => merchantCode))).toEqual(new Set(['M-HCM']))
    const all = await report()
    const provinces = all.groups.filter(({ level, row }) => level === 2 && row.provinceId === hcm.result[0]?.provinceId).map(({ row }) => String(row.net))
    expect(hcm.totals.net).toBe(sumMoney(provinces))
    expect(
      (await test.call(qrDailyReport, { searchSdi: period, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'giaodichvien' })).data?.result.every(
        (row) => row.merchantCode === 'M-HANOI',
      ),
    ).toBe(true)
    const unitId = String(hcm.result[0]?.provinceId)
    const { data } = await test.call(qrDailyReport.print, { searchSdi: { ...period, unitId, channel: 'BANK' } }, { as: 'tinh79', language: 'en' })
    expect(data?.head.slice(1, 3)).toEqual([expect.stringMatching(/^Unit: .+ \(790000\)$/), 'Channel: Bank'])
  })
})

describe('the whole of it', () => {
  const print = async (as = 'ketoan') => (await test.call(qrDailyReport.print, { searchSdi: period }, { as })).data

  it('on paper has a line for each group before its rows, and the grand total last, in words as well', async () => {
    const document = await print()
    const { result, totals } = await report()
    const lines = document?.lines ?? []
    expect(lines.map(({ level }) => level).slice(0, 3)).toEqual([1, 2, 0])
    expect(lines.filter(({ level }) => level === 0).length).toBe(result.length)
    expect(lines.at(-1)).toMatchObject({ level: -1, name: 'Tổng cộng' })
    expect(lines[0]?.name).toMatch(/^Ngày hạch toán: \d\d\/\d\d\/\d{4}$/)
    expect(document?.words).toMatch(/^Bằng chữ \(Thực nhận\): .+ đồng$/)
    expect(lines.at(-1)?.cells.at(-1)?.replaceAll('.', '')).toBe(String(totals.net).replace('.00', ''))
    expect(document?.signatures.map(({ role }) => role)).toEqual(['Người lập', 'Người kiểm soát', 'Thủ trưởng đơn vị'])
  })

  const file = async (format: 'xlsx' | 'pdf', as = 'ketoan') => {
    const response = await test.app.inject({
      method: 'POST',
      url: `/api${qrDailyReport.export.path}`,
      headers: { ...(await test.headersOf(as)), 'accept-language': 'vi' },
      payload: { searchSdi: period, format },
    })
    expect(response.statusCode).toBe(200)
    return { bytes: response.rawPayload, headers: response.headers }
  }

  it('as a spreadsheet has the same rows, subtotals and totals', async () => {
    const { bytes, headers } = await file('xlsx')
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Báo cáo chi tiết ngày')
    const sheet = read(bytes).Sheets['Báo cáo chi tiết ngày']
    if (!sheet) throw new Error('no such sheet')
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: true })
    const { result, totals, groups } = await report()
    expect(rows[0]).toEqual(['Báo cáo chi tiết ngày'])
    expect(rows.slice(1, 4).map(([text]) => text)).toEqual([
      expect.stringMatching(/^Từ ngày/),
      'Đơn vị tính: đồng',
      expect.stringMatching(/^Mã lần lập: BC\d{6}-\d{6} · Người xuất: .+ \(ketoan\), lúc /),
    ])
    expect(rows[4]?.slice(0, 4)).toEqual(['STT', 'Ngày hạch toán', 'Tỉnh, thành phố', 'Điểm bán'])
    const body = rows.slice(5)
    const end = body.findIndex(([first]) => first === 'Tổng cộng')
    const amounts = (line: string[]) => Number(line.at(-1))
    expect(
      body
        .slice(0, end)
        .filter(([first]) => typeof first === 'number')
        .map(amounts),
    ).toEqual(result.map(({ net }) => Number(net)))
    expect(
      body
        .slice(0, end)
        .filter(([first]) => typeof first === 'string')
        .map(amounts)
        .sort(),
    ).toEqual(groups.map(({ row }) => Number(row.net)).sort())
    expect(amounts(body[end] ?? [])).toBe(Number(totals.net))
    expect(body[end + 1]?.[0]).toBe(`Số dòng: ${result.length}`)
    expect(body[end + 2]?.[0]).toMatch(/^SHA-256: [0-9a-f]{64}$/)
    expect(body[end + 3]?.[0]).toMatch(/^Bằng chữ/)
    expect(body.at(-2)?.filter(Boolean)).toEqual(['Người lập', 'Người kiểm soát', 'Thủ trưởng đơn vị'])
  })

  it('as a PDF says who issues it, on which form, under which conditions, and has the lines of the document in their order', async () => {
    const { bytes, headers } = await file('pdf')
    expect(headers['content-type']).toBe('application/pdf')
    expect(bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 841\.89 595\.28\]/)
    const pages = pagesOf(bytes)
    const document = await print()
    const { rows: units } = await test.runtime.pool.query(
      `select u.name from iam.user_account a join organisation.unit u on u.id = a.unit_id where a.account = 'ketoan'`,
    )
    expect(document?.issuer.at(-1)).toBe(units[0].name)
    const [first = []] = pages
    expect(first.slice(0, 2).join('')).toContain(units[0].name)
    expect(first[0]).toMatch(/Mẫu số: 01\/BC-QR$/)
    expect(first.slice(1, 5)).toEqual(
      expect.arrayContaining(['BÁO CÁO CHI TIẾT NGÀY', expect.stringMatching(/^Từ ngày .+ đến ngày/), expect.stringMatching(/^Đơn vị tính: đồng/)]),
    )
    for (const [at, page] of pages.entries()) {
      expect(page.some((line) => line.startsWith('STT'))).toBe(true)
      expect(page.at(-1)).toMatch(new RegExp(`^Mã lần lập: BC\\d{6}-\\d{6} · Người xuất: .+\\(ketoan\\), lúc .+Trang ${at + 1}/${pages.length}$`))
    }
    expect(pages.at(-1)?.join('\n')).toMatch(/Bằng chữ[\s\S]+Người lập *Người kiểm soát *Thủ trưởng đơn vị/)
    const groups = document?.lines.filter(({ level }) => level > 0).map(({ name }) => name) ?? []
    const printed = pages.flat().flatMap((line) => groups.find((name) => line.startsWith(name)) ?? [])
    expect(printed).toEqual(groups)
  })

  it('on paper has a dash for nothing, and no 0', async () => {
    const document = await print()
    const cells = document?.lines.flatMap((line) => line.cells) ?? []
    expect(cells).toContain('–')
    expect(cells.filter((cell) => /^0([.,]00)?$/.test(cell))).toEqual([])
  })

  it('is refused without the right to export, for a period without an end, one that is too long, and for paper beyond its rows', async () => {
    expect(
      (await test.call(qrDailyReport, { searchSdi: { from: day(200), to: today }, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })).errors,
    ).toMatchObject([{ field: 'searchSdi.to', code: 'dateSpan' }])
    expect(
      (await test.call(qrDailyReport, { searchSdi: { from: today, to: day(3) }, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })).errors,
    ).toMatchObject([{ field: 'searchSdi.to', code: 'dateOrder' }])
    expect(
      (await test.call(qrDailyReport, { searchSdi: { from: today } as never, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan' })).errors,
    ).toMatchObject([{ field: 'searchSdi.to', code: 'required' }])
    await expect(reportDocument(test.runtime.db, dailyReport, period, reader(), [], { purpose: 'PRINT' }, 2)).rejects.toMatchObject({
      definition: { code: 'REP-001' },
    })
  })

  function reader(): ReportReader {
    return {
      scope: scopeOf(test.runtime.db, { scope: { kind: 'ALL' } }),
      language: 'vi',
      now: clock.now(),
      account: 'ketoan',
      fullName: 'Kế toán',
      unitId: null,
      partnerId: null,
      userId: '1',
      grant: { kind: 'ALL' },
    }
  }
})

it('as a spreadsheet is not made for a reader who is gone: the query ends with the call', async () => {
  const { pool } = test.runtime
  const reader: ReportReader = {
    scope: scopeOf(test.runtime.db, { scope: { kind: 'ALL' } }),
    language: 'vi',
    now: clock.now(),
    account: 'ketoan',
    fullName: '',
    unitId: null,
    partnerId: null,
    userId: '1',
    grant: { kind: 'ALL' },
  }
  const made = (signal?: AbortSignal) =>
    reportFile(test.runtime, dailyReport, { searchSdi: period, format: 'xlsx' }, reader, serverModules, { purpose: 'XLSX' }, signal)
  await expect(made(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  const stop = new AbortController()
  const { stream } = await made(stop.signal)
  expect(pool.totalCount - pool.idleCount).toBe(1)
  stop.abort(new Error('gone'))
  expect(pool.totalCount - pool.idleCount).toBe(0)
  stream.destroy()
})
