import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedFields, reapply, sameValue } from './three-way.ts'

it('is the same whatever the order of its fields, not of its rows', () => {
  expect(sameValue({ a: 1, b: { c: [1, 2], d: undefined } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  expect(sameValue({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})

describe('changes put on top of somebody else’s', () => {
  it('keep what only one of two has changed, and the person’s own where both have', () => {
    const base = { name: 'A', note: 'x', active: true, limit: null }
    const merged = reapply(base, { ...base, name: 'B', limit: '5', reason: 'vì' }, { ...base, note: 'y', limit: '7' })
    expect(merged).toEqual({ name: 'B', note: 'y', active: true, limit: '5', reason: 'vì' })
  })

  it('go row by row where rows have keys', () => {
    const row = (key: string, value: string) => ({ key, value })
    const base = { entries: [row('A', '1'), row('B', '2'), row('C', '3'), row('D', '4')] }
    const mine = { entries: [row('B', 'mine'), row('A', '1'), row('D', '4'), row('M', 'new')] }
    const theirs = { entries: [row('A', 'theirs'), row('B', '2'), row('C', '3'), row('T', 'new')] }
    expect(reapply(base, mine, theirs)).toEqual({ entries: [row('B', 'mine'), row('A', 'theirs'), row('M', 'new'), row('T', 'new')] })
  })

  it('name what somebody else changed; nothing, null and an empty text are the same', () => {
    expect(changedFields({ a: undefined, b: '1', c: [{ key: 'x', note: '' }] }, { a: null, b: '2', c: [{ key: 'x' }] })).toEqual(['b'])
    expect(sameValue([1, 2], [2, 1])).toBe(false)
  })

  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3'))
  it('never lose a change: with nobody else it is the person’s own, with no own change it is theirs', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        const whole = { ...base, ...mine }
        expect(reapply(base, whole, base)).toEqual(whole)
        expect(reapply(base, base, whole)).toEqual(whole)
      }),
    )
  })
})
