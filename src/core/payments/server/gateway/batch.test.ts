import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePeriod } from '#core/ledger/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { balances, type GatewayCallOptions, type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../../test/payments.ts'
import type { LineResult } from '../../contract/gateway.ts'

let it: TestApp
let world: GatewayWorld

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

interface BatchReply {
  created: number
  repeated: number
  refused: number
  results: LineResult[]
}

const send = (lines: unknown[], options: GatewayCallOptions = {}) =>
  gatewayCall<BatchReply>(
    it.app,
    world.vcb,
    '/og-002/v1/transactions/batch',
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    {
      key: null,
      language: 'en',
      ...options,
    },
  )

async function counted(): Promise<{ transactions: number; journals: number; keys: number; events: number }> {
  const { rows } = await it.runtime.pool.query(`
    select (select count(*) from payment.transaction)::int as transactions, (select count(*) from ledger.journal)::int as journals,
      (select count(*) from payment.transaction_key)::int as keys, (select count(*) from payment.transaction_event)::int as events`)
  return rows[0]
}

describe('a batch with good and bad lines', () => {
  const twice = report({ amount: '7000' })
  const lines: unknown[] = [
    report({ amount: '1000' }),
    '{"externalRef": ',
    report({ amount: '2000', bonus: 'x' }),
    '',
    report({ amount: 3000 as never }),
    report({ merchantCode: 'M-NOBODY' }),
    '   ',
    twice,
    twice,
    { ...twice, amount: '8000' },
    report({ service: 'EGP' }),
    'null',
    '[]',
    '"text"',
    JSON.stringify(report({ amount: '4000' })).replace('{', '{"__proto__":{"amount":"9"},'),
    report({ outcome: { status: 'FAILED', code: '51', message: 'no money' } }),
  ]
  const expected: Partial<LineResult>[] = [
    { line: 1, status: 'created' },
    { line: 2, status: 'refused', code: 'GTW-008', message: 'The line is not valid JSON' },
    { line: 3, status: 'refused', code: 'VAL-001', errors: [{ field: 'bonus', code: 'unknownField', message: 'This field is not allowed: bonus' }] },
    { line: 5, status: 'refused', code: 'VAL-001', errors: [{ field: 'amount', code: 'type', message: expect.stringContaining('text') }] },
    { line: 6, status: 'refused', code: 'PAY-002', errors: [{ field: 'merchantCode', code: 'PAY-002', message: 'Merchant M-NOBODY does not exist' }] },
    { line: 8, status: 'created' },
    { line: 9, status: 'repeated' },
    { line: 10, status: 'refused', code: 'PAY-007' },
    {
      line: 11,
      status: 'refused',
      code: 'PAY-001',
      errors: [{ field: 'service', code: 'PAY-001', message: 'The gateway does not accept transactions for this service yet' }],
    },
    { line: 12, status: 'refused', code: 'VAL-001' },
    { line: 13, status: 'refused', code: 'VAL-001' },
    { line: 14, status: 'refused', code: 'VAL-001' },
    { line: 15, status: 'refused', code: 'GTW-008' },
    { line: 16, status: 'created' },
  ]

  test('stores the good ones and tells of each line, by its number in the file', async () => {
    const before = await counted()
    const reply = await send(lines)
    expect(reply).toMatchObject({ status: 200, data: { created: 3, repeated: 1, refused: 10 } })
    expect(reply.data?.results).toMatchObject(expected)
    const codes = reply.data?.results.map(({ transactionCode }) => transactionCode)
    expect(codes?.[5]).toBe(codes?.[6])
    const after = await counted()
    expect(after).toEqual({ transactions: before.transactions + 3, keys: before.keys + 3, journals: before.journals + 2, events: before.events + 9 })
    expect(await balances(it.runtime)).toEqual({ '1388.VCB': '8000.00', '3388.M-HANOI': '7780.00', '5113.QR': '200.00', '33311.QR': '20.00' })
  })

  test('sent again: what stands is repeated, the bad lines are refused as before, nothing is stored', async () => {
    const before = await counted()
    const reply = await send(lines)
    expect(reply.data).toMatchObject({ created: 0, repeated: 4, refused: 10 })
    expect(reply.data?.results).toMatchObject(expected.map((result) => (result.status === 'created' ? { ...result, status: 'repeated' } : result)))
    expect(await counted()).toEqual(before)
  })
})

test('lines of a closed period count for the first open day; what repeats them is a repeat', async () => {
  const day = addDays(localDate(new Date()), -9)
  await it.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: day, at: new Date() }))
  const closed = report({ occurredAt: `${day}T10:00:00+07:00` })
  const failed = report({ occurredAt: `${day}T10:00:00+07:00`, outcome: { status: 'FAILED', code: '51', message: 'no money' } })
  const before = await counted()
  const reply = await send([report(), closed, closed, failed, report()])
  expect(reply.data?.results.map(({ status, code }) => code ?? status)).toEqual(['created', 'created', 'repeated', 'created', 'created'])
  const late = it.runtime.db.selectFrom('payment.transaction').select(['late_of', 'business_date']).where('late_of', '=', day)
  const open = { late_of: day, business_date: addDays(day, 1) }
  expect(await late.execute()).toEqual([open, open])
  expect(await counted()).toMatchObject({ transactions: before.transactions + 4, keys: before.keys + 4, journals: before.journals + 3 })
})

test('of lines far apart with one reference the first counts, though its group is posted anew because its day is closed', async () => {
  const day = addDays(localDate(new Date()), -11)
  await it.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: day, at: new Date() }))
  const first = report({ occurredAt: `${day}T10:00:00+07:00`, merchantCode: 'M-HCM' })
  const fill = (count: number) => Array.from({ length: count }, () => report({ amount: '1000', merchantCode: 'M-HCM' }))
  const other = report({ externalRef: first.externalRef, amount: '9000', merchantCode: 'M-HCM' })
  const reply = await send([first, ...fill(999), other, ...fill(999), first])
  const [one, second, again] = [0, 1000, 2000].map((at) => reply.data?.results[at])
  expect([one?.status, second?.code, again?.status]).toEqual(['created', 'PAY-007', 'repeated'])
  expect(again?.transactionCode).toBe(one?.transactionCode)
  expect(reply.data).toMatchObject({ created: 1999, repeated: 1, refused: 1 })
})

test('a batch and the single call share references', async () => {
  const body = report()
  const single = await gatewayCall<{ transactionCode: string }>(it.app, world.vcb, '/og-001/v1/transactions', body)
  const reply = await send([body, { ...body, amount: '1' }])
  expect(reply.data?.results).toMatchObject([
    { status: 'repeated', transactionCode: single.data?.transactionCode },
    { status: 'refused', code: 'PAY-007' },
  ])
})

test('10,000 lines go through, one more does not', async () => {
  const lines = Array.from({ length: 10_000 }, () => JSON.stringify(report({ amount: '1000', merchantCode: 'M-HCM' })))
  const before = await counted()
  const reply = await send(lines)
  expect(reply).toMatchObject({ status: 200, data: { created: 10_000, repeated: 0, refused: 0 } })
  expect(reply.data?.results.map(({ line }) => line)).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1))
  expect((await counted()).journals).toBe(before.journals + 10_000)
  expect(await send([...lines, JSON.stringify(report())])).toMatchObject({ status: 422, errors: [{ field: 'lines', code: 'tooManyRows' }] })
})

test('overlapping batches in opposite order at the same time: each line once', async () => {
  const lines = Array.from({ length: 400 }, () => report({ amount: '1000', merchantCode: 'M-HCM' }))
  const before = await counted()
  const replies = await Promise.all([send(lines), send(lines.toReversed()), send(lines.slice(100)), send(lines.slice(0, 300).toReversed())])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const total = (name: 'created' | 'refused') => replies.reduce((sum, { data }) => sum + (data?.[name] ?? 0), 0)
  expect([total('created'), total('refused')]).toEqual([400, 0])
  expect(await counted()).toMatchObject({ transactions: before.transactions + 400, journals: before.journals + 400 })
})

test('no lines, JSON instead of lines, or text that is not UTF-8', async () => {
  expect(await send([])).toMatchObject({ status: 422, errors: [{ field: 'lines' }] })
  expect(await send(['\n\n'])).toMatchObject({ status: 422, errors: [{ field: 'lines' }] })
  expect(await send([report()], { headers: { 'content-type': 'application/json' } })).toMatchObject({ status: 415 })
  expect(await gatewayCall(it.app, world.vcb, '/og-002/v1/transactions/batch', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).toMatchObject({
    status: 400,
    code: 'VAL-002',
  })
})
