import { sql } from 'kysely'
import type { ServiceDeclaration } from '#core/payments/contract/service.ts'
import { TransactionStatus } from '#core/payments/contract/transaction.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, TIME_ZONE } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { CHART_DAYS, type getDashboard, SETTLED, SUCCEEDED, UNKNOWN_DAYS } from '../contract/dashboard.ts'

type Dashboard = OutputOf<typeof getDashboard>
type Status = Dashboard['byStatus'][number]['status']

/** A payment service, and where its transactions are listed; undefined for nowhere. */
export interface ListedService {
  service: Pick<ServiceDeclaration, 'code' | 'name'>
  list: { permission: string } | undefined
}

const DAY_MS = 86_400_000
const count = sql<number>`count(*)::integer`
const succeededAmount = sql<string>`(coalesce(sum(t.amount_hundredths) filter (where t.status in (${sql.join(SUCCEEDED)})), 0) * 0.01)::numeric(20, 2)`

/** Four reads: today's payments by service, state and hour, yesterday's until this time of the day, those of the last days, and unknown outcomes of the last months. */
export async function dashboard({ service }: InputOf<typeof getDashboard>, ctx: RequestContext, listed: readonly ListedService[]): Promise<Dashboard> {
  const { now } = ctx
  const date = localDate(now)
  const hourNow = Number(isoLocal(now).slice(11, 13))
  const [groups, before, days, unknown] = await read(ctx, service, date)
  type Group = (typeof groups)[number]
  const total = (rows: readonly Pick<Group, 'count' | 'amount'>[]) => ({
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    amount: sumMoney(rows.map((row) => row.amount)),
  })
  const figuresOf = (rows: readonly Group[]) => {
    const inStates = (states: readonly Status[]) => total(rows.filter((group) => states.some((state) => state === group.status)))
    return {
      ...total(rows),
      succeeded: inStates(SUCCEEDED).count,
      settled: inStates(SETTLED).count,
      succeededAmount: inStates(SUCCEEDED).amount,
      byStatus: TransactionStatus.options.map((status) => ({ status, ...inStates([status]) })).filter(({ count }) => count > 0),
    }
  }
  const oldest = unknown.flatMap((row) => row.oldest ?? []).sort((one, other) => one.getTime() - other.getTime())[0]
  return {
    date,
    at: isoLocal(now),
    ...figuresOf(groups),
    byHour: Array.from({ length: hourNow + 1 }, (_, hour) => ({ hour, ...total(groups.filter((group) => group.hour === hour)) })),
    byDay: Array.from({ length: CHART_DAYS }, (_, at) => addDays(date, at - CHART_DAYS + 1)).map(
      (day) => days.find((row) => row.date === day) ?? { date: day, count: 0, amount: '0.00' },
    ),
    before,
    services: listed.map((one) => ({
      ...namedOf(ctx, one),
      ...figuresOf(groups.filter((group) => group.service === one.service.code)),
      unknown: total(unknown.filter((row) => row.service === one.service.code)).count,
    })),
    unknown: { ...total(unknown), oldestAt: oldest ? isoLocal(oldest) : null },
  }
}

/** The payments within the caller's scope, of one service or of all. */
const payments = ({ scope }: RequestContext, service: string | undefined) =>
  scope
    .selectFrom('payment.transaction as t')
    .where('t.type', '<>', 'REFUND')
    .$if(service !== undefined, (query) => query.where('t.service', '=', String(service)))

function read(ctx: RequestContext, service: string | undefined, date: string) {
  return Promise.all([
    payments(ctx, service)
      .select(['t.service', 't.status', sql<number>`extract(hour from t.occurred_at at time zone ${sql.lit(TIME_ZONE)})::integer`.as('hour')])
      .select([sql<string>`count(*)`.as('count'), sql<string>`sum(t.amount)`.as('amount')])
      .where('t.business_date', '=', date)
      .groupBy(['t.service', 't.status', sql`3`])
      .execute(),
    payments(ctx, service)
      .select([count.as('count'), succeededAmount.as('succeededAmount')])
      .where('t.business_date', '=', addDays(date, -1))
      .where('t.occurred_at', '<=', new Date(ctx.now.getTime() - DAY_MS))
      .executeTakeFirstOrThrow(),
    payments(ctx, service)
      .select(['t.business_date as date', count.as('count'), succeededAmount.as('amount')])
      .where('t.business_date', '>', addDays(date, -CHART_DAYS))
      .where('t.business_date', '<=', date)
      .groupBy('t.business_date')
      .execute(),
    payments(ctx, service)
      .select(['t.service', sql<string>`count(*)`.as('count'), sql<string>`sum(t.amount)`.as('amount'), sql<Date | null>`min(t.occurred_at)`.as('oldest')])
      .where('t.status', '=', 'UNKNOWN')
      .where('t.business_date', '>', addDays(date, -UNKNOWN_DAYS))
      .where('t.business_date', '<=', date)
      .groupBy('t.service')
      .execute(),
  ])
}

function namedOf({ session, language }: RequestContext, { service: { code, name }, list }: ListedService) {
  return { code, name: name[language], permission: list && session.permissions.has(list.permission) ? list.permission : null }
}
