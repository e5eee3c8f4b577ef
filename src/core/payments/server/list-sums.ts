import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobContext, JobHandler, JobSchedule } from '#platform/server/module.ts'

/** Folds what has changed into the sums by day (payment.list_sum) and answers how many lines that were. One process works, others return at once. */
export async function foldListSums(db: Database): Promise<number> {
  const { rows } = await sql<{ folded: string }>`select payment.fold_list_deltas() as folded`.execute(db)
  return Number(rows[0]?.folded ?? 0)
}

/** A night goes back so far, in parts of so many days: a statement each. */
const PROVED_DAYS = 400
const PART_DAYS = 31

const proveSums = defineJob({
  name: 'payments.prove-sums',
  title: { vi: 'Đối chiếu số tổng hợp với giao dịch', en: 'Compare the kept sums with the transactions' },
  input: z.strictObject({}),
  timeoutSeconds: 3600,
})

/**
 * Compares the sums with the transactions, day by day. Days that differ are made anew and remembered, for the rule KEPT_SUMS. Throws where they
 * still differ then: that is a fault of the sums themselves.
 */
async function prove({ runtime: { db, clock, log }, signal, progress }: JobContext): Promise<void> {
  const today = localDate(clock.now())
  for (let back = PROVED_DAYS; back >= 0; back -= PART_DAYS) {
    signal.throwIfAborted()
    const [first, last] = [addDays(today, -back), addDays(today, PART_DAYS - 1 - back)]
    for (const { business_date, service, lines } of await faultsOf(db, first, last)) {
      log.error({ business_date, service, lines }, 'kept sums differ from the transactions; made anew')
      await db.transaction().execute(async (tx) => {
        await takingLong(tx)
        await sql`select payment.rebuild_list_sums(${business_date}::date, ${business_date}::date)`.execute(tx)
        await tx.insertInto('payment.sum_repair').values({ service, business_date, lines, repaired_at: clock.now() }).execute()
      })
      const [left] = await faultsOf(db, business_date, business_date)
      if (left) throw new Error(`sums of ${business_date} differ though they were made anew`)
    }
    await progress(PROVED_DAYS - back, PROVED_DAYS)
  }
}

/** A month of ten million rows a year is read in seconds, but not always within the limit of a call. */
const takingLong = (tx: Tx) => sql`select set_config('statement_timeout', '600s', true)`.execute(tx)

/** Days of services whose sums, with what is not folded yet, are not those of the transactions. */
export function faultsOf(db: Database, first: string, last: string): Promise<{ service: string; business_date: string; lines: string }[]> {
  return db.transaction().execute(async (tx) => {
    await takingLong(tx)
    const { rows } = await sql<{ service: string; business_date: string; lines: string }>`
      select service, business_date, lines from payment.list_sum_faults(${first}::date, ${last}::date)`.execute(tx)
    return rows
  })
}

export const sumJobs: JobHandler[] = [handleJob(proveSums, async (_input, context) => prove(context))]
/** When hardly anybody works. */
export const sumSchedules: readonly JobSchedule[] = [{ job: proveSums, cron: '40 2 * * *', input: {} }]
