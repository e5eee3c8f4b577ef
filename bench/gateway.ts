/**
 * The signed gateway (HTTP, signature, nonce, checks, row, journal of five entries, timeline, audit, stored reply) against the bare
 * ledger posting (createPoster), all with 64 clients that wait for their answers, on one durable PostgreSQL, in turns.
 * The clients of the gateway run in a thread of their own over 64 connections, as they would on other machines.
 */
import { randomUUID } from 'node:crypto'
import { connect as connectSocket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { prepareDemo } from '#app/demo.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry, systemServer } from '#app/server.ts'
import { SHOPS } from '#app/simulator/shops.ts'
import { makeTables } from '#app/tables.ts'
import { createPoster, type EntryInput, openAccounts, type Poster, verifyLedger } from '#core/ledger/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { signedHeaders } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../test/temporary.ts'
import { type BenchResult, median } from './result.ts'

const CLIENTS = 64
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 3)
const PATH = '/api/og-001/v1/transactions'
const ACCOUNTS = 1_000

interface Load {
  port: number
  clientId: string
  secret: string
}

/** Works done a second by 64 clients in turns of their own. */
async function rate(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < end) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done / (performance.now() - start)) * 1000
}

// ---------------------------------------------------------------- the clients' thread

/** One keep-alive connection that sends a request and waits for its answer; hardly any work of its own, so that the server is measured. */
function openConnection(port: number): Promise<(request: string) => Promise<number>> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    let answered: ((status: number) => void) | undefined
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('data', (part: string) => {
      received += part
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < head + 4 + length) return
      const status = Number(received.slice(9, 12))
      received = ''
      answered?.(status)
    })
    socket.once('connect', () =>
      resolve((request) => {
        socket.write(request)
        return new Promise((done) => {
          answered = done
        })
      }),
    )
  })
}

function requestOf({ clientId, secret }: Load): string {
  const nonce = randomUUID()
  const body = JSON.stringify({
    externalRef: nonce,
    service: 'QR',
    type: 'PAYMENT',
    channel: 'BANK',
    merchantCode: SHOPS[Math.floor(Math.random() * SHOPS.length)]?.code,
    amount: '150000',
    currency: 'VND',
    payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970436' },
    memo: 'Thanh toan don hang 123456',
    occurredAt: new Date().toISOString(),
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Success', evidence: { bankReference: 'FT000000000001' } },
  })
  const headers = {
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(body.length),
    'idempotency-key': nonce,
    ...signedHeaders({ clientId, secret }, { method: 'POST', path: PATH, timestamp: new Date().toISOString(), nonce, body }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `POST ${PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

async function clientsThread(load: Load): Promise<void> {
  const idle = await Promise.all(Array.from({ length: CLIENTS }, () => openConnection(load.port)))
  const call = async () => {
    const send = idle.pop()
    if (!send) throw new Error('more work than connections')
    const status = await send(requestOf(load))
    idle.push(send)
    if (status !== 200) throw new Error(`the gateway answered ${status}`)
  }
  parentPort?.on('message', async (seconds: number) => parentPort?.postMessage(await rate(call, seconds)))
  parentPort?.postMessage(0)
}

// ---------------------------------------------------------------- the server's thread

function answerOf(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

interface Bare {
  poster: Poster
  /** Two entries between any two of a thousand accounts: the figure that the ledger is measured by. */
  two: () => Promise<unknown>
  /** The five entries of a QR payment, three of them on accounts that all payments share. */
  five: () => Promise<unknown>
}

async function bareLedger({ db }: Runtime): Promise<Bare> {
  const inputs = Array.from({ length: ACCOUNTS }, (_, at) => ({
    code: `BENCH-${at}`,
    name: `Tài khoản ${at}`,
    class: 'ASSET' as const,
    chart: 'OTHER_RECEIVABLE' as const,
  }))
  const ids = await db.transaction().execute((tx) => openAccounts(tx, inputs))
  const poster = createPoster({ db })
  const account = (at: number) => ids[at % ACCOUNTS] ?? ''
  const any = () => Math.floor(Math.random() * ACCOUNTS)
  const post = (entries: EntryInput[]) => {
    const key = randomUUID()
    const at = new Date()
    const businessDate = localDate(at)
    return poster.submit({
      businessKey: key,
      kind: 'QR_PAID',
      service: 'QR',
      businessDate,
      occurredAt: at,
      description: 'Thanh toán QR',
      sourceType: 'bench',
      sourceId: key,
      entries,
    })
  }
  const [clearing, income, tax] = [account(0), account(1), account(2)]
  return {
    poster,
    two: () => {
      const debit = any()
      return post([
        { accountId: account(debit), side: 'D', amount: 150_000_00n },
        { accountId: account(debit + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))), side: 'C', amount: 150_000_00n },
      ])
    },
    five: () => {
      const payable = account(3 + Math.floor(Math.random() * SHOPS.length))
      return post([
        { accountId: clearing, side: 'D', amount: 150_000_00n },
        { accountId: payable, side: 'C', amount: 150_000_00n },
        { accountId: payable, side: 'D', amount: 660_00n },
        { accountId: income, side: 'C', amount: 600_00n },
        { accountId: tax, side: 'C', amount: 60_00n },
      ])
    },
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-gateway')
  const connection = connect(database.connectionString, { max: 20 })
  try {
    await makeTables(database.connectionString)
    const config = loadConfig({ DATA_DIR: database.dataDir, DEMO: '1', DEMO_SCALE: 'full' })
    const runtime = createRuntime(config, connection, createLogger('warn'))
    const registry = systemRegistry()
    await syncCatalogue(runtime.db, registry)
    await prepareMasterData(runtime)
    await prepareDemo(runtime)
    const app = await systemServer(runtime, registry)
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const partner = await partnerByClientId(runtime.db, config, 'gw-vcb')
    const worker = new Worker(import.meta.filename, { workerData: { port, clientId: 'gw-vcb', secret: partner?.secret ?? '' } satisfies Load })
    await answerOf(worker)
    const { poster, two, five } = await bareLedger(runtime)
    await connection.pool.query('vacuum analyze')
    const samples: { two: number; five: number; gateway: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const seconds = round === 0 ? 2 : SECONDS
      const bare = { two: await rate(two, seconds), five: await rate(five, seconds) }
      worker.postMessage(seconds)
      const gateway = await answerOf(worker)
      // The first round warms up plans and caches.
      if (round > 0) samples.push({ ...bare, gateway })
    }
    await worker.terminate()
    await poster.drain()
    await app.close()
    const differences = await verifyLedger(runtime.db)
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    const show = (name: keyof (typeof samples)[number]) => Math.round(median(samples.map((sample) => sample[name]))).toLocaleString('en')
    console.log(`gateway ${show('gateway')}/s; bare ledger: two entries ${show('two')}/s, the same five ${show('five')}/s`)
    const figure = (name: string, of: 'two' | 'five') => ({
      name,
      figure: median(samples.map((sample) => sample.gateway / sample[of])),
      target: 0.4,
      better: 'higher' as const,
      unit: 'ratio',
    })
    return [
      figure('gateway, stored, posted and audited : bare ledger posting two entries, 64 clients', 'two'),
      figure('gateway : bare ledger posting the same five entries', 'five'),
    ]
  } finally {
    await connection.close()
    await database.stop()
  }
}

if (!isMainThread && workerData) await clientsThread(workerData as Load)
else if (import.meta.main) console.log(await run())
