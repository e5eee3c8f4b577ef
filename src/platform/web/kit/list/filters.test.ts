import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DateOnly, DigitsFilter, enumOf, Flag, Id, KeyFilter, Money, SearchText } from '#kernel/primitives.ts'
import { dateDefaults, filterPlaces, fromForm, toForm } from './filters.ts'

const shape = {
  code: KeyFilter,
  number: DigitsFilter,
  text: SearchText,
  status: z.array(enumOf('demo.status', ['A', 'B'])).optional(),
  unitId: Id.optional(),
  locked: Flag.optional(),
  least: Money.optional(),
  most: Money.optional(),
  from: DateOnly.optional(),
  to: DateOnly.optional(),
}

const Own = () => null

describe('the places of a filter bar', () => {
  it('follow from the contract: input by kind, from and to as one range of the last seven days', () => {
    const places = filterPlaces(shape, undefined)
    expect(places.map(({ name, kind }) => [name, kind])).toEqual([
      ['code', 'key'],
      ['number', 'digits'],
      ['text', 'text'],
      ['status', 'choice'],
      ['unitId', 'text'],
      ['locked', 'flag'],
      ['least', 'money'],
      ['most', 'money'],
      ['from', 'days'],
    ])
    expect(dateDefaults(places)).toEqual([{ from: 'from', to: 'to', days: 7 }])
  })

  it('are as the screen says', () => {
    const places = filterPlaces(shape, [
      { range: ['from', 'to'], label: 'businessDate', days: 0 },
      { range: ['least', 'most'], label: 'amount' },
      { field: 'unitId', input: Own },
    ])
    expect(places).toMatchObject([
      { name: 'from', fields: ['from', 'to'], label: 'businessDate', kind: 'days', days: 0 },
      { name: 'least', fields: ['least', 'most'], label: 'amount', kind: 'amounts' },
      { name: 'unitId', kind: 'custom', input: Own },
    ])
    expect(dateDefaults(places)).toEqual([])
    expect(() => filterPlaces(shape, ['nothing'])).toThrow('nothing')
  })

  it('turn filters into form values and back; what is empty is left out', () => {
    const places = filterPlaces(shape, ['code', 'text', 'status', 'locked', { range: ['least', 'most'] }, { range: ['from', 'to'] }])
    const filter = { code: 'QR1', status: ['A'], locked: false, most: '5', from: '2026-01-01', to: '2026-01-31' }
    expect(toForm(places, filter)).toEqual({
      code: 'QR1',
      text: undefined,
      status: ['A'],
      locked: false,
      least: [undefined, '5'],
      from: ['2026-01-01', '2026-01-31'],
    })
    expect(fromForm(places, toForm(places, filter))).toEqual(filter)
    expect(fromForm(places, { code: '', text: '   ', status: null, least: undefined })).toEqual({})
  })
})
