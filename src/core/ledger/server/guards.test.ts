import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import { closePeriod, post, verifyLedger } from './public.ts'

/** What the tables refuse to anybody who goes round the posting function. The connection is that of their owner. */

let world: LedgerWorld
let accounts: [string, string]
let journalId: string
beforeAll(async () => {
  world = await ledgerWorld()
  accounts = await world.open({}, {})
  journalId = (await world.tx((tx) => post(tx, journal(...accounts)))).journalId
})
afterAll(() => world.drop())

const FORBIDDEN = '42501'
const RESTRICTED = '23001'
const CHECK = '23514'

/** The SQLSTATE that the transaction ends with; 'COMMITTED' when it does not. */
async function outcome(work: (client: PoolClient) => Promise<unknown>): Promise<string> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    return 'COMMITTED'
  } catch (error) {
    await client.query('rollback')
    const { code } = error as { code?: string }
    if (!code) throw error
    return code
  } finally {
    client.release()
  }
}
const run = (...statements: string[]) =>
  outcome(async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const attacks = ['journal', 'entry'].flatMap((table) => [
  `update ledger.${table} set ${table === 'journal' ? 'id = id' : 'line = line'}`,
  `update ledger.${table} set ${table === 'journal' ? "description = 'x'" : 'amount = 1'} where false`,
  `delete from ledger.${table}`,
  `delete from ledger.${table} where false`,
  `truncate ledger.${table} cascade`,
])

describe('journals and entries', () => {
  it.each(attacks)('refuse: %s', async (attack) => {
    expect([FORBIDDEN, RESTRICTED]).toContain(await run(attack))
    // The rights alone would not hold the owner back: he may grant them to himself.
    expect(await run('grant all on ledger.journal, ledger.entry to current_user', attack)).toBe(RESTRICTED)
  })

  it('do not let their owner switch triggers off for a session', async () => {
    // Only a superuser may; then the append-only triggers still fire (ENABLE ALWAYS), see posting.faults.test.ts.
    expect(await run('set local session_replication_role = replica', 'delete from ledger.entry')).toBe(FORBIDDEN)
  })
})

describe('raw journals', () => {
  const head = (entries: number, overrides: { service?: string; day?: string } = {}) =>
    `insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
     values (${nextId}, 'raw:${unique()}${unique()}', 'RAW', '${overrides.service ?? 'QR'}', '${overrides.day ?? '2026-11-21'}', now(), '', 'raw', '1', ${entries})`
  const line = (number: number, account: string, side: 'D' | 'C', amount: string, journal = `${nextId}`, currency = 'VND') =>
    `insert into ledger.entry values (${journal}, ${number}, ${account}, '${side}', ${amount}, '${currency}', 0, ${1_000_000 + nextVersion++})`
  let nextId = 1_000_000
  let nextVersion = 0
  const attempt = (...statements: string[]) => run(...statements).finally(() => nextId++)

  it('commit when whole and balanced, whatever the order of statements', async () => {
    // Rolled back by hand: the point is that the deferred check lets them pass.
    const statements = [head(2), line(2, accounts[1], 'C', '5'), line(1, accounts[0], 'D', '5'), 'set constraints all immediate', 'select 1/0']
    expect(await attempt(...statements)).toBe('22012')
  })

  it.each<[string, () => string[]]>([
    ['has no entries', () => [head(2)]],
    ['is unbalanced', () => [head(2), line(1, accounts[0], 'D', '5'), line(2, accounts[1], 'C', '4.99')]],
    ['is unbalanced in one statement', () => [head(2), `${line(1, accounts[0], 'D', '5')}, (${nextId}, 2, ${accounts[1]}, 'C', 6, 'VND', 0, 999999)`]],
    ['balances only over two currencies', () => [head(2), line(1, accounts[0], 'D', '5'), line(2, accounts[1], 'C', '5', `${nextId}`, 'USD')]],
    ['has fewer entries than it says', () => [head(3), line(1, accounts[0], 'D', '5'), line(2, accounts[1], 'C', '5')]],
    ['has more entries than it says', () => [head(2), ...[1, 3].flatMap((at) => [line(at, accounts[0], 'D', '5'), line(at + 1, accounts[1], 'C', '5')])]],
    ['is added to after its commit', () => [line(3, accounts[0], 'D', '5', journalId), line(4, accounts[1], 'C', '5', journalId)]],
    [
      'is added to after its commit in one statement',
      () => [`${line(3, accounts[0], 'D', '5', journalId)}, (${journalId}, 4, ${accounts[1]}, 'C', 5, 'VND', 0, 999998)`],
    ],
    ['hides from the check by deleting its row', () => [head(2), 'delete from ledger.incomplete_journal']],
    ['hides from the check by truncating its table', () => [head(2), 'truncate ledger.incomplete_journal']],
    ['has an amount of zero', () => [head(2), line(1, accounts[0], 'D', '0'), line(2, accounts[1], 'C', '0')]],
  ])('are refused when one %s', async (_, statements) => {
    expect([CHECK, '55006']).toContain(await attempt(...statements()))
  })

  it('are refused without an account or a journal behind them', async () => {
    expect(await attempt(head(2), line(1, '999999999', 'D', '5'))).toBe('23503')
    expect(await attempt(line(1, accounts[0], 'D', '5', '999999999'))).toBe(CHECK)
    expect(await attempt(line(1, accounts[0], 'D', '5', '999999998'), line(2, accounts[1], 'C', '5', '999999998'))).toBe(CHECK)
  })

  it('are refused in a closed period', async () => {
    const service = `R${unique().toUpperCase()}`
    await world.tx((tx) => closePeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-11-21', at: new Date() }))
    expect(await attempt(head(2, { service }), line(1, accounts[0], 'D', '5'), line(2, accounts[1], 'C', '5'))).toBe(CHECK)
  })
})

describe('accounts', () => {
  it.each([
    ['a balance set by hand', 'update ledger.account set balance = 1', RESTRICTED],
    ['a version set by hand', 'update ledger.account set version = 9', RESTRICTED],
    ['another side', "update ledger.account set normal_side = 'C'", RESTRICTED],
    ['another code', "update ledger.account set code = 'x'", RESTRICTED],
    ['deletion', 'delete from ledger.account', RESTRICTED],
    ['truncation', 'truncate ledger.account cascade', FORBIDDEN],
    ['closing with a balance', "update ledger.account set status = 'CLOSED' where balance <> 0", CHECK],
    ['an unknown status', "update ledger.account set status = 'PAUSED'", CHECK],
    [
      'a code with a space',
      "insert into ledger.account (code, name, class, normal_side, chart_id) values ('a b', 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'BANK'))",
      CHECK,
    ],
    [
      'a line of another class',
      "insert into ledger.account (code, name, class, normal_side, chart_id) values ('ac', 'x', 'LIABILITY', 'C', (select id from ledger.chart where key = 'BANK'))",
      CHECK,
    ],
    ['another keeper', "update ledger.account set kept_by = 'cash'", RESTRICTED],
    [
      'an owner without id',
      "insert into ledger.account (code, name, class, normal_side, owner_type, chart_id) values ('ab', 'x', 'ASSET', 'D', 'UNIT', (select id from ledger.chart where key = 'BANK'))",
      CHECK,
    ],
  ])('refuse %s', async (_, statement, expected) => {
    expect(await run(statement)).toBe(expected)
  })

  it('keep the scope of their unit whatever is written over it', async () => {
    const unit = await world.db.selectFrom('organisation.unit').selectAll().where('level', '=', 'PROVINCE').orderBy('id').executeTakeFirstOrThrow()
    const [id] = await world.open({ unitId: unit.id })
    expect(await run(`update ledger.account set office_unit_id = ${unit.id}, province_unit_id = null where id = ${id}`)).toBe('COMMITTED')
    const row = await world.db.selectFrom('ledger.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow() // biome-ignore format: one line reads better
    expect([row.province_unit_id, row.office_unit_id]).toEqual([unit.id, null])
  })
})

describe('periods', () => {
  it('are neither deleted nor moved', async () => {
    const service = `P${unique().toUpperCase()}`
    await world.tx((tx) => closePeriod(tx, { service, unitId: null, granularity: 'DAY', date: '2026-11-21', at: new Date() }))
    expect(await run(`delete from ledger.period where service = '${service}'`)).toBe(RESTRICTED)
    expect(await run(`update ledger.period set starts_on = '2026-11-20' where service = '${service}'`)).toBe(RESTRICTED)
  })
})

it('leaves sound books behind', async () => {
  expect(await verifyLedger(world.db)).toEqual([])
})

describe('verifyLedger', () => {
  it('finds what the guards cannot know: an entry without its balance', async () => {
    const found = await world.db.transaction().execute(async (tx) => {
      const [a, b] = accounts
      await sql.raw(`insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
        values (5000000, 'raw:verify', 'RAW', 'QR', '2026-11-21', now(), '', 'raw', '1', 2)`).execute(tx)
      await sql.raw(`insert into ledger.entry values (5000000, 1, ${a}, 'D', 5, 'VND', 77, 2), (5000000, 2, ${b}, 'C', 5, 'VND', -105, 7)`).execute(tx)
      const differences = await verifyLedger(tx)
      throw Object.assign(new Error('rolled back'), { differences })
    }).catch((error: Error & { differences?: Awaited<ReturnType<typeof verifyLedger>> }) => error.differences ?? Promise.reject(error)) // biome-ignore format: one expression
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['ACCOUNT', 'ACCOUNT', 'ENTRY', 'ENTRY'])
  })
})
