import type { Database } from '../database/db.ts'
import type { JobHandler, Runtime } from '../module.ts'

/**
 * Calls the failure handlers of jobs that failed for good or were cancelled, each in a transaction of its own that also marks the job as reported.
 * A hook that throws is called again the next time and holds up no other. Any number of processes may do so at once.
 */
export async function reportFailures(runtime: Runtime, handlers: ReadonlyMap<string, JobHandler>): Promise<void> {
  const names = [...handlers.values()].filter(({ onFailed }) => onFailed).map(({ definition }) => definition.name)
  if (names.length === 0) return
  for (const { id, name } of await unreported(runtime.db).where('name', 'in', names).execute()) {
    const handler = handlers.get(name)
    try {
      if (handler) await runOnFailed(runtime, handler, id)
    } catch (error) {
      runtime.log.error({ error, job: name, jobId: id }, 'the failure handler of a job failed')
    }
  }
}

function unreported(db: Database) {
  return db.selectFrom('platform.job').select(['id', 'name']).where('state', 'in', ['FAILED', 'CANCELLED']).where('failure_told', '=', false)
}

async function runOnFailed(runtime: Runtime, { onFailed }: JobHandler, jobId: string): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    const job = await unreported(tx).select(['state', 'input', 'user_id', 'last_error']).where('id', '=', jobId).forUpdate().skipLocked().executeTakeFirst()
    // Told by another process, or given its tries again.
    if (!job) return
    const log = runtime.log.child({ job: job.name, jobId })
    const end = job.state === 'CANCELLED' ? 'CANCELLED' : 'FAILED'
    await onFailed?.(job.input, { runtime, tx, log, jobId, userId: job.user_id, end }, job.last_error ?? '')
    await tx.updateTable('platform.job').set({ failure_told: true }).where('id', '=', jobId).execute()
  })
}
