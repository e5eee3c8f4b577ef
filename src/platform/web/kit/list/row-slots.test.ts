import { describe, expect, it } from 'vitest'
import { inSlots, isSeen, rowsAround } from './row-slots.ts'

describe('rows drawn of many', () => {
  it('are as many everywhere, and those in sight with some more on each side', () => {
    const inSight = 20
    for (let first = 0; first <= 980; first++) {
      const rows = rowsAround(first, 1_000, inSight + 20, 10)
      expect(rows).toHaveLength(40)
      expect(rows[0]).toBe(Math.max(0, Math.min(first - 10, 960)))
      expect(rows.at(-1)).toBeGreaterThanOrEqual(Math.min(999, first + inSight - 1))
    }
    expect(rowsAround(3, 5, 40, 10)).toEqual([0, 1, 2, 3, 4])
    expect(rowsAround(0, 0, 40, 10)).toEqual([])
  })

  it('have the same slots before and after, one row each, and leave them only to a row that comes into sight', () => {
    const before = inSlots(rowsAround(100, 1_000, 40, 10), true)
    const after = inSlots(rowsAround(107, 1_000, 40, 10), true)
    const slots = Array.from({ length: 40 }, (_, at) => at)
    expect(before.map(({ slot }) => slot)).toEqual(slots)
    expect(after.map(({ slot }) => slot)).toEqual(slots)
    expect(slots.filter((at) => before[at]?.index !== after[at]?.index)).toHaveLength(7)
  })

  it('follow one another at rest', () => {
    expect(inSlots([38, 39, 40, 41], false).map(({ index }) => index)).toEqual([38, 39, 40, 41])
    expect(inSlots([38, 39, 40, 41], true).map(({ index }) => index)).toEqual([40, 41, 38, 39])
  })
})

describe('what is seen', () => {
  const seen = (from: number, extent: number) => Array.from({ length: 30 }, (_, at) => at).filter((at) => isSeen(at, 32, from, extent))

  it('is what lies in sight by half at least', () => {
    expect(seen(0, 96)).toEqual([0, 1, 2])
    expect(seen(17, 96)).toEqual([1, 2, 3])
    expect(seen(320.4, 64)).toEqual([10, 11])
  })

  it('is one at least where there is room for none', () => {
    expect(seen(96, -200)).toEqual([3])
  })
})
