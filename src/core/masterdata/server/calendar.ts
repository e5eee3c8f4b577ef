import { addDays } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import { listChoices } from './lists/choices.ts'

/** The global list of public holidays, days in lieu among them: its keys are the days. */
export const HOLIDAYS = 'PUBLIC_HOLIDAY'

const known = new Recent<ReadonlySet<string>>()

/** Days without work besides weekends. At most one second old; inside a transaction they are read afresh. */
export const holidays = (db: Queryable): Promise<ReadonlySet<string>> => known.read(db, async () => new Set((await listChoices(db, HOLIDAYS)).keys()))

/** The next working day: neither a Saturday or Sunday nor a holiday. Pure. */
export function nextWorkday(day: string, off: ReadonlySet<string>): string {
  const next = addDays(day, 1)
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || off.has(next) ? nextWorkday(next, off) : next
}

/** Whether a day is worked on. Pure. */
export const isWorkday = (day: string, off: ReadonlySet<string>): boolean => nextWorkday(addDays(day, -1), off) === day
