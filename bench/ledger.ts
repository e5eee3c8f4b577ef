/**
 * Reading one million journals, half of them on one account: its balance at a past moment, a page of its statement far inside,
 * its balances by date, sealing, and the whole verification as the command does it.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { makeTables } from '#app/tables.ts'
import { balancesAt, dailyBalances, openAccounts, sealJournals } from '#core/ledger/server/public.ts'
import { connect } from '#platform/server/database/connect.ts'
import { startTemporary } from '../test/temporary.ts'
import { cpuSeconds, fillBooks } from './ledger/fill.ts'
import { type BenchResult, median } from './result.ts'

const JOURNALS = Number(process.env.JOURNALS ?? 1_000_000)
const ACCOUNTS = 1_000
const TIMES = 50
const PAGE = 100
/** A journal each 20 ms, over 30 business dates. */
const BEGIN = Date.parse('2026-10-01T00:00:00Z')
const STEP_MS = 20

const BOOKS = {
  journals: `
    select n as id, 'QR_PAID' as kind, 'QR' as service, date '2026-10-01' + (n * 30 / ${JOURNALS})::int as business_date,
        to_timestamp((${BEGIN} + n * ${STEP_MS}) / 1000.0) as at, 'Thanh toán QR ' || n as description, n::text as source_id
      from generate_series(1, ${JOURNALS}::bigint) n`,
  lines: `
    select n as journal, side, a.id as account, (100 + n % 900)::numeric(20,2) as amount
      from generate_series(1, ${JOURNALS}::bigint) n cross join unnest(array['D', 'C']) side
      join ledger.account a on a.code = 'A' || case side when 'D' then case n % 2 when 0 then 0 else 1 + n % ${ACCOUNTS / 2} end else ${ACCOUNTS / 2 + 1} + n % ${ACCOUNTS / 2 - 1} end`,
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

/** `npm run -s verify-ledger`, but for the installation that npm looks after. */
async function verify(databaseUrl: string, secretKey: Buffer): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64'), DEMO: '0' }
  const child = spawn(process.execPath, ['src/app/verify-ledger.ts'], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the books do not verify')
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-ledger')
  const ledger = connect(database.connectionString, { max: 4 })
  const cpu = () => cpuSeconds(database.pid) ?? Number.NaN
  try {
    await makeTables(database.connectionString)
    const inputs = Array.from(
      { length: ACCOUNTS },
      (_, at) => ({ code: `A${at}`, name: `Tài khoản ${at}`, class: 'ASSET', chart: 'BANK', daily: true }) as const,
    )
    const [hot = ''] = await ledger.db.transaction().execute((tx) => openAccounts(tx, inputs))
    const loaded = await milliseconds(() => fillBooks(database, BOOKS))
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
    console.log(`sealed in ${(sealing / 1000).toFixed(1)} s`)
    const before = cpu()
    const verifying = await milliseconds(() => verify(database.connectionString, secretKey))
    console.log(`verified in ${(verifying / 1000).toFixed(1)} s, ${(cpu() - before).toFixed(1)} s of CPU in PostgreSQL; load ${loadavg()[0]?.toFixed(1)}`)
    const figure = (name: string, value: number, target: number, unit: string) => ({ name, figure: value, target, better: 'lower', unit }) as const
    return [
      figure(`balance at a past moment, among ${(JOURNALS / 2).toLocaleString('en')} entries`, balance, 10, 'ms'),
      figure(`${PAGE} lines of the statement from a past moment`, page, 30, 'ms'),
      figure('balances of eleven business dates', days, 10, 'ms'),
      figure(`verification of ${JOURNALS.toLocaleString('en')} journals`, verifying / 1000, 20, 's'),
    ]
  } finally {
    await ledger.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
