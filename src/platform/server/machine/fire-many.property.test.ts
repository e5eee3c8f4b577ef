import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppError } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { fireMany, type Move } from './fire.ts'

const TABLE = 'organisation.partner'
const STATES = ['ACTIVE', 'LOCKED', 'CLOSED'] as const
type State = (typeof STATES)[number]

const machine = defineMachine({
  name: 'probe.many',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' }, close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' } },
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const fired = (moves: Move<'lock' | 'unlock' | 'close', typeof TABLE>[]) => database.db.transaction().execute((tx) => fireMany(tx, machine, TABLE, moves))

async function make(rows: readonly { status: State; version: number }[]): Promise<string[]> {
  const { rows: made } = await database.pool.query<{ id: string }>(
    `insert into organisation.partner (code, name, short_name, kind, status, version)
      select 'P' || gen_random_uuid(), 'x', 'x', 'OWN', s, v from unnest($1::text[], $2::int[]) with ordinality as r (s, v, n) order by n returning id`,
    [rows.map(({ status }) => status), rows.map(({ version }) => version)],
  )
  return made.map(({ id }) => id)
}
const stored = async (ids: readonly string[]) =>
  (
    await database.pool.query(
      'select id, status, version, name, updated_at from organisation.partner p join unnest($1::bigint[]) with ordinality w (id, n) using (id) order by n',
      [ids],
    )
  ).rows as { id: string; status: State; version: number; name: string; updated_at: Date }[]

/** Paths of events with what each may start from and where it leads, written out by hand. */
const PATHS = [
  { event: 'lock', from: ['ACTIVE'], to: 'LOCKED' },
  { event: 'unlock', from: ['LOCKED'], to: 'ACTIVE' },
  { event: 'close', from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  { event: ['lock', 'close'], from: ['ACTIVE'], to: 'CLOSED' },
  { event: ['unlock', 'lock'], from: ['LOCKED'], to: 'LOCKED' },
] as const

const row = fc.record({
  status: fc.constantFrom(...STATES),
  version: fc.nat({ max: 3 }),
  /** What is asked: mostly something that can be, so that whole groups do move. */
  seen: fc.constantFrom<number | 'any' | 'right'>('right', 'right', 'right', 'any', 1),
  path: fc.constantFrom(...PATHS),
  wanted: fc.constantFrom<'fits' | 'whatever'>('fits', 'fits', 'fits', 'whatever'),
  name: fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' }),
  updated_at: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
})

it('moves every row along its path or none at all, as a model says', { timeout: 120_000 }, async () => {
  let whole = 0
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const ids = await make(rows)
      const asked = rows.map(({ status, version, seen, path, wanted, name, updated_at }, at) => {
        const fitting = PATHS.find(({ from }) => (from as readonly string[]).includes(status))
        const chosen = wanted === 'fits' && fitting && !(path.from as readonly string[]).includes(status) ? fitting : path
        const move = {
          id: ids[at] as string,
          event: chosen.event as 'lock',
          set: { name, updated_at },
          ...(seen === 'any' ? {} : { version: seen === 'right' ? version : seen }),
        }
        return { move, chosen, fresh: seen !== 1 || version === 1, allowed: (chosen.from as readonly string[]).includes(status) }
      })
      const before = await stored(ids)
      const first = asked.find(({ fresh, allowed }) => !fresh || !allowed)
      const outcome = await fired(asked.map(({ move }) => move)).catch((error: unknown) => error)
      if (first) {
        expect((outcome as AppError).definition.code).toBe(first.fresh ? 'SYS-410' : 'SYS-409')
        expect(await stored(ids)).toEqual(before)
        return
      }
      whole++
      const after = asked.map(({ chosen, move }, at) => ({ id: move.id, status: chosen.to, version: (rows[at]?.version ?? 0) + 1 }))
      expect(outcome).toEqual(after)
      expect(await stored(ids)).toEqual(after.map((one, at) => ({ ...one, ...asked[at]?.move.set })))
    }),
    { numRuns: process.env.FAULTS ? 500 : 60, ...repeatable },
  )
  expect(whole).toBeGreaterThan(5)
})

it('finds rows by further columns and says which is not there', async () => {
  const ids = await make([
    { status: 'ACTIVE', version: 0 },
    { status: 'ACTIVE', version: 0 },
  ])
  const [one = '', other = ''] = ids
  await expect(
    fired([
      { id: one, event: 'lock', where: { kind: 'OWN' } },
      { id: other, event: 'lock', where: { kind: 'BANK' } },
    ]),
  ).rejects.toMatchObject({ definition: { code: 'SYS-404' } })
  expect((await stored(ids)).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE'])
  expect(await fired([{ id: other, event: 'lock', where: { kind: 'OWN' } }])).toEqual([{ id: other, status: 'LOCKED', version: 1 }])
  expect(await fired([])).toEqual([])
})

it('refuses what is wrong in the code: a row twice, columns that differ, a path with a gap', async () => {
  const [id = ''] = await make([{ status: 'ACTIVE', version: 0 }])
  const twice = { id, event: 'lock' } as const
  await expect(fired([twice, twice])).rejects.toThrow('twice')
  await expect(
    fired([
      { ...twice, set: { name: 'a' } },
      { id: '1', event: 'lock' },
    ]),
  ).rejects.toThrow('same columns')
  await expect(fired([{ id, event: ['close', 'lock'] }])).rejects.toThrow('no way')
  await expect(fired([{ ...twice, set: { kind: 'BANK' }, where: { kind: 'OWN' } }])).rejects.toThrow('cannot set kind')
})

it('lets one of many callers win', async () => {
  const ids = await make(Array.from({ length: 5 }, () => ({ status: 'ACTIVE' as const, version: 0 })))
  // The path ends where it began, so that the version alone keeps the others out.
  const move = ids.map((id) => ({ id, version: 0, event: ['lock', 'unlock'] as const }))
  const results = await Promise.allSettled(Array.from({ length: 32 }, () => fired(move)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ definition: { code: 'SYS-409' } })
  expect(new Set((await stored(ids)).map(({ version }) => version))).toEqual(new Set([1]))
})
