import { expect, it } from 'vitest'
import { bankName } from './banks.ts'

it('names banks by the name they have today', () => {
  expect(bankName('970436')).toBe('Vietcombank')
  expect(bankName('970449')).toBe('LPBank')
  expect(bankName('970414')).toBe('MBV')
  expect(bankName('970406')).toBe('Vikki Bank')
})

it('shows a number it does not know, and nothing for none', () => {
  expect(bankName('000000')).toBe('000000')
  expect(bankName(null)).toBeNull()
})
