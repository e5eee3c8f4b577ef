import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { vi } from './vi.ts'

type Words = { [key: string]: string | Words }
const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`)))
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

const src = join(import.meta.dirname, '../../..')
const pairs = globSync('**/labels/**/vi.ts', { cwd: src })

it.each(pairs)('%s: says everything in both languages, with the same places to fill', async (path) => {
  const { vi: vietnamese } = (await import(join(src, path))) as { vi: Words }
  const { en: english } = (await import(join(src, path.replace(/vi\.ts$/, 'en.ts')))) as { en: Words }
  const other = new Map(flat(english))
  for (const [key, text] of flat(vietnamese)) {
    expect(text.trim(), key).not.toBe('')
    expect(other.get(key)?.trim(), key).toBeTruthy()
    expect(places(other.get(key) ?? ''), key).toEqual(places(text))
  }
  expect([...other.keys()].sort()).toEqual(
    flat(vietnamese)
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
