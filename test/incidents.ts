import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { composeModules } from '#app/modules.ts'
import { demoSessions } from '#core/iam/server/public.ts'
import { watchClocks } from '#core/incidents/server/watch.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { buildRegistry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { qrIncidents } from '#subsystems/qr/contract/incidents.ts'
import { send, type TestApp, type TestClock, testApp, testClock } from './app.ts'
import { runJobs } from './jobs.ts'
import { gatewayCall, gatewayWorld, report, type TestChannel } from './payments.ts'

/** The desk of payments by QR. */
export const qr = qrIncidents

/** Thursday, at nine. */
export const START = new Date('2026-11-19T09:00:00+07:00')
export const MAKER = 'ketoan'
export const CHECKER = 'kiemsoat'

type Detail = NonNullable<Awaited<ReturnType<typeof send<typeof qr.detail>>>['data']>

/** A portal with a desk whose days pass: its sessions do not end. */
export interface IncidentWorld {
  app: TestApp
  clock: TestClock
  channel: TestChannel
  server: FastifyInstance
  /** Where categories and the report are looked at. */
  cash: FastifyInstance
  at(text: string): void
  call<C extends Contract>(contract: C, input: RawInputOf<C>, account?: string): ReturnType<typeof send<C>>
  /** A payment that has succeeded. */
  paid(amount?: string): Promise<{ id: string; code: string }>
  opened(code: string, more?: Record<string, unknown>, category?: string): ReturnType<typeof send<typeof qr.create>>
  found(id: string, account?: string): Promise<Detail>
  ref(id: string): Promise<{ id: string; version: number }>
  /** An incident about a new payment that somebody works on. */
  inWork(amount?: string): Promise<{ id: string; payment: { id: string; code: string } }>
  /** Runs the reminders. */
  watch(): Promise<void>
  person(account: string): Promise<string>
  close(): Promise<void>
}

export async function incidentWorld(): Promise<IncidentWorld> {
  const clock = testClock(START)
  const app = await testApp({ clock })
  const serverOf = (clientId: 'PP_QR' | 'PP_CFM') =>
    createServer({ runtime: app.runtime, registry: buildRegistry(composeModules()), sessions: demoSessions(app.runtime, clientId) })
  const [server, cash] = [await serverOf('PP_QR'), await serverOf('PP_CFM')]
  const channel = (await gatewayWorld(app.runtime)).vcb
  const call: IncidentWorld['call'] = (contract, input, account = MAKER) =>
    send(server, contract, input, { headers: { authorization: `Bearer ${account}`, ...(contract.idempotent ? { 'idempotency-key': randomUUID() } : {}) } })
  const categories = async () => new Map(((await call(qr.categories, {})).data ?? []).map(({ code, id }) => [code, id]))
  const opened: IncidentWorld['opened'] = async (code, more = {}, category = 'NOT_RECEIVED') => {
    const categoryId = (await categories()).get(category) as string
    const given = { categoryId, channel: 'PHONE' as const, reporterKind: 'CUSTOMER' as const, reporterName: 'Nguyễn Thị Lan', reporterPhone: '0912345678' }
    return call(qr.create, { ...given, subjectCode: code, description: 'Chưa nhận được tiền', ...more } as RawInputOf<typeof qr.create>)
  }
  const found: IncidentWorld['found'] = async (id, account) => (await call(qr.detail, { id }, account)).data as Detail
  const ref = async (id: string) => {
    const { version } = await found(id)
    return { id, version }
  }
  const paid = async (amount = '150000') => {
    const sent = report({ amount, occurredAt: clock.now().toISOString().replace('Z', '+00:00') })
    const { data } = await gatewayCall<{ id: string; code: string }>(app.app, channel, '/og-001/v1/transactions', sent, { at: clock.now() })
    expect(data).not.toBeNull()
    return app.runtime.db.selectFrom('payment.transaction').select(['id', 'code']).where('external_ref', '=', sent.externalRef).executeTakeFirstOrThrow()
  }
  return {
    ...{ app, clock, channel, server, cash, call, opened, found, ref, paid },
    at: (text) => clock.set(new Date(`${text}:00+07:00`)),
    async inWork(amount) {
      const payment = await paid(amount)
      const { data } = await opened(payment.code)
      const id = data?.id as string
      expect(await call(qr.start, await ref(id))).toMatchObject({ status: 200 })
      return { id, payment }
    },
    async watch() {
      await app.runtime.db.transaction().execute((tx) => enqueue(tx, watchClocks, {}))
      await runJobs(app, { modules: composeModules() })
    },
    person: async (account) =>
      (await app.runtime.db.selectFrom('iam.person').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id as string,
    async close() {
      await server.close()
      await cash.close()
      await app.close()
    },
  }
}
