import { describe, expect, it } from 'vitest'
import { nameKey, splitName } from './names.ts'

describe('names of areas', () => {
  it.each([
    ['COMMUNE', 'Phường 01', { kind: 'WARD', name: '1' }],
    ['COMMUNE', 'Thị Trấn Mường Chà', { kind: 'TOWNSHIP', name: 'Mường Chà' }],
    ['COMMUNE', '  Xã   Ea H’Leo ', { kind: 'COMMUNE', name: "Ea H'Leo" }],
    ['DISTRICT', 'Thành phố Thủ Đức', { kind: 'CITY', name: 'Thủ Đức' }],
    ['PROVINCE', 'Thành phố Hồ Chí Minh', { kind: 'MUNICIPALITY', name: 'Hồ Chí Minh' }],
    ['COMMUNE', 'Đặc khu Côn Đảo', { kind: 'SPECIAL_ZONE', name: 'Côn Đảo' }],
  ] as const)('%s %s', (level, fullName, expected) => {
    expect(splitName(level, fullName)).toEqual(expected)
  })

  it('without a kind of the level are refused', () => {
    expect(() => splitName('COMMUNE', 'Quận 1')).toThrow(/Quận 1/)
  })

  it.each([
    ['Hòa Bình', 'Hoà Bình'],
    ['Thủy Nguyên', 'Thuỷ Nguyên'],
    ['Lục Sỹ Thành', 'Lục Sĩ Thành'],
    ['Ba Đình'.normalize('NFD'), 'ba đình'],
  ])('%s is %s', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b))
  })

  it.each([
    ['Hoằng Phú', 'Hoằng Phụ'],
    ['Tà Lại', 'Tà Lai'],
    ['Mỹ Hòa', 'Mỹ Hoa'],
    ['Tân An', 'Tấn An'],
    ['Đông', 'Dông'],
    ['Hồ Đông', 'Ho Đông'],
  ])('%s is not %s', (a, b) => {
    expect(nameKey(a)).not.toBe(nameKey(b))
  })
})
