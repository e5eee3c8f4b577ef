import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoLocal } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../../test/payments.ts'
import type { TransactionReceipt } from '../../contract/gateway.ts'

let it: TestApp
let world: GatewayWorld
beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

const MANY = 64
const REPORTS = '/og-001/v1/transactions'
type Line = ReturnType<typeof report>
const send = (line: object, channel: TestChannel = world.vcb) => gatewayCall<TransactionReceipt>(it.app, channel, REPORTS, line, { language: 'en' })
const heard = (ref: string, status: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN') =>
  gatewayCall(it.app, world.vcb, `${REPORTS}/${ref}/outcome`, { status, code: '00', message: 'said', occurredAt: isoLocal(new Date()) })
const asked = (orderCode: string): Line => report({ outcome: undefined, orderCode })
const stored = async (orderCode: string) =>
  (await it.runtime.pool.query('select code, status from payment.transaction where order_ref = $1 order by id', [`M-HANOI ${orderCode}`])).rows

/** A payment of an order of which nobody knows the outcome. */
async function unknown(orderCode: string) {
  const line = asked(orderCode)
  const { data } = await send(line)
  expect(await heard(line.externalRef, 'UNKNOWN')).toMatchObject({ status: 200 })
  return { line, code: data?.transactionCode ?? '' }
}

test('an order that is being paid is not paid again, by whomever: the refusal names the payment', async () => {
  const { line, code } = await unknown('DH.1')
  const channels = [world.vcb, world.bidv, world.saoviet]
  const replies = await Promise.all(Array.from({ length: MANY }, (_, n) => send(asked('DH.1'), channels[n % channels.length])))
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 409, code: 'PAY-018', data: { transactionCode: code, status: 'UNKNOWN' } })
    expect(reply.message).toContain(code)
  }
  expect(await stored('DH.1')).toEqual([{ code, status: 'UNKNOWN' }])
  // The first report again is a repeat, and an order of another merchant is another order.
  expect(await send(line)).toMatchObject({ status: 200, data: { transactionCode: code } })
  expect(await send({ ...asked('DH.1'), merchantCode: 'M-HCM' })).toMatchObject({ status: 200 })
})

test('of many first payments at once one goes through', async () => {
  const replies = await Promise.all(Array.from({ length: MANY }, () => send(asked('DH.2'))))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const [first] = await stored('DH.2')
  for (const { status, data } of replies) if (status !== 200) expect({ status, data }).toMatchObject({ status: 409, data: { transactionCode: first.code } })
  expect(await stored('DH.2')).toHaveLength(1)
})

test('it may be paid once the payment has failed; what has happened is stored in any case', async () => {
  const { line } = await unknown('DH.3')
  expect(await send(asked('DH.3'))).toMatchObject({ status: 409 })
  expect(await send(report({ orderCode: 'DH.3' }))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  expect(await heard(line.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  expect(await send(asked('DH.3'))).toMatchObject({ status: 200 })
  expect((await stored('DH.3')).map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED', 'INITIATED'])
})

test('nor is it once the payment has failed and was reported as paid after all', async () => {
  const { line, code } = await unknown('DH.9')
  expect(await heard(line.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  expect(await heard(line.externalRef, 'SUCCEEDED')).toMatchObject({ status: 409, code: 'PAY-009' })
  const again = await send(asked('DH.9'))
  expect(again).toMatchObject({ status: 409, code: 'PAY-021', data: { transactionCode: code, status: 'FAILED' } })
  expect(again.message).toContain(code)
  await it.runtime.database.owner.query(
    "update outcome.outcome_case set conflict_settled_at = now(), conflict_settled_by = 'kiemsoat', conflict_decision = 'RELEASE' where code = $1",
    [code],
  )
  expect(await send(asked('DH.9'))).toMatchObject({ status: 200 })
})

test('within a batch the first line of an order counts, and no other line waits for it', async () => {
  await unknown('DH.4')
  const lines = [asked('DH.5'), asked('DH.5'), asked('DH.4'), report(), { ...asked('DH.6'), externalRef: `B-${randomUUID()}` }]
  const reply = await gatewayCall<{ results: { status: string; code?: string }[] }>(
    it.app,
    world.vcb,
    '/og-002/v1/transactions/batch',
    lines.map((line) => JSON.stringify(line)).join('\n'),
    { key: null },
  )
  expect(reply.data?.results.map(({ status, code }) => [status, code])).toEqual([
    ['created', undefined],
    ['refused', 'PAY-018'],
    ['refused', 'PAY-018'],
    ['created', undefined],
    ['created', undefined],
  ])
})

test('the database itself refuses a second payment of the order', async () => {
  const { code } = await unknown('DH.7')
  const again = it.runtime.database.owner.query(
    `insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency, payer_name, payer_account,
       payee_name, payee_account, head_unit_id, partner_id, external_ref, order_ref, occurred_at)
     select id + 1000000, business_date, 'TWICE', service, type, channel, direction, 'INITIATED', amount, fee, tax, currency, payer_name, payer_account,
       payee_name, payee_account, head_unit_id, partner_id, 'TWICE', order_ref, occurred_at from payment.transaction where code = $1`,
    [code],
  )
  await expect(again).rejects.toThrow(`M-HANOI DH.7 is being paid by ${code}`)
})
