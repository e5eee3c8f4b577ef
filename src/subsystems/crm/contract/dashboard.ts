import { z } from 'zod'
import { TransactionStatus } from '#core/payments/contract/transaction.ts'
import { defineQuery } from '#kernel/contract.ts'
import { Count, DateOnly, Money, Timestamp } from '#kernel/primitives.ts'

/** Days back in which unknown outcomes are counted. */
export const UNKNOWN_DAYS = 92
/** Days of the chart, today included. */
export const CHART_DAYS = 14

/** Payments of all services within the caller's scope: today by state and hour, and the outcomes that nobody knows yet. */
export const getDashboard = defineQuery({
  path: '/crm-admin/dashboard/v1/today',
  permission: 'o2o/dashboard/view',
  summary: { vi: 'Bảng điều hành: số liệu hôm nay', en: 'Dashboard: today’s figures' },
  input: {},
  output: z.object({
    date: DateOnly,
    at: Timestamp,
    /** All payments of today, whatever became of them. */
    count: Count,
    amount: Money,
    /** Payments that succeeded (refunded later or not) of those whose outcome is known. */
    succeeded: Count,
    settled: Count,
    succeededAmount: Money,
    byStatus: z.array(z.object({ status: TransactionStatus, count: Count, amount: Money })),
    /** 24 hours of local time. */
    byHour: z.array(z.object({ hour: z.number().int(), count: Count, amount: Money })),
    /** The last CHART_DAYS business dates, oldest first: all payments, and the amount of those that succeeded. */
    byDay: z.array(z.object({ date: DateOnly, count: Count, amount: Money })),
    /** Not only today's. */
    unknown: z.object({ count: Count, amount: Money, oldestAt: Timestamp.nullable() }),
  }),
})
