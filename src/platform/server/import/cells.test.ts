import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#kernel/language.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import { wireValue } from './cells.ts'

describe('a cell becomes what the contract takes:', () => {
  it.each<[string, Parameters<typeof wireValue>[0], Parameters<typeof wireValue>[1]['kind'], unknown]>([
    ['a date as Excel keeps it', { d: '2025-07-01' }, 'date', '2025-07-01'],
    ['a date as it is written here', '1/7/2025', 'date', '2025-07-01'],
    ['eight digits', '01072025', 'date', '2025-07-01'],
    ['a date that is none, for the schema to refuse', '31/02/2025', 'date', '2025-02-31'],
    ['a number for a text', { n: '42' }, 'text', '42'],
    ['a count', { n: '42' }, 'count', 42],
    ['no count', '4x', 'count', '4x'],
    ['money as a number', { n: '1234.5' }, 'money', '1234.5'],
    ['money with both separators', '1.234.567,50', 'money', '1234567.50'],
    ['money the English way', '1,234,567.50 VND', 'money', '1234567.50'],
    ['three digits behind one separator are thousands', '1.234', 'money', '1234'],
    ['two are decimals', '1,25', 'money', '1.25'],
    ['no money', '1.2.3', 'money', '1.2.3'],
    ['yes', 'Có', 'flag', true],
    ['no', { n: '0' }, 'flag', false],
    ['nothing', '', 'text', undefined],
    ['nothing at all', null, 'money', undefined],
  ])('%s', (_what, cell, kind, value) => {
    expect(wireValue(cell, { kind, words: undefined })).toEqual(value)
  })

  it('amounts as either language shows them come back as they were', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom(...LANGUAGES), (hundredths, language) => {
        const money = formatMoney(hundredths)
        expect(wireValue(showMoney(money, language), { kind: 'money', words: undefined })).toBe(money)
      }),
    )
  })

  it('words of a closed set, in both languages and however accented', () => {
    const words = new Map([
      ['xa', 'COMMUNE'],
      ['commune', 'COMMUNE'],
    ])
    expect(['Xã', 'XA', ' commune ', 'COMMUNE'].map((text) => wireValue(text, { kind: 'enum', words }))).toEqual(Array(4).fill('COMMUNE'))
    expect(wireValue('Làng', { kind: 'enum', words })).toBe('Làng')
  })
})
