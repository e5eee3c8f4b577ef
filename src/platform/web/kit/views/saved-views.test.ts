import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays } from '#kernel/dates.ts'
import { DateOnly, KeyFilter } from '#kernel/primitives.ts'
import { daysOf } from '../form/periods.ts'
import { NO_LAYOUT } from '../list/column-settings.ts'
import { filterPlaces } from '../list/filters.ts'
import type { ListState } from '../list/list-state.ts'
import { contentOf, movingPlaces, relativeNames, stateOf } from './saved-views.ts'

const places = filterPlaces({ code: KeyFilter, from: DateOnly.optional(), to: DateOnly.optional(), asOf: DateOnly.optional(), status: z.array(z.string()) }, [
  'code',
  'status',
  { range: ['from', 'to'] },
  { field: 'asOf', today: true },
])
const contract = { defaultSort: { field: 'code', direction: 'asc' as const } }
const TODAY = '2026-11-21'
const state: ListState = {
  filter: { code: 'A', status: ['X', 'Y'], from: '2026-11-15', to: TODAY, asOf: TODAY },
  page: 4,
  size: 50,
  sort: { field: 'code', direction: 'desc' },
}

describe('days that move', () => {
  it('have every name that fits them today', () => {
    expect(relativeNames('2026-11-15', TODAY, TODAY)).toEqual(['last:7'])
    expect(relativeNames(TODAY, TODAY, TODAY)).toEqual(['today'])
    expect(relativeNames('2026-11-01', TODAY, TODAY)).toEqual(['last:21', 'this-month'])
    expect(relativeNames('2026-10-01', '2026-10-31', TODAY)).toEqual(['last-month'])
    expect(relativeNames('2026-11-01', '2026-11-10', TODAY)).toEqual([])
    expect(relativeNames(undefined, TODAY, TODAY)).toEqual([])
  })

  it('mean the same days when they are read on the day they were named', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 400 }), (offset, length) => {
        const today = addDays('2025-01-01', offset)
        for (const name of relativeNames(addDays(today, -length), today, today)) expect(daysOf(name, today)).toEqual([addDays(today, -length), today])
      }),
    )
  })

  it('are offered where the filter holds such days', () => {
    expect(movingPlaces(places, state.filter, TODAY).map(({ place, names }) => [place.name, names])).toEqual([
      ['from', ['last:7']],
      ['asOf', ['today']],
    ])
  })
})

describe('a view', () => {
  const content = contentOf(state, NO_LAYOUT, places, { from: 'last:7' })

  it('keeps what does not move, and reads the rest anew each day', () => {
    expect(content).toMatchObject({ filter: { code: 'A', status: ['X', 'Y'], asOf: TODAY }, days: { from: 'last:7' }, columns: null })
    expect(stateOf(content, contract, places, TODAY)).toEqual({ ...state, page: 1 })
    expect(stateOf(content, contract, places, '2026-12-03').filter).toMatchObject({ from: '2026-11-27', to: '2026-12-03', asOf: TODAY })
  })

  it('with days of a place that is gone, or of an unknown name, shows the rest', () => {
    expect(stateOf({ ...content, days: { gone: 'today', from: 'next-year' } }, contract, places, TODAY).filter).toEqual({
      code: 'A',
      status: ['X', 'Y'],
      asOf: TODAY,
    })
  })
})
