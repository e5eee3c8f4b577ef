import { PgBoss } from 'pg-boss'
import type { Tx } from '../database/db.ts'
import type { JobSchedule, ServerModule } from '../module.ts'
import { CLOCK_QUEUE } from './queue.ts'

const ZONE = 'Asia/Ho_Chi_Minh'

/** The schedules of all modules. Throws when a job is scheduled twice or its input is not what the job takes. */
export function schedulesOf(modules: readonly Pick<ServerModule, 'schedules'>[]): JobSchedule[] {
  const schedules = modules.flatMap((module) => module.schedules ?? [])
  const names = new Set<string>()
  for (const { job, input } of schedules) {
    if (names.has(job.name)) throw new Error(`job ${job.name} is scheduled twice`)
    names.add(job.name)
    job.input.parse(input)
  }
  return schedules
}

/** Writes down what runs by the clock, for the clock and for the administrator; what is no longer declared goes. */
export async function recordSchedules(tx: Tx, schedules: readonly JobSchedule[]): Promise<void> {
  const names = schedules.map(({ job }) => job.name)
  await tx
    .deleteFrom('platform.job_schedule')
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .execute()
  for (const { job, cron, input } of schedules) {
    const row = { cron, input: JSON.stringify(input), max_tries: job.retries + 1, timeout_seconds: job.timeoutSeconds }
    await tx
      .insertInto('platform.job_schedule')
      .values({ name: job.name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
}

/** Hands the timetable to the queue's clock. */
export async function setClock(boss: PgBoss, schedules: readonly JobSchedule[]): Promise<void> {
  const known = new Set(schedules.map(({ job }) => job.name))
  for (const old of await boss.getSchedules(CLOCK_QUEUE)) if (!known.has(old.key)) await boss.unschedule(CLOCK_QUEUE, old.key)
  for (const { job, cron } of schedules) await boss.schedule(CLOCK_QUEUE, cron, { schedule: job.name }, { tz: ZONE, key: job.name, missed: 'once' })
}

/** Never started; knows the calendar. */
const calendar = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) } })

/** When a schedule is due next after `from`. */
export function nextRun(cron: string, from: Date): Date | undefined {
  return calendar.previewSchedule(cron, { tz: ZONE, from, count: 1 })[0]
}
