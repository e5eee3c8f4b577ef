import { randomUUID } from 'node:crypto'
import { reportFailures } from '#platform/server/jobs/failures.ts'
import { createRunner, type Outcome } from '#platform/server/jobs/runner.ts'
import { handlersOf } from '#platform/server/jobs/start.ts'
import type { Runtime, ServerModule } from '#platform/server/module.ts'
import { serverModules } from '../src/app/modules.ts'

export interface RanJob {
  id: string
  name: string
  outcome: Outcome
  error?: unknown
}

/**
 * Runs every job that is due by the runtime's clock, and those they ask for, one after the other to the end, tries included: no queue, no timers.
 * Whoever is to hear of jobs that failed or were cancelled does.
 * Throws when one fails for good, unless `failures: 'allowed'`. Answers the tries in their order.
 */
export async function runJobs({ runtime }: { runtime: Runtime }, options: { failures?: 'allowed'; modules?: readonly ServerModule[] } = {}): Promise<RanJob[]> {
  const handlers = handlersOf(options.modules ?? serverModules, runtime)
  const runner = createRunner(runtime, handlers)
  const ran: RanJob[] = []
  for (;;) {
    const job = await runtime.db
      .selectFrom('platform.job')
      .select(['id', 'name'])
      .where('state', 'in', ['WAITING', 'RETRYING'])
      .where((eb) => eb.or([eb('start_after', 'is', null), eb('start_after', '<=', runtime.clock.now())]))
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
    if (!job) {
      await reportFailures(runtime, handlers)
      return ran
    }
    const delivery = randomUUID()
    await runtime.db.updateTable('platform.job').set({ delivery }).where('id', '=', job.id).execute()
    const { outcome, error } = await runner.run(job.id, delivery)
    ran.push({ ...job, outcome, ...(error === undefined ? {} : { error }) })
    if (outcome === 'FAILED' && options.failures !== 'allowed') throw error
  }
}
