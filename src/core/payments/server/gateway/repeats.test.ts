import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { codeParameters } from '#core/vietqr/contract/parameters.ts'
import type { QrReport } from '#subsystems/qr/contract/service.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../../test/payments.ts'
import type { LineResult, TransactionReceipt } from '../../contract/gateway.ts'

let it: TestApp
let world: GatewayWorld
let clock: TestClock

beforeAll(async () => {
  clock = testClock()
  it = await testApp({ clock })
  world = await gatewayWorld(it.runtime)
  await it.runtime.db.transaction().execute((tx) => syncParameters(tx, codeParameters))
})
afterAll(() => it.close())

const send = (body: QrReport) => gatewayCall<TransactionReceipt>(it.app, world.vcb, '/og-001/v1/transactions', body, { at: clock.now() })
const sendLines = async (bodies: QrReport[]) => {
  const text = bodies.map((body) => JSON.stringify(body)).join('\n')
  const { data } = await gatewayCall<{ results: LineResult[] }>(it.app, world.vcb, '/og-002/v1/transactions/batch', text, { key: null, at: clock.now() })
  return data?.results.map(({ status, code, transactionCode }) => [code ?? status, transactionCode])
}
const counted = async () =>
  (await it.runtime.pool.query('select (select count(*) from payment.transaction) as transactions, (select count(*) from ledger.journal) as journals')).rows[0]

/** A stored payment told again while `refuse` keeps any new one like it out with `code`. */
async function reportedAgain(code: string, refuse: () => Promise<unknown>, undo: () => Promise<unknown>, facts: object = {}): Promise<void> {
  const body = report({ merchantCode: 'M-HCM', amount: '100000', ...facts })
  const first = await send(body)
  expect(first.status).toBe(200)
  const before = await counted()
  await refuse()
  // What was read a moment ago may still count for a second.
  await expect.poll(async () => (await send({ ...body, amount: '100001' })).code, { timeout: 5_000 }).toBe(code)
  expect(await send(body)).toMatchObject({ status: 200, data: first.data })
  const news = { ...body, externalRef: `${body.externalRef}-NEW` }
  expect(await sendLines([body, { ...body, amount: '100001' }, news, body])).toEqual([
    ['repeated', first.data?.transactionCode],
    [code, undefined],
    [code, undefined],
    ['repeated', first.data?.transactionCode],
  ])
  expect(await counted()).toEqual(before)
  await undo()
}

const lock = (status: string) => it.runtime.pool.query("update merchants.merchant set status = $1 where code = 'M-HCM'", [status])
const setCap = (value: string) =>
  it.runtime.pool.query("update masterdata.parameter set value = $1, version = version + 1 where key = 'payment.instant-transfer-cap'", [value])

test('a payment announced again is a repeat although its merchant has been locked since', () =>
  reportedAgain(
    'PAY-003',
    () => lock('LOCKED'),
    () => lock('ACTIVE'),
    { outcome: undefined },
  ))

test('… although it is too long ago by now', () =>
  reportedAgain(
    'PAY-005',
    async () => clock.advance(101 * 86_400_000),
    async () => clock.advance(-101 * 86_400_000),
  ))

test('… although the cap is lower than its amount now', () =>
  reportedAgain(
    'PAY-004',
    () => setCap('50000.00'),
    () => setCap('500000000.00'),
    { outcome: undefined },
  ))

test('an outcome reported again is a repeat although it is too long ago by now', async () => {
  const body = report({ outcome: undefined, merchantCode: 'M-HANOI', amount: '40000' })
  await send(body)
  const path = `/og-001/v1/transactions/${body.externalRef}/outcome`
  const word = { status: 'SUCCEEDED', code: '00', message: 'ok', occurredAt: body.occurredAt }
  const sendOutcome = (outcome: object) => gatewayCall<TransactionReceipt>(it.app, world.vcb, path, outcome, { at: clock.now() })
  const first = await sendOutcome(word)
  expect(first).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  const before = await counted()
  clock.advance(101 * 86_400_000)
  expect(await sendOutcome(word)).toMatchObject({ status: 200, data: first.data })
  expect(await sendOutcome({ ...word, status: 'FAILED' })).toMatchObject({ status: 422, code: 'PAY-005' })
  clock.advance(-101 * 86_400_000)
  expect(await counted()).toEqual(before)
})
