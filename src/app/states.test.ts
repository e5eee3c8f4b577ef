/** A state moves along its machine: through fire, fireMany or a record, which check it in the database. Nothing else writes one. */
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transactionMachine } from '#core/payments/contract/transaction.ts'
import { PATHS } from '#core/payments/server/receipts.ts'
import { importMachine } from '#kernel/import.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'

const src = join(import.meta.dirname, '..')

const QUEUE = 'the queue: a job moves under its delivery and its tries, many at a time, and has no version that people see'
const SENDING = 'the queue of refunds to partners: its trigger holds what may follow what, and what people see is the transaction'
const FILES = 'a file is taken in whole, refused or withdrawn with the work on its session, whose record is locked; it has no version of its own'

/** Where a statement of its own writes a status (or the state of a job), and why. */
const OWN_STATEMENTS: Record<string, string> = {
  'platform/server/machine/fire.ts': 'the one place that moves a state',
  'platform/server/jobs/manage.ts': QUEUE,
  'platform/server/jobs/relay.ts': QUEUE,
  'platform/server/jobs/runner.ts': QUEUE,
  'core/payments/server/partner-refunds.ts': SENDING,
  'core/payments/server/refund-sender.ts': SENDING,
  'core/reconciliation/server/statements/upload.ts': FILES,
  'core/reconciliation/server/statements/stage.ts': FILES,
  'core/reconciliation/server/statements/read-job.ts': FILES,
  'core/reconciliation/server/sessions/steps.ts': FILES,
  'core/partners/server/gateway-keys.ts': 'a key is revoked by whoever runs a command on the server; nobody opens it at a version',
  'core/reconciliation/server/breaks/workbook-apply.ts': 'a filled-in workbook follows the request that two people decide; nobody opens it at a version',
}
/** Files that write other columns of a table with a machine by statements of their own, and why they may. */
const OTHER_COLUMNS: Record<string, string> = {
  'subsystems/cob/server/deposits/one-time-code.ts': 'wrong tries at a code; the version stays for whoever is about to count',
  'app/demo.ts': 'when payments of a demo were changed last, where its people worked on them before they were recorded',
  'app/simulator/cod/settlements.ts': 'when statements of the demo were mailed in its past',
  'app/simulator/webhooks.ts': 'when an endpoint of the demo took its last event',
  'app/simulator/partner/demo.ts': 'where the simulated partners listen this time',
  'core/controls/server/run.ts': 'what the last run of a rule found; the version stays for whoever is about to acknowledge it',
  'core/iam/server/access/rights-changed.ts': 'counts a change of many users whose roles changed',
  'core/iam/server/access/role-permissions/role-permissions.ts': 'the permissions of many roles, under the versions seen of all of them',
  'core/disbursement/server/batch-kind.ts': 'all transfers of a batch are due with its approval',
  'core/disbursement/server/sender.ts': 'when a transfer was called and what was answered, each with its stamp',
  'core/incidents/server/create.ts': 'the due time of an incident that has just been opened',
  'core/incidents/server/queue.ts': 'who has it open from the queue; the version stays, nothing of it has changed',
  'core/incidents/server/watch.ts': 'due times by a new working calendar; the version stays for whoever works on it',
  'core/ledger/server/accounts.ts': 'limits; a record of the ledger has no stamps',
  'core/masterdata/server/areas/import.ts': 'last days of many areas at once',
  'core/masterdata/server/areas/succession.ts': 'last days of all that lies below an area',
  'core/payouts/server/due.ts': 'why the nightly job could not close a list; the version stays for whoever works on it',
  'core/payouts/server/version-approval.ts': 'what an approved version changes about many lines at once',
  'core/payouts/server/warnings.ts': 'what is unusual about the lines of a draft',
  'core/outcomes/server/evidence.ts': 'what the evidence of many cases comes to, which are locked, each with its stamp',
  'core/outcomes/server/inquirer.ts': 'leases cases for an inquiry',
  'core/reports/server/send.ts': 'when a schedule ran last and is due next, by the job that sends',
  'subsystems/cob/server/deposits/slips.ts': 'the deposit of a slip that has just been entered or resolved; the version is that of the step',
  'subsystems/cob/server/settlements/approving.ts': 'a statement that is given up carries nothing any more; the version is that of its giving up',
  'subsystems/cob/server/settlements/drafting.ts': 'the figures of a statement that has just been made, and what it carries',
  'subsystems/cob/server/settlements/mailing.ts': 'when a statement was mailed; the version stays for whoever works on it',
  'subsystems/cob/server/settlements/source.ts': 'the journal of charges that are booked again, with the state of the statement',
  'subsystems/cob/server/watch/run.ts': 'figures of a reason as the rule finds them now; the version stays for whoever looks at the row',
  'subsystems/cfm/server/following.ts': 'the one payment of each of many orders',
  'subsystems/cfm/server/order-commands.ts': 'wrong secrets are forgotten, at the version seen',
  'core/cash/server/counter/slips.ts': 'that two people have found a paid slip not made after all, beside its state, which ends there',
  'subsystems/cfm/server/order-release.ts': 'what two people have looked at, beside the state of the order',
  'subsystems/cfm/server/orders.ts': 'wrong secrets, counted although the call is refused',
  'core/reconciliation/server/matching/carried.ts': 'breaks of an earlier session that the lines of this one close, each with its stamp',
  'core/reconciliation/server/matching/counters.ts': 'what a session counts, worked out again with each decision; the version is that of the decision',
  'core/reconciliation/server/matching/result.ts': 'what a session counts, with its matching',
  'core/reconciliation/server/sessions/break-lines.ts': 'what is left of a break whose lines were matched by hand, with its stamp',
  'core/reconciliation/server/sessions/collect.ts': 'carried breaks are looked for again with each matching',
  'core/reconciliation/server/sessions/match-job.ts': 'the work under way on a session; the version stays for whoever looks at it',
  'core/reconciliation/server/sessions/stale.ts': 'breaks whose records were put right, found when our side is taken in again',
  'core/reconciliation/server/setups/commands.ts': 'that no session can try a draft yet; the draft was locked and stamped before',
  'core/reconciliation/server/statements/fetch.ts': 'the work under way on a session',
  'core/reconciliation/server/statements/gaps.ts':
    'where a file does not go on from the one before, judged anew with each file of its session, whose record is locked',
  'core/reconciliation/server/statements/read-job.ts': 'the work under way on a session',
  'core/reconciliation/server/statements/task.ts': 'how far the work under way on a session is',
  'platform/server/import/store.ts': 'how far a step of an import is',
  'platform/server/mail/sender.ts': 'leases a mail for an attempt',
}

/** Files that move rows with stamps beside their record, and why: each move names who made it. */
const STAMPED_MOVES: Record<string, string> = {
  'core/disbursement/server/batches.ts': 'cancels the transfers of a batch with it',
  'core/disbursement/server/records.ts': 'ends the batches of which everything has come to something',
  'core/disbursement/server/returns.ts': 'a transfer comes back with its report',
  'core/disbursement/server/service.ts': 'transfers follow their transactions',
  'core/outcomes/server/decide.ts': 'ends many cases in one statement',
  'core/outcomes/server/evidence.ts': 'the answers of a moment belong to many cases',
  'core/vietqr/server/records.ts': 'codes and accounts end with payments, days and each other, many in one statement',
  'core/settlements/server/closing.ts': 'settlements are merged into the next one, many in one statement',
  'core/settlements/server/source.ts': 'settlements follow their transfers',
  'subsystems/cob/server/deposits/following.ts': 'bank slips follow what their bank says of their deposits',
  'subsystems/cob/server/issuances/approval.ts': 'all lines of a lot are issued with its approval',
  'subsystems/cob/server/issuances/jobs.ts': 'lines end with their days and with what is paid out, many in one statement',
  'subsystems/cob/server/issuances/steps.ts': 'cancels the lines of a lot with it',
  'subsystems/cob/server/watch/run.ts': 'what is watched opens and closes as the rule finds its reasons, many in one statement',
  'subsystems/cob/server/settlements/approving.ts': 'runs end, and statements are merged into the next one, many in one statement',
  'subsystems/cob/server/settlements/source.ts': 'statements of key accounts follow their transfers',
  'subsystems/cob/server/settlements/withdrawing.ts': 'what a statement that is taken back had carried is carried again, many in one statement',
  'core/payouts/server/paying.ts': 'the first payments of a group begin the paying of their lists in one statement',
}

const files = globSync('{core,subsystems,platform,app}/**/*.ts', { cwd: src })
  .filter((file) => (file.includes('/server/') || file.startsWith('app')) && !file.endsWith('.test.ts') && !file.endsWith('/database/schema.ts'))
  .map((file) => ({ file: relative('.', file), text: readFileSync(join(src, file), 'utf8') }))

interface Write {
  file: string
  table: string
  /** The statement from its table to its end. */
  statement: string
}

/** Every UPDATE of the product: by Kysely, with the table named by a constant of the file, or in SQL. */
function writesIn({ file, text }: (typeof files)[number]): Write[] {
  const constants = new Map([...text.matchAll(/const (\w+) = '([a-z_]+\.[a-z_]+)'/g)].map(([, name, table]) => [name, table]))
  const built = [...text.matchAll(/(?:updateTable|mergeInto)\((?:'([a-z_]+\.[a-z_]+)[^']*'|(\w+))\)([\s\S]*?)\.execute/g)].map(
    ([, literal, constant, statement]) => ({ file, table: literal ?? constants.get(constant) ?? `unknown ${constant}`, statement: statement ?? '' }),
  )
  const raw = [...text.matchAll(/\bupdate\s+(?:only\s+)?([a-z_]+\.[a-z_]+|\$\{sql\.table\(\w+\)\})\s+(?:as\s+)?(?:\w+\s+)?set\s([^`]*)/gi)].map(
    ([, table, statement]) => ({ file, table: table ?? '', statement: statement ?? '' }),
  )
  const upserts = [...text.matchAll(/insert into\s+([a-z_]+\.[a-z_]+)\b[^`]*?do update set\s([^`]*)/gi)].map(([, table, statement]) => ({
    file,
    table: table ?? '',
    statement: statement ?? '',
  }))
  return [...built, ...raw, ...upserts]
}

const writes = files.flatMap(writesIn)
/** An assignment of such a column, in an object or in SQL; conditions name it in quotes or after `where`. */
const setsStatus = ({ statement }: Write) => /(^|[\s{,(])(status|state)\s*(:|,|\}|=[^=>])/.test(statement.split(/\bwhere\b/i)[0] ?? '')
/** The columns cannot be read where they stand: a variable, a spread, or SQL put together. */
const setsUnread = ({ statement }: Write) => {
  const [columns = ''] = statement.split(/\bwhere\b/i)
  const given = [...columns.matchAll(/\.set\(\s*/g)].map(({ index, 0: call }) => columns.slice(index + call.length))
  return given.some((text) => !/^(\(?\w*\)?\s*=>\s*\(?)?\s*\{/.test(text) || text.includes('...')) || (given.length === 0 && /^\s*\$\{/.test(columns))
}
/** The tables that `fire` and `fireMany` move rows of, beside the records that stamp them. */
function firedIn({ file, text }: (typeof files)[number]): { file: string; table: string }[] {
  const constants = new Map([...text.matchAll(/const (\w+) = '([a-z_]+\.[a-z_]+)'/g)].map(([, name, table]) => [name, table]))
  return [...text.matchAll(/\b(?<!\.)fire(?:Many)?\(\s*[\w.]+,\s*\w+,\s*(?:'([a-z_.]+)'|(\w+))/g)].map(([, literal, constant]) => ({
    file,
    table: literal ?? constants.get(constant) ?? `unknown ${constant}`,
  }))
}

let database: TestDatabase
let stateful: Set<string>
let stamped: Set<string>
beforeAll(async () => {
  database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct n.nspname || '.' || c.relname as name from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'status' and a.attnum = any (k.conkey)
    where k.contype = 'c' and exists (select from pg_attribute v where v.attrelid = c.oid and v.attname = 'version')`)
  stateful = new Set(rows.map(({ name }) => name))
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute where attname in ('version', 'updated_by') and attnum > 0 group by attrelid having count(*) = 2`,
  )
  stamped = new Set(tables.map(({ name }) => name))
})
afterAll(() => database.drop())

describe('a state', () => {
  it('is written by statements that this test can read', () => {
    expect(writes.length).toBeGreaterThan(30)
    expect(writes.filter(({ table }) => table.startsWith('unknown'))).toEqual([])
    expect([...stateful]).toEqual(expect.arrayContaining(['iam.user_account', 'organisation.unit', 'payment.transaction', 'policy.policy']))
  })

  it('is moved by nothing but fire, fireMany and records', () => {
    const own = writes.filter((write) => setsStatus(write) && !write.file.endsWith('/record.ts'))
    expect(own.filter(({ file }) => !(file in OWN_STATEMENTS))).toEqual([])
  })

  it('is not hidden in columns that stand elsewhere', () => {
    expect(writes.filter((write) => stateful.has(write.table) && setsUnread(write))).toEqual([])
  })

  it('and every other change of a row with stamps says who made it', () => {
    expect([...stamped]).toEqual(expect.arrayContaining(['iam.user_account', 'policy.policy']))
    const counted = writes.filter(({ table, statement }) => stamped.has(table) && /\bversion\s*[:=]/.test(statement))
    expect(counted.length).toBeGreaterThan(3)
    expect(counted.filter(({ statement }) => !/\bupdated_by\s*[:=]/.test(statement))).toEqual([])
    const fired = files.filter(({ file }) => !file.endsWith('/record/record.ts')).flatMap(firedIn)
    expect(fired.length).toBeGreaterThan(5)
    expect(fired.filter(({ file, table }) => (stamped.has(table) && !(file in STAMPED_MOVES)) || table.startsWith('unknown'))).toEqual([])
    const stamps = ({ file, text }: (typeof files)[number]) => !(file in STAMPED_MOVES) || (text.includes('updated_by:') && text.includes('updated_at:'))
    expect(files.filter((one) => !stamps(one))).toEqual([])
  })

  it('stands in rows that are changed through their record, but for named exceptions', () => {
    const own = writes.filter((write) => stateful.has(write.table) && !setsStatus(write))
    expect(own.filter(({ file }) => !(file in OTHER_COLUMNS))).toEqual([])
  })

  it('of an import is one that its table allows', async () => {
    const { rows } = await database.pool.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'platform.import'::regclass and conname = 'import_status_check'`,
    )
    expect([...(rows[0]?.definition ?? '').matchAll(/'([A-Z]+)'/g)].map(([, state]) => state).sort()).toEqual(Object.keys(importMachine.states).sort())
  })

  it('of a first report is reached along the machine, from its beginning', () => {
    for (const [status, path] of Object.entries(PATHS)) {
      const end = path.reduce((from: string, event) => {
        expect(transactionMachine.events[event].from).toContain(from)
        return transactionMachine.events[event].to
      }, transactionMachine.initial)
      expect(end).toBe(status)
    }
  })

  it('would be found out in any of the ways to write one', () => {
    const faults = [
      "tx.updateTable('iam.role').set({ status: 'LOCKED' }).where('id', '=', id).execute()",
      "tx.updateTable('iam.role').set({ name, status }).execute()",
      "const TABLE = 'iam.role'\ntx.updateTable(TABLE).set((eb) => ({ status, version: eb('version', '+', 1) })).execute()",
      "sql`update iam.role r set status = 'LOCKED', version = version + 1 where id = 1`",
      'sql`insert into iam.role (code) values (1) on conflict (code) do update set status = excluded.status`',
    ]
    for (const text of faults) expect(writesIn({ file: 'x.ts', text }).filter(setsStatus), text).toMatchObject([{ table: 'iam.role' }])
    const hidden = [
      "tx.updateTable('iam.role').set(changes).where('id', '=', id).execute()",
      "tx.updateTable('iam.role').set({ name, ...changes }).where('id', '=', id).execute()",
      "tx.updateTable('iam.role').set(() => changes).execute()",
      "tx.updateTable('iam.role').set((eb) => ({ ...changes, version: eb('version', '+', 1) })).execute()",
      ['sql`update iam.role set $', '{changes} where id = 1`'].join(''),
    ]
    for (const text of hidden) expect(writesIn({ file: 'x.ts', text }).filter(setsUnread), text).toMatchObject([{ table: 'iam.role' }])
    expect(firedIn({ file: 'x.ts', text: "const TABLE = 'iam.role'\nawait fire(tx, machine, TABLE, id, 'lock')" })).toEqual([
      { file: 'x.ts', table: 'iam.role' },
    ])
    const fine = "tx.updateTable('iam.role').set({ name }).where('status', '=', 'ACTIVE').execute()"
    expect(writesIn({ file: 'x.ts', text: fine }).filter((write) => setsStatus(write) || setsUnread(write))).toEqual([])
  })
})
