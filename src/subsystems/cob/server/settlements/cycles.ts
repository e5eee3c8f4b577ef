import { isWorkday, nextWorkday } from '#core/masterdata/server/public.ts'
import { addDays } from '#kernel/dates.ts'

export interface Agreed {
  cycle: 'DAILY' | 'MON_WED_FRI' | 'WEEKDAYS' | 'T_PLUS_N' | 'MONTHLY'
  /** 1 Monday to 7 Sunday; of WEEKDAYS. */
  weekdays: readonly number[]
  /** Of T_PLUS_N. */
  cycleDays: number | null
  /** Of MONTHLY. */
  monthDay: number | null
}

/** A day on which a key account is settled, and the last day whose items belong to it. */
export interface CycleDay {
  cycleDate: string
  untilOn: string
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const sameOrNext = (day: string, off: ReadonlySet<string>) => (isWorkday(day, off) ? day : nextWorkday(day, off))

/** So many working days before a day. */
function workdaysBefore(day: string, count: number, off: ReadonlySet<string>): string {
  let at = day
  for (let left = count; left > 0; ) {
    at = addDays(at, -1)
    if (isWorkday(at, off)) left -= 1
  }
  return at
}

/** Whether a day is one that was agreed, before it moves to a working day. */
function isAgreed({ cycle, weekdays, monthDay }: Agreed, day: string): boolean {
  if (cycle === 'MONTHLY') return Number(day.slice(8)) === monthDay
  if (cycle === 'MON_WED_FRI') return [1, 3, 5].includes(weekdayOf(day))
  return cycle === 'WEEKDAYS' && weekdays.includes(weekdayOf(day))
}

/**
 * The latest cycle day up to a day; pure. Cycles end the day before they are settled, of T_PLUS_N so many working days before; an agreed day without
 * work moves to the next working day, what it settles with it.
 */
export function lastCycle(agreed: Agreed, today: string, off: ReadonlySet<string>): CycleDay {
  if (agreed.cycle === 'DAILY' || agreed.cycle === 'T_PLUS_N') {
    let cycleDate = today
    while (!isWorkday(cycleDate, off)) cycleDate = addDays(cycleDate, -1)
    const untilOn = agreed.cycle === 'DAILY' ? addDays(cycleDate, -1) : workdaysBefore(cycleDate, agreed.cycleDays ?? 1, off)
    return { cycleDate, untilOn }
  }
  for (let day = today; ; day = addDays(day, -1)) {
    if (!isAgreed(agreed, day)) continue
    const cycleDate = sameOrNext(day, off)
    if (cycleDate <= today) return { cycleDate, untilOn: addDays(cycleDate, -1) }
  }
}

/** The first cycle day after a day; pure. */
export function nextCycle(agreed: Agreed, after: string, off: ReadonlySet<string>): CycleDay {
  for (let day = addDays(after, 1); ; day = addDays(day, 1)) {
    const found = lastCycle(agreed, day, off)
    if (found.cycleDate > after) return found
  }
}
