import { addDays, localDate, startOfDay } from '#kernel/dates.ts'
import type { Frequency, RelativePeriod } from '../contract/schedule.ts'

/** 0 for Monday of the week of a day. */
const weekday = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

/** The days a report is about when it is due on `date`: the day before, the last whole week (Monday to Sunday) or month. Pure. */
export function periodOn(date: string, period: RelativePeriod): { from: string; to: string } {
  switch (period) {
    case 'YESTERDAY':
      return { from: addDays(date, -1), to: addDays(date, -1) }
    case 'LAST_WEEK': {
      const monday = addDays(date, -weekday(date))
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    }
    case 'LAST_MONTH': {
      const to = addDays(`${date.slice(0, 8)}01`, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
  }
}

const DUE: Record<Frequency, (date: string) => boolean> = {
  DAILY: () => true,
  WEEKLY: (date) => weekday(date) === 0,
  MONTHLY: (date) => date.endsWith('-01'),
}

/** The first moment after `after` at which something is due: at the hour of every day, of Mondays, or of the first of a month. Pure. */
export function nextDue(after: Date, frequency: Frequency, hour: number): Date {
  for (let date = localDate(after); ; date = addDays(date, 1)) {
    const at = new Date(startOfDay(date).getTime() + hour * 3_600_000)
    if (at > after && DUE[frequency](date)) return at
  }
}
