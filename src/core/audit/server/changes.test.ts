import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

it('a field that the picture after does not speak of was not touched; one that is null, or has nothing above it left, is gone', () => {
  const before = { name: 'A', reason: 'old', place: { street: 'B', town: 'C' }, note: 'x' }
  expect(changesBetween(before, { reason: 'new', place: null, note: null })).toEqual([
    { field: 'reason', before: 'old', after: 'new' },
    { field: 'note', before: 'x', after: null },
    { field: 'name', before: 'A', after: 'A' },
    { field: 'place.street', before: 'B', after: null },
    { field: 'place.town', before: 'C', after: null },
  ])
})

it('without a picture after all is gone; without one before all is new', () => {
  expect(changesBetween({ name: 'A' }, undefined)).toEqual([{ field: 'name', before: 'A', after: null }])
  expect(changesBetween(null, { name: 'A', roles: ['X', 'Y'] })).toEqual([
    { field: 'name', before: null, after: 'A' },
    { field: 'roles', before: null, after: ['X', 'Y'] },
  ])
})
