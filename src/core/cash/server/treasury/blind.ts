import { type RawBuilder, sql } from 'kysely'
import { hiddenFrom } from './record.ts'

/** Whether the figures of the transaction with an id are hidden from a user, who counts the bag or a holding at either end now. */
export const isTreasuryHidden = (id: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = ${id} and ${hiddenFrom(userId)})`

/** Of the requests `r` about treasury transactions: those whose figures are hidden from a user. */
export const isRequestHidden = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and ${hiddenFrom(userId)})`
