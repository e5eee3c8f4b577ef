import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { payErrors } from '../../contract/counter/pay.ts'

/**
 * Throws CSH-637 while a till holds a slip whose cash is just being handed over: what a closing count finds would be neither before nor
 * after it. One that became unknown is decided by two people and does not keep the teller. The shift is locked, so no claim is made meanwhile.
 */
export async function assertNoClaim(tx: Tx, tillId: string): Promise<void> {
  const { rows } = await sql<{ till: string; slip: string }>`
    select h.code as till, s.source_id as slip from cash.slip s join cash.holding h on h.id = s.till_id
    where s.till_id = ${tillId} and s.direction = 'OUT' and s.status = 'CLAIMED' order by s.id limit 1`.execute(tx)
  if (rows[0]) throw new AppError(payErrors.claimOpen, { ...rows[0] })
}
