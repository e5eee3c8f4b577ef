import { z } from 'zod'
import { Channel, PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { countedOn, MAX_DAYS } from '#core/payments/contract/transactions.ts'
import { Count, DateOnly, Id, Money, NameText, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { listQrTransactions } from './transactions.ts'

interface Place {
  businessDate?: string
  provinceId?: string | null
  merchantId?: string | null
}

/** The transactions behind a line: those of its day, and of its merchant or its province where it has one. */
function behind(
  { businessDate, provinceId, merchantId }: Place,
  filter: { from: string; to: string; unitId?: string | undefined; merchantId?: string | undefined; channel?: Channel | undefined },
) {
  return {
    from: businessDate ?? filter.from,
    to: businessDate ?? filter.to,
    unitId: filter.unitId ?? provinceId ?? undefined,
    merchantId: merchantId ?? filter.merchantId,
    channel: filter.channel,
  }
}

/** As `behind`, by the day of the books. */
function counted(row: Place, filter: Parameters<typeof behind>[1]) {
  const { from, to, ...rest } = behind(row, filter)
  return { ...rest, ...countedOn(from, to) }
}

/**
 * QR payments by day of the books, province and merchant, within the caller's scope. Money is counted where money moved: `amount` are payments
 * that succeeded on the day (of whatever day they were reported), `refunded` is what was given back on the day, fee and tax are what was
 * charged less what went back with refunds. So amount - refunded - fee - tax = net, and each of them is what the ledger shows for the day:
 * a day that is over never changes.
 */
export const qrDailyReport = defineReport({
  path: '/qr-report/daily-detail/v1/search',
  permission: 'pp-qr/baocaothongke/baocaochitietngay/view',
  summary: { vi: 'Báo cáo chi tiết ngày thanh toán QR', en: 'Daily detail report of QR payments' },
  entity: 'qr.dailyReport',
  title: 'dailyReport',
  form: '01/BC-QR',
  maxDays: MAX_DAYS,
  filter: { from: DateOnly, to: DateOnly, unitId: Id.optional(), merchantId: Id.optional(), channel: Channel.optional() },
  row: z.object({
    businessDate: DateOnly,
    provinceId: Id.nullable(),
    provinceName: UnitText.nullable(),
    // From here in the order of the screen: paper and files have it from this.
    merchantId: Id.nullable(),
    merchantName: NameText.nullable(),
    unitId: Id,
    unitName: UnitText,
    /** All payments that were reported for the day. */
    count: Count,
    /** Succeeded, refunded later or not. */
    succeeded: Count,
    failed: Count,
    /** Cancelled, and more, or less, without an outcome: what is decided on a later day is less on that day. */
    other: Count,
    amount: Money,
    /** Of these payments and this amount: what belongs to an earlier day that was closed or over when it was reported. */
    late: Count,
    lateAmount: Money,
    /** Refunds made on the day. */
    refunds: Count,
    refunded: Money,
    fee: Money,
    tax: Money,
    merchantCode: z.string().meta({ kind: 'code' }).nullable(),
    districtName: UnitText.nullable(),
    /** What the merchant is owed of the day; negative where more went back than came in. */
    net: Money,
  }),
  groups: [{ by: 'businessDate' }, { by: 'provinceId', name: 'provinceName' }],
  order: ['unitName', 'merchantName', 'unitId', 'merchantId'],
  totals: ['count', 'succeeded', 'failed', 'other', 'amount', 'late', 'lateAmount', 'refunds', 'refunded', 'fee', 'tax', 'net'],
  adds: { net: ['amount', '-refunded', '-fee', '-tax'] },
  inWords: 'net',
  chart: { by: 'businessDate', bars: ['amount', 'refunded'], line: 'count' },
  drill: {
    list: listQrTransactions,
    fields: {
      count: behind,
      succeeded: (row, filter) => ({ ...counted(row, filter), status: [...PAID_STATUSES] }),
      failed: (row, filter) => ({ ...counted(row, filter), status: ['FAILED'] }),
      late: (row, filter) => ({ ...counted(row, filter), status: [...PAID_STATUSES], deviation: 'LATE' }),
      // Those that have no outcome to this day.
      other: (row, filter) => ({ ...behind(row, filter), status: ['INITIATED', 'PROCESSING', 'UNKNOWN', 'CANCELLED'] }),
    },
  },
  definition: 3,
  notPrinted: ['districtName', 'merchantCode'],
  current: ['provinceName', 'merchantName', 'unitName', 'merchantCode', 'districtName'],
})
