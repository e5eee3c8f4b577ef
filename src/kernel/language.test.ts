import { describe, expect, it } from 'vitest'
import { fill, languageOf } from './language.ts'

describe('Accept-Language', () => {
  it.each([
    ['vi-VN', 'vi'],
    ['en-US', 'en'],
    ['EN', 'en'],
    ['fr-FR, en;q=0.5, vi;q=0.1', 'en'],
    ['fr', 'vi'],
    ['', 'vi'],
    [undefined, 'vi'],
    [null, 'vi'],
  ] as const)('%s → %s', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})

describe('filling places', () => {
  it('fills what it knows and leaves the rest to be seen', () => {
    expect(fill('{a} of {b}, {a}', { a: 1, b: 'two' })).toBe('1 of two, 1')
    expect(fill('{missing}', {})).toBe('{missing}')
  })

  it('takes nothing from the prototype and no pattern from a value', () => {
    expect(fill('{constructor} {toString}', {})).toBe('{constructor} {toString}')
    expect(fill('{name}', { name: '$& {other}', other: 'x' })).toBe('$& {other}')
  })
  it('says one row and two rows', () => {
    const rows = (n: string | number) => fill('{n} {n|row|rows}', { n })
    expect([0, 1, 2, 21, '1', '1,001', '12,345'].map(rows)).toEqual(['0 rows', '1 row', '2 rows', '21 rows', '1 row', '1,001 rows', '12,345 rows'])
    expect(fill('{n} {n|row|rows}', {})).toBe('{n} {n|row|rows}')
  })
})
