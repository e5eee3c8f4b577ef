import { expect, test } from 'vitest'
import { type ClockFacts, finish, pause, run, usedBy, viewOf } from './clock.ts'
import { addWorkingTime, isWorkingTime, spansOf, type WorkingCalendar, workingTime } from './working-time.ts'

const HOUR = 3_600_000
/** 9 to 17 without lunch, as the table of the requirements has it; 24/11 is a holiday. */
const plain: WorkingCalendar = { spans: [[540, 1020]], holidays: new Set(['2026-11-24', '2027-02-08']) }
/** 8 to 17 with an hour of lunch. */
const usual: WorkingCalendar = { spans: spansOf({ from: 8, lunchFrom: 12, lunchTo: 13, to: 17 }) ?? [], holidays: plain.holidays }
const at = (text: string) => new Date(`${text}:00+07:00`)
const begun = (from: string, hours: number): ClockFacts => run({ allowance: hours * HOUR, intervals: [], end: null }, at(from))
const due = (clock: ClockFacts, calendar: WorkingCalendar, now: string) => viewOf(clock, calendar, at(now), 0).dueAt

test.each([
  ['Friday 16:00 + 8 h of 9 to 17 is Monday 16:00', plain, '2026-11-20T16:00', 8, '2026-11-23T16:00'],
  ['a holiday of one day does not count', plain, '2026-11-23T16:00', 8, '2026-11-25T16:00'],
  ['what begins at night begins in the morning', plain, '2026-11-19T22:00', 1, '2026-11-20T10:00'],
  ['what ends with the day is due with it', plain, '2026-11-20T09:00', 8, '2026-11-20T17:00'],
  ['lunch does not count', usual, '2026-11-20T11:00', 2, '2026-11-20T14:00'],
  ['of Saturday nothing counts', usual, '2026-11-21T10:00', 1, '2026-11-23T09:00'],
  ['Tết of 2027 does not count', usual, '2027-02-05T16:00', 2, '2027-02-09T09:00'],
])('%s', (_name, calendar, from, hours, to) => {
  expect(addWorkingTime(calendar, at(from), hours * HOUR)).toEqual(at(to))
})

test('a pause over night adds nothing', () => {
  const clock = run(pause(begun('2026-11-19T15:00', 8), at('2026-11-19T17:00')), at('2026-11-20T09:00'))
  expect(due(clock, plain, '2026-11-20T09:30')).toEqual(due(begun('2026-11-19T15:00', 8), plain, '2026-11-20T09:30'))
})

test('a pause within working hours moves the due time by as much working time', () => {
  const clock = run(pause(begun('2026-11-19T10:00', 4), at('2026-11-19T11:00')), at('2026-11-20T09:00'))
  expect(due(clock, plain, '2026-11-20T09:30')).toEqual(at('2026-11-20T12:00'))
  expect(viewOf(clock, plain, at('2026-11-20T10:00'), 0)).toMatchObject({ state: 'RUNNING', used: 2 * HOUR })
})

test('while it is paused it is neither due nor late, whatever the time', () => {
  const clock = pause(begun('2026-11-19T10:00', 4), at('2026-11-19T11:00'))
  expect(viewOf(clock, plain, at('2027-01-04T11:00'), 0)).toMatchObject({ state: 'PAUSED', dueAt: null, used: HOUR, next: null })
})

test('another allowance is reckoned from what was used: late at once, or in time again', () => {
  const clock = begun('2026-11-19T09:00', 8)
  const shorter = { ...clock, allowance: 2 * HOUR }
  expect(viewOf(shorter, plain, at('2026-11-19T13:00'), 0)).toMatchObject({ state: 'BREACHED', dueAt: at('2026-11-19T11:00') })
  expect(viewOf({ ...shorter, allowance: 8 * HOUR }, plain, at('2026-11-19T13:00'), 0)).toMatchObject({ state: 'RUNNING', dueAt: at('2026-11-19T17:00') })
})

test('reopening adds an interval: the rest of the time is left, the days between are not counted', () => {
  const done = finish(begun('2026-11-19T09:00', 8), at('2026-11-19T12:00'), 'DONE')
  expect(viewOf(done, plain, at('2026-11-27T12:00'), 0).state).toBe('MET')
  const again = run(done, at('2026-11-27T09:00'))
  expect(viewOf(again, plain, at('2026-11-27T10:00'), 0)).toMatchObject({ state: 'RUNNING', dueAt: at('2026-11-27T14:00'), used: 4 * HOUR })
})

test('what was joined to another says nothing any more, late or not', () => {
  const stopped = finish(begun('2026-11-19T09:00', 1), at('2026-11-19T15:00'), 'STOPPED')
  expect(viewOf(stopped, plain, at('2026-11-20T15:00'), 0).state).toBe('STOPPED')
  expect(finish(stopped, at('2026-11-20T16:00'), 'DONE')).toEqual(stopped)
})

test('an answer at the very end is in time, a second later is late', () => {
  const clock = begun('2026-11-19T09:00', 2)
  expect(viewOf(finish(clock, at('2026-11-19T11:00'), 'DONE'), plain, at('2026-11-19T12:00'), 0).state).toBe('MET')
  expect(viewOf(finish(clock, new Date(at('2026-11-19T11:00').getTime() + 1000), 'DONE'), plain, at('2026-11-19T12:00'), 0).state).toBe('BREACHED')
})

test('shares of 50, 80 and 100 per cent lie inside working hours', () => {
  const clock = begun('2026-11-20T16:00', 10)
  const shares = [0, 50, 80].map((reminded) => viewOf(clock, usual, at('2026-11-20T16:10'), reminded).next)
  expect(shares).toEqual([
    { share: 50, at: at('2026-11-23T12:00') },
    { share: 80, at: at('2026-11-23T16:00') },
    { share: 100, at: at('2026-11-25T09:00') },
  ])
  expect(shares.every((one) => one && isWorkingTime(usual, one.at))).toBe(true)
})

test('hours that leave no time are refused', () => {
  expect(spansOf({ from: 8, lunchFrom: 12, lunchTo: 13, to: 17 })).toEqual([
    [480, 720],
    [780, 1020],
  ])
  expect(spansOf({ from: 8.5, lunchFrom: 12, lunchTo: 12, to: 12 })).toEqual([[510, 720]])
  expect(spansOf({ from: 9, lunchFrom: 8, lunchTo: 13, to: 17 })).toBeUndefined()
  expect(spansOf({ from: 8, lunchFrom: 8, lunchTo: 17, to: 17 })).toBeUndefined()
})

/** A generator of its own, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state % below
  }
}

test('working time adds up, has an inverse, and pauses of any kind count nothing', () => {
  const start = at('2026-11-01T00:00').getTime()
  for (let seed = 1; seed <= 300; seed++) {
    const next = numbers(seed)
    const minute = () => new Date(start + next(120 * 24 * 60) * 60_000)
    const [a, b, c] = [minute(), minute(), minute()].sort((one, other) => one.getTime() - other.getTime()) as [Date, Date, Date]
    expect(workingTime(usual, a, b) + workingTime(usual, b, c)).toBe(workingTime(usual, a, c))
    const amount = (1 + next(60 * 60)) * 60_000
    expect(workingTime(usual, a, addWorkingTime(usual, a, amount))).toBe(amount)
    const paused = run(pause(run({ allowance: 8 * HOUR, intervals: [], end: null }, a), b), c)
    expect(usedBy(paused, usual, c)).toBe(workingTime(usual, a, b))
    const dueAt = viewOf(paused, usual, c, 0).dueAt as Date
    expect(usedBy(paused.intervals.at(-1) ? { intervals: paused.intervals } : paused, usual, dueAt)).toBeGreaterThanOrEqual(
      Math.min(8 * HOUR, workingTime(usual, a, b)),
    )
    expect(workingTime(usual, a, b) >= 8 * HOUR || usedBy(paused, usual, dueAt) === 8 * HOUR).toBe(true)
  }
})
