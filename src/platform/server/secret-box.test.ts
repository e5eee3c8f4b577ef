import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveKey, open, seal } from './secret-box.ts'

const key = randomBytes(32)

it('opens what was sealed, under the same key and context only', () => {
  const box = seal(key, 'mật khẩu', 'iam.totp:42')
  expect(open(key, box, 'iam.totp:42').toString()).toBe('mật khẩu')
  expect(() => open(key, box, 'iam.totp:43')).toThrow()
  expect(() => open(randomBytes(32), box, 'iam.totp:42')).toThrow()
  expect(box.includes('mật khẩu')).toBe(false)
})

it('refuses a box with any bit changed, or cut', () => {
  const box = seal(key, 'x', 'c')
  for (let bit = 0; bit < box.length * 8; bit++) {
    const changed = Buffer.from(box)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => open(key, changed, 'c')).toThrow()
  }
  for (let length = 0; length < box.length; length++) expect(() => open(key, box.subarray(0, length), 'c')).toThrow()
})

it('seals the same secret differently each time', () => {
  expect(seal(key, 'x', 'c').equals(seal(key, 'x', 'c'))).toBe(false)
})

it('derives one key a purpose', () => {
  expect(deriveKey(key, 'a')).toHaveLength(32)
  expect(deriveKey(key, 'a').equals(deriveKey(key, 'a'))).toBe(true)
  expect(deriveKey(key, 'a').equals(deriveKey(key, 'b'))).toBe(false)
})
