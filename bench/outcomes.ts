/**
 * 10,000 payments whose outcome nobody knows. A page of the workbench through the whole system, by one client after the other. Then inquiries that
 * are due at two partners, one of which answers at once and one that takes seconds: what the quick one is sent a second beside the slow one, and
 * what somebody else's call to the quick one takes meanwhile. The partners are HTTP servers in processes of their own; PostgreSQL is durable.
 */
import { randomBytes } from 'node:crypto'
import { paymentServices } from '#app/plugs/services.ts'
import { SHOPS } from '#app/simulator/shops.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { listCases } from '#core/outcomes/contract/cases.ts'
import { connectPartner, partnerConnector } from '#core/partners/server/public.ts'
import { servicesByCode } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Runtime } from '#platform/server/module.ts'
import { SIMULATED_CODES } from '../src/app/simulator/partner/connections.ts'
import { startSimulatorProcess } from '../src/app/simulator/partner/process.ts'
import { Inquirer } from '../src/core/outcomes/server/inquirer.ts'
import { verdictKind } from '../src/core/outcomes/server/verdict-kind.ts'
import { gatewayCall } from '../test/payments.ts'
import { startTemporary } from '../test/temporary.ts'
import { demoServer } from './demo-server.ts'
import { call, percentile, signIn } from './list/client.ts'
import { type BenchResult, median } from './result.ts'

const CASES = 10_000
const PAGES = 60
const SLOW_MS = 3_000
const QUICK = { code: 'VCB', clientId: 'gw-vcb' }
const SLOW = { code: 'BIDV', clientId: 'gw-bidv' }
const CALL_EVERY_MS = 50

interface Partner {
  id: string
  end(): Promise<void>
}

/** Half of the cases each, reported by the channel of a partner through the gateway. */
async function fill(runtime: Runtime, app: Awaited<ReturnType<typeof demoServer>>['app'], { clientId, code }: typeof QUICK): Promise<void> {
  const partner = await partnerByClientId(runtime.db, runtime.config, clientId)
  if (!partner) throw new Error(`no client ${clientId}`)
  const occurredAt = isoLocal(new Date(Date.now() - 120_000))
  const lines = Array.from({ length: CASES / 2 }, (_, n) =>
    JSON.stringify({
      ...{ externalRef: `BENCH-${code}-${n}`, service: 'QR', type: 'PAYMENT', channel: 'BANK', merchantCode: SHOPS[n % SHOPS.length]?.code, currency: 'VND' },
      ...{ amount: String(50_000 + n * 1_000), payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970436' }, occurredAt },
      outcome: { status: 'UNKNOWN', code: '68', message: 'timed out' },
    }),
  )
  const channel = { clientId, partnerId: partner.partnerId, secret: partner.secret }
  const reply = await gatewayCall<{ created: number }>(app, channel, '/og-002/v1/transactions/batch', lines.join('\n'), { key: null })
  if (reply.data?.created !== CASES / 2) throw new Error(JSON.stringify(reply).slice(0, 500))
}

async function partnerOf(runtime: Runtime, code: string, slow: boolean): Promise<Partner> {
  const { db, config, clock } = runtime
  const { id } = await db.selectFrom('organisation.partner').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const key = { clientId: `portal-${code.toLowerCase()}`, secret: randomBytes(32).toString('base64url') }
  const simulator = await startSimulatorProcess({ partners: [{ code, ...key }], lateMs: SLOW_MS, ...(slow ? { rates: { late: 1 } } : {}) })
  const connection = { partnerId: id, baseUrl: `${simulator.address}/partners/${code}`, ...key, operations: ['INQUIRE', 'ACCOUNT_NAME'] as const }
  const settings = { try_timeout_ms: 10_000, deadline_ms: 20_000, tries: 1 }
  await db.transaction().execute((tx) => connectPartner(tx, config, { ...connection, codes: SIMULATED_CODES, settings }, clock.now()))
  return { id, end: () => simulator.end() }
}

/** Milliseconds of pages of what is open, the oldest first, with its total and sums. */
async function pages(address: string): Promise<number[]> {
  const headers = await signIn(address, 'ketoan', 'PP_CFM')
  const taken: number[] = []
  for (let n = 0; n < PAGES; n++) {
    const input = { searchSdi: { status: ['OPEN', 'INQUIRING', 'EVIDENCED', 'PROPOSED'] }, pageInfo: { currentPage: 1 + (n % 20), pageSize: 50 } }
    const begun = performance.now()
    const { status, body } = await call(`${address}/api${listCases.path}`, headers, JSON.stringify(input))
    taken.push(performance.now() - begun)
    if (status !== 200 || JSON.parse(body).data.totalRecord !== CASES) throw new Error(`${status}: ${body.slice(0, 300)}`)
  }
  return taken.slice(10)
}

/** Calls of somebody else to the quick partner until told to stop, in milliseconds each. */
function others(runtime: Runtime, partnerId: string): () => Promise<number[]> {
  const connector = partnerConnector(runtime)
  const taken: number[] = []
  let going = true
  const calling = (async () => {
    while (going) {
      const begun = performance.now()
      const { verdict } = await connector.accountName(partnerId, { bankBin: '970436', account: '0011001234567' })
      taken.push(performance.now() - begun)
      if (verdict !== 'SUCCEEDED') throw new Error(`an account's name: ${verdict}`)
      await new Promise((resolve) => setTimeout(resolve, CALL_EVERY_MS))
    }
  })()
  return async () => {
    going = false
    await calling
    return taken
  }
}

/** How many inquiries the quick partner was sent a second, while the slow one had as many as it may. */
async function inquiries(runtime: Runtime, quick: Partner): Promise<{ rate: number; calls: number[]; cpu: number }> {
  const services = servicesByCode(paymentServices)
  const inquirer = new Inquirer(runtime, { services, verdicts: verdictKind(services) }, partnerConnector(runtime).inquire)
  const asked = async () =>
    Number((await runtime.pool.query('select count(*) from outcome.outcome_case where partner_id = $1 and inquiries > 0', [quick.id])).rows[0].count)
  await runtime.pool.query('update outcome.outcome_case set next_inquiry_at = now()')
  const stop = others(runtime, quick.id)
  const begun = performance.now()
  const before = process.cpuUsage()
  let done = 0
  while (done < CASES / 2) {
    await inquirer.begin()
    await new Promise((resolve) => setTimeout(resolve, 250))
    done = await asked()
    if (performance.now() - begun > 120_000) break
  }
  const rate = (done / (performance.now() - begun)) * 1000
  const { user, system } = process.cpuUsage(before)
  const calls = await stop()
  await inquirer.stop()
  return { rate, calls, cpu: (user + system) / 1000 / done }
}

export async function run(): Promise<BenchResult[]> {
  const database = await startTemporary('bench-outcomes')
  const connection = connect(database.connectionString, { max: 20 })
  const partners: Partner[] = []
  try {
    const { runtime, app, address } = await demoServer(connection, database, 'error')
    const quick = await partnerOf(runtime, QUICK.code, false)
    partners.push(quick, await partnerOf(runtime, SLOW.code, true))
    for (const partner of [QUICK, SLOW]) await fill(runtime, app, partner)
    await connection.pool.query('vacuum analyze')
    const taken = await pages(address)
    console.log(`workbench page: p50 ${median(taken).toFixed(1)} ms, p95 ${percentile(taken, 0.95).toFixed(1)} ms`)
    const { rate, calls, cpu } = await inquiries(runtime, quick)
    console.log(
      `inquiries to the quick partner: ${rate.toFixed(0)}/s, ${cpu.toFixed(1)} ms of this process each; others' calls: p50 ${median(calls).toFixed(0)} ms, p95 ${percentile(calls, 0.95).toFixed(0)} ms`,
    )
    await app.close()
    return [
      { name: `workbench page of ${CASES.toLocaleString('en')} open cases, p95`, figure: percentile(taken, 0.95), target: 100, better: 'lower', unit: 'ms' },
      { name: 'due inquiries sent to one partner beside a slow one', figure: rate, target: 200, better: 'higher', unit: 'inquiries/s' },
      { name: "others' calls to that partner meanwhile, p95", figure: percentile(calls, 0.95), target: SLOW_MS / 3, better: 'lower', unit: 'ms' },
    ]
  } finally {
    for (const partner of partners) await partner.end()
    await connection.close()
    await database.stop()
  }
}
