import { expect, it } from 'vitest'
import { compact } from './series.ts'

it.each([
  [0, '0', '0'],
  [950, '950', '950'],
  [800_000, '800 nghìn', '800K'],
  [12_500_000, '12,5 triệu', '12.5M'],
  [1_200_000_000, '1,2 tỷ', '1.2B'],
  [-3_000_000_000, '-3 tỷ', '-3B'],
])('an axis says %d as %s and as %s', (value, vi, en) => {
  expect([compact(value, 'vi'), compact(value, 'en')]).toEqual([vi, en])
})
