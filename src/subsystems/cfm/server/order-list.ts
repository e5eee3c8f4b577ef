import { type Expression, type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { isAtCountedTill, isCounting } from '#core/cash/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, daysOfTime, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { MAX_TRIES } from '../contract/machine.ts'
import type { listOrders } from '../contract/orders.ts'

/** Of the orders `t`: those that an office within the reader's scope has sent or paid. */
export const seenIn = (scope: Scope): Expression<SqlBool> =>
  sql<SqlBool>`exists (${scope.selectFrom('cash.money_order_side as s').select('s.id').whereRef('s.order_id', '=', sql.ref('t.id'))})`

/** Of the orders `t`: whether the office that sent it lies within the reader's scope. */
export const sentIn = (scope: Scope): Expression<SqlBool> =>
  sql<SqlBool>`exists (${scope
    .selectFrom('cash.money_order_side as s')
    .select('s.id')
    .whereRef('s.order_id', '=', sql.ref('t.id'))
    .whereRef('s.unit_id', '=', sql.ref('t.unit_id'))})`

/** What the audit log calls it. Counters move orders; people tell receivers, unlock, release and look at papers. */
export const ORDER = 'cash.money_order'

const UNTOLD = sql<SqlBool>`(t.status = 'SENT' and t.tell_by is not null)`
const late = (now: Date) => sql<SqlBool>`(${UNTOLD} and t.tell_by < ${localDate(now)}::date)`

export function ordersOf({ db, scope, now }: RequestContext) {
  const today = localDate(now)
  return db
    .selectFrom('cash.money_order as t')
    .where(seenIn(scope))
    .leftJoin(...lookup('organisation.unit_directory as fu', { 'fu.id': 't.unit_id' }))
    .leftJoin(...lookup('organisation.unit_directory as pu', { 'pu.id': 't.paid_unit_id' }))
    .select(['t.id', 't.code', 't.status', 't.amount', 't.return_amount as returnAmount', 't.sender_name as senderName', 't.receiver_name as receiverName'])
    .select([sql<string>`${sql.ref('fu.name')}`.as('fromUnit'), 'pu.name as paidUnit', 't.sent_at as sentAt', 't.tell_by as tellBy', 't.told_on as toldOn'])
    .select(sql<string | null>`case when ${late(now)} then 'LATE' when ${UNTOLD} then 'WAITING' end`.as('telling'))
    .select(
      sql<
        number | null
      >`case when t.status in ('SENT', 'NOTIFIED') then t.return_on - ${today}::date when t.status = 'RETURNING' then t.expires_on - ${today}::date end`.as(
        'daysLeft',
      ),
    )
    .select([sql<boolean>`(t.wrong_tries >= ${sql.lit(MAX_TRIES)})`.as('locked'), 't.updated_at as updatedAt', 't.version'])
    .select([sql<boolean>`${sentIn(scope)}`.as('sends'), sql<boolean>`${held}`.as('held'), pendingRequest(ORDER, 't.id').as('pendingRequestId')])
}

/** Of the orders `t`: whether somebody reports a payment that does not fit them, which two people have not looked at yet. */
export const held = sql<SqlBool>`(t.status in ('SENT', 'NOTIFIED', 'RETURNING') and exists (select from cash.order_doubts(t.code, t.cleared_slips)))`

/** Of the orders `t`: money of theirs went over a till that the user counts. */
export const passedBlind = (userId: string) =>
  sql<boolean>`(${isCounting(userId)} and exists (select from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = t.code and ${isAtCountedTill('h.code', userId)}))`

type Row = ReturnType<typeof ordersOf> extends { execute(): Promise<(infer R)[]> } ? R : never

const inUnit = (end: 'unit_id' | 'paid_unit_id') => (unitId: string) =>
  sql<SqlBool>`exists (select from cash.money_order_end_directory e where e.order_id = t.id and e.unit_id = ${sql.ref(`t.${end}`)} and ${within('e')(unitId)})`

export const orderList: ListHandler<typeof listOrders, Row> = {
  query: (ctx) => ordersOf(ctx).where((eb) => eb.not(passedBlind(ctx.session.userId))),
  where: {
    text: words('t.code', 't.sender_name', 't.receiver_name', 't.sender_phone', 't.receiver_phone'),
    status: oneOf('t.status'),
    telling: (states, { now }) => (states.length > 1 ? UNTOLD : states[0] === 'LATE' ? late(now) : sql<SqlBool>`(${UNTOLD} and not ${late(now)})`),
    locked: (locked) => sql<SqlBool>`(t.wrong_tries >= ${sql.lit(MAX_TRIES)}) = ${locked}`,
    held: (wanted) => sql<SqlBool>`${held} = ${wanted}`,
    dueBack: (dueBack, { now }) =>
      sql<SqlBool>`(t.status = 'RETURNING' or (t.status in ('SENT', 'NOTIFIED') and t.return_on <= ${addDays(localDate(now), 1)}::date)) is ${sql.lit(dueBack)}`,
    fromUnitId: inUnit('unit_id'),
    paidUnitId: inUnit('paid_unit_id'),
    period: daysOfTime('t.sent_at'),
    amount: between('t.amount'),
  },
  key: 't.id',
  sort: { code: 't.code', sentAt: 't.sent_at', tellBy: 't.tell_by', amount: 't.amount', updatedAt: 't.updated_at' },
}
