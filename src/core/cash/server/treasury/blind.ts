import { type RawBuilder, sql } from 'kysely'
import { isBlind } from '../blind.ts'
import { countedBy } from './record.ts'

/**
 * Of the transactions `t`: those whose figures are hidden from a user, who counts the bag now, or a vault or till that the cash has left
 * or come to: what moved through it would give away what it holds.
 */
export const isHiddenFrom = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`(${countedBy(userId)} or (t.dispatched_at is not null and (${isBlind('t.from_holding_id', userId)} or ${isBlind('t.to_holding_id', userId)})))`

/** The same of the transaction with an id. */
export const isTreasuryHidden = (id: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = ${id} and ${isHiddenFrom(userId)})`

/** Of the requests `r` about treasury transactions: those whose figures are hidden from a user. */
export const isRequestHidden = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and ${isHiddenFrom(userId)})`
