import { expect, it } from 'vitest'
import { percentFault, readPercent, showPercent } from './percent.ts'

it('shows a rate of hundredths of a percent with two decimals in the way of the language', () => {
  expect([0, 5, 25, 110, 10_000].map((rate) => showPercent(rate, 'vi'))).toEqual(['0,00', '0,05', '0,25', '1,10', '100,00'])
  expect(showPercent(29, 'en')).toBe('0.29')
})

it('reads a rate as it was typed, and never rounds', () => {
  expect(['0', '0,25', '0.25', ' 1,1 ', '29,', '100', '100,00'].map(readPercent)).toEqual([0, 25, 25, 110, 2900, 10_000, 10_000])
  for (const wrong of ['', '101', '100,01', '-1', 'abc', '0,0001', '1,23456', '1.000,5', '1e1', ',5', '0001']) expect(readPercent(wrong)).toBeUndefined()
})

it('reads back every rate as it is shown', () => {
  for (let rate = 0; rate <= 10_000; rate++) expect([readPercent(showPercent(rate, 'vi')), readPercent(showPercent(rate, 'en'))]).toEqual([rate, rate])
})

it('says what is wrong with a rate', () => {
  expect(['100', '101', '-1', 'abc', '0,0001', '1,23456', '0001'].map((typed) => percentFault(typed, 'vi'))).toEqual([
    undefined,
    'Giá trị tối đa là 100',
    'Dữ liệu không hợp lệ',
    'Chỉ cho phép nhập ký tự số',
    'Nhập tối đa 2 chữ số thập phân',
    'Nhập tối đa 2 chữ số thập phân',
    'Dữ liệu không hợp lệ',
  ])
  expect(percentFault('100.01', 'en')).toBe('The maximum value is 100')
})
