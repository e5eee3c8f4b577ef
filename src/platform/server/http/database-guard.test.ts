import { execFileSync } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTables } from '../../../../src/app/tables.ts'
import { moduleApp, send } from '../../../../test/app.ts'
import { createProbe, FULL, listItems, sessionsOf } from '../../../../test/probe.ts'
import { startTemporary } from '../../../../test/temporary.ts'
import { connect } from '../database/connect.ts'
import { createLogger } from '../logging.ts'
import { type DatabaseGuard, guardDatabase } from './database-guard.ts'

/** A PostgreSQL of this test's own, because it is frozen and killed. */
let postgres: Awaited<ReturnType<typeof startTemporary>>
let world: Awaited<ReturnType<typeof moduleApp>>
let guard: DatabaseGuard

beforeAll(async () => {
  postgres = await startTemporary('guard', { fsync: 'off' })
  await makeTables(postgres.connectionString)
  const connection = connect(postgres.connectionString, { max: 5, connectionTimeoutMillis: 1_000 })
  guard = guardDatabase({ pool: connection.pool, log: createLogger('silent'), intervalMs: 50, timeoutMs: 400 })
  const probe = createProbe()
  const { pool: owner, close } = connect(postgres.connectionString, { as: 'owner', max: 1 })
  const database = { ...connection, connectionString: postgres.connectionString, owner, drop: () => connection.close() }
  await probe.prepare(database)
  await close()
  world = await moduleApp([probe.module], sessionsOf({ full: FULL }), { database, guard })
})
afterAll(async () => {
  await guard.stop()
  await world.close()
  await postgres.stop()
})

/** The postmaster and every process it has started. */
function processes(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' })
  return [postgres.pid, ...children.trim().split(/\s+/).map(Number)]
}
const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of processes()) process.kill(pid, name)
}
const search = () =>
  send(world.app, listItems, { searchSdi: {}, pageInfo: { currentPage: 1, pageSize: 15 } } as never, { headers: { authorization: 'Bearer full' } })
const until = async (status: number) => {
  for (;;) {
    const reply = await search()
    if (reply.status === status) return reply
    // A refusal needs no input or output: without this the loop would leave the guard no turn.
    await turn()
  }
}

it('answers 503 while the database is frozen, also to what was waiting for it, and recovers by itself', async () => {
  expect((await search()).status).toBe(200)
  const waiting = world.runtime.pool.query('select pg_sleep(60)')
  waiting.catch(() => undefined)
  signal('SIGSTOP')
  try {
    const started = await Promise.all(Array.from({ length: 12 }, search))
    expect(new Set(started.map((reply) => `${reply.status} ${reply.code}`))).toEqual(new Set(['503 SYS-503']))
    await expect(waiting).rejects.toThrow(/terminated/)
    expect(await search()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect((await world.app.inject({ url: '/api/health' })).json()).toMatchObject({ code: 'SYS-503', data: { status: 'database-away' } })
  } finally {
    signal('SIGCONT')
  }
  expect((await until(200)).data).toMatchObject({ totalRecord: 0 })
  expect(guard.away).toBe(false)
})

it('answers 503 while the database is killed and starts again, and recovers by itself', async () => {
  process.kill(postgres.pid, 'SIGKILL')
  expect((await until(503)).code).toBe('SYS-503')
  expect((await until(200)).data).toMatchObject({ totalRecord: 0 })
})
