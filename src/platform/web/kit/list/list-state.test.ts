import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays } from '#kernel/dates.ts'
import { DateOnly, DigitsFilter, Flag, KeyFilter, Money, SearchText } from '#kernel/primitives.ts'
import { formatListState, isMultiple, type ListState, parseListState, rowNumber } from './list-state.ts'

const STATES = ['NEW', 'DONE', 'FAILED'] as const
const contract = {
  filter: z.strictObject({
    code: KeyFilter,
    number: DigitsFilter,
    text: SearchText,
    status: z.array(z.enum(STATES)).min(1).optional(),
    amount: Money.optional(),
    open: Flag.optional(),
    level: z.number().int().optional(),
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  }),
  sortKeys: ['createdAt', 'amount'],
  defaultSort: { field: 'createdAt', direction: 'desc' as const },
}
const DATES = [{ from: 'from', to: 'to', days: 7 }]
const TODAY = '2026-03-02'
const parse = (search: string) => parseListState(search, contract, DATES, TODAY)
const format = (state: ListState) => formatListState(state, contract, DATES)

describe('an address read', () => {
  it('opens with the last seven days, page 1 of 15, in the order of the contract', () => {
    expect(parse('')).toEqual({ filter: { from: '2026-02-24', to: '2026-03-02' }, page: 1, size: 15, sort: contract.defaultSort })
  })

  it('takes what it says', () => {
    expect(parse('status=NEW&status=DONE&from=2026-01-01&to=2026-01-31&open=true&level=3&sort=amount&size=50&page=4')).toEqual({
      filter: { status: ['NEW', 'DONE'], from: '2026-01-01', to: '2026-01-31', open: true, level: 3 },
      page: 4,
      size: 50,
      sort: { field: 'amount', direction: 'asc' },
    })
  })

  it('leaves out what the contract does not know or allow', () => {
    expect(parse('status=NONSENSE&from=2026-13-01&size=7&page=-3&sort=-secret&amount=abc&level=x&code=a+b&other=1')).toEqual(parse(''))
  })

  it('opens with what a filter says of itself, unless the address speaks of it', () => {
    const inbox = { ...contract, filter: z.strictObject({ box: z.enum(['MINE', 'ALL']).optional().meta({ opens: 'MINE' }) }) }
    const box = (search: string) => parseListState(search, inbox, [], TODAY).filter
    expect(box('')).toEqual({ box: 'MINE' })
    expect(box('box=ALL')).toEqual({ box: 'ALL' })
    // Taken away it stays away.
    const none = formatListState({ ...parseListState('', inbox, [], TODAY), filter: {} }, inbox, [])
    expect(box(none)).toEqual({})
  })

  it('has no days when the person wanted none', () => {
    expect(parse('code=QR1&from=').filter).toEqual({ code: 'QR1' })
    expect(parse('code=QR1').filter).toMatchObject({ code: 'QR1', to: TODAY })
    expect(parse('from=2026-01-01').filter).toEqual({ from: '2026-01-01' })
  })
})

const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const state = fc.record({
  filter: fc
    .record({
      code: maybe(fc.stringMatching(/^[A-Z0-9_&=+%/]{1,12}$/)),
      number: maybe(fc.stringMatching(/^\d{1,9}$/)),
      text: maybe(
        fc
          .string({ minLength: 1, maxLength: 20 })
          .map((text) => text.replace(/\s+/gu, ' ').trim())
          .filter((text) => text !== '' && text.isWellFormed()),
      ),
      status: maybe(fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 1 })),
      amount: maybe(fc.nat(10_000_000).map((cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)),
      open: maybe(fc.boolean()),
      level: maybe(fc.integer()),
      from: maybe(day),
      to: maybe(day),
    })
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.constantFrom(15 as const, 50 as const, 100 as const),
  sort: fc.record({ field: fc.constantFrom('createdAt', 'amount'), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
})

describe('an address written', () => {
  it('reproduces the state, on any later day', () => {
    fc.assert(
      fc.property(state, day, (one, later) => {
        expect(parseListState(format(one), contract, DATES, later)).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  it('says nothing but what differs, and the days', () => {
    expect(format(parse(''))).toBe('from=2026-02-24&to=2026-03-02')
    expect(format({ ...parse(''), filter: {} })).toBe('from=')
  })
})

it('numbers rows over all pages', () => {
  expect(rowNumber(1, 15, 0)).toBe(1)
  expect(rowNumber(3, 50, 7)).toBe(108)
})

it('knows filters of several values', () => {
  expect(isMultiple(contract.filter.shape.status)).toBe(true)
  expect(isMultiple(contract.filter.shape.code)).toBe(false)
})
