import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageStarts } from './pages.ts'

const lines = fc.array(fc.record({ level: fc.constantFrom(0, 0, 0, 1, 2, -1), height: fc.integer({ min: 8, max: 40 }) }), { minLength: 1, maxLength: 200 })
const room = { first: 150, further: 220, below: 60 }

it('no page holds more than there is room for, none ends with a heading, and what stands below has a row above it', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const starts = pageStarts(
        all,
        all.map(({ height }) => height),
        room,
      )
      expect(starts[0]).toBe(0)
      for (const [page, from] of starts.entries()) {
        const to = starts[page + 1] ?? all.length
        const held = all.slice(from, to)
        expect(held.length).toBeGreaterThan(0)
        const most = page === 0 ? room.first : room.further
        if (held.length > 1) expect(held.reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(most)
        // Headings alone may fill a page; else one does not stand last.
        if (to < all.length && held.some(({ level }) => level <= 0)) expect(held.at(-1)?.level).toBeLessThanOrEqual(0)
      }
      const end = all.slice(starts.at(-1))
      const from = end.findLastIndex(({ level }) => level === 0)
      // Where only headings stand above the last row, the page would be left empty.
      if (from > 0 && end.slice(0, from).some(({ level }) => level <= 0))
        expect(end.reduce((sum, { height }) => sum + height, room.below)).toBeLessThanOrEqual(starts.length === 1 ? room.first : room.further)
    }),
  )
})

it('takes as many lines as fit', () => {
  const rows = [1, 0, 0, 1, 0, 0].map((level) => ({ level }))
  expect(pageStarts(rows, [10, 10, 10, 10, 10, 10], { first: 40, further: 40, below: 0 })).toEqual([0, 3])
  expect(pageStarts(rows, [10, 10, 10, 10, 10, 10], { first: 60, further: 60, below: 0 })).toEqual([0])
})

it('takes the last row and its totals along to the page of the signatures', () => {
  const rows = [1, 0, 0, 1, 0, -1].map((level) => ({ level }))
  expect(pageStarts(rows, [10, 10, 10, 10, 10, 10], { first: 60, further: 60, below: 20 })).toEqual([0, 3])
})
