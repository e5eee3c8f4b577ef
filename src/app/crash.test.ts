import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import type { TransactionReceipt } from '#core/payments/contract/gateway.ts'
import { testRuntime } from '../../test/app.ts'
import { gatewayWorld, report } from '../../test/payments.ts'
import { type ServerProcess, serverProcess } from '../../test/server-process.ts'
import { type Channel, openChannel } from './simulator/channel.ts'

const CLIENTS = 16
/** Nightly (npm run test:faults): 200. */
const KILLS = process.env.FAULTS ? 200 : 1
const ACKNOWLEDGED_BETWEEN = 150

test('kill -9 while payments come in: nothing acknowledged is missing, nothing is there twice', { timeout: 90_000 * KILLS }, async () => {
  const runtime = await testRuntime()
  const world = await gatewayWorld(runtime)
  const { connectionString } = runtime.database
  // As a production system: it does not start on people with the demo's password.
  await runtime.db.updateTable('iam.user_account').set({ status: 'LOCKED' }).execute()
  let server: ServerProcess = serverProcess(connectionString)
  /** The server as clients find it: settles when one is up. */
  let reachable = connected(server)
  let kills = 0
  let killing: Promise<void> | undefined
  const acknowledged = new Map<string, string>()
  let cutOff = 0

  function connected({ ready }: ServerProcess): Promise<Channel> {
    return ready.then((baseUrl) => openChannel({ baseUrl, ...world.vcb }))
  }

  async function killAndStartAgain(): Promise<void> {
    const killed = server
    await killed.end('SIGKILL')
    server = serverProcess(connectionString)
    reachable = connected(server)
    await reachable
    killing = undefined
  }

  /** Sends until there is an answer: the same body and key again, as a careful channel does. */
  async function client(): Promise<void> {
    while (kills < KILLS || killing) {
      const body = report({ amount: '10000' })
      const key = randomUUID()
      for (;;) {
        const channel = await reachable
        try {
          const { status, envelope } = await channel('/og-001/v1/transactions', body, key)
          expect([200, 503]).toContain(status)
          if (status === 503) continue
          acknowledged.set(body.externalRef, (envelope.data as TransactionReceipt).transactionCode)
          break
        } catch {
          cutOff += 1
          await killing
        }
      }
      if (!killing && kills < KILLS && acknowledged.size >= (kills + 1) * ACKNOWLEDGED_BETWEEN) {
        kills += 1
        killing = killAndStartAgain()
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: CLIENTS }, client))
    // The kills did hit calls that were under way, or this shows nothing.
    expect(cutOff).toBeGreaterThan(KILLS)
    const rows = await runtime.db.selectFrom('payment.transaction').select(['external_ref', 'code']).execute()
    expect(new Map(rows.map((row) => [row.external_ref, row.code]))).toEqual(acknowledged)
    const { rows: journals } = await runtime.pool.query("select source_id from ledger.journal where source_type = 'payment.transaction'")
    expect(journals).toHaveLength(rows.length)
    expect(await verifyLedger(runtime.db)).toEqual([])
    const { rows: sums } = await runtime.pool.query("select balance from ledger.account where code = '1388.VCB'")
    expect(sums).toEqual([{ balance: `${rows.length * 10_000}.00` }])
  } finally {
    await server.end('SIGTERM')
    await runtime.database.drop()
  }
})
