import { type RawBuilder, sql } from 'kysely'

/** Of the requests `r` about treasury transactions: those about a bag that the reader counts now. */
export const countsBag = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = ${userId})`
