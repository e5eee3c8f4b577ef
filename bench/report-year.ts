/**
 * A year of ten million payments in the reports that read sums. The sums are made directly, as many lines as so many payments make at most: of each
 * day paid ones in every province, bank (40) and channel (3), failed and refunded ones in a quarter of them, five partners. DAY, which only questions
 * about partners read, is filled for two months and one province. Offices and merchants do not stand in these sums.
 */
import { createRuntime } from '#app/server.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import { runReport } from '#platform/server/report/run.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { cumulativeReport, returnSummary, summaryReport } from '#subsystems/qr/server/reports.ts'
import { startTemporary } from '../test/temporary.ts'
import { ENV, fillDatabase } from './list/fill.ts'
import { type BenchResult, median } from './result.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const YEAR = { from: '2025-01-01', to: '2025-12-31' }
/** Begins and ends within a month. */
const OTHER = { from: '2025-01-15', to: '2025-12-20' }

const FILL = `
with p as (select id, head_unit_id from organisation.unit where level = 'PROVINCE'),
  b as (select (970400 + n)::text as bin from generate_series(0, 39) n),
  c as (select id from organisation.partner order by id limit 5),
  ch as (select unnest(array['QR', 'BANK', 'WALLET']) as channel),
  e as (select unnest(array['PAID', 'FAILED', 'REFUNDED']) as event),
  d as (select '2025-01-01'::date + n as day from generate_series(0, 364) n),
  head as (select min(head_unit_id) as id from p)
insert into payment.report_sum
select 'BANK', 'QR', 'PAYMENT', event, day, channel, 0, bin, head.id, 0::bigint, 0, 0, 6, 1200000000, 3000000, 300000 from d, b, ch, e, head
union all select 'PROVINCE', 'QR', 'PAYMENT', event, day, channel, 0, '', head_unit_id, p.id, 0, 0, 80, 1600000000, 4000000, 400000 from d, p, ch, e
union all select 'PARTNER', 'QR', 'PAYMENT', event, day, channel, c.id, '', head.id, 0, 0, 0, 600, 12000000000, 3000000, 300000 from d, c, ch, e, head
union all select 'PROVINCE_BANK_MONTH', 'QR', 'PAYMENT', event, day, channel, 0, bin, head_unit_id, p.id, 0, 0, 180, 3600000000, 9000000, 900000 from d, p, b, ch, e where extract(day from day) = 1
union all select 'PROVINCE_BANK', 'QR', 'PAYMENT', event, day, channel, 0, bin, head_unit_id, p.id, 0, 0, 6, 120000000, 300000, 30000
  from d, p, b, ch, e where (event = 'PAID' or hashtext(p.id || bin || channel || day) % 4 = 0)
union all select 'MONTH', 'QR', 'PAYMENT', event, day, channel, c.id, bin, head_unit_id, p.id, 0, 0, 40, 800000000, 2000000, 200000
  from d, p, b, c, ch, e where extract(day from day) = 1 and (event = 'PAID' or hashtext(p.id || bin || c.id || channel || day) % 2 = 0)
union all select 'DAY', 'QR', 'PAYMENT', event, day, channel, c.id, bin, head_unit_id, p.id, 0, 0, 1, 20000000, 50000, 5000
  from d, p, b, c, ch, e where event = 'PAID' and hashtext(p.id || bin || c.id || channel || day) % 2 = 0 and (p.id = (select min(id) from p) or day >= '2025-12-01' or day < '2025-02-01')`

async function measure(url: string): Promise<BenchResult[]> {
  const connection = connect(url)
  const runtime = createRuntime(loadConfig(ENV), connection, createLogger('silent'))
  try {
    const client = await connection.pool.connect()
    await client.query('set statement_timeout = 0')
    await client.query(FILL)
    const { rows: lines } = await client.query('select grain, count(*) from payment.report_sum group by 1 order by 1')
    console.log(lines.map(({ grain, count }) => `${grain} ${count}`).join(', '))
    client.release(true)
    const { rows: provinces } = await connection.pool.query<{ id: string }>("select id from organisation.unit where level = 'PROVINCE' order by id limit 1")
    const owner = await connection.pool.connect()
    await owner.query('set role none')
    await owner.query('vacuum analyze payment.report_sum')
    owner.release(true)
    const scopes: [string, ScopeGrant][] = [
      ['all', { kind: 'ALL' }],
      ['a province', { kind: 'UNIT_AND_BELOW', unit: { id: provinces[0]?.id ?? '', level: 'PROVINCE' } }],
    ]
    const asked = [
      ['summary, day and bank', summaryReport, { ...YEAR, groupBy: 'DAY', rowBy: 'BANK' }],
      ['summary, day and province', summaryReport, { ...YEAR, groupBy: 'DAY', rowBy: 'PROVINCE' }],
      ['summary, province and bank', summaryReport, { ...YEAR, groupBy: 'PROVINCE', rowBy: 'BANK' }],
      ['summary, province and bank, no whole months', summaryReport, { ...OTHER, groupBy: 'PROVINCE', rowBy: 'BANK' }],
      ['refunds in sum, month and province', returnSummary, { ...YEAR, groupBy: 'MONTH', rowBy: 'PROVINCE' }],
      ['cumulative, province and channel', cumulativeReport, { ...YEAR, groupBy: 'PROVINCE', rowBy: 'CHANNEL' }],
    ] as const
    const results: BenchResult[] = []
    for (const [who, grant] of scopes) {
      const ctx = { scope: scopeOf(runtime.db, { scope: grant }), language: 'vi', now: new Date(), userId: '0', grant } as const
      for (const [name, report, searchSdi] of asked) {
        const times: number[] = []
        for (let n = 0; n < ROUNDS + 2; n++) {
          const begun = performance.now()
          await runReport(runtime.db, report, { searchSdi, pageInfo: { currentPage: 1, pageSize: 15 } }, ctx)
          // The first ones fill the caches.
          if (n > 1) times.push(performance.now() - begun)
        }
        results.push({ name: `a year, ${name}, ${who}`, figure: median(times), unit: 'ms', target: 300, better: 'lower' })
      }
    }
    return results
  } finally {
    await connection.close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-report-year')
  try {
    await fillDatabase(database.connectionString, 1_000)
    return await measure(database.connectionString)
  } finally {
    await database.stop()
  }
}
