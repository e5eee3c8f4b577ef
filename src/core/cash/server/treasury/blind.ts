import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'

/** Of the requests `r` about treasury transactions: those about a bag that the reader counts now. */
export const countsBag = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = ${userId})`

/** Holdings and accounts whose figures tell what is in the bag that a member of staff counts now: the courier's, and where it came from. */
export async function bagHoldings(db: Queryable, staffId: string): Promise<{ holdingIds: string[]; accountIds: string[] }> {
  const { rows } = await sql<{ holdingId: string | null; accountId: string }>`
    select h.id as "holdingId", h.account_id as "accountId" from cash.treasury_transaction t
      join cash.holding h on h.id in (t.courier_holding_id, t.from_holding_id)
     where t.status = 'DISPATCHED' and t.receiving_by_staff_id = ${staffId}
  `.execute(db)
  return { holdingIds: rows.flatMap(({ holdingId }) => holdingId ?? []), accountIds: rows.map(({ accountId }) => accountId) }
}
