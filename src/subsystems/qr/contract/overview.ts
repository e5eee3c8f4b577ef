import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Id, Money, NameText, Timestamp } from '#kernel/primitives.ts'

/** Days back in which unknown outcomes, and what waits to be given back, are counted: as far as the list reaches. */
export const OPEN_DAYS = 92
/** Merchants that are shown. */
export const MERCHANTS_SHOWN = 10
/** The slowest bank is found among so many of the newest payments. */
export const NEWEST = 2_000

const Part = {
  id: Id,
  name: NameText,
  count: Count,
  /** Succeeded, given back later or not. */
  succeeded: Count,
  amount: Money,
}

/** Payments by QR of today within the caller's scope, against the same weekday of last week. Amounts are of what succeeded. */
export const getQrOverview = defineQuery({
  path: '/qr-admin/overview/v1/today',
  permission: 'pp-qr/tong_quan/view',
  summary: { vi: 'Tổng quan thanh toán QR hôm nay', en: 'QR payments today' },
  input: {},
  output: z.object({
    date: DateOnly,
    at: Timestamp,
    count: Count,
    succeeded: Count,
    /** Those that succeeded or failed, of which the success rate is taken. */
    settled: Count,
    amount: Money,
    /** The same weekday of last week until this time of the day. */
    before: z.object({ date: DateOnly, count: Count, amount: Money }),
    /** The 24 hours of the day, with how many there were in the same hour a week before. */
    byHour: z.array(z.object({ hour: z.number().int(), count: Count, before: Count })),
    /** Of the last OPEN_DAYS. */
    unknown: z.object({ count: Count, oldestAt: Timestamp.nullable() }),
    waiting: z.object({ refunds: Count, cancellations: Count }),
    /** By the partner whose channel reported them, the slowest first. `seconds`: within which 95 of 100 of the newest had an outcome. */
    byBank: z.array(z.object({ ...Part, code: CodeText, settled: Count, unknown: Count, seconds: z.number().nullable() })),
    /** The largest first. */
    byProvince: z.array(z.object(Part)),
    topMerchants: z.array(z.object(Part)),
    /** Refunds of the day of the books, of whatever day their payments are: those of the reports. */
    refunded: z.object({ count: Count, amount: Money }),
    /** Today's payments that were cancelled. */
    cancelled: z.object({ count: Count, amount: Money }),
  }),
})
