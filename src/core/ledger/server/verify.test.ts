import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type LedgerWorld, ledgerWorld } from '../../../../test/ledger.ts'
import { journal, unique } from '../../../../test/ledger-journal.ts'
import { type JournalSeal, type LedgerDifference, post, postMany, reverse, sealJournals, verifyLedger } from './public.ts'

/** Nothing changes in sealed books without being named. */

const EDITS = 200
const secretKey = randomBytes(32)
let world: LedgerWorld
/** The role that owns the tables, who may switch off what guards them; its session has settings of its own. */
let owner: Connection
let accounts: string[]
let last: JournalSeal
beforeAll(async () => {
  world = await ledgerWorld({ max: 4 })
  const url = new URL(world.connectionString)
  url.searchParams.set('options', '-c TimeZone=Asia/Ho_Chi_Minh -c DateStyle=German -c app.maintenance=on')
  owner = connect(url.toString(), { as: 'owner', max: 2 })
  accounts = await world.open({ daily: true }, {}, { class: 'LIABILITY' }, { daily: true })
  const anyJournal = () => {
    const debit = any(accounts)
    const amount = BigInt(1 + Math.floor(Math.random() * 9_999))
    return journal(debit, any(accounts.filter((id) => id !== debit)), {
      amount,
      businessDate: any(['2026-11-20', '2026-11-21']),
      description: 'Chuyển "quỹ", (1)',
    })
  }
  for (let round = 0; round < 5; round++) {
    const [first] = await world.tx((tx) => postMany(tx, [anyJournal(), anyJournal(), anyJournal()]))
    const journalId = first?.journalId as string
    await world.tx((tx) => reverse(tx, { journalId, businessKey: unique(), occurredAt: new Date(), businessDate: '2026-11-21', reason: 'Sai' }))
    // Rolled back: leaves a gap in the ids.
    await world.tx(async (tx) => Promise.reject(await post(tx, anyJournal()))).catch(() => undefined)
    last = (await sealJournals(world.db, secretKey, { size: 3 })).at(-1) as JournalSeal
  }
})
afterAll(async () => {
  await owner.close()
  await world.drop()
})

const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

interface Edit {
  statement: string
  /** Whether a difference names what was edited. */
  named(difference: LedgerDifference): boolean
}

/** Makes edits of sealed rows that exist. */
async function editor() {
  const rows = async <T>(query: string) => (await world.pool.query(query)).rows as T[]
  const journals = await rows<{ id: string }>(
    'select id from ledger.journal where not exists (select from ledger.journal r where r.reverses_journal_id = journal.id)',
  )
  const entries = await rows<{ journal: string; line: number }>('select journal_id as journal, line from ledger.entry')
  const chart = await rows<{ id: string; code: string; version: string }>(`select id, code, version from ledger.account where version > 0`)
  const days = await rows<{ id: string; code: string; day: string }>(
    'select a.id, a.code, d.business_date::text as day from ledger.daily_balance d join ledger.account a on a.id = d.account_id',
  )
  const blocks = await rows<{ block: string }>('select block from ledger.journal_seal')
  const gaps = await rows<{ id: string }>(
    'select n as id from generate_series(1, (select max(last_id) from ledger.journal_seal)) n where not exists (select from ledger.journal where id = n)',
  )
  const ofJournal = (id: string) => (found: LedgerDifference) => found.subject === id || found.subject.startsWith(`${id}/`)
  const journalColumn = () =>
    any(["description = description || 'x'", "business_key = business_key || 'x'", "kind = 'OTHER'", "service = 'OTHER'", 'business_date = business_date + 1', "occurred_at = occurred_at + interval '1 microsecond'", "recorded_at = recorded_at - interval '1 second'", "source_type = 'x'", "source_id = source_id || '1'", 'office_unit_id = 1', 'entries = entries + 1']) // biome-ignore format: a list
  const entryColumn = () =>
    any(['amount = amount + 0.01', "side = case side when 'D' then 'C' else 'D' end", 'balance_after = balance_after + 1', 'account_version = account_version + 1000000', "currency = 'USD'", `account_id = ${any(chart).id}, account_version = account_version + 2000000`, 'line = line + 10']) // biome-ignore format: a list
  const dayColumn = () => any(['debit', 'credit', 'closing', 'entries', 'first_version', 'last_version'])
  const sealColumn = () =>
    any(['hash = sha256(hash)', 'previous = sha256(previous)', 'digests = substr(digests, 1, length(digests) - 16) || substr(sha256(digests), 1, 16)', 'entries = entries + 1', 'amount = amount + 1', 'last_id = last_id + 1', 'journal_ids[1] = journal_ids[1] + 1000000']) // biome-ignore format: a list
  const kinds: (() => Edit)[] = [
    () => edit(any(journals).id, (id) => `update ledger.journal set ${journalColumn()} where id = ${id}`),
    () => {
      const { journal: id, line } = any(entries)
      return edit(id, () => `update ledger.entry set ${entryColumn()} where journal_id = ${id} and line = ${line}`)
    },
    () => {
      const { journal: id, line } = any(entries)
      return edit(id, () => `delete from ledger.entry where journal_id = ${id} and line = ${line}`)
    },
    () => edit(any(journals).id, (id) => `delete from ledger.entry where journal_id = ${id}; delete from ledger.journal where id = ${id}`),
    // A whole forged journal with its balances, in a place where none was.
    () =>
      edit(any(gaps).id, (id) => {
        const [a, b] = [accounts[1], accounts[2]]
        return `insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, description, source_type, source_id, entries)
          values (${id}, 'forged', 'QR_PAID', 'QR', '2026-11-21', now(), '', 'test', '1', 2);
        update ledger.account set balance = balance + 5, version = version + 1 where id in (${a}, ${b});
        insert into ledger.entry select ${id}, 1, id, 'D', 5, 'VND', balance, version from ledger.account where id = ${a};
        insert into ledger.entry select ${id}, 2, id, 'C', 5, 'VND', balance, version from ledger.account where id = ${b}`
      }),
    () => {
      const { id, code } = any(chart)
      return {
        statement: `update ledger.account set ${any(['balance', 'version'])} = 7000000 where id = ${id}`,
        named: (found) => found.kind === 'ACCOUNT' && found.subject === code,
      }
    },
    () => {
      const { id, code, day } = any(days)
      const where = `where account_id = ${id} and business_date = '${day}'`
      const column = dayColumn()
      const statement = any([`update ledger.daily_balance set ${column} = ${column} + 1 ${where}`, `delete from ledger.daily_balance ${where}`])
      return { statement, named: (found) => found.kind === 'DAY' && found.subject === `${code} ${day}` }
    },
    () => {
      const { block } = any(blocks)
      const statement = any([`update ledger.journal_seal set ${sealColumn()} where block = ${block}`, `delete from ledger.journal_seal where block = ${block}`])
      // A block that is gone is seen at the one after it.
      const after = block === last.block ? block : (BigInt(block) + 1n).toString()
      return { statement, named: ({ kind, subject }) => kind === 'SEAL' && (subject === block || (statement.startsWith('delete') && subject === after)) }
    },
  ]
  function edit(id: string, statement: (id: string) => string): Edit {
    return { statement: statement(id), named: ofJournal(id) }
  }
  return { kinds, next: (at: number) => (kinds[at % kinds.length] as () => Edit)() }
}

const TABLES = ['journal', 'entry', 'account', 'daily_balance', 'journal_seal']

/** Runs a statement with every guard switched off, verifies, and takes it back. */
async function differencesAfter(statement: string): Promise<LedgerDifference[]> {
  let found: LedgerDifference[] = []
  const undo = new Error('taken back')
  await owner.db
    .transaction()
    .execute(async (tx: Tx) => {
      await sql.raw(`grant all on ${TABLES.map((table) => `ledger.${table}`).join(', ')} to current_user`).execute(tx)
      for (const table of TABLES) await sql.raw(`alter table ledger.${table} disable trigger user`).execute(tx)
      for (const one of statement.split(';')) await sql.raw(one).execute(tx)
      found = await verifyLedger(tx, { secretKey, anchor: last })
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

it(`${EDITS} random edits by somebody who switches off every guard are all found and named`, { timeout: 120_000 }, async () => {
  const { kinds, next } = await editor()
  expect(await verifyLedger(owner.db, { secretKey, anchor: last })).toEqual([])
  for (let at = 0; at < Math.max(EDITS, kinds.length); at++) {
    const { statement, named } = next(at)
    const found = await differencesAfter(statement)
    expect(found.filter(named).length > 0, `${statement}\nfound: ${JSON.stringify(found.slice(0, 5))}`).toBe(true)
  }
  expect(await verifyLedger(owner.db, { secretKey, anchor: last })).toEqual([])
})

it('what no seal covers is read as well', async () => {
  const [debit, credit] = [accounts[1] as string, accounts[2] as string]
  const { journalId: id } = await world.tx((tx) => post(tx, journal(debit, credit)))
  expect(await verifyLedger(owner.db, { secretKey, anchor: last })).toEqual([])
  const named = async (statement: string, subject = id) => {
    const found = await differencesAfter(statement)
    return found.filter((one) => one.kind === 'JOURNAL' && one.subject === subject).map(({ detail }) => detail)
  }
  expect(await named(`delete from ledger.entry where journal_id = ${id} and line = 2`)).toEqual(['1 of 2 entries, balanced: f'])
  expect(await named(`update ledger.entry set line = 3 where journal_id = ${id} and line = 2`)).toEqual(['2 of 2 entries, balanced: t'])
  expect(await named(`update ledger.entry set currency = 'USD' where journal_id = ${id} and line = 2`)).toEqual(['2 of 2 entries, balanced: f'])
  expect(await named(`delete from ledger.entry where journal_id = ${id}`)).toEqual(['0 of 2 entries, balanced: f'])
  expect(await named(`delete from ledger.journal where id = ${id}`)).toEqual(['entries without a journal'])
  const before = `update ledger.journal set id = -5 where id = ${id}; update ledger.entry set journal_id = -5, side = 'D' where journal_id = ${id}`
  expect(await named(before, '-5')).toEqual(['2 of 2 entries, balanced: f'])
  // In the place of a block that is gone.
  const first = await world.pool.query<{ id: string }>('select journal_ids[1] as id from ledger.journal_seal where block = 2')
  const gone = first.rows[0]?.id as string
  const cut = `delete from ledger.journal_seal where block = 2; delete from ledger.entry where journal_id = ${gone} and line = 1`
  expect(await named(cut, gone)).toEqual(['1 of 2 entries, balanced: f'])
})
