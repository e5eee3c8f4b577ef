import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineList, type FilterOf } from '#kernel/contract.ts'
import { conditionFields, is, oneOf, type Where, words } from './where.ts'

const list = defineList({
  path: '/x/v1/search',
  permission: 'x/view',
  summary: { vi: 'x', en: 'x' },
  entity: 'test.x',
  filter: {
    text: z.string().optional(),
    status: z.array(z.enum(['A', 'B'])).optional(),
    amountFrom: z.string().optional(),
    amountTo: z.string().optional(),
    upTo: z.string(),
  },
  row: z.object({ id: z.string() }),
  sort: ['id'],
  defaultSort: 'id',
})
type Conditions = Where<FilterOf<typeof list>>
const whole: Conditions = { text: words('x.text'), status: oneOf('x.status'), amount: () => undefined, upTo: is('x.day') }

it('there is a condition for every filter, one for both ends of a range', () => {
  expect([...conditionFields(list.filter.shape).keys()]).toEqual(Object.keys(whole))
  expect([...conditionFields({ from: 1, to: 1, day: 1, dayFrom: 1 }).keys()]).toEqual(['period', 'day', 'dayFrom'])
})

it('does not compile with one too few, one too many, or the wrong type of value', () => {
  const { status, ...rest } = whole
  // @ts-expect-error no condition for status
  const forgotten: Conditions = rest
  // @ts-expect-error there is no filter of this name
  const invented: Conditions = { ...whole, colour: is('x.colour') }
  // @ts-expect-error several values where one is meant
  const wrong: Conditions = { ...rest, status: is('x.status') }
  expect([forgotten, invented, wrong, status]).toHaveLength(4)
})
