import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from '../logging.ts'
import type { JobDefinition } from '../module.ts'

/**
 * What takes at most a minute does not wait behind what may take hours, nor anything behind exports or a mail server that does not answer.
 * `perUser`: jobs of one person that run at the same time in a process.
 */
export const LANES: Record<'short' | 'long' | NonNullable<JobDefinition['lane']>, { workers: number; perUser?: number }> = {
  short: { workers: 4 },
  long: { workers: 2 },
  export: { workers: 2, perUser: 1 },
  mail: { workers: 2 },
}
export type Lane = keyof typeof LANES
/** Messages of the clock: which schedule is due. */
export const CLOCK_QUEUE = 'schedule'
const SHORT_SECONDS = 60
const TEN_YEARS = 10 * 365 * 86_400

/** The lane of a job by its definition; of one that this version does not know, by its time limit. */
export function laneOf(definition: Pick<JobDefinition, 'lane'> | undefined, timeoutSeconds: number): Lane {
  return definition?.lane ?? (timeoutSeconds <= SHORT_SECONDS ? 'short' : 'long')
}

export interface QueueTiming {
  /** A worker that gives no sign of life for this long has lost its job; at least 10. */
  heartbeatSeconds: number
  /** How often such workers, and others that took too long, are looked for. */
  monitorSeconds: number
}

/** pg-boss over connections of its own (jobs and calls do not wait for each other), in its schema `pgboss`, which it makes and migrates itself. */
export function createQueue(pool: Pool, log: Logger, timing: QueueTiming): PgBoss {
  const { connectionString } = pool.options
  if (!connectionString) throw new Error('the pool has no address')
  const boss = new PgBoss({
    connectionString,
    application_name: 'buu-tram jobs',
    max: 4,
    schema: 'pgboss',
    useListenNotify: true,
    superviseIntervalSeconds: timing.monitorSeconds,
    monitorIntervalSeconds: timing.monitorSeconds,
    // The default is a warning a process and start; our tables are vacuumed like any other.
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  return boss
}

/** Makes the queues, or brings them in line. How often a job is tried is the runner's business: the queue never gives up and never forgets. */
export async function prepareQueues(boss: PgBoss, timing: QueueTiming): Promise<void> {
  const options = {
    retryLimit: 1_000_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3_600,
    retentionSeconds: TEN_YEARS,
    deleteAfterSeconds: 86_400,
    heartbeatSeconds: timing.heartbeatSeconds,
    notify: true,
  }
  for (const name of [...Object.keys(LANES), CLOCK_QUEUE]) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
}
