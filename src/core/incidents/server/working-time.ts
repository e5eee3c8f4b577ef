import { addDays, localDate, startOfDay } from '#kernel/dates.ts'

/** A stretch of a working day, in minutes after midnight. */
export type Span = readonly [from: number, to: number]

/** When people work: the same stretches each day, not at weekends and not on holidays. */
export interface WorkingCalendar {
  spans: readonly Span[]
  holidays: ReadonlySet<string>
}

const MINUTE_MS = 60_000

/** Hours of the day as stretches of work; undefined when they leave none, or do not follow each other. Pure. */
export function spansOf({ from, lunchFrom, lunchTo, to }: { from: number; lunchFrom: number; lunchTo: number; to: number }): Span[] | undefined {
  const minutes = [from, lunchFrom, lunchTo, to].map((hours) => Math.round(hours * 60))
  const [begin = 0, pause = 0, on = 0, end = 0] = minutes
  if (minutes.some((at, n) => at < 0 || at > 1440 || (n > 0 && at < (minutes[n - 1] as number)))) return undefined
  const spans = (
    [
      [begin, pause],
      [on, end],
    ] as const
  ).filter(([start, stop]) => stop > start)
  return spans.length > 0 ? spans : undefined
}

const isOff = ({ holidays }: WorkingCalendar, day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || holidays.has(day)
}

/** The stretches of work of a day, as instants. */
function workOf(calendar: WorkingCalendar, day: string): { from: number; to: number }[] {
  if (isOff(calendar, day)) return []
  const midnight = startOfDay(day).getTime()
  return calendar.spans.map(([from, to]) => ({ from: midnight + from * MINUTE_MS, to: midnight + to * MINUTE_MS }))
}

/** Working time between two instants, in milliseconds; 0 when the second is not later. Pure. */
export function workingTime(calendar: WorkingCalendar, from: Date, to: Date): number {
  let sum = 0
  const last = localDate(to)
  for (let day = localDate(from); day <= last; day = addDays(day, 1))
    for (const span of workOf(calendar, day)) sum += Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()))
  return sum
}

/** The first instant by which so much working time has passed since another. Pure. */
export function addWorkingTime(calendar: WorkingCalendar, from: Date, milliseconds: number): Date {
  let left = milliseconds
  if (left <= 0) return from
  for (let day = localDate(from); ; day = addDays(day, 1)) {
    for (const span of workOf(calendar, day)) {
      const begin = Math.max(span.from, from.getTime())
      const there = span.to - begin
      if (there <= 0) continue
      if (there >= left) return new Date(begin + left)
      left -= there
    }
  }
}

/** Whether it is working time; its last instant counts, because what is due then is to be heard of then. Pure. */
export const isWorkingTime = (calendar: WorkingCalendar, at: Date): boolean =>
  workOf(calendar, localDate(at)).some(({ from, to }) => from <= at.getTime() && at.getTime() <= to)
