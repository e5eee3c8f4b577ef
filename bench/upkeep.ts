/**
 * What kept sums cost those who post: payments through the signed gateway with the triggers that keep the sums and the loop that folds them, against
 * the same without triggers, in turns on one database of its own. One by one from 64 clients, and as batches. What a round has left to fold is in its time.
 * Beside the rates the processor time a payment takes, of the database and of this process with server and clients: what else a machine does changes it less.
 */
import { readdirSync, readFileSync } from 'node:fs'

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

type Side = 'on' | 'off'
type Kind = 'one' | 'batch'
interface Round {
  perSecond: number
  work: number
}
const NAMES: Record<Kind, string> = { one: 'payments through the gateway, 64 clients', batch: 'lines of batches of 10,000' }

/** Seconds that the processes of a database and this one have worked so far; Linux tells. */
function processorTime(postmaster: number): number {
  const { user, system } = process.cpuUsage()
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[1]) === postmaster || Number(pid) === postmaster) ticks += Number(fields[11]) + Number(fields[12])
      // Those of its children that have ended.
      if (Number(pid) === postmaster) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // It has ended meanwhile.
    }
  }
  return (user + system) / 1e6 + ticks / 100
}

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
    /** Payments a second, with the time that folding what is left takes; and microseconds of processor time for each. */
    const rate = async (asked: Parameters<typeof askOf>[1], seconds: (perSecond: number) => number): Promise<Round> => {
      const worked = processorTime(database.pid)
      const stop = folding(runtime.db)
      const perSecond = await askOf(clients, asked)
      const taken = seconds(perSecond)
      const begun = performance.now()
      await stop()
      const payments = perSecond * taken
      return { perSecond: payments / (taken + (performance.now() - begun) / 1000), work: ((processorTime(database.pid) - worked) / payments) * 1e6 }
    }
    const kinds = {
      one: () => rate({ seconds: SECONDS }, () => SECONDS),
      batch: () => rate('bulk', (perSecond) => 10_000 / perSecond),
    }
    const rounds: Record<Side, Record<Kind, Round>>[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = {} as Record<Side, Record<Kind, Round>>
      for (const side of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        await keep(owner, side === 'on')
        // Plans are made anew after each change of the table.
        await askOf(clients, { seconds: 0.5 })
        await fold(runtime.db)
        measured[side] = { one: await kinds.one(), batch: await kinds.batch() }
      }
      // The first round fills the caches.
      if (round > 0) rounds.push(measured)
    }
    await clients.terminate()
    await app.close()
    const middle = (side: Side, kind: Kind, of: keyof Round) => median(rounds.map((one) => one[side][kind][of]))
    for (const kind of ['one', 'batch'] as const)
      for (const side of ['on', 'off'] as const)
        console.log(
          `${kind}, kept sums ${side}: ${Math.round(middle(side, kind, 'perSecond'))}/s, ${Math.round(middle(side, kind, 'work'))} µs of processor time each`,
        )
    const result = (name: string, figure: number) => ({ name, figure, target: 0.95, better: 'higher' as const, unit: 'ratio' })
    return (['one', 'batch'] as const).flatMap((kind) => [
      result(`${NAMES[kind]}, with kept sums : without`, median(rounds.map(({ on, off }) => on[kind].perSecond / off[kind].perSecond))),
      result('their processor time, without : with', middle('off', kind, 'work') / middle('on', kind, 'work')),
    ])
  } finally {
    await owner.close()
    await connection.close()
    await database.stop()
  }
}

if (import.meta.main) console.log(await run())
