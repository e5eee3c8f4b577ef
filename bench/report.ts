/**
 * The daily report of QR payments over 30 of 90 days and a million transactions, as its screen asks for it (rows, subtotals, totals, chart),
 * against the bare grouping of the same rows, in turns.
 */
import { createRuntime } from '#app/server.ts'
import { addDays } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import { runReport } from '#platform/server/report/run.ts'
import { pageStatement } from '#platform/server/report/sql.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { dailyReport } from '#subsystems/qr/server/daily-report.ts'
import { startTemporary } from '../test/temporary.ts'
import { DAYS, ENV, FIRST_DAY, fillDatabase } from './list/fill.ts'
import { type BenchResult, median } from './result.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 15)

const BARE = `
select business_date, merchant_id, count(*), sum(amount_hundredths), sum(fee_hundredths), sum(tax_hundredths)
from payment.transaction where service = 'QR' and business_date between $1 and $2 group by business_date, merchant_id`

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function measure(url: string): Promise<BenchResult[]> {
  const connection = connect(url)
  const runtime = createRuntime(loadConfig(ENV), connection, createLogger('silent'))
  try {
    const ctx = { scope: scopeOf(runtime.db, { scope: { kind: 'ALL' } }), language: 'vi', now: new Date(), userId: '0', grant: { kind: 'ALL' } } as const
    const times: { report: number[]; bare: number[] } = { report: [], bare: [] }
    for (let n = 0; n < ROUNDS + 2; n++) {
      const from = addDays(FIRST_DAY, (n * 37) % (DAYS - 30))
      const period = { from, to: addDays(from, 29) }
      const report = await milliseconds(() => runReport(runtime.db, dailyReport, { searchSdi: period, pageInfo: { currentPage: 1, pageSize: 15 } }, ctx))
      const bare = await milliseconds(() => runtime.pool.query(BARE, [period.from, period.to]))
      // The first ones fill the caches.
      if (n < 2) continue
      times.report.push(report)
      times.bare.push(bare)
    }
    if (process.env.EXPLAIN) {
      const filter = { from: FIRST_DAY, to: addDays(FIRST_DAY, 29) }
      const { sql, parameters } = pageStatement(runtime.db, dailyReport.contract, dailyReport.handler.query({ filter: filter as never }, ctx), {
        limit: 15,
        offset: 0,
      })
      const { rows } = await runtime.pool.query(`explain (analyze, buffers) ${sql}`, [...parameters])
      console.log(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    console.log(`report: ${median(times.report).toFixed(0)} ms, bare grouping: ${median(times.bare).toFixed(0)} ms`)
    return [
      {
        name: `daily report over 30 days of ${ROWS.toLocaleString('en')}, to the bare grouping`,
        figure: median(times.report) / median(times.bare),
        target: 2,
        better: 'lower',
        unit: 'ratio',
      },
    ]
  } finally {
    await connection.close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-report')
  try {
    await fillDatabase(database.connectionString, ROWS)
    return await measure(database.connectionString)
  } finally {
    await database.stop()
  }
}
