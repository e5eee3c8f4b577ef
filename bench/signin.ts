/**
 * Sign-in under load: twenty a second, each a person of their own from an address of their own, while others work. The server stands in a
 * process of its own; every call starts at its time, whether the one before is answered or not. And what the check of session and
 * permission adds to a call, measured in this process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WORKPLACES } from '#app/applications.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { createSessionResolver, createUsers, demoTotpSecret, hashPassword, otpAt, seedDemoUsers, stepOf } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../test/temporary.ts'
import type { BenchResult } from './result.ts'

const SECONDS = Number(process.env.SECONDS ?? 15)
const A_SECOND = 20
const OTHERS_A_SECOND = 40
const PASSWORD = 'BuuTram@2026'
const CHECKS = 20_000

const account = (at: number) => `bench.${at}`
const address = (at: number) => `10.20.${at >> 8}.${at & 255}`

async function seed(runtime: Runtime, people: number): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  await runtime.db.transaction().execute(async (tx) => {
    await seedDemoOrganisation(tx, runtime, 'small')
    await seedDemoUsers(tx, runtime, WORKPLACES)
    const users = Array.from({ length: people }, (_, at) => ({
      account: account(at),
      fullName: `Người dùng ${at}`,
      scopeKind: 'ALL' as const,
      roles: ['ACCOUNTANT'],
      applications: ['O2O_CRM', 'PP_QR'],
      passwordHash,
      totpSecret: demoTotpSecret(runtime.config.secretKey, account(at)),
    }))
    await createUsers(tx, runtime, users)
  })
}

export interface SignedIn {
  authorization: string
  cookie: string
}

export async function signIn(base: string, runtime: Runtime, at: number): Promise<SignedIn> {
  const otp = otpAt(demoTotpSecret(runtime.config.secretKey, account(at)), stepOf(new Date()))
  const response = await fetch(`${base}/api/pp-public/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address(at) },
    body: JSON.stringify({ account: account(at), password: PASSWORD, otp, clientId: 'PP_QR' }),
  })
  const { data, message } = (await response.json()) as { data: { tokenData: { access_token: string } } | null; message: string }
  if (!data) throw new Error(`${account(at)} cannot sign in: ${response.status} ${message}`)
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { authorization: `Bearer ${data.tokenData.access_token}`, cookie: cookie.join('; ') }
}

/** Starts `work` `aSecond` times a second; the milliseconds each took from the time it was due. */
export async function load(aSecond: number, seconds: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const start = performance.now()
  const calls: Promise<number>[] = []
  for (let at = 0; at < aSecond * seconds; at++) {
    const due = start + (at * 1000) / aSecond
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    calls.push(work(at).then(() => performance.now() - due))
  }
  return Promise.all(calls)
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Milliseconds that finding out who calls and what they may adds to a call. */
async function checkCost(runtime: Runtime, { authorization, cookie }: SignedIn): Promise<number> {
  const sessions = createSessionResolver(runtime)
  const cookies = Object.fromEntries(cookie.split('; ').map((pair) => pair.split('=') as [string, string]))
  const facts = { authorization, cookies, ip: '127.0.0.1', userAgent: 'bench', language: 'vi' as const }
  const check = async () => (await sessions.resolve(facts)).permissions.has('pp-qr/quanlygiaodich/danhsachgiaodich/view')
  await check()
  const start = performance.now()
  for (let at = 0; at < CHECKS; at++) await check()
  return (performance.now() - start) / CHECKS
}

/** Somebody at work: a call that asks for session and permissions. Throws when it is refused. */
export async function atWork(base: string, worker: SignedIn): Promise<void> {
  const response = await fetch(`${base}/api/sys/user/v1/info`, { headers: { ...worker } })
  if (response.status !== 200) throw new Error(`a call of somebody at work was answered ${response.status}`)
  await response.arrayBuffer()
}

/** Does some work before a server in a process of its own, on a database of its own with so many `people`. */
export async function withServer<T>(name: string, people: number, work: (base: string, runtime: Runtime) => Promise<T>): Promise<T> {
  const database = await startTemporary(`bench-${name}`)
  const connection = connect(database.connectionString, { max: 10 })
  try {
    await makeTables(database.connectionString)
    const env = { DATA_DIR: database.dataDir, DATABASE_URL: database.connectionString, DEMO: '1', SECRET_KEY: Buffer.alloc(32, 5).toString('base64') }
    const runtime = createRuntime(loadConfig(env), connection, createLogger('warn'))
    await syncCatalogue(runtime.db, systemRegistry())
    await seed(runtime, people)
    await connection.pool.query('vacuum analyze')
    const server = fork(join(import.meta.dirname, 'signin/server.ts'), { env: { ...process.env, ...env } })
    const [base] = (await once(server, 'message')) as [string]
    const result = await work(base, runtime)
    server.disconnect()
    await once(server, 'exit')
    return result
  } finally {
    await connection.close()
    await database.stop()
  }
}

export const run = (): Promise<BenchResult[]> => {
  const warm = A_SECOND
  return withServer('signin', warm + A_SECOND * SECONDS + 1, async (base, runtime) => {
    const worker = await signIn(base, runtime, warm + A_SECOND * SECONDS)
    const other = () => atWork(base, worker)
    await load(A_SECOND, 1, (at) => signIn(base, runtime, at))
    await load(OTHERS_A_SECOND, 2, other)
    const [signIns, others] = await Promise.all([load(A_SECOND, SECONDS, (at) => signIn(base, runtime, warm + at)), load(OTHERS_A_SECOND, SECONDS, other)])
    const cost = await checkCost(runtime, worker)
    console.log(
      `sign-in: median ${quantile(signIns, 0.5).toFixed(0)} ms, p99 ${quantile(signIns, 0.99).toFixed(0)} ms; others: median ${quantile(others, 0.5).toFixed(1)} ms`,
    )
    return [
      { name: `sign-in at ${A_SECOND} a second, p99`, figure: quantile(signIns, 0.99), target: 500, better: 'lower', unit: 'ms' },
      { name: 'other calls meanwhile, p99', figure: quantile(others, 0.99), target: 100, better: 'lower', unit: 'ms' },
      { name: 'check of session and permission, a call', figure: cost, target: 0.2, better: 'lower', unit: 'ms' },
    ]
  })
}
