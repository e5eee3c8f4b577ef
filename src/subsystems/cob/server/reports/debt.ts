import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import { within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import type { cobDebtReport, DebtPart } from '../../contract/reports.ts'
import { ageOf, bounds } from './levels.ts'

type Filter = ReportFilterOf<typeof cobDebtReport>

/** What each line is added up by: columns of `m`. */
const KEYS: Record<DebtPart, readonly ('province' | 'unit' | 'route' | 'courier' | 'key')[]> = {
  OFFICE: ['province', 'unit'],
  ROUTE: ['province', 'unit', 'route'],
  COURIER: ['province', 'unit', 'courier'],
  KEY_ACCOUNT: ['key'],
}
const COLUMN = { province: 'province_unit_id', unit: 'unit_id', route: 'route', courier: 'courier_id', key: 'key_account_id' } as const

/**
 * Movements up to the last day, by office, day and due day, and by postman where they are asked for; of key accounts from the positions themselves, which
 * alone know whose they are.
 */
function movements({ to, unitId, courierId, keyAccountId, groupBy = 'OFFICE' }: Filter, { scope }: ReportContext) {
  const narrowed = (alias: 'd' | 'p', ...further: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
    sql<SqlBool>`${sql.join([sql`${sql.ref(`${alias}.business_date`)} <= ${to}::date`, ...(unitId ? [within(alias)(unitId)] : []), ...further], sql` and `)}`
  const ofCourier = (alias: 'd' | 'p') => (courierId ? [sql<SqlBool>`${sql.ref(`${alias}.courier_id`)} = ${courierId}`] : [])
  const of = (kind: string, sign = '') => sql<string>`case when p.kind = ${sql.lit(kind)} then ${sql.raw(sign)}p.amount else 0 end`
  const none = sql<string | null>`null::bigint`
  const fromPositions = scope
    .selectFrom('cob.position as p')
    .where(narrowed('p', ...ofCourier('p'), ...(keyAccountId ? [sql<SqlBool>`p.key_account_id = ${keyAccountId}`] : [])))
    .select(['p.province_unit_id', 'p.unit_id', 'p.courier_id', 'p.key_account_id', 'p.business_date', 'p.due_on'])
    .select([of('COLLECT').as('collected'), of('HAND_IN', '-').as('handed_in'), of('ADJUST').as('adjusted')])
    .select(sql<string>`case when p.kind = 'ADJUST' and p.amount > 0 then p.amount else 0 end`.as('given_back'))
  type Movements = typeof fromPositions
  if (groupBy === 'KEY_ACCOUNT' || keyAccountId !== undefined) return fromPositions
  if (groupBy !== 'OFFICE' || courierId !== undefined)
    return scope
      .selectFrom('cob.debt as d')
      .where(narrowed('d', ...ofCourier('d')))
      .select(['d.province_unit_id', 'd.unit_id', 'd.courier_id', none.as('key_account_id'), 'd.business_date', 'd.due_on'])
      .select(['d.collected', 'd.handed_in', 'd.adjusted', 'd.given_back']) as unknown as Movements
  const ofOffices = (table: 'cob.debt_sum' | 'cob.debt_delta') =>
    scope
      .selectFrom(`${table} as d`)
      .where(narrowed('d'))
      .select(['d.province_unit_id', 'd.unit_id', none.as('courier_id'), none.as('key_account_id'), 'd.business_date', 'd.due_on'])
      .select(['d.collected', 'd.handed_in', 'd.adjusted', 'd.given_back'])
  return ofOffices('cob.debt_sum').unionAll(ofOffices('cob.debt_delta')) as unknown as Movements
}

/** A line for each of what the reader tells apart. Around the movements, which are scoped, names are read and nothing else. */
export function debtRows(filter: Filter, ctx: ReportContext) {
  const { from, to, groupBy = 'OFFICE' } = filter
  const keys = KEYS[groupBy]
  const inPeriod = sql`m.business_date >= ${from}::date`
  const net = sql`m.collected - m.handed_in + m.adjusted`
  const sum = (of: RawBuilder<unknown>, when?: RawBuilder<unknown>) =>
    sql<string>`coalesce(sum(${of})${when ? sql` filter (where ${when})` : sql``}, 0)::numeric(20,2)`
  const aged = (age: number) => sum(net, sql`${ageOf(sql`(${to}::date - m.due_on)`)} = ${sql.lit(age)}`)
  const dueIn = sql`m.due_on between ${from}::date and ${to}::date`
  const sums = expressionBuilder<DB>()
    .selectFrom(movements(filter, ctx).as('m'))
    .leftJoin('cob.courier_directory as r', (join) => (groupBy === 'ROUTE' ? join.onRef('r.id', '=', 'm.courier_id') : join.on(sql<boolean>`false`)))
    .innerJoin(sql`${bounds}`.as('b'), (join) => join.onTrue())
    .groupBy(keys.map((key) => (key === 'route' ? sql.ref('r.route') : sql.ref(`m.${COLUMN[key]}`))))
    .select(
      (Object.keys(COLUMN) as (keyof typeof COLUMN)[]).map((key) => {
        const column = key === 'route' ? sql<string | null>`${sql.ref('r.route')}` : sql<string | null>`${sql.ref(`m.${COLUMN[key]}`)}`
        return (keys.includes(key) ? column : key === 'route' ? sql<string | null>`null::text` : sql<string | null>`null::bigint`).as(COLUMN[key])
      }),
    )
    .select([
      sum(net, sql`m.business_date < ${from}::date`).as('opening'),
      sum(sql`m.collected`, inPeriod).as('collected'),
      sum(sql`m.handed_in`, inPeriod).as('handedIn'),
      sum(sql`m.adjusted`, inPeriod).as('adjusted'),
      sum(net).as('closing'),
      aged(0).as('notDue'),
    ])
    .select([aged(1).as('late1'), aged(2).as('late2'), aged(3).as('late3'), aged(4).as('late4'), aged(5).as('late5'), aged(6).as('late6')])
    .select([
      sum(net, sql`m.due_on < ${to}::date`).as('overdue'),
      // What went back to a receiver was not due any more; what a cancelled deposit gave back was not handed in.
      sum(sql`m.collected + m.adjusted - m.given_back`, dueIn).as('dueAmount'),
      sum(sql`m.handed_in - m.given_back`, sql`${dueIn} and m.business_date <= m.due_on`).as('onTimeAmount'),
    ])
    .as('s')
  const retail = ctx.language === 'en' ? 'Retail senders' : 'Người gửi lẻ'
  return expressionBuilder<DB>()
    .selectFrom(sums)
    .leftJoin('organisation.unit_directory as v', 'v.id', 's.province_unit_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .leftJoin('cob.courier_directory as c', 'c.id', 's.courier_id')
    .leftJoin('cob.key_account_directory as k', 'k.id', 's.key_account_id')
    .select(['s.province_unit_id as provinceId', sql<string | null>`coalesce(v.name, u.name)`.as('provinceName'), 's.unit_id as unitId', 'u.name as unitName'])
    .select(['s.route', 's.courier_id as courierId', 'c.code as courierCode', 'c.name as courierName', 's.key_account_id as keyAccountId'])
    .select([
      'k.code as keyAccountCode',
      (groupBy === 'KEY_ACCOUNT' ? sql<string | null>`coalesce(k.name, ${retail})` : sql<string | null>`null::text`).as('keyAccountName'),
    ])
    .select(['s.opening', 's.collected', 's.handedIn', 's.adjusted', 's.closing', 's.notDue', 's.late1', 's.late2', 's.late3', 's.late4', 's.late5', 's.late6'])
    .select(['s.overdue', 's.dueAmount', 's.onTimeAmount', sql<number | null>`null::numeric`.as('onTimeRate'), sql<string | null>`null::text`.as('goal')])
}
