/** When cycles end: working days, holidays, the hour of the day. */
import { expect, test } from 'vitest'
import { isoLocal } from '#kernel/dates.ts'
import { lastCutoff } from './cycles.ts'

// 2026-09-02 is a Wednesday and a holiday, with the day before it in lieu.
const calendar = { off: new Set(['2026-09-01', '2026-09-02']), sameDayHour: 16 }
const at = (time: string) => new Date(`${time}:00+07:00`)
const cut = (cycle: 'T0' | 'T1' | 'WEEKLY', weekday: number | null, time: string) => isoLocal(lastCutoff(cycle, weekday, at(time), calendar)).slice(0, 16)

test.each([
  ['T0', null, '2026-08-31T16:00', '2026-08-31T16:00'],
  ['T0', null, '2026-08-31T15:59', '2026-08-28T16:00'],
  ['T0', null, '2026-09-02T18:00', '2026-08-31T16:00'],
  ['T0', null, '2026-09-03T09:00', '2026-08-31T16:00'],
  ['T0', null, '2026-09-06T12:00', '2026-09-04T16:00'],
  ['T1', null, '2026-08-31T00:00', '2026-08-31T00:00'],
  ['T1', null, '2026-08-30T23:00', '2026-08-28T00:00'],
  ['T1', null, '2026-09-02T10:00', '2026-08-31T00:00'],
  ['T1', null, '2026-09-03T00:05', '2026-09-03T00:00'],
  // Agreed on Wednesdays: the holiday moves it to Thursday.
  ['WEEKLY', 3, '2026-09-02T12:00', '2026-08-26T00:00'],
  ['WEEKLY', 3, '2026-09-03T12:00', '2026-09-03T00:00'],
  ['WEEKLY', 3, '2026-09-08T12:00', '2026-09-03T00:00'],
  // On Saturdays: the next working day.
  ['WEEKLY', 6, '2026-09-06T12:00', '2026-08-31T00:00'],
  ['WEEKLY', 6, '2026-09-07T00:00', '2026-09-07T00:00'],
] as const)('%s %s at %s ends at %s', (cycle, weekday, now, end) => {
  expect(cut(cycle, weekday, now)).toBe(end)
})
