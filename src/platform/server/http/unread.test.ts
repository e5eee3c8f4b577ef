/** Exports that nobody reads: what they hold, and for how long. */
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { moduleApp } from '../../../../test/app.ts'
import { createProbe, FULL, sessionsOf } from '../../../../test/probe.ts'

/** Places of a process for exports, and what may stand in its memory of one that is not read. */
const PLACES = 4
const HELD_BYTES = 1_048_576
const ROWS = 40_000

const probe = createProbe()
let world: Awaited<ReturnType<typeof moduleApp>>
let port: number
let sockets: Socket[] = []
const calls: { response?: IncomingMessage; end(): void }[] = []

beforeAll(async () => {
  world = await moduleApp([probe.module], sessionsOf(Object.fromEntries(['a', 'b', 'c'].map((who, at) => [who, { ...FULL, userId: String(at + 1) }]))))
  await probe.prepare(world.runtime.database)
  // More than the buffers of two sockets hold.
  await world.runtime.pool.query(`insert into probe.item (name, kind, amount) select repeat('x', 700) || n, 'RED', 1 from generate_series(1, ${ROWS}) n`)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
  world.app.server.on('connection', (socket: Socket) => sockets.push(socket))
})
afterAll(() => world.close())
beforeEach(() => {
  sockets = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const call of calls.splice(0)) call.end()
})

/** Asks for the whole list, and reads none of it until told. */
function ask(who: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${who}`, 'content-type': 'application/json' }
    const call = request({ port, path: '/api/report/export/probe/items/v1', method: 'POST', headers, agent: false }, (response) => {
      response.on('error', () => undefined)
      resolve(response)
    })
    call.on('error', reject)
    calls.push({ end: () => call.destroy() })
    call.end(JSON.stringify({ searchSdi: {}, format: 'csv' }))
  })
}

const cursors = async () =>
  (
    await world.runtime.database.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    )
  ).rows[0]?.n

/** Until nothing moves any more: the buffers of both ends are full. */
async function stalled(): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
        const still = now === before && sockets.every(({ writableLength }) => writableLength > 0)
        before = now
        return still
      },
      { interval: 200, timeout: 20_000 },
    )
    .toBe(true)
}

it('are cut off within 30 seconds; their places and cursors are others’ then, and little of them stands in memory meanwhile', async () => {
  const unread = await Promise.all(['a', 'a', 'b', 'b'].map(ask))
  expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await stalled()
  expect(await cursors()).toBe(PLACES)
  for (const { writableLength } of sockets) expect(writableLength).toBeLessThan(HELD_BYTES)
  let served = false
  const other = ask('c').then((response) => {
    served = true
    return response
  })
  vi.advanceTimersByTime(24_000)
  expect(await cursors()).toBe(PLACES)
  expect(served).toBe(false)
  vi.advanceTimersByTime(6_000)
  const response = await other
  expect(response.statusCode).toBe(200)
  expect((await text(response)).split('\n').length).toBeGreaterThan(ROWS)
  await expect.poll(cursors).toBe(0)
})

it('that are read on in time are whole', async () => {
  const response = await ask('a')
  await stalled()
  vi.advanceTimersByTime(24_000)
  expect((await text(response)).split('\n').length).toBeGreaterThan(ROWS)
})

it('whose query has nothing to send yet are let wait', async () => {
  const lock = await world.runtime.database.owner.connect()
  await lock.query('begin; lock table probe.item in access exclusive mode')
  try {
    const waiting = ask('a')
    await expect.poll(() => sockets.length).toBe(1)
    vi.advanceTimersByTime(120_000)
    await lock.query('commit')
    expect((await text(await waiting)).split('\n').length).toBeGreaterThan(ROWS)
  } finally {
    lock.release()
  }
})
