import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import type { DB } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, days, daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { HOLD_REASONS, ITEM_SUBJECT, type listItems } from '../../contract/items.ts'

type Handler = ListHandler<typeof listItems, object>
type Filter = Parameters<Handler['query']>[1]

/** Of an item `t`: some of what was collected is still with its postman. */
export const IS_OPEN = sql<SqlBool>`t.money_state in ('COLLECTED', 'PARTIAL')`

export const itemList: Handler = {
  query: items,
  where: {
    code: (code) => is('t.code')(code.toUpperCase()),
    party: words('t.sender_name', 't.sender_phone', 't.receiver_name', 't.receiver_phone'),
    deliveryState: oneOf('t.delivery_state'),
    moneyState: oneOf('t.money_state'),
    keyAccountId: is('t.key_account_id'),
    retail: (retail) => (retail ? sql<SqlBool>`t.key_account_id is null` : sql<SqlBool>`t.key_account_id is not null`),
    unitId: within('t'),
    courierId: is('t.courier_id'),
    mark: (marks) => sql<SqlBool>`(t.marks <> '{}' and t.marks && array[${sql.join(marks)}]::text[])`,
    held: (held) => (held ? sql<SqlBool>`t.hold_reason is not null` : sql<SqlBool>`t.hold_reason is null`),
    due: (due, { now }) => {
      const today = sql`${localDate(now)}::date`
      return due === 'OVERDUE' ? sql<SqlBool>`(${IS_OPEN} and t.due_on < ${today})` : sql<SqlBool>`(${IS_OPEN} and t.due_on >= ${today})`
    },
    // Found by the whole code whatever the day.
    period: (period, _ctx, { code }) => (code ? undefined : daysOfTime('t.accepted_at')(period)),
    dueOn: days('t.due_on'),
    codAmount: between('t.cod_amount'),
  },
  key: 't.id',
  sums: { codAmount: 't.cod_amount', collectedAmount: 't.collected_amount', handedInAmount: 't.handed_in_amount' },
  kept: keptTotals,
  sort: { acceptedAt: 't.accepted_at', code: 't.code', codAmount: 't.cod_amount', dueOn: 't.due_on', updatedAt: 't.updated_at' },
}

/** Items within the scope, by where they are to be delivered, with who has them. */
export function items({ scope, now, language }: Pick<RequestContext, 'scope' | 'now' | 'language'>) {
  const today = sql`${localDate(now)}::date`
  const word = language === 'en' ? sql`coalesce(nullif(e.value_en, ''), e.value)` : sql`e.value`
  return scope
    .selectFrom('cob.item as t')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .leftJoin(...lookup('organisation.unit_directory as au', { 'au.id': 't.accepted_unit_id' }))
    .leftJoin(...lookup('cob.courier_directory as c', { 'c.id': 't.courier_id' }))
    .leftJoin(...lookup('cob.key_account_directory as k', { 'k.id': 't.key_account_id' }))
    .select(['t.id', 't.code', 't.delivery_state as deliveryState', 't.money_state as moneyState', 't.cod_amount as codAmount'])
    .select(['t.collected_amount as collectedAmount', 't.handed_in_amount as handedInAmount', 'k.code as keyAccountCode'])
    .select(['t.sender_name as senderName', 't.receiver_name as receiverName', 'c.code as courierCode', 'c.name as courierName'])
    .select(['u.name as unitName', 'au.name as acceptedUnitName', 't.route', 't.accepted_at as acceptedAt', 't.promised_on as promisedOn'])
    .select(['t.delivered_at as deliveredAt', 't.collected_at as collectedAt', 't.due_on as dueOn', 't.handed_in_at as handedInAt'])
    .select(['t.paid_out_at as paidOutAt', 't.attempts', 't.postage', 't.cod_fee as codFee', 't.marks', 't.updated_at as updatedAt', 't.version'])
    .select(sql<number | null>`case when ${IS_OPEN} then greatest(${today} - t.due_on, 0) end`.as('daysLate'))
    .select(sql<boolean>`t.hold_reason is not null`.as('held'))
    .select(
      sql<string | null>`coalesce((select ${word} from masterdata.global_list l join masterdata.global_list_entry e on e.list_id = l.id
        where l.code = ${HOLD_REASONS} and e.key = t.hold_reason limit 1), t.hold_reason)`.as('holdReason'),
    )
    .select(pendingRequest(ITEM_SUBJECT, 't.id').as('pendingRequestId'))
}

/** What the kept sums tell apart; a filter on anything else is counted. */
const DIMENSIONS: ReadonlySet<string> = new Set<keyof Filter>(['from', 'to', 'deliveryState', 'moneyState', 'held', 'unitId'])

/**
 * Number and sums of the list from what is kept by day and what is not folded into it yet. Of everything, of a unit with all that lies below it: whatever
 * else is asked for is counted, and is less.
 */
function keptTotals({ scope, session }: RequestContext, filter: Filter) {
  if (Object.entries(filter).some(([name, value]) => value !== undefined && value !== '' && !DIMENSIONS.has(name))) return undefined
  const { unitId, from, to, deliveryState, moneyState, held } = filter
  const grant = session.scope
  const line = grant.kind === 'ALL' ? (unitId ?? '0') : grant.kind === 'UNIT_AND_BELOW' && unitId === undefined ? grant.unit.id : undefined
  if (line === undefined) return undefined
  const asked = (alias: 's' | 'd') => {
    const conditions = [
      days(`${alias}.accepted_on`)({ from, to }),
      deliveryState && oneOf(`${alias}.delivery_state`)(deliveryState),
      moneyState && oneOf(`${alias}.money_state`)(moneyState),
      held === undefined ? undefined : is(`${alias}.held`)(held),
    ]
    return conditions.filter((condition) => condition !== undefined)
  }
  const kept = scope
    .selectFrom('cob.item_sum as s')
    .select(['s.n', 's.cod', 's.collected', 's.handed_in'])
    .where('s.by_key', '=', false)
    .where('s.unit_id', '=', line)
    .where((eb) => eb.and(asked('s')))
  const unfolded = scope
    .selectFrom('cob.item_delta as d')
    .select(['d.n', 'd.cod', 'd.collected', 'd.handed_in'])
    .where((eb) => eb.and([...asked('d'), ...(unitId === undefined ? [] : [within('d')(unitId)])]))
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(20,2)`
  return expressionBuilder<DB>()
    .selectFrom(kept.unionAll(unfolded).as('k'))
    .select(sql<string>`coalesce(sum(k.n), 0)`.as('totalRecord'))
    .select([sum('k.cod').as('codAmount'), sum('k.collected').as('collectedAmount'), sum('k.handed_in').as('handedInAmount')])
}
