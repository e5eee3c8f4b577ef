import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { paymentServices } from '#app/plugs/services.ts'
import { closePeriod, journalsOf, reopenPeriod } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type GatewayCallOptions, type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../test/payments.ts'
import type { GatewayOutcome, TransactionReceipt } from '../contract/gateway.ts'
import { ingestOutcomes } from './outcomes.ts'
import { servicesByCode } from './service.ts'
import { timelineOf } from './timeline.ts'

let it: TestApp
let world: GatewayWorld

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

const WORDS: Record<GatewayOutcome['status'], GatewayOutcome> = {
  PROCESSING: { status: 'PROCESSING', code: '09', message: 'under way' },
  SUCCEEDED: { status: 'SUCCEEDED', code: '00', message: 'done', evidence: { bankReference: 'FT9' } },
  FAILED: { status: 'FAILED', code: '51', message: 'no money' },
  UNKNOWN: { status: 'UNKNOWN', code: '68', message: 'timed out' },
}
type Status = keyof typeof WORDS

/** A stored transaction in a state that a first report can have. */
async function standing(status: Status | 'INITIATED', overrides: Parameters<typeof report>[0] = {}): Promise<string> {
  const body = report({ outcome: status === 'INITIATED' ? undefined : WORDS[status], ...overrides })
  expect(await gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', body)).toMatchObject({ status: 200, data: { status } })
  return body.externalRef
}

const sendOutcome = (externalRef: string, outcome: unknown, options: GatewayCallOptions & { channel?: TestChannel } = {}) =>
  gatewayCall<TransactionReceipt>(
    it.app,
    options.channel ?? world.vcb,
    `/og-001/v1/transactions/${externalRef}/outcome`,
    { occurredAt: isoLocal(new Date()), ...(outcome as object) },
    { language: 'en', ...options },
  )

const rowOf = (externalRef: string) =>
  it.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', externalRef).executeTakeFirstOrThrow()
const journalsFor = async (externalRef: string) => journalsOf(it.runtime.db, { sourceType: 'payment.transaction', sourceId: (await rowOf(externalRef)).id })

describe('which outcome a transaction takes from which state', () => {
  const allowed: Record<string, Status[]> = {
    INITIATED: ['PROCESSING', 'SUCCEEDED', 'FAILED', 'UNKNOWN'],
    PROCESSING: ['SUCCEEDED', 'FAILED', 'UNKNOWN'],
    UNKNOWN: ['SUCCEEDED', 'FAILED'],
    SUCCEEDED: [],
    FAILED: [],
  }
  const pairs = Object.keys(allowed).flatMap((from) => (Object.keys(WORDS) as Status[]).map((to) => [from, to, allowed[from]?.includes(to) ?? false] as const))

  test.each(pairs.filter(([from, to]) => from !== to))('%s → %s: %s', async (from, to, taken) => {
    const ref = await standing(from as Status)
    const before = await rowOf(ref)
    const reply = await sendOutcome(ref, WORDS[to])
    if (taken) {
      expect(reply).toMatchObject({ status: 200, data: { status: to, externalRef: ref } })
      expect(await rowOf(ref)).toMatchObject({ status: to, version: before.version + 1, outcome: WORDS[to] })
      expect(await journalsFor(ref)).toHaveLength(to === 'SUCCEEDED' ? 1 : 0)
    } else {
      expect(reply).toMatchObject({ status: 409, code: 'PAY-009', data: { status: from, version: before.version } })
      expect(await rowOf(ref)).toEqual(before)
      expect(await journalsFor(ref)).toHaveLength(from === 'SUCCEEDED' ? 1 : 0)
    }
  })
})

test('unknown, then succeeded: the money moves then, on the day of the outcome, and the timeline tells both', async () => {
  const happened = new Date(Date.now() - 3 * 86_400_000)
  const heard = new Date(Date.now() - 86_400_000)
  const ref = await standing('UNKNOWN', { occurredAt: isoLocal(happened), amount: '200000' })
  expect(await journalsFor(ref)).toEqual([])
  await sendOutcome(ref, { ...WORDS.SUCCEEDED, occurredAt: isoLocal(heard) })
  const [journal] = await journalsFor(ref)
  expect(journal).toMatchObject({ kind: 'QR_PAID', businessDate: localDate(heard), occurredAt: heard })
  expect(journal?.entries.map(({ accountCode, side, amount }) => `${side} ${accountCode} ${amount}`)).toEqual([
    'D 1388.VCB 200000.00',
    'C 3388.M-HANOI 200000.00',
    'D 3388.M-HANOI 2200.00',
    'C 5113.QR 2000.00',
    'C 33311.QR 200.00',
  ])
  const row = await rowOf(ref)
  expect(row.business_date).toBe(localDate(happened))
  expect(await timelineOf(it.runtime.db, row.id)).toMatchObject([
    { step: 'receive', toStatus: 'INITIATED' },
    { step: 'submit', toStatus: 'PROCESSING' },
    { step: 'loseTrack', toStatus: 'UNKNOWN', detail: { code: '68' } },
    {
      seq: 4,
      step: 'succeed',
      fromStatus: 'UNKNOWN',
      toStatus: 'SUCCEEDED',
      occurredAt: isoLocal(heard),
      actor: 'partner:gw-vcb',
      detail: { code: '00', evidence: { bankReference: 'FT9' } },
    },
  ])
})

test('an announced transaction goes through processing on its way', async () => {
  const ref = await standing('INITIATED')
  await sendOutcome(ref, WORDS.SUCCEEDED)
  const steps = await timelineOf(it.runtime.db, (await rowOf(ref)).id)
  expect(steps.map(({ step, fromStatus, toStatus }) => `${step} ${fromStatus} ${toStatus}`)).toEqual([
    'receive null INITIATED',
    'submit INITIATED PROCESSING',
    'succeed PROCESSING SUCCEEDED',
  ])
})

describe('the same word again', () => {
  test('under another key: the same answer, nothing changes', async () => {
    const ref = await standing('UNKNOWN')
    const first = await sendOutcome(ref, WORDS.SUCCEEDED)
    const before = await rowOf(ref)
    const again = await sendOutcome(ref, WORDS.SUCCEEDED)
    expect(again).toMatchObject({ status: 200, data: first.data })
    expect(await rowOf(ref)).toEqual(before)
    expect(await journalsFor(ref)).toHaveLength(1)
  })

  test('under the same key: the stored reply; with another body 422', async () => {
    const ref = await standing('INITIATED')
    const key = randomUUID()
    const word = { ...WORDS.PROCESSING, occurredAt: isoLocal(new Date()) }
    const first = await sendOutcome(ref, word, { key })
    await sendOutcome(ref, WORDS.SUCCEEDED)
    expect(await sendOutcome(ref, word, { key })).toMatchObject({ status: 200, data: { ...first.data, status: 'PROCESSING' } })
    expect(await sendOutcome(ref, WORDS.FAILED, { key })).toMatchObject({ status: 422, code: 'IDM-003' })
  })

  test('64 at the same time: posted once', async () => {
    const ref = await standing('UNKNOWN')
    const replies = await Promise.all(Array.from({ length: 64 }, () => sendOutcome(ref, WORDS.SUCCEEDED)))
    expect(new Set(replies.map(({ status, data }) => `${status} ${data?.status}`))).toEqual(new Set(['200 SUCCEEDED']))
    expect(await journalsFor(ref)).toHaveLength(1)
    expect((await rowOf(ref)).version).toBe(1)
  })

  test('success and failure at the same time: one wins, for good', async () => {
    const ref = await standing('UNKNOWN')
    const replies = await Promise.all(Array.from({ length: 32 }, (_, at) => sendOutcome(ref, at % 2 === 0 ? WORDS.SUCCEEDED : WORDS.FAILED)))
    const { status } = await rowOf(ref)
    expect(replies.filter((reply) => reply.status === 200).map(({ data }) => data?.status)).toEqual(Array.from({ length: 16 }, () => status))
    expect(replies.filter(({ code }) => code === 'PAY-009')).toHaveLength(16)
    expect(await journalsFor(ref)).toHaveLength(status === 'SUCCEEDED' ? 1 : 0)
  })
})

test('under way and succeeded at the same time, in two transactions: succeeds, is posted once and tells every step, each time', async () => {
  // One line a transaction: a group that fails is run again in halves, which would hide what went wrong.
  const sendAlone = (externalRef: string, status: Status) => {
    const caller = { clientId: world.vcb.clientId, partnerId: world.vcb.partnerId, suspended: false }
    const line = {
      externalRef,
      outcome: WORDS[status],
      occurredAt: isoLocal(new Date()),
      caller,
      language: 'en' as const,
      traceId: randomUUID(),
      ip: '::1',
      raw: '',
    }
    return ingestOutcomes(it.runtime, servicesByCode(paymentServices), [line])
  }
  const waiting = async () =>
    (await it.runtime.database.owner.query("select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rows[0].n
  const holder = await it.runtime.pool.connect()
  // Whatever happens, it must not keep the database from closing.
  onTestFinished(() => holder.release(true))
  for (let round = 0; round < 24; round++) {
    const ref = await standing('INITIATED')
    // Both begin while a third holds the row, so that the second reads it before the first has changed it.
    await holder.query('begin')
    await holder.query('select from payment.transaction where external_ref = $1 for no key update', [ref])
    const underWay = sendAlone(ref, 'PROCESSING')
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBe(1)
    const succeeded = sendAlone(ref, 'SUCCEEDED')
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBe(2)
    await holder.query('commit')
    expect([...(await underWay), ...(await succeeded)].map(({ status }) => status)).toEqual(['created', 'created'])
    const row = await rowOf(ref)
    expect(row).toMatchObject({ status: 'SUCCEEDED', version: 2 })
    expect(await journalsFor(ref)).toHaveLength(1)
    expect((await timelineOf(it.runtime.db, row.id)).map(({ seq, step }) => `${seq} ${step}`)).toEqual(['1 receive', '2 submit', '3 succeed'])
  }
})

test('the same through the gateway, in any order: success stands, posted once', async () => {
  const refs = await Promise.all(Array.from({ length: 32 }, () => standing('INITIATED')))
  const replies = await Promise.all(refs.flatMap((ref) => [sendOutcome(ref, WORDS.PROCESSING), sendOutcome(ref, WORDS.SUCCEEDED)]))
  expect(replies.filter((_, at) => at % 2 === 1).map(({ status }) => status)).toEqual(refs.map(() => 200))
  for (const ref of refs) {
    expect((await rowOf(ref)).status).toBe('SUCCEEDED')
    expect(await journalsFor(ref)).toHaveLength(1)
  }
})

describe('what is refused changes nothing', () => {
  test('a reference that is not there, or is of another partner', async () => {
    const ref = await standing('UNKNOWN')
    expect(await sendOutcome('NEVER-SEEN', WORDS.SUCCEEDED)).toMatchObject({ status: 404, code: 'PAY-008' })
    expect(await sendOutcome(ref, WORDS.SUCCEEDED, { channel: world.bidv })).toMatchObject({ status: 404, code: 'PAY-008' })
    expect((await rowOf(ref)).status).toBe('UNKNOWN')
  })

  test('an outcome before the transaction, or in the future', async () => {
    const ref = await standing('UNKNOWN')
    expect(await sendOutcome(ref, { ...WORDS.SUCCEEDED, occurredAt: isoLocal(new Date(Date.now() - 7_200_000)) })).toMatchObject({
      status: 422,
      code: 'PAY-010',
      errors: [{ field: 'occurredAt' }],
    })
    expect(await sendOutcome(ref, { ...WORDS.SUCCEEDED, occurredAt: isoLocal(new Date(Date.now() + 7_200_000)) })).toMatchObject({
      status: 422,
      code: 'PAY-006',
      errors: [{ field: 'occurredAt' }],
    })
    expect((await rowOf(ref)).status).toBe('UNKNOWN')
  })

  test.each([
    ['status', { status: 'REFUNDED', code: '00', message: 'x' }],
    ['code', { status: 'FAILED', message: 'x' }],
    ['note', { ...WORDS.FAILED, note: 'x' }],
    ['externalRef', { ...WORDS.FAILED, externalRef: 'X' }],
    ['evidence.bankReference', { ...WORDS.FAILED, evidence: {} }],
  ])('a wrong %s', async (field, body) => {
    const reply = await sendOutcome(await standing('UNKNOWN'), body)
    expect(reply).toMatchObject({ status: 422, code: 'VAL-001' })
    expect(reply.errors?.map((error) => error.field)).toContain(field)
  })
})

describe('what is late', () => {
  test('an outcome of a closed day posts on the first open day after it, and says which day it is of', async () => {
    const ref = await standing('UNKNOWN')
    const other = await standing('UNKNOWN')
    const before = await rowOf(ref)
    const at = new Date()
    const period = { service: 'QR', unitId: null, granularity: 'DAY', date: localDate(at), at } as const
    await it.runtime.db.transaction().execute((tx) => closePeriod(tx, period))
    const word = { ...WORDS.SUCCEEDED, occurredAt: isoLocal(at) }
    const [late, failed] = await Promise.all([sendOutcome(ref, word), sendOutcome(other, WORDS.FAILED)])
    expect(late).toMatchObject({ status: 200, data: { status: 'SUCCEEDED', businessDate: before.business_date, lateOf: localDate(at) } })
    expect(failed).toMatchObject({ status: 200, data: { status: 'FAILED', lateOf: null } })
    expect(await rowOf(ref)).toMatchObject({ business_date: before.business_date, late_of: localDate(at) })
    const [journal] = await journalsFor(ref)
    expect(journal).toMatchObject({ businessDate: addDays(localDate(at), 1), occurredAt: at })
    await it.runtime.db.transaction().execute((tx) => reopenPeriod(tx, { ...period, reason: 'test' }))
  })
})

test('the timeline cannot be changed, not even in the database', async () => {
  const ref = await standing('FAILED')
  const { id, business_date } = await rowOf(ref)
  const partition = `payment.transaction_event_${business_date.slice(0, 7).replace('-', '_')}`
  for (const statement of [
    `update payment.transaction_event set actor = 'me' where transaction_id = ${id}`,
    `delete from payment.transaction_event where transaction_id = ${id}`,
    `delete from ${partition} where transaction_id = ${id}`,
    'truncate payment.transaction_event',
    `truncate ${partition}`,
  ]) {
    await expect(it.runtime.database.owner.query(statement)).rejects.toThrow('append-only')
  }
})
