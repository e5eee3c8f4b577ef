import { type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, daysOfTime, is, oneOf, type Range, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import { transitHours } from '../../contract/treasury/parameters.ts'
import type { TreasuryKind } from '../../contract/treasury/transaction.ts'
import type { listTreasury } from '../../contract/treasury/transactions.ts'
import { countedBy, countedByOther, endIn, hiddenFrom, keptBy, seenIn, TREASURY } from './record.ts'

/** With a courier, of transactions `t`. */
export const inTransit = sql<SqlBool>`(t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null)`

/** With a courier for longer than the parameter says, at a moment. */
export const overdue = (now: Date) => sql<SqlBool>`(${inTransit} and t.dispatched_at + make_interval(hours => coalesce(
  (select p.value::integer from masterdata.parameter p where p.key = ${transitHours.key}), ${Number(transitHours.initial)})) < ${now})`

const WAITS = sql<SqlBool>`(t.bank_account_id is not null and t.status in ('RECEIVED', 'SETTLED') and t.statement_matched_at is null)`
const MATCHED = sql<SqlBool>`(t.bank_account_id is not null and t.statement_matched_at is not null)`

/** Somebody may take it in now: the teller of the shift, who answers for the receiving vault, or who works where a bank takes a deposit; never who sent it. */
const comesTo = (userId: string) => sql<SqlBool>`(t.status = 'DISPATCHED' and exists (
  select from iam.account_place p where p.user_id = ${userId} and p.staff_id <> t.dispatched_by_staff_id and case
    when t.kind = 'TILL_ISSUE' then p.staff_id = (select s.teller_staff_id from cash.shift s where s.id = t.shift_id)
    when t.to_holding_id is null then p.unit_id = t.to_unit_id
    else ${keptBy('t.to_holding_id', userId)} end))`

/** An amount as the reader may know it: nothing finds or orders by what a blind count hides. */
const shownTo = (userId: string, amount: 'amount' | 'received_amount' | 'difference' = 'amount') =>
  sql<string | null>`case when not ${hiddenFrom(userId)} then ${sql.ref(`t.${amount}`)} end`

/** What a list and a detail show of transactions that have an end within the reader's scope. */
export function rowsOf({ db, scope, session: { userId }, now }: RequestContext) {
  return db
    .selectFrom('cash.treasury_transaction as t')
    .where(seenIn(scope))
    .leftJoin(...lookup('organisation.unit_directory as fu', { 'fu.id': 't.from_unit_id' }))
    .leftJoin(...lookup('organisation.unit_directory as tu', { 'tu.id': 't.to_unit_id' }))
    .leftJoin(...lookup('cash.holding_directory as fh', { 'fh.id': 't.from_holding_id' }))
    .leftJoin(...lookup('cash.holding_directory as th', { 'th.id': 't.to_holding_id' }))
    .leftJoin(...lookup('cash.holding_directory as ch', { 'ch.id': 't.courier_holding_id' }))
    .leftJoin(...lookup('cash.bank_account as ba', { 'ba.account_id': 't.bank_account_id' }))
    .leftJoin(...lookup('organisation.partner as bp', { 'bp.id': 'ba.partner_id' }))
    .select(['t.id', 't.code', 't.kind', 't.status', 'ch.name as courierName', 't.planned_on as plannedOn'])
    .select(
      sql<string>`case when t.kind = 'BANK_WITHDRAWAL' then ${sql.ref('bp.name')} when t.shift_id is not null then ${sql.ref('fh.name')} || ', ' || ${sql.ref('fu.name')} else ${sql.ref('fu.name')} end`.as(
        'fromName',
      ),
    )
    .select(
      sql<string>`case when t.kind = 'BANK_DEPOSIT' then ${sql.ref('bp.name')} when t.shift_id is not null then ${sql.ref('th.name')} || ', ' || ${sql.ref('tu.name')} else ${sql.ref('tu.name')} end`.as(
        'toName',
      ),
    )
    .select([shownTo(userId).as('amount'), shownTo(userId, 'received_amount').as('receivedAmount'), shownTo(userId, 'difference').as('difference')])
    .select(['t.dispatched_at as dispatchedAt', 't.received_at as receivedAt', 't.seal_number as sealNumber', 't.bank_reference as bankReference'])
    .select(sql<string | null>`case when ${overdue(now)} then 'OVERDUE' when ${inTransit} then 'IN_TRANSIT' end`.as('transit'))
    .select(
      sql<number | null>`case when ${inTransit} then floor(extract(epoch from ${now}::timestamptz - t.dispatched_at) / 3600)::integer end`.as('transitHours'),
    )
    .select(sql<string | null>`case when ${MATCHED} then 'MATCHED' when ${WAITS} then 'WAITING' end`.as('statement'))
    .select(['t.created_by as createdBy', 't.updated_at as updatedAt', 't.version'])
    .select([sql<boolean>`${endIn(scope, 'from_unit_id')}`.as('sends'), sql<boolean>`${endIn(scope, 'to_unit_id')}`.as('receives')])
    .select(sql<boolean>`(${endIn(scope, 'from_unit_id')} and (t.from_holding_id is null or ${keptBy('t.from_holding_id', userId)}))`.as('givesOut'))
    .select(sql<boolean>`(${endIn(scope, 'to_unit_id')} and (t.to_holding_id is null or ${keptBy('t.to_holding_id', userId)}))`.as('takesIn'))
    .select([countedBy(userId).as('counting'), countedByOther(userId).as('countedByOther'), pendingRequest(TREASURY, 't.id').as('pendingRequestId')])
}

type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

/** The unit itself or one below it stands at that end; where a bank does, no unit does. */
const inUnit = (end: 'from_unit_id' | 'to_unit_id', bank: TreasuryKind) => (unitId: string) =>
  sql<SqlBool>`t.kind <> ${bank} and exists (select from cash.treasury_end_directory e where e.treasury_id = t.id and e.unit_id = ${sql.ref(`t.${end}`)} and ${within('e')(unitId)})`

export const sentBy = inUnit('from_unit_id', 'BANK_WITHDRAWAL')

export const treasuryList: ListHandler<typeof listTreasury, Row> = {
  query: (ctx) => rowsOf(ctx),
  where: {
    text: words('t.code', sql`coalesce(t.seal_number, '')`, sql`coalesce(t.bank_reference, '')`, 't.purpose'),
    status: oneOf('t.status'),
    kind: oneOf('t.kind'),
    fromUnitId: sentBy,
    toUnitId: inUnit('to_unit_id', 'BANK_DEPOSIT'),
    courierId: is('t.courier_holding_id'),
    period: days('t.planned_on'),
    dispatched: daysOfTime('t.dispatched_at'),
    received: daysOfTime('t.received_at'),
    amount: (range, { session }) => between(shownTo(session.userId), range),
    transit: (states, { now }) => (states.length > 1 ? inTransit : states[0] === 'OVERDUE' ? overdue(now) : sql<SqlBool>`${inTransit} and not ${overdue(now)}`),
    toReceive: (toReceive, { session }) => sql<SqlBool>`${comesTo(session.userId)} = ${toReceive}`,
    statement: (state) => (state === 'MATCHED' ? MATCHED : WAITS),
  },
  key: 't.id',
  sort: {
    code: 't.code',
    plannedOn: 't.planned_on',
    dispatchedAt: 't.dispatched_at',
    receivedAt: 't.received_at',
    amount: 'amount',
    updatedAt: 't.updated_at',
  },
}

function between(amount: ReturnType<typeof shownTo>, { from, to }: Range): ReturnType<typeof sql<SqlBool>> {
  return sql<SqlBool>`(${from ?? null}::numeric is null or ${amount} >= ${from ?? null}) and (${to ?? null}::numeric is null or ${amount} <= ${to ?? null})`
}
