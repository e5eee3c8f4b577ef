/**
 * Where the money behind a reference is, through the whole system (session, permission, scope): by the code of a payment, the reference of the partner or of the order,
 * a slip, a line, a list and a journal, among ROWS transactions with their books. And whether any large table was read without an index.
 */
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { connect } from '#platform/server/database/connect.ts'
import { startTemporary } from '../test/temporary.ts'
import { call, percentile, signIn } from './list/client.ts'
import { fillDatabase } from './list/fill.ts'
import { startServers } from './list/start.ts'
import type { BenchResult } from './result.ts'
import { fillTrace } from './trace/fill.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const TIMES = Number(process.env.TIMES ?? 200)
const TARGET_MS = 200
/** Tables of fewer rows may be read whole: the planner knows better. */
const LARGE = 10_000

/** References by what they are, the n-th of each. */
const REFERENCES: Readonly<Record<string, (n: number) => string>> = {
  'a payment': (n) => `QR${String(odd(n)).padStart(12, '0')}`,
  'the partner’s reference': (n) => `REF${odd(n)}`,
  'an order': (n) => `BENCH-DH${odd(n)}`,
  'a slip': (n) => `QR${String(even(n)).padStart(12, '0')}`,
  'a payout line': (n) => `DC${String(even(n) / 2).padStart(9, '0')}`,
  'a beneficiary': (n) => `NH${even(n) / 2}`,
  'a payout list': (n) => `DS-${1 + (n % 100)}`,
  'a journal': (n) => String(even(n)),
  nothing: (n) => `KHONG-CO-${n}`,
}
const even = (n: number) => 2 * (1 + ((n * 7919) % Math.floor(ROWS / 2 - 1)))
const odd = (n: number) => even(n) - 1

async function ask(address: string, headers: Record<string, string>, reference: string): Promise<boolean> {
  const { status, body } = await call(`${address}/api${traceMoney.path}?${new URLSearchParams({ reference })}`, headers, undefined)
  if (status !== 200) throw new Error(`${reference} ${status}: ${body.slice(0, 300)}`)
  return JSON.parse(body).data.life !== null
}

/** The counters of PostgreSQL are as old as this, at most. */
const STATISTICS_MS = 11_000

/** How often each large table was read from the first row to the last. */
async function readWhole(url: string): Promise<Map<string, number>> {
  await setTimeout(STATISTICS_MS)
  const { pool, close } = connect(url)
  try {
    const { rows } = await pool.query<{ name: string; times: string }>(
      "select schemaname || '.' || relname as name, seq_scan as times from pg_stat_user_tables where n_live_tup > $1 order by 1",
      [LARGE],
    )
    return new Map(rows.map(({ name, times }) => [name, Number(times)]))
  } finally {
    await close()
  }
}

export async function run(): Promise<BenchResult[]> {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  const database = await startTemporary('bench-trace')
  try {
    await fillDatabase(database.connectionString, ROWS)
    await fillTrace(database, ROWS)
    const { child, system } = await startServers(database.connectionString)
    try {
      const headers = await signIn(system, 'ketoan', 'O2O_CRM')
      for (const reference of Object.values(REFERENCES)) await ask(system, headers, reference(1))
      const before = await readWhole(database.connectionString)
      const results: BenchResult[] = []
      for (const [name, reference] of Object.entries(REFERENCES)) {
        const taken: number[] = []
        for (let n = 1; n <= TIMES; n += 1) {
          const begun = performance.now()
          if ((await ask(system, headers, reference(n))) !== (name !== 'nothing')) throw new Error(`${name} ${reference(n)} leads elsewhere`)
          taken.push(performance.now() - begun)
        }
        console.log(`${name}: p50 ${percentile(taken, 0.5).toFixed(1)} ms, p95 ${percentile(taken, 0.95).toFixed(1)} ms`)
        results.push({
          name: `${name} among ${ROWS.toLocaleString('en')}, p95`,
          figure: percentile(taken, 0.95),
          target: TARGET_MS,
          better: 'lower',
          unit: 'ms',
        })
      }
      const after = await readWhole(database.connectionString)
      const whole = [...after.keys()].filter((name) => after.get(name) !== before.get(name))
      if (whole.length > 0) console.log(`read whole: ${whole.join(', ')}`)
      return [...results, { name: 'large tables read whole', figure: whole.length, target: 0, better: 'lower', unit: 'tables' }]
    } finally {
      child.removeAllListeners('exit')
      child.disconnect()
    }
  } finally {
    await database.stop()
  }
}
