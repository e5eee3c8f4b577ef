import { sql } from 'kysely'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'

/** Months that channels may still report into, and months ahead so that a year without restarts is no problem. */
const DAYS_BACK = 124
const DAYS_AHEAD = 396

/** Makes the monthly partitions around today that are missing; answers how many months it made. */
export async function ensurePartitions({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<number> {
  const today = localDate(clock.now())
  const { rows } = await sql<{
    made: number
  }>`select payment.ensure_partitions(${addDays(today, -DAYS_BACK)}::date, ${addDays(today, DAYS_AHEAD)}::date) as made`.execute(db)
  return rows[0]?.made ?? 0
}
