import { expect, it } from 'vitest'
import { showPercent } from './percent.ts'

it('shows a rate of hundredths of a percent with two decimals in the way of the language', () => {
  expect([0, 5, 25, 110, 10_000].map((rate) => showPercent(rate, 'vi'))).toEqual(['0,00', '0,05', '0,25', '1,10', '100,00'])
  expect(showPercent(29, 'en')).toBe('0.29')
})
