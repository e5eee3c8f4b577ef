/**
 * The signed gateway (HTTP, signature, nonce, checks, row, journal of five entries, timeline, audit, stored reply) against the bare
 * ledger posting (createPoster), all with 64 clients that wait for their answers, on one durable PostgreSQL, in turns.
 * The clients of the gateway run in a thread of their own over 64 connections, as they would on other machines.
 * Bulk: the lines of one batch after the other, against the same journals posted in groups of the size in which batches are stored.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { SHOPS } from '#app/simulator/shops.ts'
import { createPoster, type EntryInput, type JournalInput, openAccounts, type Poster, postMany, verifyLedger } from '#core/ledger/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { connect } from '#platform/server/database/connect.ts'
import { signedHeaders } from '#platform/server/http/signature.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { type BenchResult, median } from './result.ts'

const CLIENTS = 64
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 3)
const PATH = '/api/og-001/v1/transactions'
const BULK_PATH = '/api/og-002/v1/transactions/batch'
const BULK_LINES = 10_000
const BULK_GROUP = 1_000
const ACCOUNTS = 1_000

export interface Load {
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

const lineOf = (externalRef: string): string =>
  JSON.stringify({
    externalRef,
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

function requestOf({ clientId, secret }: Load, path: string, type: string, body: string, nonce: string): string {
  const headers = {
    host: '127.0.0.1',
    'content-type': type,
    'content-length': String(body.length),
    'idempotency-key': nonce,
    ...signedHeaders({ clientId, secret }, { method: 'POST', path, timestamp: new Date().toISOString(), nonce, body }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

function singleOf(load: Load): string {
  const nonce = randomUUID()
  return requestOf(load, PATH, 'application/json', lineOf(nonce), nonce)
}

function bulkOf(load: Load): string {
  const lines = Array.from({ length: BULK_LINES }, () => lineOf(randomUUID()))
  return requestOf(load, BULK_PATH, 'application/x-ndjson', lines.join('\n'), randomUUID())
}

/** What the thread is asked for; it answers how many payments a second were taken in. */
type Asked = { seconds: number } | 'bulk'

async function clientsThread(load: Load): Promise<void> {
  const idle = await Promise.all(Array.from({ length: CLIENTS }, () => openConnection(load.port)))
  const call = async (request: string) => {
    const send = idle.pop()
    if (!send) throw new Error('more work than connections')
    const status = await send(request)
    idle.push(send)
    if (status !== 200) throw new Error(`the gateway answered ${status}`)
  }
  const bulk = async () => {
    const request = bulkOf(load)
    const start = performance.now()
    await call(request)
    return (BULK_LINES / (performance.now() - start)) * 1000
  }
  parentPort?.on('message', async (asked: Asked) =>
    parentPort?.postMessage(asked === 'bulk' ? await bulk() : await rate(() => call(singleOf(load)), asked.seconds)),
  )
  parentPort?.postMessage(0)
}

// ---------------------------------------------------------------- the server's thread

/** The clients, connected. */
export async function startClients(load: Load): Promise<Worker> {
  const worker = new Worker(import.meta.filename, { workerData: load })
  await answerOf(worker)
  return worker
}

/** Rejects with the error of a worker that fails instead of answering. */
async function answerOf(worker: Worker): Promise<number> {
  const [answer] = await once(worker, 'message')
  return answer
}

export function askOf(worker: Worker, asked: Asked): Promise<number> {
  worker.postMessage(asked)
  return answerOf(worker)
}

interface Bare {
  poster: Poster
  /** Two entries between any two of a thousand accounts: the figure that the ledger is measured by. */
  two: () => Promise<unknown>
  /** The five entries of a QR payment, three of them on accounts that all payments share. */
  five: () => Promise<unknown>
  /** Those five entries, in groups of the size of a batch's; how many journals a second. */
  bulk: () => Promise<number>
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
  const journalOf = (entries: EntryInput[]): JournalInput => {
    const key = randomUUID()
    const at = new Date()
    const businessDate = localDate(at)
    return {
      businessKey: key,
      kind: 'QR_PAID',
      service: 'QR',
      businessDate,
      occurredAt: at,
      description: 'Thanh toán QR',
      sourceType: 'bench',
      sourceId: key,
      entries,
    }
  }
  const post = (entries: EntryInput[]) => poster.submit(journalOf(entries))
  const [clearing, income, tax] = [account(0), account(1), account(2)]
  const paid = (): EntryInput[] => {
    const payable = account(3 + Math.floor(Math.random() * SHOPS.length))
    return [
      { accountId: clearing, side: 'D', amount: 150_000_00n },
      { accountId: payable, side: 'C', amount: 150_000_00n },
      { accountId: payable, side: 'D', amount: 660_00n },
      { accountId: income, side: 'C', amount: 600_00n },
      { accountId: tax, side: 'C', amount: 60_00n },
    ]
  }
  return {
    poster,
    two: () => {
      const debit = any()
      return post([
        { accountId: account(debit), side: 'D', amount: 150_000_00n },
        { accountId: account(debit + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))), side: 'C', amount: 150_000_00n },
      ])
    },
    five: () => post(paid()),
    bulk: async () => {
      const groups = Array.from({ length: BULK_LINES / BULK_GROUP }, () => Array.from({ length: BULK_GROUP }, () => journalOf(paid())))
      const start = performance.now()
      for (const group of groups) await db.transaction().execute((tx) => postMany(tx, group))
      return (BULK_LINES / (performance.now() - start)) * 1000
    },
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-gateway')
  const connection = connect(database.connectionString, { max: 20 })
  try {
    const { config, runtime, app, address } = await demoServer(connection, database)
    const port = Number(new URL(address).port)
    const partner = await partnerByClientId(runtime.db, config, 'gw-vcb')
    const worker = await startClients({ port, clientId: 'gw-vcb', secret: partner?.secret ?? '' })
    const { poster, two, five, bulk } = await bareLedger(runtime)
    await connection.pool.query('vacuum analyze')
    const samples: { two: number; five: number; gateway: number; bulk: number; gatewayBulk: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const seconds = round === 0 ? 2 : SECONDS
      const bare = { two: await rate(two, seconds), five: await rate(five, seconds), bulk: await bulk() }
      const gateway = await askOf(worker, { seconds })
      const gatewayBulk = await askOf(worker, 'bulk')
      // The first round warms up plans and caches.
      if (round > 0) samples.push({ ...bare, gateway, gatewayBulk })
    }
    await worker.terminate()
    await poster.drain()
    await app.close()
    const differences = await verifyLedger(runtime.db)
    if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
    const show = (name: keyof (typeof samples)[number]) => Math.round(median(samples.map((sample) => sample[name]))).toLocaleString('en')
    console.log(`gateway ${show('gateway')}/s; bare ledger: two entries ${show('two')}/s, the same five ${show('five')}/s`)
    console.log(`bulk: gateway ${show('gatewayBulk')} lines/s; bare ledger, in groups of ${BULK_GROUP.toLocaleString('en')}: ${show('bulk')}/s`)
    type Rate = keyof (typeof samples)[number]
    const figure = (name: string, target: number, rate: Rate, of: Rate) => ({
      name,
      figure: median(samples.map((sample) => sample[rate] / sample[of])),
      target,
      better: 'higher' as const,
      unit: 'ratio',
    })
    return [
      figure('gateway, stored, posted and audited : bare ledger posting two entries, 64 clients', 0.4, 'gateway', 'two'),
      figure('gateway : bare ledger posting the same five entries', 0.4, 'gateway', 'five'),
      figure('a line of a batch of 10,000 : bare ledger posting the same five entries in groups of 1,000', 0.6, 'gatewayBulk', 'bulk'),
    ]
  } finally {
    await connection.close()
    await database.stop()
  }
}

if (!isMainThread && workerData) await clientsThread(workerData as Load)
else if (import.meta.main) console.log(await run())
