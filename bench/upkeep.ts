/**
 * What kept sums cost those who post: payments through the signed gateway with the triggers that keep the sums and the loop that folds them, against
 * the same without triggers, in turns on one database of its own. One by one from 64 clients, and as batches. What a round has left to fold is in its time.
 */

import { partnerByClientId } from '#core/organisation/server/public.ts'
import { foldSums } from '#core/payments/server/kept-sums.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import type { Database } from '#platform/server/database/db.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { askOf, startClients } from './gateway.ts'
import { type BenchResult, median } from './result.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)
const SECONDS = Number(process.env.SECONDS ?? 4)
/** As the server folds. */
const FOLDING_MS = 1_000

const fold = async (db: Database) => (await foldSums(db, 'LIST')) + (await foldSums(db, 'REPORT'))

/** Folds every second until it is stopped; stopping folds what is left. */
function folding(db: Database): () => Promise<void> {
  let folded = Promise.resolve(0)
  const timer = setInterval(() => {
    folded = folded.then(() => fold(db))
  }, FOLDING_MS)
  return async () => {
    clearInterval(timer)
    await folded
    await fold(db)
  }
}

/** Work of the owner. */
async function keep(owner: Connection, sums: boolean): Promise<void> {
  const { rows } = await owner.pool.query<{ name: string }>(
    "select tgname as name from pg_trigger where tgrelid = 'payment.transaction'::regclass and tgname ~ '^(list|report)_delta_' and not tgisinternal",
  )
  if (rows.length === 0) throw new Error('no trigger keeps sums: nothing would be measured')
  await owner.pool.query(`alter table payment.transaction ${rows.map(({ name }) => `${sums ? 'enable' : 'disable'} trigger ${name}`).join(', ')}`)
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-upkeep')
  const connection = connect(database.connectionString, { max: 20 })
  const owner = connect(database.connectionString, { max: 1, as: 'owner' })
  try {
    const { config, runtime, app, address } = await demoServer(connection, database)
    const partner = await partnerByClientId(runtime.db, config, 'gw-vcb')
    const clients = await startClients({ port: Number(new URL(address).port), clientId: 'gw-vcb', secret: partner?.secret ?? '' })
    /** Payments a second, with the time that folding what is left takes. */
    const rate = async (asked: Parameters<typeof askOf>[1], seconds: (perSecond: number) => number) => {
      const stop = folding(runtime.db)
      const perSecond = await askOf(clients, asked)
      const taken = seconds(perSecond)
      const begun = performance.now()
      await stop()
      return (perSecond * taken) / (taken + (performance.now() - begun) / 1000)
    }
    const kinds = {
      one: () => rate({ seconds: SECONDS }, () => SECONDS),
      batch: () => rate('bulk', (perSecond) => 10_000 / perSecond),
    }
    const ratios = { one: [] as number[], batch: [] as number[] }
    const rates = { on: [] as number[], off: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = { on: { one: 0, batch: 0 }, off: { one: 0, batch: 0 } }
      for (const side of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        await keep(owner, side === 'on')
        // Plans are made anew after each change of the table.
        await askOf(clients, { seconds: 0.5 })
        await fold(runtime.db)
        measured[side] = { one: await kinds.one(), batch: await kinds.batch() }
      }
      // The first round fills the caches.
      if (round === 0) continue
      for (const kind of ['one', 'batch'] as const) ratios[kind].push(measured.on[kind] / measured.off[kind])
      for (const side of ['on', 'off'] as const) rates[side].push(measured[side].one)
    }
    await clients.terminate()
    await app.close()
    console.log(
      `one by one: ${Math.round(median(rates.on))}/s with kept sums, ${Math.round(median(rates.off))}/s without; ratios ${ratios.one.map((one) => one.toFixed(2)).join(' ')}`,
    )
    console.log(`batches: ratios ${ratios.batch.map((one) => one.toFixed(2)).join(' ')}`)
    const figure = (name: string, of: readonly number[]) => ({ name, figure: median(of), target: 0.95, better: 'higher' as const, unit: 'ratio' })
    return [
      figure('payments through the gateway with kept sums : without, 64 clients', ratios.one),
      figure('the same, a line of a batch of 10,000', ratios.batch),
    ]
  } finally {
    await owner.close()
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
