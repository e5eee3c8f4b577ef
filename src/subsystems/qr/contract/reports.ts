import { z } from 'zod'
import { arrangeParts, behindParts, CURRENT_NAMES, growth, partFilter, partRow, percent, REPORT_DAYS, within } from '#core/payments/contract/report-parts.ts'
import { Channel, PAID_STATUSES, successRate } from '#core/payments/contract/transaction.ts'
import { addDays, daysBetween } from '#kernel/dates.ts'
import { CodeText, Count, DateOnly, enumOf, Id, KeyFilter, Money, NameText, NoteText, Text, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { listQrTransactions } from './transactions.ts'

const API = '/qr-report'
const REPORTS = 'pp-qr/baocaothongke'
const of = (line: Readonly<Record<string, unknown>>, field: string) => Number(line[field] ?? 0)

/** Per cent, with one decimal. */
const Percent = z.number().meta({ kind: 'count' }).nullable()

/** QR payments of the books by what the reader tells apart, and how many of those that were decided succeeded. */
export const qrSummaryReport = defineReport({
  path: `${API}/summary/v1/search`,
  permission: `${REPORTS}/baocaotonghop/view`,
  summary: { vi: 'Báo cáo tổng hợp thanh toán QR', en: 'Summary report of QR payments' },
  entity: 'qr.summaryReport',
  title: 'summaryReport',
  form: '02/BC-QR',
  maxDays: REPORT_DAYS,
  filter: partFilter(),
  row: z.object({
    ...partRow,
    count: Count,
    succeeded: Count,
    failed: Count,
    other: Count,
    /** Of those that succeeded or failed. */
    successRate: Percent,
    amount: Money,
    refunds: Count,
    refunded: Money,
    fee: Money,
    tax: Money,
    net: Money,
  }),
  groups: [{ by: 'businessDate' }],
  order: ['bankName', 'bankBin'],
  arrange: arrangeParts(['amount', 'refunded'], 'count'),
  totals: ['count', 'succeeded', 'failed', 'other', 'amount', 'refunds', 'refunded', 'fee', 'tax', 'net'],
  rates: { successRate: (line) => successRate(of(line, 'succeeded'), of(line, 'succeeded') + of(line, 'failed')) },
  adds: { net: ['amount', '-refunded', '-fee', '-tax'] },
  inWords: 'net',
  drill: {
    list: listQrTransactions,
    fields: {
      succeeded: (row, filter) => drilled(row, filter, [...PAID_STATUSES]),
      failed: (row, filter) => drilled(row, filter, ['FAILED']),
    },
  },
  current: CURRENT_NAMES,
})

function drilled(row: Parameters<typeof behindParts>[0], filter: Parameters<typeof behindParts>[1], status: (typeof PAID_STATUSES)[number][] | ['FAILED']) {
  const asked = behindParts(row, filter)
  return asked && { ...asked, status }
}

export const ReturnKind = enumOf('qr.returnKind', ['REFUND', 'CANCELLATION'])

/** Each refund and cancellation of QR payments, by the day of the books. */
export const qrReturnReport = defineReport({
  path: `${API}/return-detail/v1/search`,
  permission: `${REPORTS}/bao_cao_chi_tiet_hoan_huy/view`,
  summary: { vi: 'Báo cáo chi tiết hoàn, huỷ thanh toán QR', en: 'Detail report of refunds and cancellations of QR payments' },
  entity: 'qr.returnReport',
  title: 'returnReport',
  form: '03/BC-QR',
  maxDays: REPORT_DAYS,
  filter: {
    from: DateOnly,
    to: DateOnly,
    kind: ReturnKind.optional(),
    unitId: Id.optional(),
    merchantId: Id.optional(),
    channel: Channel.optional(),
    partnerId: Id.optional(),
    payerBankBin: KeyFilter,
  },
  row: z.object({
    businessDate: DateOnly,
    provinceId: Id.nullable(),
    provinceName: UnitText.nullable(),
    kind: ReturnKind,
    code: CodeText,
    merchantName: NameText.nullable(),
    unitName: UnitText,
    bankName: Text.nullable(),
    channel: Channel,
    partnerName: NameText,
    /** The day of the payment. */
    paidOn: DateOnly,
    paid: Money,
    returned: Money,
    fee: Money,
    tax: Money,
    /** What is taken back from the merchant. */
    net: Money,
    reason: NoteText,
    /** Number of the approval request that it was decided with. */
    requestRef: CodeText,
  }),
  groups: [{ by: 'businessDate' }, { by: 'provinceId', name: 'provinceName' }],
  order: ['code', 'requestRef'],
  totals: ['paid', 'returned', 'fee', 'tax', 'net'],
  adds: { net: ['returned', '-fee', '-tax'] },
  inWords: 'returned',
  chart: { by: 'businessDate', bars: ['returned'] },
  drill: { list: listQrTransactions, fields: { code: ({ code = '' }) => ({ code }) } },
  definition: 2,
  notPrinted: ['partnerName', 'requestRef'],
  current: ['provinceName', 'merchantName', 'unitName', 'bankName', 'partnerName'],
})

/** Most days have nothing to say. */
export const RETURN_PARTS = { group: 'MONTH', row: 'PROVINCE' } as const

/** What was given back of QR payments, by what the reader tells apart, and what part of the turnover that is. */
export const qrReturnSummary = defineReport({
  path: `${API}/return-summary/v1/search`,
  permission: `${REPORTS}/bao_cao_tong_hop_hoan_huy/view`,
  summary: { vi: 'Báo cáo tổng hợp hoàn, huỷ thanh toán QR', en: 'Summary report of refunds and cancellations of QR payments' },
  entity: 'qr.returnSummary',
  title: 'returnSummary',
  form: '04/BC-QR',
  maxDays: REPORT_DAYS,
  filter: partFilter(RETURN_PARTS),
  row: z.object({
    ...partRow,
    refunds: Count,
    refunded: Money,
    cancellations: Count,
    cancelled: Money,
    returns: Count,
    returned: Money,
    /** Of fee and tax: what went back with both. */
    fee: Money,
    tax: Money,
    net: Money,
    /** All that was paid on the days, cancelled or not. */
    turnover: Money,
    returnRate: Percent,
  }),
  groups: [{ by: 'businessDate' }],
  order: ['bankName', 'bankBin'],
  arrange: arrangeParts(['refunded', 'cancelled'], 'returns', RETURN_PARTS),
  totals: ['refunds', 'refunded', 'cancellations', 'cancelled', 'returns', 'returned', 'fee', 'tax', 'net', 'turnover'],
  rates: { returnRate: (line) => percent(of(line, 'returned'), of(line, 'turnover')) },
  only: ['returns'],
  definition: 2,
  adds: { returned: ['refunded', 'cancelled'], returns: ['refunds', 'cancellations'] },
  inWords: 'returned',
  drill: {
    list: qrReturnReport,
    fields: {
      refunds: (row, filter) => returnsBehind(row, filter, 'REFUND'),
      cancellations: (row, filter) => returnsBehind(row, filter, 'CANCELLATION'),
      returns: (row, filter) => returnsBehind(row, filter, undefined),
    },
  },
  current: CURRENT_NAMES,
})

function returnsBehind(row: Parameters<typeof within>[0], filter: Parameters<typeof within>[1], kind: z.output<typeof ReturnKind> | undefined) {
  if (row.bankBin === '') return null
  return { ...within(row, filter), kind, payerBankBin: row.bankBin || filter.bankBin }
}

/** Days and months are the columns of it. */
const CumulativePart = enumOf('payments.reportPart', ['PROVINCE', 'BANK', 'CHANNEL', 'PARTNER'])
export const CUMULATIVE_PARTS = { group: 'PROVINCE', row: 'CHANNEL' } as const

/**
 * Turnover of a period against the one before it and the same days of the year before, with the month and the year up to its end. What was
 * cancelled is no turnover.
 */
export const qrCumulativeReport = defineReport({
  path: `${API}/cumulative/v1/search`,
  permission: `${REPORTS}/bao_cao_luy_ke/view`,
  summary: { vi: 'Báo cáo luỹ kế thanh toán QR', en: 'Cumulative report of QR payments' },
  entity: 'qr.cumulativeReport',
  title: 'cumulativeReport',
  form: '05/BC-QR',
  maxDays: REPORT_DAYS,
  filter: {
    ...partFilter(),
    groupBy: CumulativePart.optional().meta({ opens: CUMULATIVE_PARTS.group }),
    rowBy: CumulativePart.optional().meta({ opens: CUMULATIVE_PARTS.row }),
  },
  row: z.object({
    ...partRow,
    count: Count,
    amount: Money,
    before: Money,
    beforeGrowth: Percent,
    yearBefore: Money,
    yearGrowth: Percent,
    monthCount: Count,
    monthAmount: Money,
    yearCount: Count,
    yearAmount: Money,
  }),
  groups: [{ by: 'provinceId', name: 'provinceName' }],
  order: ['channel'],
  arrange: arrangeParts(['amount', 'before', 'yearBefore'], undefined, CUMULATIVE_PARTS),
  totals: ['count', 'amount', 'before', 'yearBefore', 'monthCount', 'monthAmount', 'yearCount', 'yearAmount'],
  // Periods overlap, so no figure is made of the others.
  adds: { amount: [] },
  rates: {
    beforeGrowth: (line) => growth(of(line, 'amount'), of(line, 'before')),
    yearGrowth: (line) => growth(of(line, 'amount'), of(line, 'yearBefore')),
  },
  inWords: 'amount',
  drill: {
    list: qrSummaryReport,
    fields: {
      amount: (row, filter) => summaryBehind(row, filter, filter),
      before: (row, filter) => summaryBehind(row, filter, periodsOf(filter).before),
      yearBefore: (row, filter) => summaryBehind(row, filter, periodsOf(filter).yearBefore),
      monthAmount: (row, filter) => summaryBehind(row, filter, periodsOf(filter).month),
      yearAmount: (row, filter) => summaryBehind(row, filter, periodsOf(filter).year),
    },
  },
  current: CURRENT_NAMES,
})

/** The summary of one of the periods, by months. */
function summaryBehind(row: Parameters<typeof within>[0], filter: Parameters<typeof within>[1], { from, to }: { from: string; to: string }) {
  if (row.bankBin === '') return null
  return { ...within(row, { ...filter, from, to }), bankBin: row.bankBin ?? filter.bankBin, groupBy: 'MONTH' as const, rowBy: 'CHANNEL' as const }
}

/** What a period is held against. Whole months are held against as many months before, other periods against as many days. */
export function periodsOf({ from, to }: { from: string; to: string }) {
  const next = addDays(to, 1)
  const whole = from.endsWith('-01') && next.endsWith('-01')
  const last = addDays(from, -1)
  const months = (Number(next.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(next.slice(5, 7)) - Number(from.slice(5, 7))
  return {
    now: { from, to },
    before: { from: whole ? monthsBefore(from, months) : addDays(last, -daysBetween(from, to)), to: last },
    yearBefore: { from: monthsBefore(from, 12), to: whole ? addDays(monthsBefore(next, 12), -1) : monthsBefore(to, 12) },
    month: { from: `${to.slice(0, 7)}-01`, to },
    year: { from: `${to.slice(0, 4)}-01-01`, to },
  }
}

/** The same day so many months before, or the last of that month. */
function monthsBefore(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months
  const month = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
  const end = addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same > end ? end : same
}
