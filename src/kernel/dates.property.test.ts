import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, endOfDay, isDateOnly, isoLocal, localDate, startOfDay } from './dates.ts'

const instant = fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2900-01-01T00:00:00Z'), noInvalidDate: true })

it('every instant lies inside its own local day and in no other', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const day = localDate(at)
      expect(isDateOnly(day)).toBe(true)
      expect(startOfDay(day) <= at && at < endOfDay(day)).toBe(true)
      expect(endOfDay(addDays(day, -1))).toEqual(startOfDay(day))
    }),
  )
})

it('the local ISO form names the same instant and begins with the local day', () => {
  fc.assert(
    fc.property(instant, (at) => {
      expect(new Date(isoLocal(at))).toEqual(at)
      expect(isoLocal(at).slice(0, 10)).toBe(localDate(at))
    }),
  )
})

it('adding days and counting them agree', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -20_000, max: 20_000 }), (at, days) => {
      const day = localDate(at)
      expect(daysBetween(day, addDays(day, days))).toBe(days)
      expect(addDays(addDays(day, days), -days)).toBe(day)
    }),
  )
})
