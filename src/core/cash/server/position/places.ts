import { sql } from 'kysely'
import type { UnitLevel } from '#core/organisation/contract/unit.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { within } from '#platform/server/list/where.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { fill } from '../holding-list.ts'
import { type Asked, held, isOpen, placeOf } from './held.ts'

const amountOf = (kind?: string) =>
  kind === undefined
    ? sql<string>`coalesce(sum(${sql.ref('a.balance')}), 0.00)`
    : sql<string>`coalesce(sum(${sql.ref('a.balance')}) filter (where ${sql.ref('h.kind')} = ${kind}), 0.00)`

/** Cash by place and by kind of holding, with how many lie outside their limits. */
export function cashByPlace(ctx: RequestContext, asked: Asked, provinces: boolean) {
  const counted = (value: string) => sql<number>`count(*) filter (where ${isOpen} and ${fill} = ${value})::integer`
  return held(ctx, asked)
    .innerJoin(...lookup('ledger.account as a', { 'a.id': 'h.account_id' }))
    .select(placeOf('h', provinces).as('placeId'))
    .select([amountOf().as('amount'), amountOf('VAULT').as('vaults'), amountOf('TILL').as('tills'), amountOf('COURIER').as('couriers')])
    .select(sql<number>`count(*) filter (where ${isOpen})::integer`.as('holdings'))
    .select([counted('OVER').as('over'), counted('NEAR').as('near'), counted('UNDER').as('under')])
    .select(
      sql<string>`coalesce(sum(${sql.ref('a.balance')} - ${sql.ref('h.ceiling')}) filter (where ${isOpen} and ${sql.ref('a.balance')} > ${sql.ref('h.ceiling')}), 0.00)`.as(
        'excess',
      ),
    )
    .groupBy('placeId')
    .execute()
}

export type CashOfPlace = Awaited<ReturnType<typeof cashByPlace>>[number]

/** Holdings outside their limits or near their ceiling: what is furthest over first, then what is short. */
export function outsideLimits(ctx: RequestContext, asked: Asked, most: number) {
  return held(ctx, asked)
    .innerJoin(...lookup('ledger.account as a', { 'a.id': 'h.account_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'h.unit_id' }))
    .select(['h.id', 'h.code', 'h.name', 'h.unit_id as unitId', 'u.name as unitName', 'h.kind', 'a.balance', 'h.ceiling', 'h.floor'])
    .select(fill.as('fill'))
    .where(isOpen)
    .where(sql<boolean>`${fill} in ('OVER', 'NEAR', 'UNDER')`)
    .orderBy(sql`array_position(array['OVER', 'UNDER', 'NEAR'], ${fill})`)
    .orderBy(
      sql`abs(${sql.ref('a.balance')} - case when ${sql.ref('a.balance')} < ${sql.ref('h.floor')} then ${sql.ref('h.floor')} else ${sql.ref('h.ceiling')} end)`,
      'desc',
    )
    .orderBy('h.id')
    .limit(most)
    .execute()
}

/** How far the day close has come, place by place: as the progress screen counts. */
export async function closeByPlace({ scope }: RequestContext, { unitId }: Asked, date: string, provinces: boolean) {
  const open = sql<boolean>`exists (select from cash.day_close o where o.unit_id = ${sql.ref('s.unit_id')} and o.status <> 'CLOSED' and o.business_date <= ${date}::date)`
  const late = sql<boolean>`exists (select from cash.day_close o where o.unit_id = ${sql.ref('s.unit_id')} and o.status <> 'CLOSED' and o.business_date < ${date}::date)`
  const closed = sql<boolean>`exists (select from cash.day_close d where d.unit_id = ${sql.ref('s.unit_id')} and d.status = 'CLOSED' and d.business_date = ${date}::date)`
  let query = scope
    .selectFrom('cash.unit_state as s')
    .select(placeOf('s', provinces).as('placeId'))
    .select([
      sql<number>`count(*)::integer`.as('units'),
      sql<number>`count(*) filter (where ${closed} and not ${open})::integer`.as('closed'),
      sql<number>`count(*) filter (where ${late})::integer`.as('late'),
      sql<string[]>`array_agg(${sql.ref('s.unit_id')}::text)`.as('unitIds'),
    ])
  if (unitId !== undefined) query = query.where(within('s')(unitId))
  return query.groupBy('placeId').execute()
}

export async function namesOf({ db }: RequestContext, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('organisation.unit_directory as u')
    .select(['u.id', 'u.code', 'u.name', sql<UnitLevel>`u.level`.as('level')])
    .where('u.id', 'in', ids)
    .orderBy('u.code')
    .execute()
}
