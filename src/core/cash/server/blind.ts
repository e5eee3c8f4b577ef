import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'

export interface Blind {
  holdings: ReadonlySet<string>
  accounts: ReadonlySet<string>
}

/** A bag that a user counts: where it lies and where it came from tell what is in it. */
const bagOf = (holdingId: RawBuilder<unknown>, userId: string) =>
  sql`select from cash.treasury_transaction bag where bag.receiving_user_id = ${userId} and bag.status = 'DISPATCHED'
    and ${holdingId} in (bag.courier_holding_id, bag.from_holding_id)`

/** Holdings and accounts whose figures are hidden from a person, because they are counting them: balances, entries and sums alike. */
export async function blindHoldings(db: Queryable, staffId: string): Promise<Blind> {
  const { rows } = await sql<{ holdingId: string; accountId: string }>`
    select h.id as "holdingId", h.account_id as "accountId" from cash.count_session s join cash.holding h on h.id = s.holding_id
    where s.counter_staff_id = ${staffId} and s.ended_at is null
    union select h.id, h.account_id from cash.treasury_transaction t join cash.holding h on h.id in (t.courier_holding_id, t.from_holding_id)
    where t.status = 'DISPATCHED' and t.receiving_user_id is not null and t.receiving_by_staff_id = ${staffId}`.execute(db)
  return { holdings: new Set(rows.map(({ holdingId }) => holdingId)), accounts: new Set(rows.map(({ accountId }) => accountId)) }
}

/** The same as a condition of a list or report: whether the user counts the holding just now. `holdingId`: reference of a column. */
export const isBlind = (holdingId: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from cash.count_session blind where blind.holding_id = ${sql.ref(holdingId)} and blind.counter_user_id = ${userId} and blind.ended_at is null)
    or exists (${bagOf(sql.ref(holdingId), userId)}))`

/** The user counts the till that something was taken in or paid out at. `tillCode`: reference of a column. */
export const isAtCountedTill = (tillCode: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id
    where blind.counter_user_id = ${userId} and blind.ended_at is null and counted.code = ${sql.ref(tillCode)})`

/** As isBlind, of a ledger account by its id: true only for the account of a holding that the user counts. */
export const isBlindAccount = (accountId: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.holding counted where counted.account_id = ${sql.ref(accountId)} and (
    exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = ${userId} and blind.ended_at is null)
    or exists (${bagOf(sql.ref('counted.id'), userId)})))`

/** Whether the user counts a holding of a unit just now, or a bag that comes from it or goes to it. `unitId`: reference of a column. */
export const countsAt = (unitId: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id
      where counted.unit_id = ${sql.ref(unitId)} and blind.counter_user_id = ${userId} and blind.ended_at is null)
    or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = ${userId} and bag.status = 'DISPATCHED'
      and ${sql.ref(unitId)} in (bag.from_unit_id, bag.to_unit_id)))`

/** Whether the user counts anything just now, cash or a bag: what others moved would give it away. */
export const isCounting = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from cash.count_session blind where blind.counter_user_id = ${userId} and blind.ended_at is null)
    or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = ${userId} and bag.status = 'DISPATCHED'))`
