import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import { within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { type cobDetailReport, DebtAge, type DetailBasis } from '../../contract/reports.ts'
import { ageOf, bounds } from './levels.ts'

type Filter = ReportFilterOf<typeof cobDetailReport>

const KIND: Partial<Record<DetailBasis, string>> = { COLLECTED: 'COLLECT', HANDED_IN: 'HAND_IN', ADJUSTED: 'ADJUST' }

/** What both ways of finding lines are narrowed by, of a table with these columns. */
function narrowed(alias: 'p' | 't', { unitId, officeId, courierId, keyAccountId, retail, route }: Filter): RawBuilder<SqlBool>[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return [
    ...(unitId ? [within(alias)(unitId)] : []),
    ...(officeId ? [sql<SqlBool>`${column('unit_id')} = ${officeId}`] : []),
    ...(courierId ? [sql<SqlBool>`${column('courier_id')} = ${courierId}`] : []),
    ...(keyAccountId ? [sql<SqlBool>`${column('key_account_id')} = ${keyAccountId}`] : []),
    ...(retail ? [sql<SqlBool>`${column('key_account_id')} is null`] : []),
    ...(route ? [sql<SqlBool>`${column('courier_id')} in (select w.id from cob.courier_directory w where w.route = ${route})`] : []),
  ]
}

const total = (of: string, when: RawBuilder<unknown>) => sql<string>`coalesce(sum(${sql.raw(of)}) filter (where ${when}), 0)::numeric(20,2)`

/** The figures of some positions `p` in a period. */
const figures = ({ from }: Filter) => {
  const inPeriod = (kind: string) => sql`p.business_date >= ${from}::date and p.kind = ${sql.lit(kind)}`
  return [
    sql<string | null>`min(p.business_date) filter (where p.kind = 'COLLECT')`.as('collectedOn'),
    sql<string | null>`max(p.business_date) filter (where p.kind = 'HAND_IN')`.as('handedInOn'),
    total('p.amount', sql`p.business_date < ${from}::date`).as('opening'),
    total('p.amount', inPeriod('COLLECT')).as('collected'),
    total('-p.amount', inPeriod('HAND_IN')).as('handedIn'),
    total('p.amount', inPeriod('ADJUST')).as('adjusted'),
    sql<string>`coalesce(sum(p.amount), 0)::numeric(20,2)`.as('closing'),
  ] as const
}

/** Lines by what was booked: an item with the postman and the office that its money was taken for. */
function byPosition(filter: Filter, { scope }: ReportContext) {
  const { from, to, basis = 'ACCEPTED', age } = filter
  const kind = KIND[basis]
  const moved = kind ? sql<SqlBool>`bool_or(p.business_date >= ${from}::date and p.kind = ${sql.lit(kind)})` : sql<SqlBool>`sum(p.amount) <> 0`
  const touched = kind
    ? [
        sql<SqlBool>`p.item_id in (select q.item_id from cob.position q where q.business_date between ${from}::date and ${to}::date and q.kind = ${sql.lit(kind)})`,
      ]
    : []
  const aged = age ? [sql<SqlBool>`${ageOf(sql`(${to}::date - p.due_on)`)} = ${sql.lit(DebtAge.options.indexOf(age))}`] : []
  return scope
    .selectFrom('cob.position as p')
    .innerJoin(sql`${bounds}`.as('b'), (join) => join.onTrue())
    .where((eb) => eb.and([sql<SqlBool>`p.business_date <= ${to}::date`, ...narrowed('p', filter), ...touched, ...aged]))
    .groupBy(['p.item_id', 'p.courier_id', 'p.unit_id', 'p.due_on'])
    .having(moved)
    .select(['p.item_id', 'p.unit_id', sql<string | null>`p.courier_id`.as('courier_id'), sql<string | null>`p.due_on`.as('due_on')])
    .select(figures(filter))
}

/** Lines by acceptance: every item, whatever has become of it. */
function byAcceptance(filter: Filter, { scope }: ReportContext) {
  const { from, to, age } = filter
  const booked = scope.selectFrom('cob.position as p').where(sql<SqlBool>`p.item_id = t.id and p.business_date <= ${to}::date`).select(figures(filter)).as('f')
  const aged = age ? [sql<SqlBool>`f.closing <> 0 and ${ageOf(sql`(${to}::date - t.due_on)`)} = ${sql.lit(DebtAge.options.indexOf(age))}`] : []
  return scope
    .selectFrom('cob.item as t')
    .innerJoin(sql`${bounds}`.as('b'), (join) => join.onTrue())
    .innerJoinLateral(booked, (join) => join.onTrue())
    .where((eb) => eb.and([sql<SqlBool>`t.accepted_at >= ${startOfDay(from)} and t.accepted_at < ${endOfDay(to)}`, ...narrowed('t', filter), ...aged]))
    .select(['t.id as item_id', 't.unit_id', 't.courier_id', 't.due_on', 'f.collectedOn', 'f.handedInOn', 'f.opening', 'f.collected', 'f.handedIn'])
    .select(['f.adjusted', 'f.closing'])
}

/** Items one by one. Names and days of an item are read beside the scope: a line is there by whose money a postman of the reader's has. */
export function itemLines(filter: Filter, ctx: ReportContext) {
  const { to, basis = 'ACCEPTED' } = filter
  const lines = basis === 'ACCEPTED' ? (byAcceptance(filter, ctx) as unknown as ReturnType<typeof byPosition>) : byPosition(filter, ctx)
  const retail = ctx.language === 'en' ? 'Retail sender' : 'Người gửi lẻ'
  return expressionBuilder<DB>()
    .selectFrom(lines.as('s'))
    .innerJoin('cob.item_directory as i', 'i.id', 's.item_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .leftJoin('cob.courier_directory as c', 'c.id', 's.courier_id')
    .leftJoin('cob.key_account_directory as k', 'k.id', 'i.key_account_id')
    .select(['s.unit_id as unitId', 'u.name as unitName', 's.item_id as itemId', 'i.code', 's.courier_id as courierId', 'c.code as courierCode'])
    .select(['c.name as courierName', 'c.route', sql<string | null>`coalesce(k.name, ${retail})`.as('keyAccountName'), 'i.sender_name as senderName'])
    .select(['i.receiver_name as receiverName', 'i.accepted_at as acceptedAt', 'i.delivered_at as deliveredAt', 's.collectedOn', 's.due_on as dueOn'])
    .select(['s.handedInOn', sql<number | null>`case when s.closing > 0 then greatest(${to}::date - s.due_on, 0) end`.as('daysLate')])
    .select(['i.cod_amount as codAmount', 's.opening', 's.collected', 's.handedIn', 's.adjusted', 's.closing', 'i.delivery_state as deliveryState'])
    .select(['i.money_state as moneyState', 'i.paid_out_at as paidOutAt'])
}
