import { sql } from 'kysely'
import { PAID_STATUSES, TransactionStatus } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, TIME_ZONE } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { CHART_DAYS, type getDashboard, UNKNOWN_DAYS } from '../contract/dashboard.ts'

type Dashboard = OutputOf<typeof getDashboard>
type Status = Dashboard['byStatus'][number]['status']

const SUCCEEDED: readonly Status[] = PAID_STATUSES
const SETTLED: readonly Status[] = [...SUCCEEDED, 'FAILED', 'CANCELLED']

/** Three reads: today's payments by state and hour, those of the last days, and unknown outcomes of the last months. */
export async function dashboard({ scope, now }: RequestContext): Promise<Dashboard> {
  const date = localDate(now)
  const [groups, days, unknown] = await Promise.all([
    scope
      .selectFrom('payment.transaction as t')
      .select(['t.status', sql<number>`extract(hour from t.occurred_at at time zone ${sql.lit(TIME_ZONE)})::integer`.as('hour')])
      .select([sql<string>`count(*)`.as('count'), sql<string>`sum(t.amount)`.as('amount')])
      .where('t.business_date', '=', date)
      .groupBy(['t.status', sql`2`])
      .execute(),
    scope
      .selectFrom('payment.transaction as t')
      .select(['t.business_date as date', sql<number>`count(*)::integer`.as('count')])
      .select(sql<string>`(coalesce(sum(t.amount_hundredths) filter (where t.status in (${sql.join(SUCCEEDED)})), 0) * 0.01)::numeric(20, 2)`.as('amount'))
      .where('t.business_date', '>', addDays(date, -CHART_DAYS))
      .where('t.business_date', '<=', date)
      .groupBy('t.business_date')
      .execute(),
    scope
      .selectFrom('payment.transaction as t')
      .select([sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(t.amount), 0.00)`.as('amount'), sql<Date | null>`min(t.occurred_at)`.as('oldest')])
      .where('t.status', '=', 'UNKNOWN')
      .where('t.business_date', '>', addDays(date, -UNKNOWN_DAYS))
      .where('t.business_date', '<=', date)
      .executeTakeFirstOrThrow(),
  ])
  type Group = (typeof groups)[number]
  const total = (rows: readonly Group[]) => ({
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    amount: sumMoney(rows.map((row) => row.amount)),
  })
  const inStates = (states: readonly Status[]) => groups.filter((group) => states.some((state) => state === group.status))
  return {
    date,
    at: isoLocal(now),
    ...total(groups),
    succeeded: total(inStates(SUCCEEDED)).count,
    settled: total(inStates(SETTLED)).count,
    succeededAmount: total(inStates(SUCCEEDED)).amount,
    byStatus: TransactionStatus.options.map((status) => ({ status, ...total(inStates([status])) })).filter(({ count }) => count > 0),
    byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...total(groups.filter((group) => group.hour === hour)) })),
    byDay: Array.from({ length: CHART_DAYS }, (_, at) => addDays(date, at - CHART_DAYS + 1)).map(
      (day) => days.find((row) => row.date === day) ?? { date: day, count: 0, amount: '0.00' },
    ),
    unknown: { count: Number(unknown.count), amount: unknown.amount, oldestAt: unknown.oldest && isoLocal(unknown.oldest) },
  }
}
