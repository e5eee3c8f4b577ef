import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayEndedAt,
  daysBetween,
  endOfDay,
  isDateOnly,
  isoLocal,
  isPlausibleTimestamp,
  localDate,
  showDate,
  showTimestamp,
  startOfDay,
} from './dates.ts'

describe('the local day', () => {
  it('begins seven hours before the day of UTC', () => {
    expect(localDate(new Date('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20')
    expect(localDate(new Date('2026-11-20T17:00:00.000Z'))).toBe('2026-11-21')
    expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T17:00:00.000Z')
    expect(endOfDay('2026-11-21').toISOString()).toBe('2026-11-21T17:00:00.000Z')
  })

  it('is written with the local offset', () => {
    expect(isoLocal(new Date('2026-12-31T17:00:00.123Z'))).toBe('2027-01-01T00:00:00.123+07:00')
  })
})

it('midnight ends the day before, no other time ends one', () => {
  expect(dayEndedAt('2026-11-30T17:00:00Z')).toBe('2026-11-30')
  expect(dayEndedAt('2027-01-01T00:00:00.000+07:00')).toBe('2026-12-31')
  for (const other of ['2026-11-30T17:00:00.001Z', '2026-12-01T16:00:00+07:00', '2026-12-01T00:00:00Z']) expect(dayEndedAt(other)).toBeUndefined()
})

describe('dates for people', () => {
  it('are DD/MM/YYYY', () => {
    expect(showDate('2026-02-09')).toBe('09/02/2026')
    expect(showTimestamp('2026-12-31T17:00:05Z')).toBe('01/01/2027 00:00:05')
    expect(showTimestamp('2027-01-01T00:00:05+07:00')).toBe('01/01/2027 00:00:05')
  })
})

describe('counting days', () => {
  it('crosses months and leap years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365)
    expect(daysBetween('2026-01-02', '2026-01-01')).toBe(-1)
    expect(daysBetween('2026-01-01', '2026-01-01')).toBe(0)
  })
})

describe('what counts as a date', () => {
  it.each(['2026-11-21', '2028-02-29', '1900-01-01', '2999-12-31'])('%s does', (text) => {
    expect(isDateOnly(text)).toBe(true)
  })
  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    '2026-11-21\n',
    '',
    '0000-01-01',
    '1899-12-31',
    '3000-01-01',
    '+12026-01-01',
  ])('%j does not', (text) => {
    expect(isDateOnly(text)).toBe(false)
  })
})

describe('what counts as a time', () => {
  it.each(['2026-11-21T00:00:00Z', '2026-11-21T00:00:00.123456+07:00', '2026-11-21T00:00:00-12:00', '2026-11-21T00:00:00+14:00'])('%s does', (text) => {
    expect(isPlausibleTimestamp(text)).toBe(true)
  })
  it.each(['0000-01-01T00:00:00Z', '9999-01-01T00:00:00Z', '2026-11-21T00:00:00+16:00', '2026-11-21T00:00:00+14:30'])('%s does not', (text) => {
    expect(isPlausibleTimestamp(text)).toBe(false)
  })
})
