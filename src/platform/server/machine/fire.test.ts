import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defineMachine } from '#kernel/machine.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { type FireOptions, fire } from './fire.ts'

/** The states of an organisation unit, driven here by a machine of the test's own. */
const machine = defineMachine({
  name: 'probe.state',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' }, close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' } },
})

let database: TestDatabase
let id: string
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  id = (
    await database.pool.query(`insert into organisation.partner (code, name, short_name, kind) values ('P' || gen_random_uuid(), 'x', 'x', 'OWN') returning id`)
  ).rows[0].id
})
afterAll(() => database.drop())

const on = (event: 'lock' | 'unlock' | 'close', options?: FireOptions<'organisation.partner'>, row = id) =>
  database.db.transaction().execute((tx) => fire(tx, machine, 'organisation.partner', row, event, options))
const stored = async () => (await database.pool.query('select status, version, name from organisation.partner where id = $1', [id])).rows[0]

it('moves the row, counts the version and sets what goes with it', async () => {
  expect(await on('lock', { version: 0, set: { name: 'khoá' } })).toEqual({ status: 'LOCKED', version: 1 })
  expect(await stored()).toEqual({ status: 'LOCKED', version: 1, name: 'khoá' })
})

it('tells a stale version from a state that does not allow it', async () => {
  await on('lock', { version: 0 })
  await expect(on('unlock', { version: 0 })).rejects.toMatchObject({ definition: { code: 'SYS-409' }, data: { version: 1, status: 'LOCKED' } })
  await expect(on('lock', { version: 1 })).rejects.toMatchObject({ definition: { code: 'SYS-410' }, data: { version: 1, status: 'LOCKED' } })
  await expect(on('lock')).rejects.toMatchObject({ definition: { code: 'SYS-410' } })
  await expect(on('lock', {}, '987654321')).rejects.toMatchObject({ definition: { code: 'SYS-404' } })
  expect(await stored()).toMatchObject({ status: 'LOCKED', version: 1 })
})

it('finds the row only where it is said to be', async () => {
  await expect(on('lock', { where: { kind: 'BANK' } })).rejects.toMatchObject({ definition: { code: 'SYS-404' } })
  expect(await on('lock', { where: { kind: 'OWN' } })).toMatchObject({ status: 'LOCKED' })
})

it('lets one of many callers win and tells the others that they are late', async () => {
  const results = await Promise.allSettled(Array.from({ length: 32 }, (_unused, n) => on(n % 2 ? 'lock' : 'close', { version: 0 })))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ definition: { code: 'SYS-409' } })
  expect((await stored()).version).toBe(1)
})
