import { sql } from 'kysely'
import { supersede } from '#core/approvals/server/public.ts'
import type { Runtime } from '#platform/server/module.ts'
import { batchApproval } from './batch-kind.ts'

const AT_ONCE = 100

/**
 * Ends batches that wait for an approver and in which nobody is left: they stood in the way of others of their source until their request expired.
 * The batch itself says why, in the language of its reader. Whoever empties one holds its transfers, and an approver locks request before batch before
 * transfers: so it ends afterwards, in that order.
 */
export async function endEmptied({ db, clock, log }: Runtime): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select b.id from disbursement.batch b
    where b.status = 'SUBMITTED' and not exists (select from disbursement.item i where i.batch_id = b.id and i.status = 'READY') order by b.id limit ${AT_ONCE}`.execute(
    db,
  )
  for (const { id } of rows) {
    try {
      await db.transaction().execute((tx) => supersede({ tx, now: clock.now(), actor: 'system' }, batchApproval, [id], null))
    } catch (error) {
      log.error({ error, batch: id }, 'a batch in which nobody is left could not be ended')
    }
  }
}
