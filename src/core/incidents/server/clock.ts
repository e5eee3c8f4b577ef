import type { ClockState } from '../contract/incident.ts'
import { addWorkingTime, type WorkingCalendar, workingTime } from './working-time.ts'

/** By the wall. Of all but the last one the end is known; the clock runs while that has none. */
export interface Interval {
  from: Date
  to: Date | null
}

/** How a clock ended: what it measured was done, or it measures nothing any more. */
export type ClockEnd = 'DONE' | 'STOPPED'

/** What is kept of a clock; everything else follows from it. */
export interface ClockFacts {
  allowance: number
  intervals: readonly Interval[]
  end: ClockEnd | null
}

/** Shares of the allowance at which somebody is reminded. */
export const SHARES = [50, 80, 100] as const

/** Runs from an instant on; one that runs already runs on. */
export function run(clock: ClockFacts, at: Date): ClockFacts {
  if (clock.intervals.at(-1)?.to === null) return clock
  return { ...clock, end: null, intervals: [...clock.intervals, { from: at, to: null }] }
}

/** Stands still from an instant on. */
export function pause(clock: ClockFacts, at: Date): ClockFacts {
  const { intervals } = clock
  const last = intervals.at(-1)
  return last?.to === null ? { ...clock, intervals: [...intervals.slice(0, -1), { from: last.from, to: at < last.from ? last.from : at }] } : clock
}

/** Has come to its end; the first end counts. */
export const finish = (clock: ClockFacts, at: Date, end: ClockEnd): ClockFacts => (clock.end === null ? { ...pause(clock, at), end } : clock)

/** Working time that has been used by an instant. */
export const usedBy = ({ intervals }: Pick<ClockFacts, 'intervals'>, calendar: WorkingCalendar, at: Date): number =>
  intervals.reduce((sum, { from, to }) => sum + workingTime(calendar, from, to ?? at), 0)

/** When so much of working time is used; null while it stands still before that. */
function reaches({ intervals }: ClockFacts, calendar: WorkingCalendar, amount: number): Date | null {
  let left = amount
  for (const { from, to } of intervals) {
    if (to === null) return addWorkingTime(calendar, from, left)
    const used = workingTime(calendar, from, to)
    if (used >= left) return addWorkingTime(calendar, from, left)
    left -= used
  }
  return null
}

export interface ClockView {
  state: ClockState
  dueAt: Date | null
  used: number
  /** When the next share that nobody was reminded of is reached. */
  next: { share: 50 | 80 | 100; at: Date } | null
}

/** How a clock stands at an instant. `reminded`: the share that people know of already. */
export function viewOf(clock: ClockFacts, calendar: WorkingCalendar, now: Date, reminded: number): ClockView {
  const dueAt = reaches(clock, calendar, clock.allowance)
  const runs = clock.intervals.at(-1)?.to === null
  const stopped = clock.intervals.at(-1)?.to
  const late = dueAt !== null && (stopped ? dueAt < stopped : dueAt <= now)
  const share = SHARES.find((one) => one > reminded)
  const nextAt = runs && share ? reaches(clock, calendar, (clock.allowance * share) / 100) : null
  return {
    state: clock.end === 'STOPPED' ? 'STOPPED' : late ? 'BREACHED' : clock.end === 'DONE' ? 'MET' : runs ? 'RUNNING' : 'PAUSED',
    dueAt,
    used: usedBy(clock, calendar, now),
    next: nextAt && share ? { share, at: nextAt } : null,
  }
}
