import { isWorkday, nextWorkday } from '#core/masterdata/server/public.ts'
import { addDays, localDate, startOfDay } from '#kernel/dates.ts'

export interface Calendar {
  /** Holidays. */
  off: ReadonlySet<string>
  /** The hour at which a cycle of the same day ends. */
  sameDayHour: number
}

const HOUR_MS = 3_600_000

/** The latest working day up to a day. */
const lastWorkday = (day: string, off: ReadonlySet<string>): string => (isWorkday(day, off) ? day : lastWorkday(addDays(day, -1), off))

/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * The end of the latest cycle that is over; pure. T+0: the hour of a working day. T+1: midnight before a working day. WEEKLY: midnight before
 * the agreed day of the week, or before the next working day where that is none.
 */
export function lastCutoff(cycle: 'T0' | 'T1' | 'WEEKLY', weekday: number | null, now: Date, { off, sameDayHour }: Calendar): Date {
  const today = localDate(now)
  if (cycle === 'T1') return startOfDay(lastWorkday(today, off))
  if (cycle === 'T0') {
    const end = new Date(startOfDay(lastWorkday(today, off)).getTime() + sameDayHour * HOUR_MS)
    return end <= now ? end : new Date(startOfDay(lastWorkday(addDays(localDate(end), -1), off)).getTime() + sameDayHour * HOUR_MS)
  }
  for (let agreed = today; ; agreed = addDays(agreed, -1)) {
    if (weekdayOf(agreed) !== weekday) continue
    const day = isWorkday(agreed, off) ? agreed : nextWorkday(agreed, off)
    if (day <= today) return startOfDay(day)
  }
}
