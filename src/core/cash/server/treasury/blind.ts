import { type RawBuilder, sql } from 'kysely'

/** Whether the reader counts the bag of the transaction with an id now. */
export const countsBagOf = (id: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = ${id} and t.status = 'DISPATCHED' and t.receiving_user_id = ${userId})`

/** Of the requests `r` about treasury transactions: those about a bag that the reader counts now. */
export const countsBag = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = ${userId})`
