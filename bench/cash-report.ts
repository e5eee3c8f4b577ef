/**
 * The cash reports of a province and a month over one million journals in 90 days, each with an entry on a vault or till of 600 offices and
 * payout points: as their screens ask for them (rows, subtotals, totals). The bare sum of the same entries, in turns, says what the machine
 * is like.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { prepareDemo } from '#app/demo.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { cashReports, openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, verifyLedger } from '#core/ledger/server/public.ts'
import { addDays } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { runReport } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { startTemporary } from '../test/temporary.ts'
import { cpuSeconds, fillBooks } from './ledger/fill.ts'
import { DAYS, ENV, FIRST_DAY } from './list/fill.ts'
import { type BenchResult, median } from './result.ts'

const JOURNALS = Number(process.env.JOURNALS ?? 1_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 15)
/** Receipts pay for payments: nothing goes below 0. */
const KINDS = `(values (0, 'D', 'MONEY_ORDER_SENT', 'CFM', 900000), (1, 'C', 'MONEY_ORDER_PAID', 'CFM', 400000), (2, 'D', 'TILL_ISSUE', 'CASH', 200000), (3, 'C', 'MANUAL', 'GL', 100000)) as k (nth, side, kind, service, most)`

async function openBooks({ db }: Runtime): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select u.id from organisation.unit u where u.level in ('POST_OFFICE', 'PAYOUT_POINT') and not exists (select from cash.holding h where h.unit_id = u.id) order by u.id`.execute(
      tx,
    )
    await openHoldings(
      tx,
      rows.flatMap(({ id }) => (['VAULT', 'TILL'] as const).map((kind) => ({ code: `B-${kind}-${id}`, name: `Quỹ ${id}`, kind, unitId: id }))),
    )
    await openAccounts(
      tx,
      Array.from({ length: 100 }, (_, at) => ({ code: `BENCH-${at}`, name: `Đối ứng ${at}`, class: 'LIABILITY', chart: 'OTHER_PAYABLE' }) as const),
    )
  })
}

/** Evenly over days, holdings and kinds, in the order of time; the same entries at every run. */
const BOOKS = {
  journals: `
    select n as id, k.kind, k.service, date '${FIRST_DAY}' + (n * ${DAYS} / ${JOURNALS + 1})::int as business_date,
        (timestamp '${FIRST_DAY}' + n * interval '${(DAYS * 86_400) / JOURNALS} seconds') at time zone 'UTC' as at, 'Giao dịch quầy ' || n as description, n::text as source_id
      from generate_series(1, ${JOURNALS}::bigint) n join ${KINDS} on k.nth = n % 4`,
  lines: `
    with ids as materialized (
      select (select array_agg(account_id order by id) from cash.holding where code like 'B-%') as cash, (select array_agg(id order by id) from ledger.account where code like 'BENCH-%') as other
    )
    select n as journal, s.side, case when s.cash then i.cash[1 + (n / 4) % cardinality(i.cash)] else i.other[1 + n % cardinality(i.other)] end as account,
        (k.most / 2 + (n * 7919) % (k.most / 2))::numeric(20,2) as amount
      from generate_series(1, ${JOURNALS}::bigint) n join ${KINDS} on k.nth = n % 4 cross join ids i
      cross join lateral (values (k.side, true), (case k.side when 'D' then 'C' else 'D' end, false)) s (side, cash)`,
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The sum of the entries of a province and month, with nothing around it. */
const BARE = `
select sum(e.amount) from cash.holding h join ledger.entry e on e.account_id = h.account_id join ledger.journal j on j.id = e.journal_id
 where h.province_unit_id = $1 and j.business_date between $2 and $3`

async function measure(runtime: Runtime, cpu: () => number): Promise<BenchResult[]> {
  const ctx = { scope: scopeOf(runtime.db, { scope: { kind: 'ALL' } }), language: 'vi', now: new Date(), userId: '0', grant: { kind: 'ALL' } } as const
  const { rows: provinces } = await sql<{ id: string; n: string }>`
    select province_unit_id as id, count(*) as n from cash.holding where code like 'B-%' group by 1 order by 2 desc limit 5`.execute(runtime.db)
  const reports = cashReports({ services: ['CASH'], kinds: { MONEY_ORDER_SENT: { vi: 'Gửi chuyển tiền', en: 'Money order sent' } } })
  const months = Array.from({ length: ROUNDS + 2 }, (_, n) => {
    const from = addDays(FIRST_DAY, (n * 37) % (DAYS - 30))
    return { unitId: provinces[n % provinces.length]?.id as string, from, to: addDays(from, 29) }
  })
  const results: BenchResult[] = []
  for (const report of reports) {
    const name = report.contract.path.split('/').slice(2, 4).join(' of ')
    const times: { report: number; bare: number; cpu: number; rows: number }[] = []
    for (const [n, filter] of months.entries()) {
      let rows = 0
      const before = cpu()
      const taken = await milliseconds(async () => {
        const page = await runReport(runtime.db, report, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 15 } }, ctx)
        rows = page.totalRecord
      })
      const used = (cpu() - before) * 1000
      const bare = await milliseconds(() => runtime.pool.query(BARE, [filter.unitId, filter.from, filter.to]))
      // The first ones fill the caches.
      if (n >= 2) times.push({ report: taken, bare, cpu: used, rows })
    }
    const of = (field: keyof (typeof times)[number]) => Math.round(median(times.map((one) => one[field]))).toLocaleString('en')
    const average = times.reduce((sum, one) => sum + one.cpu, 0) / times.length
    console.log(`${name}: ${of('rows')} rows, ${of('report')} ms, ${average.toFixed(0)} ms of CPU in PostgreSQL; bare sum ${of('bare')} ms`)
    results.push({ name: `${name}, a province and month`, figure: median(times.map((one) => one.report)), target: 300, better: 'lower', unit: 'ms' })
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  return results
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-cash-report')
  const connection = connect(database.connectionString)
  try {
    await makeTables(database.connectionString)
    const runtime = createRuntime(loadConfig({ ...ENV, DEMO_SCALE: 'full' }), connection, createLogger('silent'))
    await syncCatalogue(connection.db, systemRegistry())
    await prepareMasterData(runtime)
    await prepareDemo(runtime)
    await openBooks(runtime)
    await fillBooks(database, BOOKS)
    const [difference] = await verifyLedger(connection.db)
    if (difference) throw new Error(`the books do not verify: ${JSON.stringify(difference)}`)
    return await measure(runtime, () => cpuSeconds(database.pid) ?? Number.NaN)
  } finally {
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
