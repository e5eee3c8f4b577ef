import type { AppError } from '#kernel/errors.ts'
import { createBatcher } from '#platform/server/batcher.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { JournalInput } from './journal.ts'
import { postEach } from './posting.ts'

export interface Poster {
  /** Posts one journal in a transaction that concurrent callers share; settles after its commit. Throws AppError LED-…, SYS-503 when overfull or without database. */
  submit(journal: JournalInput): Promise<{ journalId: string }>
  /** Waits for what was submitted and refuses what comes after. */
  drain(): Promise<void>
}

/** Postings meet on few accounts, so a second lane mostly waits for the first one's locks while both groups are smaller: measured slower. */
const LANES = 1
const MAX_BATCH = 256

/** For single postings outside a larger transaction: concurrent ones commit in groups, so the cost of a commit is shared. */
export function createPoster(runtime: Pick<Runtime, 'db'>, { lanes = LANES, maxBatch = MAX_BATCH }: { lanes?: number; maxBatch?: number } = {}): Poster {
  return createBatcher<JournalInput, { journalId: string }>({
    maxBatch,
    lanes,
    async run(journals) {
      const results = await postEach(runtime.db, journals)
      return results.map((result): { journalId: string } | AppError => (result.ok ? { journalId: result.journalId } : result.error))
    },
  })
}
