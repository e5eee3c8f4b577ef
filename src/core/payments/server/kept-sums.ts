import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobContext, JobHandler, JobSchedule } from '#platform/server/module.ts'

/** The two kinds of kept sums: of lists by present status (payment.list_sum), of reports by ledger day and event (payment.report_detail, payment.report_sum). */
const KINDS = {
  LIST: { fold: sql`payment.fold_list_deltas`, rebuild: sql`payment.rebuild_list_sums`, faults: sql`payment.list_sum_faults`, day: sql`business_date` },
  REPORT: { fold: sql`payment.fold_report_deltas`, rebuild: sql`payment.rebuild_report_sums`, faults: sql`payment.report_sum_faults`, day: sql`day` },
} as const
export type SumKind = keyof typeof KINDS

/** Folds what has changed into the sums of a kind and answers how many lines that were. One process works, others return at once. */
export async function foldSums(db: Database, kind: SumKind): Promise<number> {
  const { rows } = await sql<{ folded: string }>`select ${KINDS[kind].fold}() as folded`.execute(db)
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
 * Compares the sums with the records, day by day. Days that differ are made anew and remembered, for the rule KEPT_SUMS. Throws where they
 * still differ then: that is a fault of the sums themselves.
 */
async function prove(kind: SumKind, { runtime: { db, clock, log }, signal }: JobContext): Promise<void> {
  const today = localDate(clock.now())
  for (const [first, last] of parts(kind, today)) {
    signal.throwIfAborted()
    const found = await faultsOf(db, kind, first, last)
    for (const { business_date, service, lines } of found) {
      log.error({ kind, business_date, service, lines }, 'kept sums differ from the transactions; made anew')
      await db.transaction().execute(async (tx) => {
        await takingLong(tx)
        await sql`select ${KINDS[kind].rebuild}(${business_date}::date, ${business_date}::date)`.execute(tx)
        await tx.insertInto('payment.sum_repair').values({ kind, service, business_date, lines, repaired_at: clock.now() }).execute()
      })
    }
    const [left] = found.length === 0 ? [] : await faultsOf(db, kind, first, last)
    if (left) throw new Error(`sums of ${left.business_date} differ though they were made anew`)
  }
}

/** The days that are looked at, in parts; those of reports by whole months, whose lines are proved only where they lie in a part as a whole. */
function parts(kind: SumKind, today: string): [string, string][] {
  const begins: string[] = []
  for (let day = addDays(today, -PROVED_DAYS); day <= today; day = kind === 'LIST' ? addDays(day, PART_DAYS) : nextMonth(day))
    begins.push(kind === 'LIST' ? day : firstOf(day))
  return begins.map((first) => [first, kind === 'LIST' ? addDays(first, PART_DAYS - 1) : addDays(nextMonth(first), -1)])
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (day: string) => firstOf(addDays(firstOf(day), PART_DAYS))

/** A month of ten million rows a year is read in seconds, but not always within the limit of a call. */
const takingLong = (tx: Tx) => sql`select set_config('statement_timeout', '600s', true)`.execute(tx)

/** Days of services whose sums, with what is not folded yet, are not those of the records. */
export function faultsOf(db: Database, kind: SumKind, first: string, last: string): Promise<{ service: string; business_date: string; lines: string }[]> {
  return db.transaction().execute(async (tx) => {
    await takingLong(tx)
    const { faults, day } = KINDS[kind]
    const { rows } = await sql<{ service: string; business_date: string; lines: string }>`
      select service, ${day} as business_date, lines from ${faults}(${first}::date, ${last}::date)`.execute(tx)
    return rows
  })
}

export const sumJobs: JobHandler[] = [
  handleJob(proveSums, async (_input, context) => {
    await prove('LIST', context)
    await context.progress(1, 2)
    await prove('REPORT', context)
    await context.progress(2, 2)
  }),
]
/** When hardly anybody works. */
export const sumSchedules: readonly JobSchedule[] = [{ job: proveSums, cron: '40 2 * * *', input: {} }]
