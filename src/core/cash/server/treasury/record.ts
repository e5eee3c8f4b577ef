import { type Expression, type SqlBool, sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, showMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import type { Scope } from '#platform/server/scope.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import { treasuryMachine } from '../../contract/treasury/transaction.ts'
import type { CashPerson } from '../people.ts'

export const TREASURY = 'cash.treasury_transaction'
export type TreasuryRow = RowOf<typeof TREASURY>

export const treasury = defineRecord({
  table: TREASURY,
  machine: treasuryMachine,
  visible: ({ scope }) => sql<boolean>`${seenIn(scope)}`,
  picture: (row) => ({
    code: row.code,
    kind: row.kind,
    status: row.status,
    fromUnitId: row.from_unit_id,
    toUnitId: row.to_unit_id,
    courierId: row.courier_holding_id,
    amount: row.amount,
    receivedAmount: row.received_amount,
    difference: row.difference,
    plannedOn: row.planned_on,
    purpose: row.purpose,
    sealNumber: row.seal_number,
    vehicle: row.vehicle,
    bankReference: row.bank_reference,
    endReason: row.end_reason,
    settlement: row.settlement,
  }),
  form: ({ courierId, amount, plannedOn, purpose }) => ({ courierId, amount, plannedOn, purpose }),
})

/** A transaction that is locked for a change. */
export type SeenTreasury = Awaited<ReturnType<typeof treasury.forChange>>

/** Throws SYS-410 unless the event may be fired from where the transaction stands. */
export function requireState({ status, version }: TreasuryRow, event: keyof typeof treasuryMachine.events): void {
  if (!(treasuryMachine.events[event].from as readonly string[]).includes(status)) throw new AppError(errors.state, {}, { data: { status, version } })
}

/** Of the transactions `t`: those that have an end within the reader's scope. */
export const seenIn = (scope: Scope): Expression<SqlBool> =>
  sql<SqlBool>`exists (${scope.selectFrom('cash.treasury_side as s').select('s.id').whereRef('s.treasury_id', '=', sql.ref('t.id'))})`

/** Of the transactions `t`: whether the end lies within the reader's scope. */
export const endIn = (scope: Scope, end: 'from_unit_id' | 'to_unit_id'): Expression<SqlBool> =>
  sql<SqlBool>`exists (${scope
    .selectFrom('cash.treasury_side as s')
    .select('s.id')
    .whereRef('s.treasury_id', '=', sql.ref('t.id'))
    .whereRef('s.unit_id', '=', sql.ref(`t.${end}`))})`

/** The reader counts the bag of the transaction `t` now: what was sent is not shown. */
export const countedBy = (userId: string) => sql<boolean>`(t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from ${userId}::bigint)`

/** The reader counts the bag, or one of the holdings that its cash left or came to: nothing of what moved is shown. */
export const hiddenFrom = (userId: string) => sql<boolean>`(${countedBy(userId)} or exists (select from cash.count_session blind
  where blind.counter_user_id = ${userId} and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id)))`

export const countedByOther = (userId: string) => sql<boolean>`(t.status = 'DISPATCHED' and t.receiving_user_id <> ${userId}::bigint) is true`

/** The end whose business it is: who asks for a replenishment receives it, everything else is asked for by who sends. */
export const unitOfBusiness = ({ kind, from_unit_id, to_unit_id }: Pick<TreasuryRow, 'kind' | 'from_unit_id' | 'to_unit_id'>) =>
  kind === 'REPLENISHMENT' ? to_unit_id : from_unit_id

/** Throws CSH-053 when the unit lies outside the caller's scope. */
export async function requireEnd({ scope, tx }: Pick<CommandContext, 'scope' | 'tx'>, unitId: string): Promise<void> {
  const own = await scope.selectFrom('cash.unit_state as u').select('u.id').where('u.unit_id', '=', unitId).executeTakeFirst()
  if (!own) throw new AppError(treasuryErrors.notThisEnd, { unit: await unitName(tx, unitId) })
}

/**
 * Cash of a vault is handed out and taken in by who answers for it: the holder that it names, otherwise somebody who works at its unit.
 * Throws CSH-066, CSH-067. Tills are lent to the teller of their shift and are not asked about.
 */
export async function requireKeeper(tx: Tx, { name, unitId, staffId }: Holding, actor: CashPerson): Promise<void> {
  if (staffId === actor.staffId) return
  if (staffId === null) {
    if (unitId === actor.unitId) return
    throw new AppError(treasuryErrors.keptByUnit, { holding: name, unit: await unitName(tx, unitId) })
  }
  const holder = await tx.selectFrom('organisation.staff_directory').select('full_name').where('id', '=', staffId).executeTakeFirst()
  throw new AppError(treasuryErrors.keptByHolder, { holding: name, name: holder?.full_name ?? '' })
}

/** As requireKeeper, in SQL: whether the user answers for a holding. `holdingId`: reference of a column. */
export const keptBy = (
  holdingId: string,
  userId: string,
) => sql<boolean>`exists (select from cash.holding kept join iam.account_place p on p.user_id = ${userId}
  where kept.id = ${sql.ref(holdingId)} and case when kept.staff_id is null then p.unit_id = kept.unit_id else p.staff_id = kept.staff_id end)`

export async function unitName(db: Queryable, unitId: string): Promise<string> {
  const unit = await db.selectFrom('organisation.unit_directory').select('name').where('id', '=', unitId).executeTakeFirst()
  return unit?.name ?? ''
}

export interface Holding {
  id: string
  name: string
  accountId: string
  unitId: string
  staffId: string | null
  status: string
  balance: string
  ceiling: string | null
  floor: string
  ceilingPolicy: string
}

/** Holdings with their balances as they are now. */
export async function holdingsOf(db: Queryable, by: { ids: readonly string[] } | { vaultsOf: readonly string[] }): Promise<Holding[]> {
  const query = db
    .selectFrom('cash.holding as h')
    .innerJoin('ledger.account as a', 'a.id', 'h.account_id')
    .select(['h.id', 'h.name', 'h.account_id as accountId', 'h.unit_id as unitId', 'h.staff_id as staffId', 'h.status'])
    .select(['a.balance', 'h.ceiling', 'h.floor', 'h.ceiling_policy as ceilingPolicy'])
  if ('ids' in by) return by.ids.length === 0 ? [] : query.where('h.id', 'in', by.ids).execute()
  if (by.vaultsOf.length === 0) return []
  return query.where('h.kind', '=', 'VAULT').where('h.status', '<>', 'CLOSED').where('h.unit_id', 'in', by.vaultsOf).execute()
}

/**
 * The holdings, locked until the commit in one order and read after it: what is checked of their balances still holds when it is posted.
 * Without waiting for those who only refer to them. Throws SYS-404.
 */
export async function lockedHoldings(tx: Tx, ids: readonly string[]): Promise<(id: string) => Holding> {
  await tx.selectFrom('cash.holding').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const holdings = new Map((await holdingsOf(tx, { ids })).map((holding) => [holding.id, holding]))
  return (id) => {
    const holding = holdings.get(id)
    if (!holding) throw new AppError(errors.notFound)
    return holding
  }
}

export async function holdingOf(db: Queryable, id: string | null): Promise<Holding> {
  const [holding] = await holdingsOf(db, { ids: id === null ? [] : [id] })
  if (!holding) throw new AppError(errors.notFound)
  return holding
}

/** '1.000.000 đồng', as people read an amount in a sentence. */
export const amountText = (amount: Hundredths, language: Language): string => showMoney(formatMoney(amount), language, 0)

/** NQ, the day, and a number that is never used again. */
export async function nextCode(tx: Tx, day: string): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('cash.treasury_number') as n`.execute(tx)
  return `NQ${day.slice(2).replaceAll('-', '')}${String(rows[0]?.n).padStart(6, '0')}`
}
