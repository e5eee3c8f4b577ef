import fc from 'fast-check'
import { doReadNumber, ReadingConfig } from 'read-vietnamese-number'
import { expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

it.each([
  ['1500000', 'Một triệu năm trăm nghìn đồng', 'One million five hundred thousand dong'],
  ['0', 'Không đồng', 'Zero dong'],
  ['21', 'Hai mươi mốt đồng', 'Twenty-one dong'],
  ['115', 'Một trăm mười lăm đồng', 'One hundred fifteen dong'],
  ['1005', 'Một nghìn không trăm lẻ năm đồng', 'One thousand five dong'],
  ['50000000.00', 'Năm mươi triệu đồng', 'Fifty million dong'],
  [
    '999999999999999999',
    expect.stringMatching(/^Chín trăm chín mươi chín triệu chín trăm .* tỷ .* đồng$/),
    expect.stringMatching(/^Nine hundred ninety-nine quadrillion/),
  ],
  ['', '', ''],
  ['abc', '', ''],
  ['-5', '', ''],
  ['10.50', '', ''],
])('%s', (amount, vi, en) => {
  expect(amountInWords(amount, 'vi')).toEqual(vi)
  expect(amountInWords(amount, 'en')).toEqual(en)
})

it('reads every number as the library for it does', () => {
  const read = (value: bigint) => {
    const config = new ReadingConfig()
    config.unit = ['đồng']
    const text = doReadNumber(value.toString(), config).replaceAll('tỉ', 'tỷ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.bigInt(0n, 10n ** 19n),
        fc.bigInt(0n, 100_000n),
        fc.nat({ max: 999 }).map((n) => BigInt(n) * 10n ** 9n + 5n),
      ),
      (value) => {
        expect(amountInWords(String(value), 'vi')).toBe(read(value))
      },
    ),
    { numRuns: 2_000 },
  )
})
