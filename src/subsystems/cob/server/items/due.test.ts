import { expect, it } from 'vitest'
import { dueDay } from './due.ts'

// 2026-09-02 and 03 are public holidays, a Wednesday and a Thursday.
const OFF = new Set(['2026-09-02', '2026-09-03'])

it.each([
  ['2026-08-27', 1, '2026-08-28'],
  // Post offices are open on Saturdays.
  ['2026-08-28', 1, '2026-08-29'],
  ['2026-08-29', 1, '2026-08-31'],
  ['2026-09-01', 1, '2026-09-04'],
  ['2026-08-28', 3, '2026-09-01'],
  ['2026-08-30', 0, '2026-08-31'],
  ['2026-08-29', 0, '2026-08-29'],
])('what is collected on %s with %i days is due on %s', (day, days, due) => {
  expect(dueDay(day, days, OFF)).toBe(due)
})
