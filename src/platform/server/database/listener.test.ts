import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestRuntime, testRuntime } from '../../../../test/app.ts'
import { createListener, type Listener } from './listener.ts'

let runtime: TestRuntime
let listener: Listener
beforeEach(async () => {
  runtime = await testRuntime()
  listener = createListener(runtime.pool, runtime.log)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await listener.close()
  await runtime.database.drop()
})

const heard: string[] = []
const hear = (channel: string, onConnected: () => void = () => undefined) => listener.on(channel, (payload) => heard.push(payload), onConnected)
async function arrives(channel: string): Promise<void> {
  heard.length = 0
  await runtime.pool.query('select pg_notify($1, $2)', [channel, channel])
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual([channel])
}

/** What is done before the n-th LISTEN of any connection goes out. */
function beforeListen(work: (statement: string) => void): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (typeof args[0] === 'string' && args[0].startsWith('listen')) work(args[0])
    return query.apply(this, args) as never
  })
}

it('a channel that is added while the others are being opened is heard as well', async () => {
  let late: Promise<void> | undefined
  beforeListen(() => {
    late ??= new Promise((resolve) => hear('late', resolve))
  })
  await new Promise<void>((resolve) => hear('first', resolve))
  await late
  await arrives('first')
  await arrives('late')
})

it('an error of a later LISTEN makes a new connection, which hears everything', async () => {
  await new Promise<void>((resolve) => hear('first', resolve))
  let failed = false
  beforeListen(() => {
    if (failed) return
    failed = true
    throw new Error('no')
  })
  await new Promise<void>((resolve) => hear('second', resolve))
  expect(failed).toBe(true)
  await arrives('first')
  await arrives('second')
})
