import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isoLocal } from '#kernel/dates.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../../test/payments.ts'
import { repeatable } from '../../../../../test/repeatable.ts'
import { type Fate, type TestReceiver, testReceiver, testWebhook } from '../../../../../test/webhooks.ts'
import { createWebhook, findWebhook, resumeWebhook } from '../../contract/webhooks/endpoints.ts'
import { PAUSES } from './note.ts'
import { WebhookSender } from './sender.ts'

let app: TestApp
let world: GatewayWorld
const clock: TestClock = testClock()
let partner: TestReceiver
let endpoint: string
let sender: WebhookSender
let label = 0
/** Long enough for a busy machine, short enough for receivers that are silent. */
const TIMEOUT_MS = 1_500

beforeAll(async () => {
  app = await testApp({ clock })
  world = await gatewayWorld(app.runtime)
})
afterAll(() => app.close())

beforeEach(async () => {
  partner = await testReceiver(app.runtime)
  endpoint = await testWebhook(app.runtime, { partnerId: world.vcb.partnerId, url: partner.url, label: `E${++label}` })
  sender = new WebhookSender(app.runtime, { timeoutMs: TIMEOUT_MS })
})
afterEach(async () => {
  await sender.stop()
  await app.runtime.pool.query("update partner.webhook_endpoint set status = 'DISABLED', collects = false")
  await partner.close()
})

async function reportTo(facts: Parameters<typeof report>[0] = {}, by = world.vcb): Promise<{ ref: string; code: string }> {
  const made = report({ occurredAt: isoLocal(clock.now()), ...facts })
  const { data, status } = await gatewayCall<{ transactionCode: string }>(app.app, by, '/og-001/v1/transactions', made, { at: clock.now() })
  expect(status).toBe(200)
  return { ref: made.externalRef, code: data?.transactionCode as string }
}
const open = { status: 'UNKNOWN', code: '68', message: 'Chưa rõ' } as const
async function outcome(ref: string, to: 'SUCCEEDED' | 'FAILED', by = world.vcb): Promise<void> {
  const told = { status: to, code: '00', message: 'Xong', occurredAt: isoLocal(clock.now()), evidence: { bankReference: 'FT1' } }
  const { status } = await gatewayCall(app.app, by, `/og-001/v1/transactions/${ref}/outcome`, told, { at: clock.now() })
  expect(status).toBe(200)
}
/** Sends what is due now, and whatever becomes due by that. */
async function round(one = sender): Promise<void> {
  await one.begin()
  await one.idle()
}
const health = async () =>
  (
    await app.runtime.pool.query(
      `select e.status, h.failures, h.retry_at, (select count(*)::int from partner.webhook_event v where v.endpoint_id = e.id and outcome is null) as waiting
         from partner.webhook_endpoint e left join partner.webhook_health h on h.endpoint_id = e.id where e.id = $1`,
      [endpoint],
    )
  ).rows[0]

describe('a partner is told', () => {
  it('what has become of each transaction, once it is committed, in the words of the gateway', async () => {
    const { ref, code } = await reportTo({ outcome: open })
    await round()
    await outcome(ref, 'SUCCEEDED')
    await round()
    expect(partner.came.map(({ body }) => body)).toMatchObject([
      { kind: 'TRANSACTION', subject: code, sequence: 1, replayOf: null, data: { externalRef: ref, status: 'UNKNOWN', amount: '150000.00', code: '68' } },
      { kind: 'TRANSACTION', subject: code, sequence: 2, data: { transactionCode: code, status: 'SUCCEEDED', code: '00', currency: 'VND' } },
    ])
    expect(partner.receiver).toMatchObject({ taken: 2, refused: 0, disorder: [] })
  })

  it('what has become of its payments since its endpoint was made, once that is started', async () => {
    // Signed with a key that the receiver was not given.
    partner.decide = () => 200
    const admin = { as: 'admin', clientId: 'O2O_CRM' } as const
    const facts = { partnerId: world.saoviet.partnerId, label: 'Mới', url: partner.url, events: ['TRANSACTION' as const, 'REFUND' as const] }
    const { id, version } = (await app.call(createWebhook, facts, admin)).data as { id: string; version: number }
    const { ref, code } = await reportTo({ outcome: open }, world.saoviet)
    await outcome(ref, 'SUCCEEDED', world.saoviet)
    await round()
    expect(partner.came).toEqual([])
    const kept = (await app.call(findWebhook, { id }, admin)).data
    expect(kept).toMatchObject({ status: 'NOT_STARTED', waiting: 2, oldestWaitingAt: expect.any(String) })
    expect((await app.call(resumeWebhook, { id, version }, admin)).status).toBe(200)
    await round()
    expect(partner.came.map(({ body }) => body)).toMatchObject([
      { subject: code, sequence: 1, data: { status: 'UNKNOWN' } },
      { subject: code, sequence: 2, data: { status: 'SUCCEEDED' } },
    ])
  })

  it('nothing that was rolled back, and nothing that another partner has reported', async () => {
    await gatewayCall(app.app, world.bidv, '/og-001/v1/transactions', report(), { at: clock.now() })
    await expect(
      app.runtime.db.transaction().execute(async (tx) => {
        const { emitWebhooks } = await import('./emit.ts')
        const fact = { partnerId: world.vcb.partnerId, subject: 'SV1', stateVersion: 1, at: clock.now(), data: {} }
        await emitWebhooks(tx, [{ ...fact, kind: 'INCIDENT' }])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await round()
    expect(partner.came).toEqual([])
  })
})

describe('order', () => {
  it('of a subject is kept while its receiver fails, is silent and answers 500; others do not wait for it', async () => {
    const first = await reportTo({ outcome: open })
    await outcome(first.ref, 'SUCCEEDED')
    partner.next = [500, 'SILENT', 'CUT']
    await round()
    const other = await reportTo()
    await round()
    expect(partner.came.map(({ body }) => `${body.subject} ${body.sequence}`)).toEqual([`${first.code} 1`, `${other.code} 1`])
    // The receiver was silent to the other one; both are due again.
    for (const pause of PAUSES.slice(0, 3)) {
      clock.advance(pause * 1000)
      await round()
    }
    expect(partner.came.filter(({ body }) => body.subject === first.code).map(({ body }) => body.sequence)).toEqual([1, 1, 1, 2])
    expect(partner.receiver.states.get(`TRANSACTION ${first.code}`)).toMatchObject({ status: 'SUCCEEDED', sequence: 2 })
    expect(partner.receiver.disorder).toEqual([])
    expect(await health()).toMatchObject({ waiting: 0, failures: 0 })
  })

  it('holds with several processes, and nothing is sent twice', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => reportTo({ outcome: open })))
    await Promise.all(made.map(({ ref }) => outcome(ref, 'FAILED')))
    const others = Array.from({ length: 4 }, () => new WebhookSender(app.runtime))
    await Promise.all(others.map((one) => round(one)))
    await Promise.all(others.map((one) => round(one)))
    expect(partner.receiver).toMatchObject({ taken: 60, repeated: 0, disorder: [] })
  })

  it('and completeness hold whatever fails and whichever process ends before it has noted what it sent', async () => {
    const fate = fc.oneof({ weight: 4, arbitrary: fc.constant<Fate>('TAKE') }, { weight: 1, arbitrary: fc.constantFrom<Fate>(500, 503, 429, 'CUT', 'SILENT') })
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 5, maxLength: 25 }), fc.array(fc.boolean(), { maxLength: 4 }), async (fates, ended) => {
        const made = await Promise.all(Array.from({ length: 4 }, () => reportTo({ outcome: open })))
        await Promise.all(made.slice(0, 3).map(({ ref }, at) => outcome(ref, at % 2 === 0 ? 'SUCCEEDED' : 'FAILED')))
        partner.next = [...fates]
        for (let hour = 0; hour < 70 && (await health()).waiting > 0; hour++) {
          await (ended[hour] ? endedBeforeNoting() : round())
          clock.advance(3_600_000)
        }
        expect(await health()).toMatchObject({ waiting: 0 })
        const { rows } = await app.runtime.pool.query<{ code: string; status: string }>('select code, status from payment.transaction where code = any($1)', [
          made.map(({ code }) => code),
        ])
        for (const { code, status } of rows) expect(partner.receiver.states.get(`TRANSACTION ${code}`)).toMatchObject({ status })
        expect(partner.receiver.disorder).toEqual([])
      }),
      { numRuns: 6, ...repeatable },
    )
  })

  /** A process that ends after it has sent what was due and before it has noted any of it. */
  async function endedBeforeNoting(): Promise<void> {
    const { owner } = app.runtime.database
    await owner.query(`
      create function partner.ended() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$;
      create trigger ended before insert on partner.webhook_attempt for each row execute function partner.ended()`)
    await round(new WebhookSender(app.runtime, { timeoutMs: TIMEOUT_MS }))
    await owner.query('drop trigger ended on partner.webhook_attempt; drop function partner.ended()')
  }
})
