/**
 * The list of QR transactions through the whole system (session, permission, scope, validation, exact total, sums, envelope), filter by status and
 * 30 days, 8 clients, in turns: against the bare pair of queries (rows, count) through Fastify and pg, and against the bare query of the rows alone;
 * with a condition that no kept sum tells apart, against bare queries that do the same work. Page 1,000 against page 1. For people of a part, the
 * same system with row-level security against one without it. ROWS=10000000 asks of ten million.
 */
import type { ChildProcess } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { addDays } from '#kernel/dates.ts'
import { connect } from '#platform/server/database/connect.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { startTemporary } from '../test/temporary.ts'
import { call, percentile, signIn } from './list/client.ts'
import { DAYS, FIRST_DAY, fillDatabase } from './list/fill.ts'
import { startServers } from './list/start.ts'
import { type BenchResult, median } from './result.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const CLIENTS = Number(process.env.CLIENTS ?? 8)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 5)

/** Thirty days somewhere in the stored ones; the n-th is the same for both sides. */
function period(n: number): { from: string; to: string } {
  const from = addDays(FIRST_DAY, (n * 37) % (DAYS - 30))
  return { from, to: addDays(from, 29) }
}

interface Side {
  name: string
  /** Asks for the n-th page; throws when the answer is not one. */
  ask(n: number): Promise<unknown>
  rates: number[]
  latencies: number[]
}

async function round(side: Side, seconds: number, keep: boolean): Promise<void> {
  const start = performance.now()
  const end = start + seconds * 1000
  const latencies: number[] = []
  let next = 0
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await side.ask(next++)
      latencies.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  if (!keep) return
  side.rates.push((latencies.length / (performance.now() - start)) * 1000)
  side.latencies.push(...latencies)
}

/** One page through the system, by its number. */
function systemSide(address: string, headers: Record<string, string>, currentPage: number, more: object = {}): Side['ask'] {
  return async (n) => {
    const input = { searchSdi: { ...period(n), status: ['SUCCEEDED'], ...more }, pageInfo: { currentPage, pageSize: 15 } }
    const { status, body } = await call(`${address}/api${listQrTransactions.path}`, headers, JSON.stringify(input))
    if (status !== 200 || JSON.parse(body).data.result.length !== 15) throw new Error(`${status}: ${body.slice(0, 300)}`)
  }
}

function bareSide(address: string, path: string, more: object = {}): Side['ask'] {
  return async (n) => {
    const { status, body } = await call(`${address}/${path}`, {}, JSON.stringify({ ...period(n), status: 'SUCCEEDED', ...more }))
    if (status !== 200 || JSON.parse(body).result.length !== 15) throw new Error(`${status}: ${body.slice(0, 300)}`)
  }
}

const sideOf = (name: string, ask: Side['ask']): Side => ({ name, ask, rates: [], latencies: [] })

/** Median milliseconds of one client alone. */
async function alone(ask: Side['ask'], times = 30): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const begun = performance.now()
    await ask(n)
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

/** All sides in turns, the order the other way round in every second round; prints what each reached. */
async function turns(...sides: Side[]): Promise<void> {
  for (const side of sides) await round(side, 2, false)
  for (let n = 0; n < ROUNDS; n++) for (const side of n % 2 === 0 ? sides : sides.toReversed()) await round(side, SECONDS, true)
  for (const { name, rates, latencies } of sides)
    console.log(
      `${name}: ${median(rates).toFixed(1)} pages/s, p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
    )
}

/** Amounts from here on: half of them. */
const OUTSIDE = { amountFrom: '500000' }

async function compare(url: string): Promise<BenchResult[]> {
  const { child, system, bare } = await startServers(url)
  try {
    const headers = await signIn(system, 'ketoan')
    const first = systemSide(system, headers, 1)
    const [whole, pair, rows] = [sideOf('system', first), sideOf('bare rows and count', bareSide(bare, 'search')), sideOf('bare rows', bareSide(bare, 'rows'))]
    await turns(whole, pair, rows)
    const counted = sideOf('system, an amount from', systemSide(system, headers, 1, OUTSIDE))
    const same = sideOf('bare rows, count and sums, an amount from', bareSide(bare, 'outside', OUTSIDE))
    await turns(counted, same)
    const near = await alone(first)
    const far = await alone(systemSide(system, headers, 1_000))
    console.log(`page 1: ${near.toFixed(1)} ms, page 1,000: ${far.toFixed(1)} ms`)
    const rate = ({ rates }: Side) => median(rates)
    const p99 = ({ latencies }: Side) => percentile(latencies, 0.99)
    const ratio = (name: string, figure: number, target: number, better: 'higher' | 'lower'): BenchResult => ({ name, figure, target, better, unit: 'ratio' })
    return [
      ratio(`list of ${ROWS.toLocaleString('en')}, throughput to the bare rows and count`, rate(whole) / rate(pair), 50, 'higher'),
      ratio('to the bare rows alone', rate(whole) / rate(rows), 0.15, 'higher'),
      ratio('p99 to its p50', p99(whole) / percentile(whole.latencies, 0.5), 3, 'lower'),
      ratio('a condition outside the sums, throughput to bare rows, count and sums', rate(counted) / rate(same), 0.8, 'higher'),
      ratio('a condition outside the sums, p99 to the bare queries', p99(counted) / p99(same), 1.5, 'lower'),
      ratio('page 1,000 to page 1', far / near, 3, 'lower'),
    ]
  } finally {
    child.removeAllListeners('exit')
    child.disconnect()
  }
}

/** People of a part of the operator: a province with all below it, and some chosen provinces. */
const SCOPED = [
  { account: 'tinh01', scope: 'a province and below' },
  { account: 'kiemsoat', scope: 'chosen units' },
] as const
const CHOSEN = ['010000', '480000', '790000']

/** What row-level security costs those whom it binds: the same pages by two servers on one database, one of which does without it. */
async function compareGuarded(url: string): Promise<BenchResult[]> {
  const started: { child: ChildProcess }[] = []
  const begin = async (execArgv?: string[]) => {
    const servers = await startServers(url, execArgv)
    started.push(servers)
    return servers
  }
  try {
    const guarded = await begin()
    const unguarded = await begin(['--import', join(import.meta.dirname, 'list/unguarded.ts')])
    const results: BenchResult[] = []
    for (const { account, scope } of SCOPED) {
      const headers = await signIn(guarded.system, account)
      const [on, off] = [
        sideOf(`${scope}, row-level security on`, systemSide(guarded.system, headers, 1)),
        sideOf(`${scope}, off`, systemSide(unguarded.system, headers, 1)),
      ]
      await turns(on, off)
      results.push({
        name: `row-level security on to off, ${scope}`,
        figure: median(on.rates) / median(off.rates),
        target: 0.85,
        better: 'higher',
        unit: 'ratio',
      })
    }
    return results
  } finally {
    for (const { child } of started) {
      child.removeAllListeners('exit')
      child.disconnect()
    }
  }
}

/** Makes the second of them see the chosen units. */
async function chooseUnits(url: string): Promise<void> {
  const { pool, close } = connect(url)
  try {
    await pool.query("update iam.user_account set scope_kind = 'UNITS' where account = 'kiemsoat'")
    await pool.query(
      "insert into iam.user_scope_unit select u.id, g.id from iam.user_account u, organisation.unit g where u.account = 'kiemsoat' and g.code = any($1)",
      [CHOSEN],
    )
  } finally {
    await close()
  }
}

export async function run(): Promise<BenchResult[]> {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  const database = await startTemporary('bench-list')
  try {
    await fillDatabase(database.connectionString, ROWS, { offices: 12_000, merchants: 100_000 })
    await chooseUnits(database.connectionString)
    return [...(await compare(database.connectionString)), ...(await compareGuarded(database.connectionString))]
  } finally {
    await database.stop()
  }
}
