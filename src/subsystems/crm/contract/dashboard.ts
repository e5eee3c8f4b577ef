import { z } from 'zod'
import { ServiceCode } from '#core/payments/contract/service.ts'
import { PAID_STATUSES, RATED_STATUSES, TransactionStatus } from '#core/payments/contract/transaction.ts'
import { defineQuery } from '#kernel/contract.ts'
import { Count, DateOnly, Money, Text, Timestamp } from '#kernel/primitives.ts'

type Status = z.output<typeof TransactionStatus>

/** Succeeded, refunded later or not. */
export const SUCCEEDED: readonly Status[] = PAID_STATUSES
/** What a success rate is taken of. */
export const SETTLED: readonly Status[] = RATED_STATUSES

/** Days back in which unknown outcomes are counted. */
export const UNKNOWN_DAYS = 92
/** Days of the chart, today included. */
export const CHART_DAYS = 14

const Figures = {
  /** All payments of today, whatever became of them. */
  count: Count,
  amount: Money,
  /** Payments that succeeded (refunded later or not) of those that succeeded or failed. */
  succeeded: Count,
  settled: Count,
  succeededAmount: Money,
  byStatus: z.array(z.object({ status: TransactionStatus, count: Count, amount: Money })),
}

/** Payments of all services within the caller's scope: today by state and hour, and the outcomes that nobody knows yet. */
export const getDashboard = defineQuery({
  path: '/crm-admin/dashboard/v1/today',
  permission: 'o2o/dashboard/view',
  summary: { vi: 'Bảng điều hành: số liệu hôm nay', en: 'Dashboard: today’s figures' },
  input: {
    /** Payments of one service only. */
    service: ServiceCode.optional(),
  },
  output: z.object({
    date: DateOnly,
    at: Timestamp,
    ...Figures,
    /** From midnight to the hour of now, local time. */
    byHour: z.array(z.object({ hour: z.number().int(), count: Count, amount: Money })),
    /** The last CHART_DAYS business dates, oldest first: all payments, and the amount of those that succeeded. */
    byDay: z.array(z.object({ date: DateOnly, count: Count, amount: Money })),
    /** Yesterday from midnight to this time of the day. */
    before: z.object({ count: Count, succeededAmount: Money }),
    /** What the figures are made of: every service, with the permission of its list of transactions; null where there is none, or for who may not see it. */
    services: z.array(z.object({ code: z.string(), name: Text, permission: z.string().nullable(), ...Figures, unknown: Count })),
    /** Not only today's. */
    unknown: z.object({ count: Count, amount: Money, oldestAt: Timestamp.nullable() }),
  }),
})
