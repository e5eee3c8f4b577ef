import { holidays, parameter } from '#core/masterdata/server/public.ts'
import { addDays } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { handInDays } from '../../contract/parameters.ts'

/** Post offices are open on Saturdays: neither a Sunday nor a holiday. */
function nextOpenDay(day: string, off: ReadonlySet<string>): string {
  const next = addDays(day, 1)
  return new Date(`${next}T00:00:00Z`).getUTCDay() === 0 || off.has(next) ? nextOpenDay(next, off) : next
}

/** The day by whose end what was collected on a day is to be handed in; a Sunday or a holiday moves it on. Pure. */
export function dueDay(day: string, days: number, off: ReadonlySet<string>): string {
  let due = days === 0 ? nextOpenDay(addDays(day, -1), off) : day
  for (let more = days; more > 0; more--) due = nextOpenDay(due, off)
  return due
}

/** The same by the parameter and the calendar in force. */
export async function dueDays(db: Queryable): Promise<(day: string) => string> {
  const [days, off] = await Promise.all([parameter(db, handInDays), holidays(db)])
  return (day) => dueDay(day, days, off)
}
