import type { Job } from 'pg-boss'
import type { JobHandler, Runtime, ServerModule } from '../module.ts'
import { CLEANING } from './cleaning.ts'
import { JOB_CHANNEL } from './enqueue.ts'
import { reportFailures } from './failures.ts'
import { runScheduleNow } from './manage.ts'
import { CLOCK_QUEUE, createQueue, LANES, prepareQueues, type QueueTiming } from './queue.ts'
import { relay, takeBackLost } from './relay.ts'
import { createRunner, type Runner } from './runner.ts'
import { recordSchedules, schedulesOf, setClock } from './schedules.ts'

/** The notification is what is quick; this is for what it misses. */
const RELAY_MS = 5_000
const REPAIR_MS = 60_000
/** What becomes due by itself (a next try, a time) is not notified. */
const POLL_SECONDS = 5

/** The platform's own housekeeping, as a module of jobs. */
type JobModule = Pick<ServerModule, 'jobs' | 'schedules'>
const PLATFORM: JobModule = { jobs: () => [CLEANING.handler], schedules: [CLEANING.schedule] }

/** The job handlers of all modules by name; throws when two handle one job. */
export function handlersOf(modules: readonly JobModule[], runtime: Runtime): Map<string, JobHandler> {
  const handlers = new Map<string, JobHandler>()
  for (const handler of [PLATFORM, ...modules].flatMap((module) => module.jobs?.(runtime) ?? [])) {
    const { name } = handler.definition
    if (handlers.has(name)) throw new Error(`two handlers for job ${name}`)
    handlers.set(name, handler)
  }
  return handlers
}

export interface JobsOptions {
  timing?: QueueTiming
}

/**
 * Runs the jobs of this process: a relay from the records to the queue, workers, and the clock. Any number of processes may do so on one
 * database. The returned function ends it: running jobs get their signal and are handed back.
 */
export async function startJobs(runtime: Runtime, modules: readonly JobModule[], options: JobsOptions = {}): Promise<() => Promise<void>> {
  const { pool, db, log, listener } = runtime
  const timing = options.timing ?? { heartbeatSeconds: 30, monitorSeconds: 10 }
  const handlers = handlersOf(modules, runtime)
  const schedules = schedulesOf([PLATFORM, ...modules])
  for (const { job } of schedules) if (!handlers.has(job.name)) throw new Error(`job ${job.name} is scheduled and nobody handles it`)
  const boss = createQueue(pool, log, timing)
  await boss.start()
  await prepareQueues(boss, timing)
  await db.transaction().execute((tx) => recordSchedules(tx, schedules))
  await setClock(boss, schedules)

  const runner = createRunner(runtime, handlers)
  const handing = oneAtATime(
    () => relay(db, boss, handlers),
    (error) => log.warn({ error }, 'jobs could not be handed over'),
  )
  const repairing = oneAtATime(
    () => takeBackLost(db),
    (error) => log.warn({ error }, 'lost jobs could not be looked for'),
  )
  const reporting = oneAtATime(
    () => reportFailures(runtime, handlers),
    (error) => log.warn({ error }, 'failed jobs could not be reported'),
  )
  const onMessage = (payload: string) => {
    if (payload === '') return handing.run()
    runner.cancel(payload.replace('cancel ', ''))
    reporting.run()
  }
  const silence = listener.on(JOB_CHANNEL, onMessage, handing.run)
  const timers = [setInterval(handing.run, RELAY_MS), setInterval(repairing.run, REPAIR_MS), setInterval(reporting.run, REPAIR_MS)]
  await startWorkers(runtime, boss, runner, reporting.run)
  repairing.run()
  reporting.run()

  return async () => {
    silence()
    for (const timer of timers) clearInterval(timer)
    await Promise.all([handing.idle(), repairing.idle(), reporting.idle()])
    await runner.stop()
    // By now nothing runs; what a worker fetched in the last moment it hands back at once.
    await boss.stop({ graceful: true, timeout: 5_000 })
  }
}

async function startWorkers({ db }: Runtime, boss: ReturnType<typeof createQueue>, runner: Runner, onFailure: () => void): Promise<void> {
  const work = async ([message]: Job<{ jobId: string }>[]) => {
    if (!message) return
    const { outcome, error } = await runner.run(message.data.jobId, message.id)
    // Thrown, so that the queue delivers again after its delay; any other outcome is the end of this delivery.
    if (outcome === 'RETRYING') throw error
    if (outcome === 'FAILED') onFailure()
  }
  for (const [name, { workers, perUser }] of Object.entries(LANES)) {
    // Counted in the process: the queue's own count over all of them lets two workers that fetch at the same moment both pass.
    const groups = perUser ? { localGroupConcurrency: perUser } : {}
    await boss.work<{ jobId: string }>(name, { localConcurrency: workers, notifyPollingIntervalSeconds: POLL_SECONDS, ...groups }, work)
  }
  await boss.work<{ schedule: string }>(CLOCK_QUEUE, async ([message]) => {
    // The message's id becomes the job's: delivered twice, it makes one job.
    if (message) await db.transaction().execute((tx) => runScheduleNow(tx, message.data.schedule, { id: message.id }))
  })
}

/** Runs a piece of work, and once more when it was asked for meanwhile; never twice at the same time. */
function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): { run: () => void; idle: () => Promise<void> } {
  let current: Promise<void> | undefined
  let again = false
  let ended = false
  const run = () => {
    if (ended) return
    if (current) {
      again = true
      return
    }
    current = work()
      .catch(onError)
      .finally(() => {
        current = undefined
        if (again) {
          again = false
          run()
        }
      })
  }
  return {
    run,
    async idle() {
      ended = true
      await current
    },
  }
}
