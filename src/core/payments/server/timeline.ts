import { isoLocal } from '#kernel/dates.ts'
import type { ScopedDb } from '#platform/server/database/db.ts'
import type { TimelineEntry } from '../contract/timeline.ts'

/**
 * The timeline of a transaction, oldest first; empty for an unknown id. Reads past any scope: the caller has found
 * the transaction itself through `scope.selectFrom` before.
 */
export async function timelineOf(db: Pick<ScopedDb, 'selectFrom'>, transactionId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('payment.transaction_key as k')
    .innerJoin('payment.transaction_event as e', (join) =>
      join.onRef('e.transaction_id', '=', 'k.transaction_id').onRef('e.business_date', '=', 'k.business_date'),
    )
    .select(['e.seq', 'e.step', 'e.from_status as fromStatus', 'e.to_status as toStatus', 'e.occurred_at as occurredAt', 'e.recorded_at as recordedAt'])
    .select(['e.actor_kind as actorKind', 'e.actor', 'e.detail'])
    .where('k.transaction_id', '=', transactionId)
    .orderBy('e.seq')
    .execute()
  return rows.map((row) => ({
    ...(row as unknown as TimelineEntry),
    occurredAt: isoLocal(row.occurredAt),
    recordedAt: isoLocal(row.recordedAt),
  }))
}
