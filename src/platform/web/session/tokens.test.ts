import { beforeEach, expect, it, vi } from 'vitest'
import { isSpent, storeTokens } from './tokens.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
beforeEach(() => kept.clear())

const token = (payload: object) => `x.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.y`
const FIVE_MINUTES = 300_000

it('knows that a token has come to its end by how long it lives, whatever the clocks say', () => {
  // The server is years ahead of this machine.
  const accessToken = token({ iat: 4_000_000_000, exp: 4_000_000_300, name: '~~>?' })
  storeTokens({ accessToken, refreshToken: 'r', clientId: 'PP_QR' })
  const came = Date.now()
  expect(isSpent(accessToken, came)).toBe(false)
  expect(isSpent(accessToken, came + FIVE_MINUTES - 20_000)).toBe(false)
  expect(isSpent(accessToken, came + FIVE_MINUTES)).toBe(true)
})

it('takes a token that says nothing, or came before that was noted, for good', () => {
  expect(isSpent(token({ iat: 1, exp: 301 }), Date.now())).toBe(false)
  storeTokens({ accessToken: 'opaque', refreshToken: 'r', clientId: 'PP_QR' })
  expect(isSpent('opaque', Date.now() + FIVE_MINUTES)).toBe(false)
})
