import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moduleApp, send } from '../../../../test/app.ts'
import { createItem, createProbe, FULL, renameItem, sessionsOf, swapItems } from '../../../../test/probe.ts'

const probe = createProbe()
let world: Awaited<ReturnType<typeof moduleApp>>
const full = { authorization: 'Bearer full' }

beforeAll(async () => {
  world = await moduleApp([probe.module], sessionsOf({ full: FULL, other: { ...FULL, userId: '2', account: 'other' } }))
  await probe.prepare(world.runtime.database)
})
beforeEach(() => {
  for (const hook of Object.keys(probe.hooks)) delete probe.hooks[hook as keyof typeof probe.hooks]
})
afterAll(() => world.close())

const create = (name: string, key: string | undefined, headers: Record<string, string> = full) =>
  send(world.app, createItem, { name, amount: '1' }, { headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) } })
const count = async (name: string) => Number((await world.runtime.pool.query('select count(*) from probe.item where name like $1', [`${name}%`])).rows[0].count)
const lastAudit = async () => (await world.runtime.pool.query('select * from platform.audit_entry order by id desc limit 1')).rows[0]

describe('a command that needs an Idempotency-Key', () => {
  it('is refused without one or with one that is none, and changes nothing', async () => {
    expect(await create('không khoá', undefined)).toMatchObject({ status: 400, code: 'IDM-001' })
    expect(await create('không khoá', 'short')).toMatchObject({ status: 400, code: 'IDM-004' })
    expect(await create('không khoá', 'x'.repeat(201))).toMatchObject({ status: 400, code: 'IDM-004' })
    expect(await create('không khoá', 'with a space')).toMatchObject({ status: 400, code: 'IDM-004' })
    expect(await count('không khoá')).toBe(0)
  })

  it('answers a repetition with the stored reply, however late', async () => {
    const first = await create('lặp lại', 'repeat-00001')
    const again = await create('lặp lại', 'repeat-00001')
    expect(again).toMatchObject({ status: 200, data: first.data })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.traceId).not.toBe(first.traceId)
    await world.runtime.pool.query(`update platform.idempotency_key set created_at = now() - interval '20 days'`)
    expect((await create('lặp lại', 'repeat-00001')).data).toEqual(first.data)
    expect(await count('lặp lại')).toBe(1)
  })

  it('refuses the key for another body', async () => {
    await create('một', 'other-body-1')
    expect(await create('hai', 'other-body-1')).toMatchObject({ status: 422, code: 'IDM-003' })
    expect(await count('hai')).toBe(0)
  })

  it('keeps the keys of two people apart', async () => {
    const mine = await create('của tôi', 'shared-key-1')
    const theirs = await create('của họ', 'shared-key-1', { authorization: 'Bearer other' })
    expect(theirs.status).toBe(200)
    expect(theirs.data).not.toEqual(mine.data)
  })

  it('answers 409 while the first is under way', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const entered = new Promise<void>((resolve) => {
      probe.hooks.beforeCommit = () => {
        resolve()
        return held
      }
    })
    const first = create('đang chạy', 'in-flight-01')
    await entered
    expect(await create('đang chạy', 'in-flight-01')).toMatchObject({ status: 409, code: 'IDM-002' })
    release()
    const done = await first
    delete probe.hooks.beforeCommit
    expect((await create('đang chạy', 'in-flight-01')).data).toEqual(done.data)
  })

  it('has one effect for 64 posts with one key at the same time, and the same reply for all who get one', async () => {
    for (let round = 0; round < 5; round++) {
      const key = `parallel-key-${round}`
      const replies = await Promise.all(Array.from({ length: 64 }, () => create(`song song ${round}`, key)))
      const done = replies.filter((reply) => reply.status === 200)
      expect(done.length).toBeGreaterThan(0)
      expect(new Set(done.map((reply) => JSON.stringify(reply.data))).size).toBe(1)
      expect(replies.filter((reply) => reply.code !== 'API000' && reply.code !== 'IDM-002')).toEqual([])
      expect(await count(`song song ${round}`)).toBe(1)
    }
  })

  it('leaves nothing behind when it fails or its connection dies, so that the next attempt goes ahead', async () => {
    probe.hooks.beforeCommit = async () => {
      throw new Error('no')
    }
    expect((await create('gãy', 'broken-key-1')).status).toBe(500)
    probe.hooks.beforeCommit = async () => {
      await world.runtime.database.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      )
    }
    expect(await create('gãy', 'broken-key-1')).toMatchObject({ status: 503, code: 'SYS-503' })
    expect(await count('gãy')).toBe(0)
    delete probe.hooks.beforeCommit
    expect((await create('gãy', 'broken-key-1')).status).toBe(200)
    expect(await count('gãy')).toBe(1)
  })
})

describe('a command', () => {
  it('is audited with contract, subject and input, secrets cut out', async () => {
    const { data, traceId } = await send(
      world.app,
      createItem,
      { name: 'kiểm toán', amount: '5', secret: 'hunter2', nested: { password: 'hunter3' } },
      { headers: { ...full, 'idempotency-key': 'audit-key-0001' } },
    )
    const entry = await lastAudit()
    expect(entry).toMatchObject({
      actor: 'user:probe',
      action: 'POST /probe/items/v1',
      subject_type: 'probe',
      subject_id: data?.id,
      before: null,
      trace_id: traceId,
      ip: '127.0.0.1',
    })
    expect(entry.after).toEqual({ name: 'kiểm toán', amount: '5', secret: '***', nested: { password: '***' } })
  })

  it('says itself what a record was and became', async () => {
    const { data } = await create('tên cũ', 'subject-key-1')
    await send(world.app, renameItem, { id: data?.id ?? '', name: 'tên mới' }, { headers: full })
    expect(await lastAudit()).toMatchObject({
      action: 'PUT /probe/items/v1/{id}/name',
      subject_type: 'probe.item',
      subject_id: data?.id,
      before: { name: 'tên cũ' },
      after: { name: 'tên mới' },
    })
  })

  it('that fails leaves neither effect nor audit entry', async () => {
    const before = await lastAudit()
    probe.hooks.beforeCommit = async () => {
      throw new Error('no')
    }
    expect((await create('không có gì', 'rollback-key-1')).status).toBe(500)
    expect(await count('không có gì')).toBe(0)
    expect((await lastAudit()).id).toBe(before.id)
  })

  /** Two swaps in opposite order that wait for each other before the second lock. */
  async function collide(rounds: number) {
    const ids = await Promise.all(['a', 'b'].map(async (name) => (await create(`khoá ${rounds} ${name}`, `deadlock-${rounds}-${name}`)).data?.id ?? ''))
    const [first, second] = ids as [string, string]
    let arrived = 0
    let open = () => {}
    let gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let meetings = 0
    probe.hooks.betweenSwaps = async () => {
      if (meetings >= rounds) return
      if (++arrived < 2) return gate
      arrived = 0
      meetings++
      open()
      gate = new Promise<void>((resolve) => {
        open = resolve
      })
    }
    return Promise.all([
      send(world.app, swapItems, { first, second }, { headers: full }),
      send(world.app, swapItems, { first: second, second: first }, { headers: full }),
    ])
  }

  it('in a deadlock is run again and succeeds', async () => {
    const replies = await collide(1)
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(Math.max(...replies.map((reply) => reply.data?.attempts ?? 0))).toBeGreaterThan(2)
  })
})
