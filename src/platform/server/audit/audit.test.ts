import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestRuntime, testRuntime } from '../../../../test/app.ts'
import { type AuditFact, auditKey, createAuditLog, entryMac } from './audit.ts'
import { type AuditVerification, sealAudit, verifyAudit } from './seal.ts'

let runtime: TestRuntime
beforeEach(async () => {
  runtime = await testRuntime()
})
afterEach(() => runtime.database.drop())

const fact = (changes: Partial<AuditFact> = {}): AuditFact => ({
  actor: 'user:ketoan',
  action: 'POST /probe',
  subjectType: 'probe.item',
  subjectId: '1',
  before: { name: 'cũ' },
  after: { name: 'mới', password: 'hunter2', list: [{ otp: '123456' }] },
  traceId: crypto.randomUUID(),
  ip: '127.0.0.1',
  ...changes,
})
const write = (...facts: AuditFact[]) => runtime.db.transaction().execute((tx) => runtime.audit.writeMany(tx, facts))
const seal = () => sealAudit(runtime.db, runtime.config.secretKey)
const verify = (anchor?: AuditVerification['anchor']) => verifyAudit(runtime.db, runtime.config.secretKey, anchor && { anchor })
const kinds = async () => (await verify()).problems.map((problem) => problem.kind).sort()

/** What somebody with all rights on the database does: takes the guards away first. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  await runtime.database.owner.query(
    'alter table platform.audit_entry disable trigger audit_entry_append_only; alter table platform.audit_seal disable trigger audit_seal_append_only; grant all on platform.audit_entry, platform.audit_seal to current_user',
  )
  await runtime.database.owner.query(statement, values)
}
async function filled(): Promise<void> {
  for (let block = 0; block < 4; block++) {
    for (let n = 0; n < 5; n++) await write(fact({ subjectId: `${block}-${n}` }), fact({ subjectId: null, before: undefined, after: { note: 'x'.repeat(n) } }))
    await seal()
  }
}

describe('the audit log', () => {
  it('keeps what is told without secrets', async () => {
    await write(fact())
    const { rows } = await runtime.pool.query('select * from platform.audit_entry')
    expect(rows[0]).toMatchObject({ actor: 'user:ketoan', before: { name: 'cũ' }, after: { name: 'mới', password: '***', list: [{ otp: '***' }] } })
  })

  it('cannot be changed, emptied or cut', async () => {
    await filled()
    for (const statement of [
      `update platform.audit_entry set actor = 'x'`,
      'delete from platform.audit_entry where id = 1',
      'truncate platform.audit_entry',
      `update platform.audit_seal set entries = 0`,
      'delete from platform.audit_seal',
    ])
      await expect(runtime.pool.query(statement)).rejects.toThrow(/permission denied/)
    // With the rights given back the trigger still refuses.
    await runtime.database.owner.query('grant all on platform.audit_entry to current_user')
    await expect(runtime.database.owner.query('delete from platform.audit_entry')).rejects.toThrow(/append-only/)
    await expect(runtime.database.owner.query('truncate platform.audit_entry')).rejects.toThrow(/append-only/)
    expect(await verify()).toMatchObject({ entries: 40, seals: 4, problems: [] })
  })

  it('rolls back with the transaction it tells of', async () => {
    const failing = runtime.db.transaction().execute(async (tx) => {
      await runtime.audit.write(tx, fact())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await verify()).entries).toBe(0)
  })
})

describe('sealing', () => {
  it('covers every committed entry once and leaves an idle log alone', async () => {
    await filled()
    expect(await seal()).toEqual([])
    const { rows } = await runtime.pool.query('select sum(entries) as entries, count(*) as seals from platform.audit_seal')
    expect(rows[0]).toEqual({ entries: '40', seals: '4' })
  })

  it('never makes a writer wait, and waits with a block for its last writer', async () => {
    let finish = () => {}
    const open = new Promise<void>((resolve) => {
      finish = resolve
    })
    let written = () => {}
    const inside = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = runtime.db.transaction().execute(async (tx) => {
      await runtime.audit.write(tx, fact({ subjectId: 'slow' }))
      written()
      await open
    })
    await inside
    await write(fact({ subjectId: 'quick' }))
    expect(await seal()).toEqual([])
    await write(fact({ subjectId: 'after the block was closed' }))
    expect(await seal()).toEqual([])
    finish()
    await slow
    expect((await seal()).map((one) => one.entries)).toEqual(['2', '1'])
    expect((await verify()).problems).toEqual([])
  })

  it('loses nothing while 40 writers and 3 sealers work at once', async () => {
    let done = false
    const sealers = Array.from({ length: 3 }, async () => {
      while (!done) await seal()
    })
    await Promise.all(
      Array.from({ length: 40 }, async (_unused, writer) => {
        for (let n = 0; n < 10; n++) await write(fact({ subjectId: `${writer}-${n}` }))
      }),
    )
    done = true
    await Promise.all(sealers)
    await seal()
    const { rows } = await runtime.pool.query('select sum(entries) as entries, count(*) as seals from platform.audit_seal')
    expect(rows[0].entries).toBe('400')
    expect(Number(rows[0].seals)).toBeGreaterThan(1)
    expect(await verify()).toMatchObject({ entries: 400, problems: [] })
  })
})

describe('verifyAudit finds', () => {
  beforeEach(filled)

  it.each([
    ['actor', `'user:somebody'`],
    ['action', `'GET /'`],
    ['subject_id', `'9'`],
    ['subject_id', 'null'],
    ['before', 'null'],
    ['after', `'{"name":"khác"}'`],
    ['at', `at + interval '1 microsecond'`],
    ['ip', `'10.0.0.1'`],
    ['trace_id', `'x'`],
  ])('an edited %s', async (column, value) => {
    await tamper(`update platform.audit_entry set ${column} = ${value} where id = (select id from platform.audit_entry where subject_id = '2-2')`)
    expect(await kinds()).toEqual(['edited'])
  })

  it('each of many edits', async () => {
    await tamper(`update platform.audit_entry set after = '{}' where subject_id is null`)
    expect((await verify()).problems.filter((problem) => problem.kind === 'edited')).toHaveLength(20)
  })

  it('a deleted entry, first, middle or last', async () => {
    await tamper(
      `delete from platform.audit_entry where id in (select min(id) from platform.audit_entry union select max(id) from platform.audit_entry union select id from platform.audit_entry where subject_id = '1-3')`,
    )
    expect(await kinds()).toEqual(['block', 'block', 'block', 'chain', 'chain', 'chain'])
  })

  it('an entry moved to another block or put in another place', async () => {
    await tamper(`update platform.audit_entry set block = 1 where subject_id = '2-0'`)
    expect(await kinds()).toEqual(['block', 'block', 'chain', 'chain'])
    await tamper(`update platform.audit_entry set block = 3 where subject_id = '2-0'`)
    expect(await kinds()).toEqual([])
    await tamper(`update platform.audit_entry set id = -id where subject_id = '3-1'`)
    expect(await kinds()).toEqual(['block'])
  })

  it('an inserted entry, even a copy of a genuine one, even into the open block', async () => {
    const columns = 'at, actor, action, subject_type, subject_id, before, after, trace_id, ip, nonce, mac'
    await tamper(`insert into platform.audit_entry (block, ${columns}) select block, ${columns} from platform.audit_entry where subject_id = '1-1'`)
    expect(await kinds()).toEqual(['block', 'chain', 'copied'])
    await tamper(`delete from platform.audit_entry where id = (select max(id) from platform.audit_entry)`)
    expect(await kinds()).toEqual([])
    await tamper(
      `insert into platform.audit_entry (block, ${columns}) select (select last_value from platform.audit_block), ${columns} from platform.audit_entry where subject_id = '1-1'`,
    )
    await seal()
    expect(await kinds()).toEqual(['copied'])
  })

  it('an entry made by somebody without the key', async () => {
    const content = {
      at: new Date(),
      actor: 'user:admin',
      action: 'x',
      subjectType: 'x',
      subjectId: null,
      before: null,
      after: null,
      traceId: 'x',
      ip: '::1',
      nonce: Buffer.alloc(8),
    }
    const mac = entryMac(auditKey(Buffer.alloc(32, 1)), content)
    await tamper(
      `insert into platform.audit_entry (block, at, actor, action, subject_type, trace_id, ip, nonce, mac) values (2, $1, 'user:admin', 'x', 'x', 'x', '::1', $2, $3)`,
      [content.at, content.nonce, mac],
    )
    expect(await kinds()).toEqual(['block', 'chain', 'edited'])
  })

  it('a changed, missing or repeated seal', async () => {
    await tamper('update platform.audit_seal set entries = entries + 1 where block = 1')
    expect(await kinds()).toEqual(['chain'])
    await tamper('update platform.audit_seal set entries = entries - 1 where block = 1')
    await tamper('update platform.audit_seal set hash = sha256(hash) where block = 2')
    expect(await kinds()).toEqual(['block', 'chain'])
    await tamper('delete from platform.audit_seal where block = 2')
    expect(await kinds()).toContain('chain')
  })

  it('an end cut off with its seals, given a seal kept elsewhere', async () => {
    const { rows } = await runtime.pool.query(`select block, encode(hash, 'hex') as hash from platform.audit_seal order by block desc limit 1`)
    expect((await verify(rows[0])).problems).toEqual([])
    await tamper('delete from platform.audit_entry where block > 2')
    await tamper('delete from platform.audit_seal where block > 2')
    expect(await kinds()).toEqual([])
    expect((await verify(rows[0])).problems).toEqual([{ kind: 'chain', at: rows[0].block }])
  })
})

it('knows a log written under another key for what it is', async () => {
  await write(fact())
  await seal()
  expect((await verifyAudit(runtime.db, Buffer.alloc(32, 9))).problems.map((problem) => problem.kind)).toEqual(['edited', 'block'])
  const other = createAuditLog(Buffer.alloc(32, 9), runtime.clock)
  await runtime.db.transaction().execute((tx) => other.write(tx, fact()))
  expect(await kinds()).toEqual(['edited'])
})

it('is no lock on anybody: a writer in another session does not wait for an open one', async () => {
  const client = new pg.Client({ connectionString: runtime.database.connectionString })
  await client.connect()
  await client.query('begin; select platform.audit_open_block()')
  await write(fact())
  await client.end()
  expect((await verify()).entries).toBe(1)
})
