import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { balances, type GatewayCallOptions, type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../../test/payments.ts'
import type { TransactionReceipt } from '../../contract/gateway.ts'
import { timelineOf } from '../timeline.ts'

let it: TestApp
let world: GatewayWorld

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

const send = (body: unknown, options: GatewayCallOptions = {}) =>
  gatewayCall<TransactionReceipt>(it.app, world.vcb, '/og-001/v1/transactions', body, { language: 'en', ...options })

/** Rows of every kind that a report leaves behind. */
async function traces(): Promise<Record<string, number>> {
  const { rows } = await it.runtime.pool.query(`
    select (select count(*) from payment.transaction)::int as transactions, (select count(*) from payment.transaction_key)::int as keys,
      (select count(*) from payment.transaction_event)::int as events, (select count(*) from ledger.journal)::int as journals,
      (select count(*) from platform.audit_entry where subject_type = 'payment.transaction')::int as audit, (select count(*) from platform.idempotency_key)::int as replies`)
  return rows[0]
}

const rowOf = (externalRef: string) =>
  it.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', externalRef).executeTakeFirstOrThrow()

/** What `work` did to the ledger, by account code, in hundredths. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances(it.runtime)
  await work()
  const after = await balances(it.runtime)
  const change = Object.keys(after).map((code) => [code, Number(after[code]) - Number(before[code] ?? 0)] as const)
  return Object.fromEntries(change.filter(([, value]) => value !== 0))
}

describe('a payment that succeeded', () => {
  test('is stored, posted, timed and audited, with the fee of its merchant', async () => {
    const before = await traces()
    const body = report({ amount: '150000' })
    const change = await moved(async () => {
      const reply = await send(body)
      expect(reply).toMatchObject({
        status: 200,
        code: 'API000',
        data: {
          externalRef: body.externalRef,
          status: 'SUCCEEDED',
          amount: '150000.00',
          fee: '1500.00',
          tax: '150.00',
          currency: 'VND',
          businessDate: localDate(new Date(body.occurredAt)),
        },
      })
      expect(reply.data?.transactionCode).toMatch(/^QR\d{6}\d{9}$/)
    })
    expect(change).toEqual({ '1388.VCB': 150_000, '3388.M-HANOI': 148_350, '5113.QR': 1_500, '33311.QR': 150 })
    const after = await traces()
    expect(after).toEqual({
      transactions: (before.transactions ?? 0) + 1,
      keys: (before.keys ?? 0) + 1,
      events: (before.events ?? 0) + 3,
      journals: (before.journals ?? 0) + 1,
      audit: (before.audit ?? 0) + 1,
      replies: (before.replies ?? 0) + 1,
    })
  })

  test('carries what was reported, and the place and account of its merchant', async () => {
    const body = report({ merchantCode: 'M-HCM', amount: '1000000.00', payer: { name: '  TRAN VAN B ', account: 'VA123', bankBin: '970422' } })
    await send(body)
    const row = await rowOf(body.externalRef)
    const merchant = await it.runtime.db.selectFrom('merchants.merchant').selectAll().where('code', '=', 'M-HCM').executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      service: 'QR',
      type: 'PAYMENT',
      channel: 'BANK',
      direction: 'IN',
      status: 'SUCCEEDED',
      amount: '1000000.00',
      fee: '5500.00',
      tax: '550.00',
      currency: 'VND',
      payer_name: 'TRAN VAN B',
      payer_account: 'VA123',
      payer_bank_bin: '970422',
      payee_name: 'COM TAM',
      payee_account: '1234567890',
      payee_bank_bin: '970436',
      partner_id: world.vcb.partnerId,
      merchant_id: merchant.id,
      province_unit_id: merchant.province_unit_id,
      office_unit_id: merchant.office_unit_id,
      head_unit_id: merchant.head_unit_id,
      occurred_at: new Date(body.occurredAt),
      version: 0,
      outcome: {
        status: 'SUCCEEDED',
        code: '00',
        message: 'Giao dịch thành công',
        evidence: { bankReference: 'FT0001' },
        occurredAt: new Date(body.occurredAt).toISOString(),
      },
    })
    expect(merchant.province_unit_id).not.toBeNull()
    expect(await timelineOf(it.runtime.db, row.id)).toMatchObject([
      { seq: 1, step: 'receive', fromStatus: null, toStatus: 'INITIATED', actorKind: 'GATEWAY', actor: 'partner:gw-vcb', detail: null },
      { seq: 2, step: 'submit', fromStatus: 'INITIATED', toStatus: 'PROCESSING', detail: null },
      { seq: 3, step: 'succeed', fromStatus: 'PROCESSING', toStatus: 'SUCCEEDED', detail: { code: '00', evidence: { bankReference: 'FT0001' } } },
    ])
  })

  test('belongs to the local day on which it happened', async () => {
    const yesterday = addDays(localDate(new Date()), -1)
    const body = report({ occurredAt: `${addDays(yesterday, -1)}T23:30:00Z` })
    expect((await send(body)).data?.businessDate).toBe(yesterday)
    const { rows } = await it.runtime.pool.query("select business_date from ledger.journal where source_type = 'payment.transaction' and source_id = $1", [
      (await rowOf(body.externalRef)).id,
    ])
    expect(rows).toEqual([{ business_date: yesterday }])
  })
})

test.each([
  ['INITIATED', undefined, ['receive']],
  ['PROCESSING', { status: 'PROCESSING', code: '09', message: 'under way' }, ['receive', 'submit']],
  ['FAILED', { status: 'FAILED', code: '51', message: 'no money' }, ['receive', 'submit', 'fail']],
  ['UNKNOWN', { status: 'UNKNOWN', code: '68', message: 'timed out' }, ['receive', 'submit', 'loseTrack']],
])('%s moves no money', async (status, outcome, steps) => {
  const body = report({ outcome } as never)
  const change = await moved(async () => expect(await send(body)).toMatchObject({ status: 200, data: { status } }))
  expect(change).toEqual({})
  const row = await rowOf(body.externalRef)
  expect((await timelineOf(it.runtime.db, row.id)).map(({ step }) => step)).toEqual(steps)
})

describe('a report that cannot be taken is refused, names its field and leaves no trace', () => {
  const payer = { name: 'A', account: '1', bankBin: '970418' }
  test.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown field', { bonus: '1' }, 'bonus', 'VAL-001'],
    ['an unknown field inside', { payer: { ...payer, mood: 'good' } }, 'payer.mood', 'VAL-001'],
    ['an amount as a number', { amount: 150_000 }, 'amount', 'VAL-001'],
    ['an amount of nothing', { amount: '0' }, 'amount', 'VAL-001'],
    ['a negative amount', { amount: '-5000' }, 'amount', 'VAL-001'],
    ['an amount in words', { amount: '1e6' }, 'amount', 'VAL-001'],
    ['less than a đồng', { amount: '1000.50' }, 'amount', 'VAL-001'],
    ['a request over the cap', { amount: '500000001', outcome: undefined }, 'amount', 'PAY-004'],
    ['another currency', { currency: 'USD' }, 'currency', 'VAL-001'],
    ['no reference', { externalRef: undefined }, 'externalRef', 'VAL-001'],
    ['a reference with spaces', { externalRef: 'A B' }, 'externalRef', 'VAL-001'],
    ['null for a text', { merchantCode: null }, 'merchantCode', 'VAL-001'],
    ['an unknown merchant', { merchantCode: 'M-NOBODY' }, 'merchantCode', 'PAY-002'],
    ['another type', { type: 'REFUND' }, 'type', 'VAL-001'],
    ['an unknown service', { service: 'XYZ' }, 'service', 'PAY-001'],
    ['a service that the gateway does not take', { service: 'EGP' }, 'service', 'PAY-001'],
    ['no service', { service: undefined }, 'service', 'VAL-001'],
    ['a service that is no text', { service: 1 }, 'service', 'VAL-001'],
    ['a bank number of five digits', { payer: { ...payer, bankBin: '97041' } }, 'payer.bankBin', 'VAL-001'],
    ['a payer without an account', { payer: { name: 'A', bankBin: '970418' } }, 'payer.account', 'VAL-001'],
    ['a time without an offset', { occurredAt: '2026-11-21T10:00:00' }, 'occurredAt', 'VAL-001'],
    ['a time that does not exist', { occurredAt: '2026-02-30T10:00:00Z' }, 'occurredAt', 'VAL-001'],
    ['the future', { occurredAt: isoLocal(new Date(Date.now() + 3_600_000)) }, 'occurredAt', 'PAY-006'],
    ['the distant past', { occurredAt: `${addDays(localDate(new Date()), -101)}T10:00:00+07:00` }, 'occurredAt', 'PAY-005'],
    ['an outcome that is none', { outcome: { status: 'REFUNDED', code: '00', message: 'x' } }, 'outcome.status', 'VAL-001'],
    ['an outcome without words', { outcome: { status: 'FAILED', code: '51' } }, 'outcome.message', 'VAL-001'],
    ['half a character', { memo: 'a\ud83d' }, 'memo', 'VAL-001'],
    ['a NUL', { memo: 'a\u0000b' }, 'memo', 'VAL-001'],
  ])('%s', async (_, change, field, code) => {
    const before = await traces()
    const reply = await send(report(change))
    expect(reply).toMatchObject({ status: 422, code, data: null })
    expect(reply.errors?.map((error) => error.field)).toContain(field)
    expect(await traces()).toEqual(before)
  })

  test('a merchant that is locked, as long as nothing has been paid', async () => {
    await it.runtime.pool.query("update merchants.merchant set status = 'LOCKED' where code = 'M-HCM'")
    expect(await send(report({ merchantCode: 'M-HCM', outcome: undefined }))).toMatchObject({
      status: 422,
      code: 'PAY-003',
      errors: [{ field: 'merchantCode' }],
    })
    await it.runtime.pool.query("update merchants.merchant set status = 'ACTIVE' where code = 'M-HCM'")
  })

  test('a body that is no JSON, or another content type', async () => {
    expect(await send('{"externalRef":')).toMatchObject({ status: 400, code: 'VAL-002' })
    expect(await send(JSON.stringify(report()), { headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 })
  })

  test('no Idempotency-Key, or one that is none', async () => {
    expect(await send(report(), { key: null })).toMatchObject({ status: 400, code: 'IDM-001' })
    expect(await send(report(), { key: 'short' })).toMatchObject({ status: 400, code: 'IDM-004' })
  })
})

describe('the same again', () => {
  test('key and body: the stored reply, one effect', async () => {
    const body = report()
    const key = randomUUID()
    const first = await send(body, { key })
    const before = await traces()
    const again = await send(body, { key })
    expect(again.data).toEqual(first.data)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await traces()).toEqual(before)
  })

  test('the reply stays what it was, whatever happened to the transaction since', async () => {
    const body = report({ outcome: undefined })
    const key = randomUUID()
    const first = await send(body, { key })
    const outcome = { status: 'SUCCEEDED', code: '00', message: 'ok', occurredAt: isoLocal(new Date()) }
    expect(await gatewayCall(it.app, world.vcb, `/og-001/v1/transactions/${body.externalRef}/outcome`, outcome)).toMatchObject({
      status: 200,
      data: { status: 'SUCCEEDED' },
    })
    expect((await send(body, { key })).data).toEqual(first.data)
    expect((await send(body)).data).toEqual(first.data)
  })

  test('key with another body: 422', async () => {
    const key = randomUUID()
    expect(await send(report(), { key })).toMatchObject({ status: 200 })
    expect(await send(report(), { key })).toMatchObject({ status: 422, code: 'IDM-003' })
  })

  test('reference with another key: the same facts answer the same, however they are written', async () => {
    const body = report({ amount: '99000' })
    const first = await send(body)
    const before = await traces()
    const { externalRef, ...rest } = body
    const otherwise = { ...rest, amount: '99000.00', occurredAt: new Date(body.occurredAt).toISOString(), externalRef: ` ${externalRef} ` }
    const again = await send(otherwise)
    expect(again).toMatchObject({ status: 200, data: first.data })
    expect(await traces()).toEqual({ ...before, replies: (before.replies ?? 0) + 1 })
  })

  test.each([
    ['amount', { amount: '99001' }],
    ['merchantCode', { merchantCode: 'M-HCM' }],
    ['payer', { payer: { name: 'B', account: '2', bankBin: '970418' } }],
    ['outcome', { outcome: { status: 'FAILED', code: '51', message: 'no' } }],
    ['memo', { memo: undefined }],
  ])('reference with another %s: 422 that names it', async (_, change) => {
    const body = report({ amount: '99000' })
    await send(body)
    const before = await traces()
    expect(await send({ ...body, ...change })).toMatchObject({ status: 422, code: 'PAY-007', errors: [{ field: 'externalRef' }] })
    expect(await traces()).toEqual(before)
  })

  test('references belong to their partner', async () => {
    const body = report()
    const one = await send(body)
    const other = await gatewayCall<TransactionReceipt>(it.app, world.bidv, '/og-001/v1/transactions', { ...body, amount: '1000' })
    expect(other.status).toBe(200)
    expect(other.data?.transactionCode).not.toBe(one.data?.transactionCode)
  })
})

describe('64 at the same time', () => {
  test('one reference under 64 keys: one effect, one reply', async () => {
    const before = await traces()
    const body = report({ amount: '64000' })
    const replies = await Promise.all(Array.from({ length: 64 }, () => send(body)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ data }) => data?.transactionCode)).size).toBe(1)
    const after = await traces()
    expect([after.transactions, after.journals, after.audit]).toEqual([before.transactions, before.journals, before.audit].map((n) => (n ?? 0) + 1))
  })

  test('one key and body: one effect, one reply', async () => {
    const before = await traces()
    const body = report()
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 64 }, () => send(body, { key })))
    expect(new Set(replies.map(({ status, data }) => `${status} ${data?.transactionCode}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect((await traces()).journals).toBe((before.journals ?? 0) + 1)
  })

  test('one key, 64 bodies: one goes through, the others are refused', async () => {
    const before = await traces()
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 64 }, () => send(report(), { key })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'IDM-003')).toHaveLength(63)
    expect((await traces()).transactions).toBe((before.transactions ?? 0) + 1)
  })

  test('good and bad ones together: each gets its own answer', async () => {
    const bodies = Array.from({ length: 64 }, (_, at) => report(at % 2 === 0 ? { amount: '1000' } : { merchantCode: 'M-NOBODY' }))
    const replies = await Promise.all(bodies.map((body) => send(body)))
    expect(replies.map(({ status }) => status)).toEqual(bodies.map((_, at) => (at % 2 === 0 ? 200 : 422)))
    expect(replies.map(({ data }) => data?.externalRef)).toEqual(bodies.map(({ externalRef }, at) => (at % 2 === 0 ? externalRef : undefined)))
  })
})
