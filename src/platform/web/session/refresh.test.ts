import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, SessionEndedError } from '../api/api-error.ts'
import { type Identity, provideSetup } from '../shell/preferences/setup.ts'
import { isIdle } from './idle.ts'
import { freshAccessToken } from './refresh.ts'
import type { SessionApi } from './session-api.ts'
import { readTokens, storeTokens } from './tokens.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})

let calls = 0
/** A server that answers refreshes as told, one answer a call; the last one again and again. */
function server(...answers: (() => Promise<{ accessToken: string; refreshToken: string }>)[]): void {
  calls = 0
  const refresh: SessionApi['refresh'] = () => {
    const answer = answers[Math.min(calls, answers.length - 1)]
    calls += 1
    return answer ? answer() : Promise.reject(new Error('no answer'))
  }
  provideSetup({ modules: [], labels: {}, homes: {}, headerTools: {}, trace: { permission: '' }, identity: { api: { refresh } as SessionApi } as Identity })
}
const gives = (n: number) => () => Promise.resolve({ accessToken: `access-${n}`, refreshToken: `refresh-${n}` })
const fails = (error: Error) => () => Promise.reject(error)
const refusal = (status: number, code: string) => new ApiError({ code, status, message: code })

beforeEach(() => {
  kept.clear()
  storeTokens({ accessToken: 'access-0', refreshToken: 'refresh-0', clientId: 'PP_QR' })
})

describe('a fresh access token', () => {
  it('costs one refresh however many ask at once', async () => {
    server(gives(1), gives(2))
    expect(await Promise.all(Array.from({ length: 10 }, () => freshAccessToken('access-0')))).toEqual(Array.from({ length: 10 }, () => 'access-1'))
    expect(calls).toBe(1)
    expect(readTokens()).toEqual({ accessToken: 'access-1', refreshToken: 'refresh-1', clientId: 'PP_QR' })
  })

  it('costs none when another window has refreshed meanwhile', async () => {
    server(gives(1))
    storeTokens({ accessToken: 'access-9', refreshToken: 'refresh-9', clientId: 'PP_QR' })
    expect(await freshAccessToken('access-0')).toBe('access-9')
    expect(calls).toBe(0)
  })

  it('asks once more when the answer was lost, and keeps the session when the server is gone', async () => {
    server(fails(new NetworkError()), gives(1))
    expect(await freshAccessToken('access-0')).toBe('access-1')
    server(fails(new NetworkError()))
    await expect(freshAccessToken('access-1')).rejects.toBeInstanceOf(NetworkError)
    expect(calls).toBe(2)
    expect(readTokens()).not.toBeNull()
  })

  it.each([
    [503, 'SYS-503'],
    [500, 'SYS-500'],
    [429, 'SYS-429'],
  ])('keeps the session when the server cannot answer now (%s)', async (status, code) => {
    server(fails(refusal(status, code)))
    await expect(freshAccessToken('access-0')).rejects.toMatchObject({ status })
    expect(readTokens()).not.toBeNull()
  })

  it('ends the session when the server refuses, and when nothing is kept', async () => {
    server(fails(refusal(401, 'KC-003')))
    await expect(freshAccessToken('access-0')).rejects.toEqual(new SessionEndedError('KC-003'))
    expect(readTokens()).toBeNull()
    await expect(freshAccessToken('access-0')).rejects.toBeInstanceOf(SessionEndedError)
  })
})

describe('the idle hour', () => {
  it('is over 3,600,000 ms after the last click, not before', () => {
    expect(isIdle(1_000, 3_600_999)).toBe(false)
    expect(isIdle(1_000, 3_601_000)).toBe(true)
    expect(isIdle(null, Number.MAX_SAFE_INTEGER)).toBe(false)
  })
})
