/**
 * A million QR transactions as an .xlsx of 12 columns through the whole system, streamed to a browser that takes all it gets and written by a job into
 * PostgreSQL: what the server's memory grows by, and how long the first page of a small list takes somebody else meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '#kernel/dates.ts'
import { myExports } from '#kernel/exports.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { startTemporary } from '../../test/temporary.ts'
import { call, percentile, signIn } from '../list/client.ts'
import { DAYS, ENV, FIRST_DAY, fillDatabase } from '../list/fill.ts'
import type { BenchResult } from '../result.ts'

const EXPORTED = Number(process.env.EXPORTED ?? 1_000_000)
const LAST_DAY = addDays(FIRST_DAY, DAYS - 1)
/** Between two requests of the other user. */
const PAUSE_MS = 10
const PATHS = { streamed: '999999999', 'as a job': '100000' } as const

const COLUMNS = 'code externalRef merchantCode merchantName unitName payerName payerAccount amount fee status occurredAt businessDate'.split(' ')

interface Server {
  child: ChildProcess
  address: string
  headers: Record<string, string>
}

/** Answers the milliseconds of each page 1 of one day until `end` settles. */
async function otherUser({ address, headers }: Server, end: Promise<unknown>): Promise<number[]> {
  const input = { searchSdi: { from: LAST_DAY, to: LAST_DAY, status: ['FAILED'] }, pageInfo: { currentPage: 1, pageSize: 15 } }
  const taken: number[] = []
  let ended = false
  const over = () => {
    ended = true
  }
  end.then(over, over)
  while (!ended) {
    const begun = performance.now()
    const { status, body } = await call(`${address}/api${listQrTransactions.path}`, headers, JSON.stringify(input))
    taken.push(performance.now() - begun)
    if (status !== 200) throw new Error(`${status}: ${body.slice(0, 300)}`)
    await pause(PAUSE_MS)
  }
  return taken
}

/** Asks for the file of a period and reads it away; answers its bytes, or those of the file that a job wrote. */
async function exported(server: Server, from: string): Promise<number> {
  const input = { searchSdi: { from, to: LAST_DAY }, format: 'xlsx', columns: COLUMNS }
  const outgoing = request(`${server.address}/api${listQrTransactions.export.path}`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
  }).end(JSON.stringify(input))
  const [response] = await once(outgoing, 'response')
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  if (response.statusCode === 200) return bytes
  if (response.statusCode !== 202) throw new Error(`the export was answered with ${response.statusCode}`)
  for (;;) {
    await pause(200)
    const { body } = await call(`${server.address}/api${myExports.path}`, server.headers, undefined)
    const [job] = myExports.output.parse(JSON.parse(body).data)
    if (job?.file) return job.file.size
    if (job?.state !== 'WAITING' && job?.state !== 'RUNNING') throw new Error(`the export is ${job?.state}`)
  }
}

async function start(databaseUrl: string, exportJobRows: string, headers: Server['headers'] | undefined): Promise<Server> {
  const env = { ...process.env, ...ENV, DATABASE_URL: databaseUrl, EXPORT_JOB_ROWS: exportJobRows }
  const child = fork(join(import.meta.dirname, 'server.ts'), { env, execArgv: [] })
  const [{ address }] = await once(child, 'message')
  return { child, address, headers: headers ?? (await signIn(address, 'ketoan')) }
}

async function measure(name: string, server: Server): Promise<BenchResult[]> {
  // Code is compiled and connections are open before anything counts.
  await exported(server, LAST_DAY)
  const idle = await otherUser(server, pause(3_000))
  server.child.send('begin')
  const begun = performance.now()
  const file = exported(server, FIRST_DAY)
  const [busy, bytes] = await Promise.all([otherUser(server, file), file])
  const seconds = (performance.now() - begun) / 1000
  server.child.send('peak')
  const [{ growth }] = await once(server.child, 'message')
  const p99 = percentile(busy, 0.99)
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${Math.round(EXPORTED / seconds).toLocaleString('en')} rows/s, ${(bytes / 2 ** 20).toFixed(0)} MB, server +${growth.toFixed(0)} MB; ` +
      `${busy.length} other requests p50 ${percentile(busy, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (without the export ${percentile(idle, 0.5).toFixed(1)}, ${percentile(idle, 0.99).toFixed(1)} ms)`,
  )
  return [
    { name: `${EXPORTED.toLocaleString('en')} × ${COLUMNS.length} ${name}: growth of the server`, figure: growth, target: 150, better: 'lower', unit: 'MB' },
    { name: `${name}: other requests meanwhile, p99`, figure: p99, target: 100, better: 'lower', unit: 'ms' },
  ]
}

export async function endToEnd(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-xlsx')
  const results: BenchResult[] = []
  let headers: Server['headers'] | undefined
  try {
    await fillDatabase(database.connectionString, EXPORTED)
    for (const [name, exportJobRows] of Object.entries(PATHS)) {
      const server = await start(database.connectionString, exportJobRows, headers)
      headers = server.headers
      results.push(...(await measure(name, server)))
      server.child.disconnect()
      await once(server.child, 'exit')
    }
  } finally {
    await database.stop()
  }
  return results
}
