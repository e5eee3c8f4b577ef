import { sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'

/** Folds what has changed into the sums by day (payment.list_sum) and answers how many lines that were. One process works, others return at once. */
export async function foldListSums(db: Database): Promise<number> {
  const { rows } = await sql<{ folded: string }>`select payment.fold_list_deltas() as folded`.execute(db)
  return Number(rows[0]?.folded ?? 0)
}
