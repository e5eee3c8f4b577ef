import { describe, expect, it } from 'vitest'
import { formatMoney, isMoney, parseMoney, showMoney, sumMoney } from './money.ts'

describe('money on the wire', () => {
  it.each(['0', '0.5', '0.50', '-0.01', '1', '1234567.89', '999999999999999999.99', '-999999999999999999.99'])('accepts %s', (text) => {
    expect(isMoney(text)).toBe(true)
  })

  it.each(['', ' 1', '1 ', '1\n', '+1', '01', '00', '.5', '1.', '1.234', '1,5', '1e3', '0x10', 'NaN', '١', '--1', '1000000000000000000', '1_000'])(
    'refuses %j',
    (text) => {
      expect(isMoney(text)).toBe(false)
      expect(() => parseMoney(text)).toThrow(RangeError)
    },
  )

  it.each([
    ['0', 0n],
    ['1234.5', 123450n],
    ['-0.05', -5n],
    ['-12', -1200n],
    ['999999999999999999.99', 99999999999999999999n],
  ])('reads %s as hundredths', (text, value) => {
    expect(parseMoney(text)).toBe(value)
  })

  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [100n, '1.00'],
    [-123450n, '-1234.50'],
  ])('writes %s', (value, text) => {
    expect(formatMoney(value)).toBe(text)
  })

  it('has no negative zero', () => {
    expect(formatMoney(parseMoney('-0.00'))).toBe('0.00')
  })

  it('sums exactly where numbers would not', () => {
    expect(sumMoney(['0.10', '0.20'])).toBe('0.30')
    expect(sumMoney(['90071992547409.91', '0.01', '-0.02'])).toBe('90071992547409.90')
    expect(sumMoney([])).toBe('0.00')
  })
})

describe('money for people', () => {
  it.each([
    ['1234567.8', 'vi', 2, '1.234.567,80'],
    ['1234567.8', 'en', 2, '1,234,567.80'],
    ['-1234.5', 'vi', 2, '-1.234,50'],
    ['123', 'vi', 2, '123,00'],
    ['999.50', 'vi', 0, '1.000'],
    ['999.49', 'en', 0, '999'],
    ['-0.49', 'en', 0, '0'],
    ['-0.50', 'en', 0, '-1'],
    ['0', 'vi', 0, '0'],
  ] as const)('shows %s in %s with %i decimals as %s', (text, language, decimals, shown) => {
    expect(showMoney(text, language, decimals)).toBe(shown)
  })

  it('shows a sum that is larger than any one amount', () => {
    const sum = sumMoney(['999999999999999999.99', '999999999999999999.99'])
    expect(isMoney(sum)).toBe(false)
    expect(showMoney(sum, 'en')).toBe('1,999,999,999,999,999,999.98')
  })

  it('refuses what is no amount', () => {
    expect(() => showMoney('1,5', 'vi')).toThrow(RangeError)
    expect(() => showMoney('', 'vi')).toThrow(RangeError)
  })
})
