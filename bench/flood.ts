/**
 * Others at work while somebody floods the portal from one address: without a session with guesses (each hashes a password), with bodies of
 * nothing but unknown fields, with unsigned bodies of 16 MiB at the gateway; signed in with exports of 130,000 columns. The server stands in a process of its own, the flood in a
 * thread: sixty connections, each sends its next call when the one before is answered or refused.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { BenchResult } from './result.ts'
import { atWork, load, quantile, type SignedIn, signIn, withServer } from './signin.ts'

const SECONDS = Number(process.env.SECONDS ?? 10)
const OTHERS_A_SECOND = 40
const CONNECTIONS = 60
const MIB = 1_048_576

const KINDS = ['guesses', 'unknown fields', 'unsigned bodies', 'exports of too many columns'] as const
type Kind = (typeof KINDS)[number]

// ---------------------------------------------------------------- the flood's thread

interface Call {
  path: string
  body: Buffer
  headers: Record<string, string>
}

const json = { 'content-type': 'application/json' }
const LOGIN = '/api/pp-public/auth/v1/login'
const unknownFields = Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`u${at}`, 1]))))
const large = Buffer.alloc(16 * MIB, 'x')

const wideExport = Buffer.from(JSON.stringify({ filter: {}, columns: Array.from({ length: 130_000 }, () => 'fee') }))

function callOf(kind: Kind, attacker: SignedIn): Call {
  switch (kind) {
    case 'guesses': {
      const guess = { account: randomUUID(), password: 'Wrong7@guess', otp: '123456', clientId: 'PP_QR' }
      return { path: LOGIN, body: Buffer.from(JSON.stringify(guess)), headers: json }
    }
    case 'unknown fields':
      return { path: LOGIN, body: unknownFields, headers: json }
    case 'unsigned bodies': {
      const signed = { 'x-client-id': 'gw-vcb', 'x-timestamp': new Date().toISOString(), 'x-nonce': randomUUID(), 'x-signature': '0'.repeat(64) }
      return { path: '/api/og-002/v1/transactions/batch', body: large, headers: { 'content-type': 'application/x-ndjson', ...signed } }
    }
    case 'exports of too many columns':
      return { path: '/api/report/export/qr-admin/transactions/v1', body: wideExport, headers: { ...json, ...attacker } }
  }
}

function send(base: string, agent: Agent, { path, body, headers }: Call): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${base}${path}`, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length, 'x-forwarded-for': '203.0.113.9' } })
    call.once('response', (response) => response.resume().once('close', resolve))
    call.once('error', () => resolve())
    call.end(body)
  })
}

interface Flood {
  base: string
  kind: Kind
  /** Somebody with a session, for the floods that need one. */
  attacker: SignedIn
}

/** Floods until it is told to stop. */
async function flood({ base, kind, attacker }: Flood): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let calls = 0
  let stopped = false
  parentPort?.once('message', () => {
    stopped = true
    parentPort?.postMessage(calls)
    process.exit()
  })
  const connection = async () => {
    while (!stopped) {
      await send(base, agent, callOf(kind, attacker))
      calls++
    }
  }
  parentPort?.postMessage('under way')
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

// ---------------------------------------------------------------- others at work

async function residentMiB(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / MIB
}

interface Measured {
  p99: number
  /** Greatest growth of the server's memory. */
  grown: number
}

async function measured(base: string, worker: SignedIn, flooded?: Omit<Flood, 'base'>): Promise<Measured> {
  const before = await residentMiB(base)
  const attack = flooded && new Worker(import.meta.filename, { workerData: { base, ...flooded } })
  if (attack) {
    await once(attack, 'message')
    await delay(500)
  }
  let greatest = before
  const memory = setInterval(
    () =>
      void residentMiB(base).then(
        (now) => (greatest = Math.max(greatest, now)),
        () => {},
      ),
    250,
  )
  const times = await load(OTHERS_A_SECOND, SECONDS, () => atWork(base, worker))
  clearInterval(memory)
  if (attack) {
    attack.postMessage('stop')
    const [calls] = await once(attack, 'message')
    await attack.terminate()
    console.log(
      `${flooded?.kind}: ${calls} calls in ${SECONDS} s; others median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
    )
  }
  return { p99: quantile(times, 0.99), grown: greatest - before }
}

export const run = (): Promise<BenchResult[]> =>
  withServer('flood', 2, async (base, runtime) => {
    const worker = await signIn(base, runtime, 0)
    const attacker = await signIn(base, runtime, 1)
    await measured(base, worker)
    const quiet = await measured(base, worker)
    const results: BenchResult[] = []
    for (const kind of KINDS) {
      const { p99, grown } = await measured(base, worker, { kind, attacker })
      results.push({ name: `others, p99, during a flood of ${kind}`, figure: p99, target: 200, better: 'lower', unit: 'ms' })
      if (kind === 'unsigned bodies' || kind === 'exports of too many columns')
        results.push({ name: `memory that ${kind} take`, figure: grown, target: 256, better: 'lower', unit: 'MB' })
    }
    console.log(`quiet: others p99 ${quiet.p99.toFixed(1)} ms`)
    return results
  })

if (!isMainThread && workerData) await flood(workerData as Flood)
else if (import.meta.main) console.log(await run())
