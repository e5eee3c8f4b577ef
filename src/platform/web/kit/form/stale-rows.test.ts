import { expect, it } from 'vitest'
import { changedPlaces, isRows } from './stale-rows.tsx'

const fee = (rateBps: number, more: Record<string, unknown> = {}) => ({ amountFrom: '0', rateBps, ...more })

it('names the rows that are not as they were, with the fields that differ', () => {
  expect([...changedPlaces([fee(25), fee(30)], [fee(25), fee(35, { maximum: '5' })])]).toEqual([[1, ['rateBps', 'maximum']]])
  expect([...changedPlaces([fee(25, { maximum: null })], [fee(25)])], 'nothing and null are the same nothing').toEqual([])
})

it('shows every field of a row that is new or gone', () => {
  const added = [[1, ['amountFrom', 'rateBps']]]
  expect([...changedPlaces([fee(25)], [fee(25), fee(30)])]).toEqual(added)
  expect([...changedPlaces([fee(25), fee(30)], [fee(25)])]).toEqual(added)
})

it('takes lists of values for what they are', () => {
  expect([isRows([{ a: 1 }]), isRows(['a']), isRows([]), isRows('a')]).toEqual([true, false, false, false])
})
