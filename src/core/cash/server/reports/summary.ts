import { expressionBuilder, sql } from 'kysely'
import type { DB } from '#platform/server/database/db.ts'
import type { ReportContext } from '#platform/server/module.ts'
import type { CashLevel } from '../../contract/reports/reports.ts'
import { type CashFilter, closingBy, entriesOf, flow, holdingsAt } from './rows.ts'

const FLOWS = ['Service', 'Treasury', 'Other', 'Late'] as const
type Sums = Record<`${'in' | 'out'}${(typeof FLOWS)[number]}` | 'moneyIn' | 'moneyOut' | 'opening' | 'closing' | 'over', string>
type Line = Sums & { placeId: string; provinceId: string | null; ceiling: string | null }

/** A line a place: balances from those kept by business date, receipts and payments from the entries. */
export function summaryRows(level: CashLevel, filter: CashFilter, ctx: ReportContext) {
  const holdings = holdingsAt(level, filter, ctx)
  const sums = FLOWS.flatMap((name) =>
    (['in', 'out'] as const).map(
      (way) =>
        sql`coalesce(sum(amount) filter (where side = ${sql.lit(way === 'in' ? 'D' : 'C')} and flow = ${sql.lit(name.toUpperCase())}), 0)::numeric(20,2) as ${sql.id(way + name)}`,
    ),
  )
  const lines = sql<Line>`(
    with holding as materialized ${holdings},
    moved as (
      select account_id, ${sql.join(sums)},
        coalesce(sum(amount) filter (where side = 'D'), 0)::numeric(20,2) as "moneyIn", coalesce(sum(amount) filter (where side = 'C'), 0)::numeric(20,2) as "moneyOut"
      from (select p.account_id, e.side, e.amount, ${flow} as flow from holding p ${entriesOf(filter)}) m group by account_id
    ), balance as (
      select p.*, ${closingBy(sql`< ${filter.from}::date`)} as opening, ${closingBy(sql`<= ${filter.to}::date`)} as closing from holding p
    )
    select b.place_id as "placeId", b.province_unit_id as "provinceId", sum(b.opening)::numeric(20,2) as opening, sum(b.closing)::numeric(20,2) as closing,
      sum(b.ceiling)::numeric(20,2) as ceiling, sum(greatest(b.closing - b.ceiling, 0))::numeric(20,2) as over,
      ${sql.join([...FLOWS.flatMap((name) => [`in${name}`, `out${name}`]), 'moneyIn', 'moneyOut'].map((name) => sql`coalesce(sum(m.${sql.id(name)}), 0)::numeric(20,2) as ${sql.id(name)}`))}
    from balance b left join moved m on m.account_id = b.account_id
    group by b.place_id, b.province_unit_id)`.as('s')
  return expressionBuilder<DB>()
    .selectFrom(lines)
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.placeId')
    .leftJoin('organisation.unit_directory as v', 'v.id', 's.provinceId')
    .select([
      's.provinceId',
      sql<string | null>`coalesce(v.name, u.name)`.as('provinceName'),
      's.placeId',
      'u.name as placeName',
      's.opening',
      's.inService',
      's.inTreasury',
      's.inOther',
      's.inLate',
    ])
    .select(['s.moneyIn', 's.outService', 's.outTreasury', 's.outOther', 's.outLate', 's.moneyOut', 's.closing', 's.ceiling'])
    .select(sql<string>`coalesce(s.over, 0)::numeric(20,2)`.as('over'))
}
