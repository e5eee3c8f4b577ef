import { describe, expect, it } from 'vitest'
import { type Command, matching, rank } from './command-match.ts'

const run = () => undefined
const commands: Command[] = [
  { key: 'list', title: 'Danh sách giao dịch QR', hint: 'Quản lý giao dịch', run },
  { key: 'area', title: 'Đơn vị hành chính', hint: 'Danh mục', run },
  { key: 'lists', title: 'Danh mục dùng chung', hint: 'Cấu hình hệ thống', run },
  { key: 'out', title: 'Đăng xuất', also: 'sign out logout', run },
]
const found = (search: string) => matching(commands, search).map(({ key }) => key)

describe('what a person types', () => {
  it('finds without regard to case and diacritics, đ included', () => {
    expect(found('don vi')).toEqual(['area'])
    expect(found('ĐƠN VỊ')).toEqual(['area'])
    expect(found('DANG XUAT')).toEqual(['out'])
    expect(found('đăng')).toEqual(['out'])
  })

  it('finds by words in any order, by the group, and by hidden words', () => {
    expect(found('dich giao')).toEqual(['list'])
    expect(found('cau hinh')).toEqual(['lists'])
    expect(found('logout')).toEqual(['out'])
    expect(found('không có')).toEqual([])
  })

  it('finds by the first letters of the words', () => {
    expect(found('dsgd')).toEqual(['list'])
    expect(found('dmdc')).toEqual(['lists'])
    expect(found('d')).toHaveLength(4)
  })

  it('brings the best first: the whole name, its beginning, a word of it, the group', () => {
    expect(found('danh')).toEqual(['list', 'lists', 'area'])
    expect(found('danh muc')).toEqual(['lists', 'area'])
    expect(rank({ title: 'Danh mục' }, 'danh mục')).toBeGreaterThan(rank({ title: 'Danh mục dùng chung' }, 'danh mục'))
    expect(rank({ title: 'A danh b' }, 'danh')).toBeGreaterThan(rank({ title: 'Adanh' }, 'danh'))
  })

  it('is nothing: everything is offered, as far as asked for', () => {
    expect(found('  ')).toHaveLength(4)
    expect(matching(commands, '', 2).map(({ key }) => key)).toEqual(['list', 'area'])
  })
})
