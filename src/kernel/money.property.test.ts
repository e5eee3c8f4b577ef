import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatMoney, isMoney, parseMoney, showMoney, sumMoney } from './money.ts'

const LIMIT = 10n ** 20n - 1n
const amount = fc.bigInt({ min: -LIMIT, max: LIMIT })

/** Reads what showMoney wrote, as a person would. */
function read(shown: string, language: 'vi' | 'en'): bigint {
  const plain = language === 'vi' ? shown.replaceAll('.', '').replace(',', '.') : shown.replaceAll(',', '')
  return parseMoney(plain)
}

it('writing and reading an amount gives it back, in the one form of the wire', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const text = formatMoney(value)
      expect(text).toMatch(/^-?\d+\.\d\d$/)
      expect(isMoney(text)).toBe(true)
      expect(parseMoney(text)).toBe(value)
    }),
  )
})

it('what a person is shown means the same amount in both languages, grouped in threes', () => {
  fc.assert(
    fc.property(amount, (value) => {
      for (const language of ['vi', 'en'] as const) {
        const shown = showMoney(formatMoney(value), language)
        expect(shown).toMatch(language === 'vi' ? /^-?\d{1,3}(\.\d{3})*,\d\d$/ : /^-?\d{1,3}(,\d{3})*\.\d\d$/)
        expect(read(shown, language)).toBe(value)
      }
    }),
  )
})

it('rounding to whole units is never off by more than half of one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (value) => {
      const rounded = BigInt(showMoney(formatMoney(value), 'en', 0).replaceAll(',', '')) * 100n
      const difference = rounded > value ? rounded - value : value - rounded
      expect(difference <= 50n).toBe(true)
    }),
  )
})

it('a sum of strings is the sum of the amounts, in any order', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), (values) => {
      const total = formatMoney(values.reduce((sum, value) => sum + value, 0n))
      expect(sumMoney(values.map(formatMoney))).toBe(total)
      expect(sumMoney(values.toReversed().map(formatMoney))).toBe(total)
    }),
  )
})

it('a text is either read or refused, never misread', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-+]?[\d.,eE ]{0,24}$/), (text) => {
      if (!isMoney(text)) expect(() => parseMoney(text)).toThrow(RangeError)
      else expect(formatMoney(parseMoney(text)).replace(/^-(?=0\.00$)/, '')).toBe(formatMoney(BigInt(Math.sign(Number(text))) * absolute(text)))
    }),
    { numRuns: 500 },
  )
})

function absolute(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  return BigInt(whole + part.padEnd(2, '0'))
}
