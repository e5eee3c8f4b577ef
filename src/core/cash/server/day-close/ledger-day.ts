import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/** Nothing is posted on the holdings of the unit for this day or before it any more: waits for postings under way. */
export async function closeLedgerDay(tx: Tx, unitId: string, day: string): Promise<void> {
  await sql`update ledger.unit_day set closed_through = greatest(closed_through, ${day}::date) where unit_id = ${unitId}`.execute(tx)
}

/** Takes postings for this day again. */
export async function reopenLedgerDay(tx: Tx, unitId: string, day: string): Promise<void> {
  await sql`select ledger.reopen_day(${unitId}::bigint, ${day}::date)`.execute(tx)
}
