import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../database/db.ts'
import type { JobDefinition } from '../module.ts'

/** Where the relays and workers of all processes listen: '' = something waits, 'cancel <id>' = stop this one. */
export const JOB_CHANNEL = 'buutram_job'

export interface EnqueueOptions {
  /** Not before; default at once. */
  startAfter?: Date
  /** Of jobs with one name and key at most one waits; asking again answers the one that is there. */
  key?: string
  /** Who asks for it. */
  userId?: string
}

/**
 * Asks for a job inside the open transaction: it runs soon after the commit, and never when that is rolled back.
 * Answers the job's id (uuid). Throws ZodError when the input is not what the job takes.
 */
export async function enqueue<I extends z.ZodType>(tx: Tx, job: JobDefinition<I>, input: z.input<I>, options: EnqueueOptions = {}): Promise<string> {
  job.input.parse(input)
  const { id } = await tx
    .insertInto('platform.job')
    .values({
      name: job.name,
      // As it was given: it is parsed again where it runs, perhaps by a newer version.
      input: JSON.stringify(input ?? null),
      key: options.key ?? null,
      user_id: options.userId ?? null,
      start_after: options.startAfter ?? null,
      max_tries: job.retries + 1,
      timeout_seconds: job.timeoutSeconds,
    })
    // Updates nothing, but locks the one that waits: it cannot begin before this transaction's changes are there to see.
    .onConflict((conflict) => conflict.columns(['name', 'key']).where(sql<boolean>`state = 'WAITING' and key is not null`).doUpdateSet({ name: job.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await wakeRelays(tx)
  return id
}

/** Tells all relays, at the commit, that something waits. */
export async function wakeRelays(tx: Tx): Promise<void> {
  await sql`select pg_notify(${JOB_CHANNEL}, '')`.execute(tx)
}
