/**
 * Reading one million journals, half of them on one account: its balance at a past moment, a page of its statement far inside,
 * its balances by date, sealing, and the whole verification.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { makeTables } from '#app/tables.ts'
import { balancesAt, dailyBalances, openAccounts, sealJournals, verifyLedger } from '#core/ledger/server/public.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import { startTemporary } from '../test/temporary.ts'
import { type BenchResult, median } from './result.ts'

const JOURNALS = Number(process.env.JOURNALS ?? 1_000_000)
const ACCOUNTS = 1_000
const TIMES = 50
const PAGE = 100
/** A journal each 20 ms, over 30 business dates. */
const BEGIN = Date.parse('2026-10-01T00:00:00Z')
const STEP_MS = 20

/** Writes the rows that postings would have written, in a few statements. */
async function load({ pool }: Connection): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local ledger.posting = 'on'; set local work_mem = '256MB'`)
    await client.query(
      `insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, recorded_at, description, source_type, source_id, entries)
       select n, 'key:' || n, 'QR_PAID', 'QR', date '2026-10-01' + (n * 30 / $1)::int, t, t, 'Thanh toán QR ' || n, 'payment.transaction', n::text, 2
         from generate_series(1, $1::bigint) n, lateral (select to_timestamp($2::float8 / 1000 + n * $3::float8 / 1000) as t) x`,
      [JOURNALS, BEGIN, STEP_MS],
    )
    await client.query(
      `create temp table line on commit drop as
       select n as journal, side, a.id as account, (100 + n % 900)::numeric(20,2) as amount
         from generate_series(1, $1::bigint) n cross join unnest(array['D', 'C']) side
         join ledger.account a on a.code = 'A' || case side when 'D' then case n % 2 when 0 then 0 else 1 + n % ${ACCOUNTS / 2} end else ${ACCOUNTS / 2 + 1} + n % ${ACCOUNTS / 2 - 1} end`,
      [JOURNALS],
    )
    await client.query(
      `insert into ledger.entry (journal_id, line, account_id, side, amount, currency, balance_after, account_version)
       select journal, case side when 'D' then 1 else 2 end, account, side, amount, 'VND', sum(case side when 'D' then amount else -amount end) over w, row_number() over w
         from line window w as (partition by account order by journal)`,
    )
    await client.query(
      `update ledger.account a set balance = e.balance, version = e.version
         from (select account, sum(case side when 'D' then amount else -amount end) as balance, count(*) as version from line group by account) e where e.account = a.id`,
    )
    await client.query(
      `insert into ledger.daily_balance
       select account_id, day, debit, credit, entries, sum(debit - credit) over (partition by account_id order by day), low, high
         from (
           select e.account_id, j.business_date as day, coalesce(sum(amount) filter (where side = 'D'), 0) as debit, coalesce(sum(amount) filter (where side = 'C'), 0) as credit,
               count(*) as entries, min(account_version) as low, max(account_version) as high
             from ledger.entry e join ledger.journal j on j.id = e.journal_id group by e.account_id, j.business_date
         ) d`,
    )
    await client.query(`select setval('ledger.journal_id_seq', $1)`, [JOURNALS])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function often(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < TIMES; at++) times.push(await milliseconds(work))
  return median(times)
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-ledger')
  const ledger = connect(database.connectionString, { max: 4 })
  const owner = connect(database.connectionString, { max: 1, as: 'owner' })
  try {
    await makeTables(database.connectionString)
    const inputs = Array.from(
      { length: ACCOUNTS },
      (_, at) => ({ code: `A${at}`, name: `Tài khoản ${at}`, class: 'ASSET', chart: 'BANK', daily: true }) as const,
    )
    const [hot = ''] = await ledger.db.transaction().execute((tx) => openAccounts(tx, inputs))
    const loaded = await milliseconds(() => load(ledger))
    await owner.pool.query('vacuum analyze ledger.journal, ledger.entry, ledger.account, ledger.daily_balance')
    console.log(`${JOURNALS.toLocaleString('en')} journals written in ${(loaded / 1000).toFixed(0)} s`)
    const anyMoment = () => new Date(BEGIN + Math.random() * JOURNALS * STEP_MS)
    const balance = await often(() => balancesAt(ledger.db, [hot], anyMoment()))
    const page = await often(() =>
      sql`
        select e.*, j.recorded_at, j.business_date, j.kind, j.description, j.source_type, j.source_id,
            (select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id
              where x.journal_id = e.journal_id and x.side <> e.side) as contra
          from ledger.entry e join ledger.journal j on j.id = e.journal_id
         where e.account_id = ${hot} and e.account_version > ledger.version_before(${hot}, ${JOURNALS / 2}, ${anyMoment()}) order by e.account_version limit ${PAGE}`.execute(
        ledger.db,
      ),
    )
    const days = await often(() => dailyBalances(ledger.db, [hot], '2026-10-10', '2026-10-20'))
    const secretKey = randomBytes(32)
    const sealing = await milliseconds(() => sealJournals(ledger.db, secretKey))
    let differences: unknown[] = []
    const verifying = await milliseconds(async () => {
      differences = await verifyLedger(ledger.db, { secretKey })
    })
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    console.log(`sealed in ${(sealing / 1000).toFixed(1)} s`)
    const figure = (name: string, value: number, target: number, unit: string) => ({ name, figure: value, target, better: 'lower', unit }) as const
    return [
      figure('balance at a past moment, among 500,000 entries', balance, 10, 'ms'),
      figure(`${PAGE} lines of the statement from a past moment`, page, 30, 'ms'),
      figure('balances of eleven business dates', days, 10, 'ms'),
      figure('verification of one million journals', verifying / 1000, 20, 's'),
    ]
  } finally {
    await owner.close()
    await ledger.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
