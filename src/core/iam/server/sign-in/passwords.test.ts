import { expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

/** The first hash of the process finds no memory. */
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof import('@node-rs/argon2')>()
  let failed = false
  const hash: typeof argon.hash = async (...given) => {
    if (failed) return argon.hash(...given)
    failed = true
    throw new Error('no memory')
  }
  return { ...argon, hash }
})

it('a hash that could not be made once keeps nobody out for good', async () => {
  await expect(verifyPassword(undefined, 'Trâu7-gặm@cỏ')).rejects.toThrow('no memory')
  expect(await verifyPassword(undefined, 'Trâu7-gặm@cỏ')).toBe(false)
  expect(await verifyPassword(await hashPassword('Trâu7-gặm@cỏ'), 'Trâu7-gặm@cỏ')).toBe(true)
})
