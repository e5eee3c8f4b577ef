import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endOfDay } from '#kernel/dates.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { PAID_STATUSES, TransactionStatus } from '../../contract/transaction.ts'
import { dimensions, linesFor } from './kept.ts'
import { hourOfDay } from './list.ts'

/** Payments of a service on some days, in these states or in all. */
interface Asked {
  service: string
  from: string
  to: string
  status?: readonly TransactionStatus[]
}

type By = 'partner' | 'province'

/** Payments in one state, of one partner or province where they are told apart; null: of no province. */
export interface Figures {
  key: string | null
  status: TransactionStatus
  count: number
  amount: string
}

const KEYS = { partner: 't.partner_id', province: 't.province_unit_id' } as const
const count = sql<number>`count(*)::integer`
const money = (hundredths: RawBuilder<unknown>) => sql<string>`(coalesce(${hundredths}, 0) * 0.01)::numeric(20, 2)`
const paid = sql<SqlBool>`t.status in (${sql.join(PAID_STATUSES)})`

/** Number and amount of payments by status, and by partner or province where asked: as the list has them, from what is kept by day where that fits. */
export function figuresOf(asked: Asked, ctx: RequestContext, by?: By): Promise<Figures[]> {
  const lines = linesBy(ctx, by)
  return lines ? fromKept(asked, ctx, by, lines) : counted(asked, ctx, by)
}

/** The lines of payment.list_sum that hold each payment once. Parts are kept of the whole; who sees less has less to count. */
function linesBy({ session: { scope } }: RequestContext, by: By | undefined): RawBuilder<SqlBool> | undefined {
  if (by === undefined) return linesFor(scope, {})
  if (scope.kind !== 'ALL') return undefined
  const partner = by === 'partner'
  return sql`s.merchant_id = 0 and s.partner_id in (${partner ? sql`select p.id from organisation.partner p` : sql`0`})
    and s.unit_id in (${partner ? sql`0` : sql`select u.id from organisation.unit_directory u where u.level = 'PROVINCE'`})`
}

async function fromKept({ service, ...filter }: Asked, { scope }: RequestContext, by: By | undefined, lines: RawBuilder<SqlBool>): Promise<Figures[]> {
  const conditions = (alias: 's' | 'd') => dimensions(alias, service, { ...filter, status: filter.status && [...filter.status] }).flatMap((one) => one ?? [])
  const key = (alias: 's' | 'd') =>
    by === undefined ? sql<string | null>`null::bigint` : sql<string | null>`${sql.ref(`${alias}.${by === 'partner' ? 'partner_id' : 'province_unit_id'}`)}`
  const kept = scope
    .selectFrom('payment.list_sum as s')
    .where((eb) => eb.and(conditions('s')))
    .where(lines)
    .select([key('s').as('key'), 's.status', 's.n', 's.amount'])
  const unfolded = scope
    .selectFrom('payment.list_delta as d')
    .where((eb) => eb.and(conditions('d')))
    // A line by province holds nothing that belongs to none.
    .$if(by === 'province', (q) => q.where('d.province_unit_id', 'is not', null))
    .select([key('d').as('key'), 'd.status', 'd.n', 'd.amount'])
  const { rows } = await sql<Figures>`
    select k.key, k.status, sum(k.n)::integer as count, ${money(sql`sum(k.amount)`)} as amount
      from (${kept.unionAll(unfolded)}) k group by 1, 2 having sum(k.n) <> 0`.execute(scope)
  return rows
}

const payments = ({ scope }: RequestContext, { service, from, to, status }: Asked) =>
  scope
    .selectFrom('payment.transaction as t')
    .where('t.service', '=', service)
    .where('t.type', '<>', 'REFUND')
    // Every status there is, too: named, the covering index of the totals finds the day.
    .where('t.status', 'in', status ?? TransactionStatus.options)
    .where('t.business_date', '>=', from)
    .where('t.business_date', '<=', to)

async function counted(asked: Asked, ctx: RequestContext, by: By | undefined): Promise<Figures[]> {
  const rows = await payments(ctx, asked)
    .select([by === undefined ? sql<string | null>`null::bigint`.as('key') : sql<string | null>`${sql.ref(KEYS[by])}`.as('key')])
    .select(['t.status', count.as('count'), money(sql`sum(t.amount_hundredths)`).as('amount')])
    .groupBy([sql`1`, 't.status'])
    .execute()
  return rows.flatMap(({ key, status, ...figures }) => (by !== undefined && key === null ? [] : { key, status: status as TransactionStatus, ...figures }))
}

/** Payments of a day by the hour they happened in; and of these, until an instant, how many there were and what those that succeeded came to. */
export const hoursOf = (service: string, day: string, until: Date, ctx: RequestContext) =>
  payments(ctx, { service, from: day, to: day })
    .select([hourOfDay.as('hour'), count.as('count')])
    .select([
      sql<number>`(count(*) filter (where t.occurred_at <= ${until}))::integer`.as('countUntil'),
      money(sql`sum(t.amount_hundredths) filter (where t.occurred_at <= ${until} and ${paid})`).as('amountUntil'),
    ])
    .groupBy(sql`1`)
    .execute()

/** When the oldest of the payments of some days whose outcome nobody knows happened. With a filter the planner leaves the index by time alone, along which it would look for the first one. */
export async function oldestUnknown(asked: Asked, ctx: RequestContext): Promise<Date | null> {
  const { at } = await payments(ctx, { ...asked, status: ['UNKNOWN'] })
    .select(sql<Date | null>`min(t.occurred_at) filter (where t.status = 'UNKNOWN')`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** The merchants that were paid most, by what succeeded. */
export const topMerchants = (asked: Asked, ctx: RequestContext, limit: number) =>
  ctx.scope.db
    .selectFrom(
      payments(ctx, asked)
        .where('t.merchant_id', 'is not', null)
        .groupBy('t.merchant_id')
        .select([
          't.merchant_id',
          count.as('count'),
          sql<number>`(count(*) filter (where ${paid}))::integer`.as('succeeded'),
          money(sql`sum(t.amount_hundredths) filter (where ${paid})`).as('amount'),
        ])
        .orderBy('amount', 'desc')
        .orderBy('t.merchant_id')
        .limit(limit)
        .as('f'),
    )
    .innerJoin('merchants.merchant_directory as m', 'm.id', 'f.merchant_id')
    .select([sql<string>`m.id`.as('id'), sql<string>`m.name`.as('name'), 'f.count', 'f.succeeded', 'f.amount'])
    .orderBy('f.amount', 'desc')
    .orderBy('f.merchant_id')
    .execute()

/**
 * By partner: within how many seconds 95 of 100 of the newest payments of a day had an outcome, by the times that their channel gives; one that has none
 * has waited until now. So many payments are read, however long the day is.
 */
export const waitsByPartner = ({ service, day, newest }: { service: string; day: string; newest: number }, ctx: RequestContext) =>
  ctx.scope.db
    .selectFrom(
      payments(ctx, { service, from: day, to: day })
        .where('t.occurred_at', '<', endOfDay(day))
        .select(['t.id', 't.business_date', 't.partner_id', 't.occurred_at'])
        .orderBy('t.occurred_at', 'desc')
        .orderBy('t.id', 'desc')
        .limit(newest)
        .as('n'),
    )
    .select('n.partner_id as partnerId')
    .select(
      sql<number>`percentile_disc(0.95) within group (order by extract(epoch from coalesce((
        select min(e.occurred_at) from payment.transaction_event e
         where e.transaction_id = n.id and e.business_date = n.business_date and e.step in ('succeed', 'fail')), ${ctx.now}) - n.occurred_at))::float8`.as(
        'seconds',
      ),
    )
    .groupBy('n.partner_id')
    .execute()
