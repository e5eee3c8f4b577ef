import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { JOB_CHANNEL, wakeRelays } from './enqueue.ts'

// States of the queue do not go through fire: a job moves under its delivery and its tries, and has no version that a person has seen.

/** Stops a job that waits or runs (a running one gets its signal aborted). False when it is over already, or unknown. */
export async function cancelJob(tx: Tx, id: string): Promise<boolean> {
  const cancelled = await tx
    .updateTable('platform.job')
    .set({ state: 'CANCELLED', ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING', 'RETRYING'])
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) return false
  await sql`select pg_notify(${JOB_CHANNEL}, ${`cancel ${id}`})`.execute(tx)
  return true
}

/** Gives a failed or cancelled job all its tries again. False when it is neither, or unknown, or another one with its key waits already. */
export async function retryJob(tx: Tx, id: string): Promise<boolean> {
  const again = await tx
    .updateTable('platform.job as j')
    .set({
      state: 'WAITING',
      delivery: null,
      tries: 0,
      start_after: null,
      ended_at: null,
      progress_done: null,
      progress_total: null,
      progress_note: null,
      failure_told: false,
    })
    .where('j.id', '=', id)
    .where('j.state', 'in', ['FAILED', 'CANCELLED'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('platform.job as other')
            .select('other.id')
            .whereRef('other.name', '=', 'j.name')
            .whereRef('other.key', '=', 'j.key')
            .where('other.state', '=', 'WAITING'),
        ),
      ),
    )
    .returning('j.id')
    .executeTakeFirst()
  if (!again) return false
  await wakeRelays(tx)
  return true
}

/** Enqueues a scheduled job now, beside its timetable; answers the job's id, undefined when there is no such schedule. */
export async function runScheduleNow(tx: Tx, name: string, options: { userId?: string; id?: string } = {}): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into platform.job (id, name, input, user_id, max_tries, timeout_seconds)
    select coalesce(${options.id ?? null}::uuid, gen_random_uuid()), name, input, ${options.userId ?? null}::bigint, max_tries, timeout_seconds
      from platform.job_schedule where name = ${name}
    on conflict do nothing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (!id) return undefined
  await tx.updateTable('platform.job_schedule').set({ last_job_id: id }).where('name', '=', name).execute()
  await wakeRelays(tx)
  return id
}
