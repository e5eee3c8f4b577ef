import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import type { Tx } from '../database/db.ts'
import type { CommandContext } from '../module.ts'
import { scopeOf } from '../scope.ts'
import type { ScopeGrant } from '../session/session.ts'
import { defineRecord } from './record.ts'

const machine = defineMachine({
  name: 'probe.record',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})
const { taken } = defineErrors({ taken: error('PRB-001', 409, { vi: 'Mã {code} đã có', en: 'Code {code} is taken' }) })

const lists = defineRecord({
  table: 'masterdata.global_list',
  machine,
  unique: { column: 'code', error: taken },
  picture: async ({ id, code, name, description, status }, tx) => ({ code, name, description, status, keys: await keysOf(tx, id) }),
  form: ({ code: _code, ...fields }) => fields,
})
const units = defineRecord({
  table: 'organisation.unit',
  scoped: true,
  picture: ({ code, name }) => ({ code, name }),
})

const keysOf = async (tx: Tx, id: string) =>
  (await tx.selectFrom('masterdata.global_list_entry').select('key').where('list_id', '=', id).orderBy('position').execute()).map(({ key }) => key)
const addKey = (tx: Tx, id: string, key: string) =>
  tx.insertInto('masterdata.global_list_entry').values({ list_id: id, key, value: key, position: 0 }).execute()

let database: TestDatabase
let subject: Parameters<CommandContext['subject']> | undefined
const now = new Date('2026-05-04T03:02:01.000Z')

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  subject = undefined
})

/** One command by somebody, in a transaction of its own. */
function by<Result>(work: (ctx: CommandContext) => Promise<Result>, scope: ScopeGrant = { kind: 'ALL' }, account = 'lan'): Promise<Result> {
  return database.db.transaction().execute((tx) => {
    const session = { account, scope }
    const ctx = {
      tx,
      now,
      language: 'en',
      session,
      scope: scopeOf(tx, session),
      subject: (...fact: NonNullable<typeof subject>) => {
        subject = fact
      },
    }
    return work(ctx as unknown as CommandContext)
  })
}

let count = 0
const make = (values: { name?: string } = {}) => by((ctx) => lists.insert(ctx, { code: `PROBE_${++count}`, name: 'one', ...values }))
const stored = async (id: string) =>
  (await database.pool.query('select code, name, status, version, updated_at, updated_by from masterdata.global_list where id = $1', [id])).rows[0]

describe('a record', () => {
  it('is inserted in the first state of its machine, stamped, with its children, and audited whole', async () => {
    const { id, version } = await by((ctx) =>
      lists.insert(ctx, { code: 'NEW', name: 'new' }, { children: (row) => addKey(ctx.tx, row.id, 'K'), note: { reason: 'why' } }),
    )
    expect(version).toBe(0)
    expect(await stored(id)).toEqual({ code: 'NEW', name: 'new', status: 'ACTIVE', version: 0, updated_at: now, updated_by: 'lan' })
    const after = { code: 'NEW', name: 'new', description: '', status: 'ACTIVE', keys: ['K'], reason: 'why' }
    expect(subject).toEqual(['masterdata.global_list', id, { after }])
    await expect(by((ctx) => lists.insert(ctx, { code: 'NEW', name: 'again' }))).rejects.toMatchObject({
      definition: { code: 'PRB-001' },
      fields: [{ field: 'code', code: 'PRB-001', message: 'Code NEW is taken' }],
    })
  })

  it('is inserted in another state only along the machine', async () => {
    const { id } = await by((ctx) => lists.insert(ctx, { code: 'SHUT', name: 'shut' }, { to: 'LOCKED' }))
    expect((await stored(id)).status).toBe('LOCKED')
  })

  it('changes under the version seen: stamped, counted, and audited by the fields that differ', async () => {
    const ref = await make()
    const changed = await by(
      (ctx) => lists.update(ctx, ref, { name: 'two' }, { children: ({ id }) => addKey(ctx.tx, id, 'K'), note: { reason: 'why' } }),
      { kind: 'ALL' },
      'minh',
    )
    expect(changed).toEqual({ id: ref.id, version: 1 })
    expect(await stored(ref.id)).toMatchObject({ name: 'two', status: 'ACTIVE', version: 1, updated_at: now, updated_by: 'minh' })
    expect(subject?.[2]).toEqual({ before: { name: 'one', keys: [] }, after: { name: 'two', keys: ['K'], reason: 'why' } })
  })

  it('takes SQL as a value and leaves alone what is undefined', async () => {
    const ref = await make()
    await by((ctx) => lists.update(ctx, ref, { name: sql<string>`upper(name)`, description: undefined }))
    expect(await stored(ref.id)).toMatchObject({ name: 'ONE', version: 1 })
  })

  it('tells who was faster, when, and the fields of the form as they are now', async () => {
    const ref = await make()
    await by((ctx) => lists.update(ctx, ref, { name: 'two' }), { kind: 'ALL' }, 'minh')
    for (const late of [
      () => by((ctx) => lists.update(ctx, ref, { name: 'three' })),
      () => by((ctx) => lists.fire(ctx, ref, 'lock')),
      () => by((ctx) => lists.moveTo(ctx, ref, 'LOCKED')),
      () => by((ctx) => lists.remove(ctx, ref)),
    ])
      await expect(late()).rejects.toMatchObject({
        definition: { code: 'SYS-409' },
        data: {
          version: 1,
          changedBy: 'minh',
          changedAt: '2026-05-04T10:02:01.000+07:00',
          current: { name: 'two', description: '', status: 'ACTIVE', keys: [] },
        },
      })
    expect(await stored(ref.id)).toMatchObject({ name: 'two', version: 1 })
  })

  it('that is not there is not found', async () => {
    await expect(by((ctx) => lists.update(ctx, { id: '987654321', version: 0 }, {}))).rejects.toMatchObject({ definition: { code: 'SYS-404' } })
  })

  it('is removed with what it was', async () => {
    const ref = await make()
    expect(await by((ctx) => lists.remove(ctx, ref))).toEqual({ id: ref.id, version: 1 })
    expect(subject?.[2]).toEqual({ before: { code: `PROBE_${count}`, name: 'one', description: '', status: 'ACTIVE', keys: [] } })
    expect(await stored(ref.id)).toBeUndefined()
  })

  it('lets one of many callers win', async () => {
    const ref = await make()
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_unused, n) => by((ctx) => (n % 2 ? lists.update(ctx, ref, { name: `n${n}` }) : lists.fire(ctx, ref, 'lock')))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ definition: { code: 'SYS-409' } })
    expect((await stored(ref.id)).version).toBe(1)
  })
})

describe('its state', () => {
  it('moves by events alone, together with columns', async () => {
    const ref = await make()
    const locked = await by((ctx) => lists.fire(ctx, ref, 'lock', { set: { name: 'shut' }, note: { reason: 'why' } }))
    expect(await stored(ref.id)).toMatchObject({ name: 'shut', status: 'LOCKED', version: 1, updated_by: 'lan' })
    expect(subject?.[2]).toEqual({ before: { name: 'one', status: 'ACTIVE' }, after: { name: 'shut', status: 'LOCKED', reason: 'why' } })
    await expect(by((ctx) => lists.fire(ctx, locked, 'lock'))).rejects.toMatchObject({
      definition: { code: 'SYS-410' },
      data: { version: 1, status: 'LOCKED' },
    })
    await expect(by((ctx) => lists.moveTo(ctx, locked, 'LOCKED'))).rejects.toMatchObject({ definition: { code: 'SYS-410' } })
  })

  it('goes along with a form, by an event where it is another one', async () => {
    const ref = await make()
    const same = await by((ctx) => lists.update(ctx, ref, { name: 'two' }, { to: 'ACTIVE' }))
    expect(await stored(ref.id)).toMatchObject({ name: 'two', status: 'ACTIVE', version: 1 })
    await by((ctx) => lists.update(ctx, same, { name: 'three' }, { to: 'LOCKED' }))
    expect(await stored(ref.id)).toMatchObject({ name: 'three', status: 'LOCKED', version: 2 })
  })
})

describe('a record of a scoped table', () => {
  it('is found within the scope of the caller only', async () => {
    const office = (
      await database.pool.query(`insert into organisation.unit (code, name, level, valid_from) values ('HO', 'HO', 'HEAD_OFFICE', '2020-01-01') returning id`)
    ).rows[0].id as string
    const [own = '', other = ''] = (
      await database.pool.query(
        `insert into organisation.unit (code, name, level, parent_id, valid_from)
          select c, c, 'PROVINCE', $1, '2020-01-01' from unnest(array['P1', 'P2']) c returning id`,
        [office],
      )
    ).rows.map(({ id }) => id as string)
    const province: ScopeGrant = { kind: 'UNIT_AND_BELOW', unit: { id: own, level: 'PROVINCE' } }
    expect(await by((ctx) => units.update(ctx, { id: own, version: 0 }, { name: 'mine' }), province)).toEqual({ id: own, version: 1 })
    await expect(by((ctx) => units.update(ctx, { id: other, version: 0 }, { name: 'theirs' }), province)).rejects.toMatchObject({
      definition: { code: 'SYS-404' },
    })
    // Its version is not shown to people who may not see it.
    await expect(by((ctx) => units.update(ctx, { id: other, version: 7 }, { name: 'theirs' }), province)).rejects.toMatchObject({
      definition: { code: 'SYS-404' },
    })
    expect((await database.pool.query('select name from organisation.unit where id = $1', [other])).rows).toEqual([{ name: 'P2' }])
  })
})
