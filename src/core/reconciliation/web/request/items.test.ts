import { expect, it } from 'vitest'
import { ITEMS_MAX } from '#core/reconciliation/contract/requests.ts'
import { type RequestItem, withItems } from './items.ts'

it('values of a file are taken over for codes that are in already: filled in, or put in place of others', () => {
  const items: RequestItem[] = [
    { code: 'A', breakId: '7' },
    { code: 'B', amount: '5' },
    { code: 'C', outcome: 'FAILED' },
    { code: 'D', amount: '' },
  ]
  const file: RequestItem[] = [
    { code: 'A', amount: '10' },
    { code: 'B', amount: '6' },
    { code: 'C', outcome: 'SUCCEEDED' },
    { code: 'D', amount: '8' },
    { code: 'E', amount: '9' },
  ]
  expect(withItems(items, file)).toEqual({
    items: [
      { code: 'A', breakId: '7', amount: '10' },
      { code: 'B', amount: '6' },
      { code: 'C', outcome: 'SUCCEEDED' },
      { code: 'D', amount: '8' },
      { code: 'E', amount: '9' },
    ],
    added: 1,
    changed: 4,
    known: 0,
    over: 0,
  })
})

it('what is the same is known, however its amount is written; a code alone changes nothing', () => {
  const items: RequestItem[] = [
    { code: 'A', amount: '1500000' },
    { code: 'B', outcome: 'FAILED' },
    { code: 'C', amount: '5' },
    { code: 'D', amount: 'năm' },
  ]
  const more: RequestItem[] = [{ code: 'A', amount: '1500000.00' }, { code: 'B', outcome: 'FAILED' }, { code: 'C' }, { code: 'D' }]
  expect(withItems(items, more)).toEqual({ items, added: 0, changed: 0, known: 4, over: 0 })
})

it('a code that is pasted twice is added once', () => {
  expect(withItems([], [{ code: 'A' }, { code: 'A' }])).toEqual({ items: [{ code: 'A' }], added: 1, changed: 0, known: 1, over: 0 })
})

it('a full list takes values over, and no new codes', () => {
  const items = Array.from({ length: ITEMS_MAX }, (_, at): RequestItem => ({ code: `Q${at}` }))
  const { items: after, ...counts } = withItems(items, [{ code: 'new' }, { code: 'Q3', amount: '5' }, { code: 'Q4' }, { code: 'new' }])
  expect(counts).toEqual({ added: 0, changed: 1, known: 2, over: 1 })
  expect(after).toHaveLength(ITEMS_MAX)
  expect(after[3]).toEqual({ code: 'Q3', amount: '5' })
})
