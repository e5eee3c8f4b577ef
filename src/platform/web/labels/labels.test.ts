import { expect, it } from 'vitest'
import { en } from './en.ts'
import { vi } from './vi.ts'

type Words = { [key: string]: string | Words }
const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`)))
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

it('says everything in both languages, with the same places to fill', () => {
  const english = new Map(flat(en))
  for (const [key, text] of flat(vi)) {
    expect(text.trim(), key).not.toBe('')
    expect(english.get(key)?.trim(), key).toBeTruthy()
    expect(places(english.get(key) ?? ''), key).toEqual(places(text))
  }
  expect([...english.keys()].sort()).toEqual(
    flat(vi)
      .map(([key]) => key)
      .sort(),
  )
})

it('keeps the words the product has fixed', () => {
  expect(vi.session.idle).toBe('Hệ thống hết phiên đăng nhập. Vui lòng đăng nhập lại để thực hiện tiếp.')
  expect(vi.session.noAccess).toBe('Bạn không có quyền truy cập ứng dụng {name}')
  expect(vi.session.expired).toBe('Phiên đăng nhập hết hạn')
  expect(vi.common).toMatchObject({
    notice: 'Thông báo',
    agree: 'Đồng ý',
    back: 'Quay lại',
    error: 'Lỗi',
    empty: 'Không tìm thấy dữ liệu',
    all: '-- Tất cả --',
    choose: '-- Chọn --',
  })
  expect(vi.list.total).toBe('Tổng số dòng {n}')
})
