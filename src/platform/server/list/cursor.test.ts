import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { openCursor } from './cursor.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const rows = CompiledQuery.raw('select id from platform.file') as CompiledQuery<{ id: string }>
/** Queries of a cursor that wait for a lock. */
const waiting = async () =>
  (
    await database.owner.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'declare list_export%' and wait_event_type = 'Lock'",
    )
  ).rows[0]?.n

it('that nobody waits for any more lets go of its connection and ends its query, before there is a first row too', async () => {
  const locker = await database.owner.connect()
  const stop = new AbortController()
  try {
    await locker.query('begin; lock table platform.file in access exclusive mode')
    const opening = openCursor(database.pool, rows, 600_000, { signal: stop.signal })
    const refused = expect(opening).rejects.toThrow('gone')
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    stop.abort(new Error('gone'))
    await refused
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
    // The lock is still held: the query has not come to its end, it was ended.
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  } finally {
    await locker.query('rollback')
    locker.release()
  }
})

it('takes nothing up for a call that is over already', async () => {
  await expect(openCursor(database.pool, rows, 600_000, { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow('over')
  const { rows: found } = await openCursor(database.pool, rows, 600_000)
  for await (const row of found) expect(row).toBeUndefined()
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
})
