import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { JobContext, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { sessionsTopic } from '../../contract/machines.ts'
import { lockSession, SESSION, type SessionRow } from '../sessions/records.ts'
import type { KeptFault } from '../sessions/sentences.ts'

/** Somebody has stopped the work, or other work has taken its place. */
export class GivenUp extends Error {}

/** Progress is written this often at most. */
const REPORT_MS = 500

type Told = Pick<JobContext, 'runtime' | 'jobId' | 'signal'>

/** Whether the job still does the work under way on a session. */
export async function assertAtWork({ runtime, jobId }: Told, sessionId: string): Promise<void> {
  const row = await runtime.db.selectFrom(SESSION).select('task_job').where('id', '=', sessionId).executeTakeFirst()
  if (row?.task_job !== jobId) throw new GivenUp()
}

/** Says what is being done now and how far it is; on a connection of its own, so that everybody sees it. Throws GivenUp. */
export async function tell(
  { runtime, jobId, signal }: Told,
  sessionId: string,
  set: { task?: 'COLLECT' | 'READ' | 'MATCH'; done?: number; total?: number },
): Promise<void> {
  signal.throwIfAborted()
  const { numUpdatedRows } = await runtime.db
    .updateTable('reconciliation.session')
    .set({
      task: set.task ?? sql<string>`task`,
      task_done: set.done === undefined ? sql<string>`task_done` : String(set.done),
      task_total: set.total === undefined ? sql<string>`task_total` : String(set.total),
    })
    .where('id', '=', sessionId)
    .where('task_job', '=', jobId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new GivenUp()
  runtime.live.hint(sessionsTopic)
}

/** Tells of rows as they pass, without holding them up; what cannot be told ends the work with the next rows. */
export function teller(ctx: Told, sessionId: string): (rows: number) => void {
  let at = performance.now()
  let failed: unknown
  return (done) => {
    if (failed !== undefined) throw failed
    if (performance.now() - at < REPORT_MS) return
    at = performance.now()
    tell(ctx, sessionId, { done }).catch((error: unknown) => {
      failed = error ?? new GivenUp()
    })
  }
}

/** Locks the session for the end of the work. Throws GivenUp when it is no longer this job's. */
export async function lockForEnd(tx: Tx, { jobId }: Pick<JobContext, 'jobId'>, sessionId: string): Promise<SessionRow> {
  const row = await lockSession(tx, sessionId)
  if (row.task_job !== jobId) throw new GivenUp()
  return row
}

export const NO_TASK = { task: null, task_job: null, task_done: '0', task_total: '0', asked_by: null } as const

/** Ends the work without a result, for a reason that people read. */
export async function endWithout(tx: Tx, sessionId: string, jobId: string, fault: KeptFault): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reconciliation.session')
    .set({ task: null, task_job: null, task_done: '0', task_total: '0', asked_by: null, task_fault: JSON.stringify(fault) })
    .where('id', '=', sessionId)
    .where('task_job', '=', jobId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await publish(tx, { topic: sessionsTopic })
  return true
}

/** Who asked for the work. */
export async function askedBy({ db }: Pick<Runtime, 'db'>, sessionId: string): Promise<string> {
  const row = await db.selectFrom(SESSION).select('asked_by').where('id', '=', sessionId).executeTakeFirst()
  return row?.asked_by ?? 'system'
}
