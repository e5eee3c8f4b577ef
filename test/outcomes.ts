import { paymentServices } from '#app/plugs/services.ts'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import type { Verdict } from '#core/outcomes/contract/case.ts'
import { addEvidence, findCase, proposeVerdict } from '#core/outcomes/contract/cases.ts'
import { inquiriesAtOnce } from '#core/outcomes/contract/parameters.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import { servicesByCode } from '#core/payments/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { Inquirer } from '../src/core/outcomes/server/inquirer.ts'
import { verdictKind } from '../src/core/outcomes/server/verdict-kind.ts'
import { testApp, testClock } from './app.ts'
import { testPartner } from './partners.ts'
import { gatewayCall, gatewayWorld, report, type TestChannel } from './payments.ts'

const MINUTES_AGO = 3
const TIMED_OUT = { status: 'UNKNOWN', code: '68', message: 'timed out' } as const

/** Who calls; each command once. */
export const by = (as: string, clientId: 'PP_CFM' | 'O2O_CRM' = 'PP_CFM') => ({ as, clientId, headers: { 'idempotency-key': crypto.randomUUID() } })

/** The system with a simulated bank, an inquirer that asks when it is told to, and short words for what happens to payments nobody knows the outcome of. */
export async function outcomeWorld() {
  const clock = testClock()
  const it = await testApp({ clock })
  const { runtime } = it
  await runtime.db.transaction().execute((tx) => syncParameters(tx, [{ ...inquiriesAtOnce, initial: '3' }]))
  const world = await gatewayWorld(runtime)
  const bank = await testPartner(runtime)
  const services = servicesByCode(paymentServices)
  const desk = { services, verdicts: verdictKind(services) }
  const inquirer = new Inquirer(runtime, desk, partnerConnector(runtime).inquire)

  const gateway = (channel: TestChannel, path: string, body: unknown) =>
    gatewayCall<Record<string, unknown>>(it.app, channel, `/og-001/v1/transactions${path}`, body, { language: 'en', at: clock.now() })
  const caseOf = (ref: string) => runtime.db.selectFrom('outcome.outcome_case').selectAll().where('external_ref', '=', ref).executeTakeFirstOrThrow()
  return {
    it,
    clock,
    world,
    bank,
    desk,
    inquirer,
    gateway,
    caseOf,
    /** A payment of some minutes ago of which nobody knows the outcome. */
    async lost(overrides: Parameters<typeof report>[0] = {}, channel = world.vcb): Promise<string> {
      const occurredAt = isoLocal(new Date(clock.now().getTime() - MINUTES_AGO * 60_000))
      const body = report({ outcome: TIMED_OUT, occurredAt, ...overrides })
      const reply = await gateway(channel, '', body)
      if (reply.status !== 200) throw new Error(JSON.stringify(reply))
      return body.externalRef
    },
    heard: (ref: string, status: string, code = '00') =>
      gateway(world.vcb, `/${ref}/outcome`, { status, code, message: 'said later', occurredAt: isoLocal(clock.now()) }),
    async asked(): Promise<void> {
      await inquirer.begin()
      await inquirer.idle()
    },
    async statusOf(ref: string): Promise<string> {
      return (await runtime.db.selectFrom('payment.transaction').select('status').where('external_ref', '=', ref).executeTakeFirstOrThrow()).status
    },
    async detailOf(ref: string, as = 'ketoan') {
      const { data } = await it.call(findCase, { id: (await caseOf(ref)).id }, by(as))
      if (!data) throw new Error(`no case of ${ref}`)
      return data
    },
    async propose(ref: string, verdict: Verdict, as = 'ketoan') {
      const { id, version } = await caseOf(ref)
      return it.call(proposeVerdict, { id, version, verdict, note: 'Đã kiểm tra' }, { ...by(as), language: 'en' })
    },
    approve: (requestId: string, as = 'kiemsoat', decision: 'APPROVE' | 'REJECT' = 'APPROVE') =>
      it.call(decideRequest, { id: requestId, version: 0, decision, reason: 'Đồng ý' }, { ...by(as, 'O2O_CRM'), language: 'en' }),
    async bring(ref: string, kind: 'STATEMENT' | 'SLIP' | 'PHONE', finding: Verdict, attachments: string[] = []) {
      const { id, version, amount } = await caseOf(ref)
      const line = kind === 'STATEMENT' ? { reference: `FT${id}`, amount } : {}
      return it.call(
        addEvidence,
        { id, version, kind, finding, on: localDate(clock.now()), message: `FT99 ${finding}`, attachments, ...line },
        { ...by('ketoan'), language: 'en' },
      )
    },
    async close(): Promise<void> {
      await inquirer.stop()
      await bank.simulator.close()
      await it.close()
    },
  }
}

export type OutcomeWorld = Awaited<ReturnType<typeof outcomeWorld>>
