import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'

/** Throws COB-243 for an item whose statement is approved and may still be paid: its money is about to leave. The item is locked. */
export async function requireNotApproved(tx: Tx, { id, code }: { id: string; code: string }): Promise<void> {
  const { rows } = await sql<{ settlement: string }>`
    select s.code as settlement from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id
     where l.item_id = ${id} and l.released_at is null and s.status in ('APPROVED', 'SENT', 'UNKNOWN', 'HELD')`.execute(tx)
  if (rows[0]) throw new AppError(keyAccountErrors.itemApproved, { item: code, ...rows[0] })
}
