import { sql } from 'kysely'
import type { Runtime } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'

/** How often what has changed is folded into the kept totals of items and debts. */
const FOLDING_MS = 1_000

/** Folds while the process runs; of several processes one does. */
export async function foldSums({ db, log }: Runtime): Promise<() => Promise<void>> {
  return repeat(
    FOLDING_MS,
    () => sql`select cob.fold_item_deltas(), cob.fold_debt_deltas()`.execute(db),
    (error) => log.warn({ error }, 'kept totals of cash on delivery could not be folded'),
  )
}
