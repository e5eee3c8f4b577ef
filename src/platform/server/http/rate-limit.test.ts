import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery, PUBLIC } from '#kernel/contract.ts'
import { defineModule } from '#platform/server/module.ts'
import { moduleApp, type TestClock, testClock } from '../../../../test/app.ts'
import { createRateLimiter, PUBLIC_RATE } from './rate-limit.ts'

const ping = defineQuery({ path: '/probe/ping/v1', permission: PUBLIC, summary: { vi: 'Ping', en: 'Ping' }, input: {}, output: z.null() })
const slow = defineQuery({ path: '/probe/slow/v1', permission: PUBLIC, summary: { vi: 'Ping, seldom', en: 'Ping, seldom' }, input: {}, output: z.null() })
const probe = defineModule({
  name: 'probe',
  register(on) {
    on.open(ping, async () => null)
    on.open(slow, async () => null, { rate: { perSecond: 0.1, burst: 3 } })
  },
})

let clock: TestClock
let run: Awaited<ReturnType<typeof moduleApp>>
beforeEach(async () => {
  clock = testClock()
  run = await moduleApp([probe], { resolve: () => Promise.reject(new Error('nobody signs in here')) }, { clock })
})
afterEach(() => run.close())

const get = (path: string, remoteAddress = '203.0.113.9') => run.app.inject({ url: `/api${path}`, remoteAddress, headers: { 'accept-language': 'en' } })

describe('calls that need no session', () => {
  it('are counted by address: too many get 429 with Retry-After in the envelope, others go on', async () => {
    for (let call = 0; call < 3; call++) expect((await get(slow.path)).statusCode).toBe(200)
    const refused = await get(slow.path)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('10')
    expect(refused.json()).toMatchObject({ code: 'SYS-429', message: 'Too many requests; please try again later', data: null })
    expect((await get(slow.path, '203.0.113.10')).statusCode).toBe(200)
    expect((await get(ping.path)).statusCode).toBe(200)
    clock.advance(9_000)
    expect((await get(slow.path)).headers['retry-after']).toBe('1')
    clock.advance(1_000)
    expect((await get(slow.path)).statusCode).toBe(200)
  })

  it('have a limit without being asked', async () => {
    const statuses: number[] = []
    for (let call = 0; call < PUBLIC_RATE.burst + 5; call++) statuses.push((await get(ping.path)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(PUBLIC_RATE.burst)
    expect(statuses.slice(-5)).toEqual(new Array(5).fill(429))
  })
})

it('a network of 64 bits counts as one address, and memory has an end', () => {
  const limiter = createRateLimiter(clock)
  const rate = { perSecond: 1, burst: 2 }
  expect(limiter.take('x', '2001:db8:1:2::1', rate)).toBeUndefined()
  expect(limiter.take('x', '2001:db8:1:2::2', rate)).toBeUndefined()
  expect(limiter.take('x', '2001:db8:1:2:ffff::3', rate)).toBe(1)
  expect(limiter.take('x', '2001:db8:1:3::1', rate)).toBeUndefined()
  for (let number = 0; number < 60_000; number++) limiter.take('x', `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, rate)
  expect(limiter.take('x', '2001:db8:1:2::1', rate)).toBeUndefined()
})
