import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#platform/server/database/db.ts'
import { days, is, oneOf, within } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { PAID_STATUSES } from '../../contract/transaction.ts'
import type { TransactionContracts, TransactionFilter } from '../../contract/transactions.ts'
import type { PaymentService } from '../service.ts'

/** What payment.list_sum tells apart; a filter on anything else is counted. */
const DIMENSIONS: ReadonlySet<string> = new Set<keyof TransactionFilter>(['from', 'to', 'status', 'channel', 'merchantId', 'partnerId', 'unitId', 'refunds'])
const LEVELS = ['head', 'province', 'district', 'office'] as const

/** Number and sums of a list of transactions by status, from what is kept by day and what is not folded into it yet; undefined where they have to be counted. */
export function keptTotals(
  { service }: TransactionContracts,
  { leavesOut }: Pick<PaymentService, 'leavesOut'>,
): NonNullable<ListHandler<TransactionContracts['list'], never>['kept']> {
  return ({ scope, session }: RequestContext, filter: TransactionFilter) => {
    const others = Object.entries(filter).some(([name, value]) => value !== undefined && value !== '' && !DIMENSIONS.has(name))
    if (leavesOut || others || !filter.from || !filter.to) return undefined
    const lines = linesFor(session.scope, filter)
    return (
      lines &&
      totalsOf(
        kept(scope, service.code, filter)
          .where(lines)
          .unionAll(unfolded(scope, service.code, filter)),
      )
    )
  }
}

/** The lines of payment.list_sum that together hold every transaction of a grant and a filter once; undefined where there are none such. */
export function linesFor(
  grant: ScopeGrant,
  { merchantId, partnerId, unitId }: Pick<TransactionFilter, 'merchantId' | 'partnerId' | 'unitId'>,
): RawBuilder<SqlBool> | undefined {
  const of = (merchant: string, partner: string, units: readonly string[]) =>
    sql<SqlBool>`s.merchant_id = ${merchant} and s.partner_id = ${partner} and s.unit_id in (${sql.join(units)})`
  // Lines by partner do not say where its transactions belong.
  if (partnerId) return grant.kind !== 'ALL' || merchantId || unitId ? undefined : of('0', partnerId, ['0'])
  if (grant.kind === 'PARTNER') return merchantId || unitId ? undefined : of('0', grant.partnerId, ['0'])
  if (grant.kind === 'SELF') return undefined
  // Lines by merchant say where its transactions belong, so that every scope and unit fits them.
  if (merchantId) return unitId ? sql`${of(merchantId, '0', ['0'])} and ${within('s')(unitId)}` : of(merchantId, '0', ['0'])
  if (grant.kind === 'ALL') return of('0', '0', [unitId ?? '0'])
  // What belongs to one unit alone is in no line: those hold what lies below as well.
  if (grant.kind === 'UNIT') return undefined
  const seen = (grant.kind === 'UNITS' ? grant.units : [grant.unit]).map(({ id }) => id)
  if (seen.length === 0) return undefined
  if (!unitId) return sql`${of('0', '0', seen)} and (${above(seen)}) is not true`
  // Where the way down from the head office has met both the unit asked for and one that is seen, whichever is the lower.
  return sql`${of('0', '0', [...seen, unitId])} and ${within('s')(unitId)} and (${above(seen)} and ${above([unitId])}) is not true`
}

/** One of the units stands above the unit of a line: a line of its own holds it already. */
const above = (units: readonly string[]) =>
  sql`(${sql.join(
    LEVELS.map((level) => sql`(${sql.ref(`s.${level}_unit_id`)} in (${sql.join(units)}) and ${sql.ref(`s.${level}_unit_id`)} <> s.unit_id)`),
    sql` or `,
  )})`

export const dimensions = (alias: 's' | 'd', service: string, { from, to, status, channel, refunds = false }: TransactionFilter) => [
  is(`${alias}.service`)(service),
  is(`${alias}.refund`)(refunds),
  days(`${alias}.business_date`)({ from, to }),
  status && oneOf(`${alias}.status`)(status),
  channel && is(`${alias}.channel`)(channel),
]

function kept(scope: Scope, service: string, filter: TransactionFilter) {
  const conditions = dimensions('s', service, filter).flatMap((condition) => condition ?? [])
  return scope
    .selectFrom('payment.list_sum as s')
    .where((eb) => eb.and(conditions))
    .select(['s.status', 's.n', 's.amount', 's.fee', 's.tax', 's.inside'])
}

function unfolded(scope: Scope, service: string, filter: TransactionFilter) {
  const { merchantId, partnerId, unitId } = filter
  const asked = [
    ...dimensions('d', service, filter),
    merchantId && is('d.merchant_id')(merchantId),
    partnerId && is('d.partner_id')(partnerId),
    unitId && within('d')(unitId),
  ]
  const conditions = asked.flatMap((condition) => condition || [])
  return scope
    .selectFrom('payment.list_delta as d')
    .where((eb) => eb.and(conditions))
    .select(['d.status', 'd.n', 'd.amount', 'd.fee', 'd.tax', 'd.inside'])
}

/** As columns.ts sums them: fee, tax and net are there for what was paid. */
function totalsOf(lines: ReturnType<typeof kept>) {
  const money = (hundredths: RawBuilder<unknown>) => sql<string>`sum(${hundredths}) * 0.01`
  const paid = (hundredths: RawBuilder<unknown>) =>
    sql<string | null>`case when k.status in (${sql.join(PAID_STATUSES.map((status) => sql.lit(status)))}) then ${money(hundredths)} end`
  return expressionBuilder<DB>()
    .selectFrom(lines.as('k'))
    .groupBy('k.status')
    .having(sql<SqlBool>`sum(k.n) <> 0`)
    .select(['k.status as value', sql<string>`sum(k.n)`.as('totalRecord')])
    .select([money(sql`k.amount`).as('amount'), paid(sql`k.fee`).as('fee'), paid(sql`k.tax`).as('tax'), paid(sql`k.amount - k.inside`).as('net')])
}
