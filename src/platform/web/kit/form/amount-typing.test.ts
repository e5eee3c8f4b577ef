import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { showBytes, showCount } from '../sizes.ts'
import { readAmount, showAmount } from './amount-typing.ts'

describe('an amount as a person types it', () => {
  it.each([
    ['vi', '1.234.567,5', '1234567.5'],
    ['vi', '1234567', '1234567'],
    ['vi', ' 50 000 ', '50000'],
    ['vi', '77.000 đ', '77000'],
    ['vi', '1.250.000 VNĐ', '1250000'],
    ['en', '77,000 VND', '77000'],
    ['vi', '007', '7'],
    ['vi', '12,', '12'],
    ['vi', '-1,25', '-1.25'],
    ['en', '1,234,567.50', '1234567.50'],
    ['en', '0.5', '0.5'],
  ] as const)('%s %s', (language, typed, amount) => {
    expect(readAmount(typed, language)).toBe(amount)
  })

  it.each(['', 'abc', '1,234', '12,345', '--1', '1e5', '99999999999999999999'])('is none: %s', (typed) => {
    expect(readAmount(typed, 'vi')).toBeUndefined()
  })

  it('comes back from what is shown, in both languages', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.constantFrom('vi' as const, 'en' as const), (cents, language) => {
        const amount = formatMoney(cents)
        expect(parseMoney(readAmount(showAmount(amount, language), language) ?? 'none')).toBe(cents)
      }),
    )
  })

  it('shows decimals only where there are some, and text that is no amount as it is', () => {
    expect(showAmount('1234567.00', 'vi')).toBe('1.234.567')
    expect(showAmount('1234567.5', 'vi')).toBe('1.234.567,50')
    expect(showAmount('12x', 'vi')).toBe('12x')
  })
})

describe('sizes and counts', () => {
  it('are short and in the language', () => {
    expect(showBytes(0, 'vi')).toBe('0 B')
    expect(showBytes(1536, 'vi')).toBe('1,5 KB')
    expect(showBytes(5 * 1024 ** 2, 'en')).toBe('5 MB')
    expect(showCount(1234567, 'vi')).toBe('1.234.567')
  })
})
