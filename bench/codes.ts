/**
 * The list of QR codes, 100,000 of them with a million payments: a page of 50 with exact total and today's sums, as its handler makes it, and the
 * filter of those that were used today. For who sees everything, and for a province.
 */
import { createRuntime } from '#app/server.ts'
import { listCodes } from '#core/vietqr/contract/codes.ts'
import { codeList } from '#core/vietqr/server/list.ts'
import { addDays } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { runList } from '#platform/server/list/list.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { startTemporary } from '../test/temporary.ts'
import { DAYS, ENV, FIRST_DAY, fillDatabase } from './list/fill.ts'
import { type BenchResult, median } from './result.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 15)
const CODES = 100_000
/** Noon of the last day that has payments. */
const NOW = new Date(`${addDays(FIRST_DAY, DAYS - 1)}T12:00:00+07:00`)

export async function measure(url: string): Promise<BenchResult[]> {
  const connection = connect(url)
  const runtime = createRuntime(loadConfig(ENV), connection, createLogger('silent'))
  try {
    const { rows: provinces } = await connection.pool.query<{ id: string }>("select id from organisation.unit where level = 'PROVINCE' order by id limit 1")
    const scopes: [string, ScopeGrant][] = [
      ['all', { kind: 'ALL' }],
      ['a province', { kind: 'UNIT_AND_BELOW', unit: { id: provinces[0]?.id ?? '', level: 'PROVINCE' } }],
    ]
    const asked = [
      ['page 1', {}, 1],
      ['page 100', {}, 100],
      ['active ones', { status: ['ACTIVE'] }, 1],
      ['used today', { usedToday: true }, 1],
    ] as const
    const results: BenchResult[] = []
    for (const [who, grant] of scopes) {
      const ctx = { scope: scopeOf(runtime.db, { scope: grant }), language: 'vi', now: NOW, runtime, session: { scope: grant } } as unknown as RequestContext
      for (const [name, searchSdi, currentPage] of asked) {
        const times: number[] = []
        let found = {}
        for (let n = 0; n < ROUNDS + 2; n++) {
          const begun = performance.now()
          const { totalRecord, sums } = await runList(listCodes, codeList, { searchSdi, pageInfo: { currentPage, pageSize: 50 } }, ctx)
          found = { totalRecord, ...sums }
          // The first ones fill the caches.
          if (n > 1) times.push(performance.now() - begun)
        }
        console.log(`${name}, ${who}: ${median(times).toFixed(1)} ms ${JSON.stringify(found)}`)
        results.push({ name: `${CODES.toLocaleString('en')} QR codes, ${name}, ${who}`, figure: median(times), unit: 'ms', target: 100, better: 'lower' })
      }
    }
    return results
  } finally {
    await connection.close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-codes')
  try {
    await fillDatabase(database.connectionString, ROWS, { offices: 1_000, merchants: 10_000, codes: CODES })
    return await measure(database.connectionString)
  } finally {
    await database.stop()
  }
}
