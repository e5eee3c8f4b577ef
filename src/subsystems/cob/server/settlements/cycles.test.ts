import { describe, expect, test } from 'vitest'
import { feeProblem } from '../../contract/key-accounts/fees.ts'
import { type Agreed, lastCycle, nextCycle } from './cycles.ts'

const agreed = (change: Partial<Agreed>): Agreed => ({ cycle: 'DAILY', weekdays: [], cycleDays: null, monthDay: null, ...change })
/** Wednesday 2 September 2026 is a holiday. */
const off = new Set(['2026-09-02'])
const last = (change: Partial<Agreed>, day: string) => lastCycle(agreed(change), day, off)

describe('the latest cycle up to a day', () => {
  test('is each working day for what happened before it', () => {
    expect(last({}, '2026-09-04')).toEqual({ cycleDate: '2026-09-04', untilOn: '2026-09-03' })
    // Sunday: that of Friday.
    expect(last({}, '2026-09-06')).toEqual({ cycleDate: '2026-09-04', untilOn: '2026-09-03' })
    expect(last({}, '2026-09-02')).toEqual({ cycleDate: '2026-09-01', untilOn: '2026-08-31' })
  })

  test('is the agreed day of the week, or the next working day where that is none', () => {
    expect(last({ cycle: 'MON_WED_FRI' }, '2026-09-02')).toEqual({ cycleDate: '2026-08-31', untilOn: '2026-08-30' })
    expect(last({ cycle: 'MON_WED_FRI' }, '2026-09-03')).toEqual({ cycleDate: '2026-09-03', untilOn: '2026-09-02' })
    expect(last({ cycle: 'MON_WED_FRI' }, '2026-09-04').cycleDate).toBe('2026-09-04')
    expect(last({ cycle: 'WEEKDAYS', weekdays: [6] }, '2026-09-06').cycleDate).toBe('2026-08-31')
    expect(last({ cycle: 'WEEKDAYS', weekdays: [6] }, '2026-09-07').cycleDate).toBe('2026-09-07')
  })

  test('leaves so many working days between, and knows days of the month', () => {
    expect(last({ cycle: 'T_PLUS_N', cycleDays: 2 }, '2026-09-04')).toEqual({ cycleDate: '2026-09-04', untilOn: '2026-09-01' })
    expect(last({ cycle: 'MONTHLY', monthDay: 6 }, '2026-09-06').cycleDate).toBe('2026-08-06')
    expect(last({ cycle: 'MONTHLY', monthDay: 6 }, '2026-09-07')).toEqual({ cycleDate: '2026-09-07', untilOn: '2026-09-06' })
  })

  test('comes after the one before', () => {
    expect(nextCycle(agreed({ cycle: 'MON_WED_FRI' }), '2026-09-01', off)).toEqual({ cycleDate: '2026-09-03', untilOn: '2026-09-02' })
    expect(nextCycle(agreed({}), '2026-09-04', off).cycleDate).toBe('2026-09-07')
  })
})

describe('a fee table', () => {
  const step = (amountFrom: string, amountTo?: string, pair: object = {}) => ({ amountFrom, amountTo, ...pair })
  test('has one step for each amount of each pair', () => {
    expect(feeProblem([step('0', '100'), step('100')])).toBeUndefined()
    expect(feeProblem([step('100'), step('0', '100')])).toBeUndefined()
    expect(feeProblem([step('0', '100'), step('200')])).toEqual({ kind: 'HOLE', line: 2, from: 10_000n, to: 20_000n })
    expect(feeProblem([step('0', '100'), step('50')])).toEqual({ kind: 'OVERLAP', line: 2, from: 5_000n, to: 10_000n })
    expect(feeProblem([step('0', '100'), step('100', '200')])).toEqual({ kind: 'OPEN_END', line: 2, from: 20_000n })
    expect(feeProblem([step('10')])).toEqual({ kind: 'HOLE', line: 1, from: 0n, to: 1_000n })
    expect(feeProblem([step('0'), step('0')])).toMatchObject({ kind: 'OVERLAP', line: 2 })
    expect(feeProblem([step('0', undefined, { fromUnitId: '1' })])).toEqual({ kind: 'PAIRS' })
    expect(feeProblem([step('0'), step('0', undefined, { fromUnitId: '1' })])).toBeUndefined()
  })
})
