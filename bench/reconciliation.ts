/**
 * A million lines against a million, one in a hundred of them changed: what the matching takes, from its rules to the last break kept, beside DuckDB
 * joining the same lines from two csv files and keeping pairs and breaks, before and after it in the same run. DuckDB is fetched into a cache folder by this suite
 * alone. `LINES=100000` for fewer.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeTables } from '#app/tables.ts'
import { createUnits } from '#core/organisation/server/public.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Database } from '#platform/server/database/db.ts'
import { matchSession } from '../src/core/reconciliation/server/matching/match.ts'
import { setupDocument, testSession, testSetup } from '../test/matching.ts'
import { startTemporary } from '../test/temporary.ts'
import { cpuSeconds } from './ledger/fill.ts'
import { fillLines, writeFiles } from './reconciliation/fill.ts'
import type { BenchResult } from './result.ts'

const LINES = Number(process.env.LINES ?? 1_000_000)
const PERIOD = '2026-11-02'
const DUCKDB = '1.5.6-r.1'

/** Where DuckDB lies; fetched once a machine. */
function duckDb(): string {
  const folder = join(tmpdir(), `buutram-bench-duckdb-${DUCKDB}`)
  const main = join(folder, 'node_modules/@duckdb/node-api/lib/index.js')
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `@duckdb/node-api@${DUCKDB}`], { stdio: 'inherit' })
  }
  return pathToFileURL(main).href
}

function joinByDuckDb(module: string, files: { folder: string; ours: string; theirs: string }): { ms: number; cpu: number } {
  const path = join(files.folder, 'joined.duckdb')
  rmSync(path, { force: true })
  const script = join(import.meta.dirname, 'reconciliation/duckdb.ts')
  return JSON.parse(execFileSync(process.execPath, [script, module, files.ours, files.theirs, path], { encoding: 'utf8' }))
}

export async function run(): Promise<BenchResult[]> {
  const module = duckDb()
  const database = await startTemporary('bench-reconciliation')
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  const { db } = connection
  let folder: string | undefined
  try {
    await db.transaction().execute((tx) => createUnits(tx, [{ code: 'HO', name: 'Tổng công ty', level: 'HEAD_OFFICE' }]))
    const document = setupDocument([{ keys: ['REFERENCE'] }, { keys: ['AMOUNT', 'DAY', 'ACCOUNT'] }])
    const setup = await testSetup(db, document)
    const session = await testSession(db, setup, PERIOD, '2026-11-04', [])
    await fillLines(db, session, PERIOD, LINES)
    const files = await writeFiles(database, session)
    folder = files.folder
    globalThis.gc?.()
    const flat = process.memoryUsage().rss
    const match = async () => {
      const begun = performance.now()
      await db.transaction().execute((tx) => matchSession(tx, session, document, '2026-11-20'))
      return performance.now() - begun
    }
    const before = joinByDuckDb(module, files)
    const cpu = cpuSeconds(database.pid) ?? Number.NaN
    const first = await match()
    const taken = (cpuSeconds(database.pid) ?? Number.NaN) - cpu
    const grown = Math.max(0, process.memoryUsage().rss - flat) / 2 ** 20
    const after = joinByDuckDb(module, files)
    const duck = (before.ms + after.ms) / 2
    console.log(`matching ${(first / 1000).toFixed(1)} s (${taken.toFixed(1)} s of CPU); DuckDB before ${seconds(before)}, after ${seconds(after)}`)
    const hash = await markOf(db, session)
    console.log(`matched again: ${((await match()) / 1000).toFixed(1)} s`)
    if ((await markOf(db, session)) !== hash) throw new Error('the same lines and rules have given another result')
    await check(db, session)
    const name = `${LINES.toLocaleString('en')} × ${LINES.toLocaleString('en')} lines, 1 % of them changed`
    return [
      { name: `matching ${name}, against DuckDB joining the files`, figure: first / duck, target: 4, better: 'lower', unit: 'ratio' },
      { name: 'memory that the server grows by meanwhile', figure: grown, target: 50, better: 'lower', unit: 'MB' },
    ]
  } finally {
    await connection.close()
    await database.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = ({ ms, cpu }: { ms: number; cpu: number }) => `${(ms / 1000).toFixed(1)} s (${cpu.toFixed(1)} s of CPU)`

async function markOf(db: Database, session: string): Promise<string> {
  const row = await db.selectFrom('reconciliation.session').select('result_hash').where('id', '=', session).executeTakeFirstOrThrow()
  return row.result_hash?.toString('hex') ?? ''
}

/** Every changed line is a break, and no other. */
async function check(db: Database, session: string): Promise<void> {
  const row = await db.selectFrom('reconciliation.session').select('breaks').where('id', '=', session).executeTakeFirstOrThrow()
  const changed = [1, 2, 4, 5].reduce((sum, rest) => sum + Math.floor((LINES - rest) / 500) + 1, 0)
  if (row.breaks !== changed) throw new Error(`${row.breaks} breaks instead of ${changed}`)
}

if (import.meta.main) console.log(await run())
