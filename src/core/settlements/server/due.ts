import { sql } from 'kysely'
import { z } from 'zod'
import { holidays, parameter } from '#core/masterdata/server/public.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { minimumNet, sameDayHour } from '../contract/parameters.ts'
import { closeCycle } from './closing.ts'
import { lastCutoff } from './cycles.ts'

const closeCycles = defineJob({
  name: 'settlements.close-cycles',
  title: { vi: 'Chốt kỳ quyết toán của điểm bán', en: 'Close settlement cycles of merchants' },
  input: z.strictObject({}),
  timeoutSeconds: 3_600,
})

export const closingJobs: JobHandler[] = [handleJob(closeCycles, async (_input, { runtime, signal }) => void (await closeDue(runtime, signal)))]
export const closingSchedules: readonly JobSchedule[] = [{ job: closeCycles, cron: '*/5 * * * *', input: {} }]

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/**
 * Closes the cycles that are over, each merchant by itself; what one cannot be closed for is tried again with the next run. Merchants of which nothing
 * has moved are left out. Answers how many settlements were made.
 */
export async function closeDue({ db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>, signal?: AbortSignal): Promise<number> {
  const now = clock.now()
  const calendar = { off: await holidays(db), sameDayHour: await parameter(db, sameDayHour) }
  const minimum = await parameter(db, minimumNet)
  const plans = [
    { cycle: 'T0' as const, weekday: null },
    { cycle: 'T1' as const, weekday: null },
    ...WEEK.map((weekday) => ({ cycle: 'WEEKLY' as const, weekday })),
  ]
  let made = 0
  for (const { cycle, weekday } of plans) {
    const until = lastCutoff(cycle, weekday, now, calendar)
    for (const merchantId of await merchantsToClose(db, cycle, weekday, until)) {
      signal?.throwIfAborted()
      try {
        const closed = await db.transaction().execute((tx) => closeCycle(tx, { merchantId, cycle, until, minimum, by: 'system', at: now }))
        if (closed) made += 1
      } catch (error) {
        log.error({ error, merchant: merchantId }, 'a settlement cycle could not be closed')
      }
    }
  }
  return made
}

async function merchantsToClose(db: Runtime['db'], cycle: string, weekday: number | null, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from merchants.merchant m join settlement.cursor c on c.merchant_id = m.id join ledger.account a on a.id = c.account_id
     where m.settlement_cycle = ${cycle} and m.settlement_weekday is not distinct from ${weekday}::smallint and (c.closed_until is null or c.closed_until < ${until})
       and (a.version > c.seen_version or exists (select from settlement.movement x where x.merchant_id = m.id and x.settlement_id is null)) order by m.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
