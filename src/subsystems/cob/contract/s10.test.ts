import { expect, it } from 'vitest'
import { checkDigitOf, isS10, looksLikeS10 } from './s10.ts'

it.each([
  ['EE123456785VN', true],
  ['EE123456789VN', false],
  // The example of the standard itself.
  ['RR473124829GB', true],
  ['ee123456785vn', false],
  ['EE12345678VN', false],
  ['VTP123456789', false],
])('%s is an item code of S10: %s', (code, valid) => expect(isS10(code)).toBe(valid))

it('has one digit for each number, and 0 and 5 for the two that have none', () => {
  const digits = Array.from({ length: 200 }, (_, at) => checkDigitOf(String(at * 499_979).padStart(8, '0')))
  expect(new Set(digits)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
})

it('leaves codes of partners alone', () => expect([looksLikeS10('VTP123456789'), looksLikeS10('EE123456789VN')]).toEqual([false, true]))
