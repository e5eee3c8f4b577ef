import { holidays, nextWorkday, parameter } from '#core/masterdata/server/public.ts'
import { addDays } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { handInDays } from '../../contract/parameters.ts'

/** The working day by whose end what was collected on a day is to be handed in; a Sunday or a holiday moves it on. Pure. */
export function dueDay(day: string, days: number, off: ReadonlySet<string>): string {
  let due = days === 0 ? nextWorkday(addDays(day, -1), off) : day
  for (let more = days; more > 0; more--) due = nextWorkday(due, off)
  return due
}

/** The same by the parameter and the calendar in force. */
export async function dueDays(db: Queryable): Promise<(day: string) => string> {
  const [days, off] = await Promise.all([parameter(db, handInDays), holidays(db)])
  return (day) => dueDay(day, days, off)
}
