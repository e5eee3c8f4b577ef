import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { type TestApp, testApp, testClock } from '../../test/app.ts'
import { COUNTER_TABLES, counterPayout, payouts } from '../../test/fixtures/counter-payout.ts'
import { balances, flatFee, type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../test/payments.ts'

/** A service of another kind than any there is, brought along by a sub-system alone: not a line of core or platform knows it. */
const clock = testClock()
let it: TestApp
let world: GatewayWorld
beforeAll(async () => {
  it = await testApp({ clock, additions: counterPayout, tables: COUNTER_TABLES })
  world = await gatewayWorld(it.runtime)
  await flatFee(it.runtime, 'CTP', '5000')
})
afterAll(() => it.close())

const today = localDate(clock.now())
const payout = (externalRef: string, own: object = {}) => ({
  externalRef,
  service: 'CTP',
  type: 'PAYOUT',
  channel: 'COUNTER',
  officeCode: '010101',
  receiver: { name: 'TRAN VAN BINH' },
  slip: `PC.${externalRef}`,
  paper: 'CCCD 001',
  handling: '12.50',
  amount: '1000',
  currency: 'VND',
  occurredAt: isoLocal(clock.now()),
  outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã chi' },
  ...own,
})
const as = { as: 'ketoan' }
const find = async () => (await it.call(payouts.list, { searchSdi: { from: today, to: today }, pageInfo: { currentPage: 1, pageSize: 15 } }, as)).data

test('its lines stand among those of others in a batch, and its rules count for them', async () => {
  const first = payout('P-1')
  const lines = [
    first,
    report({ externalRef: 'Q-1', occurredAt: isoLocal(clock.now()) }),
    payout('P-2', { officeCode: 'NONE' }),
    first,
    payout('P-3', { merchantCode: 'M-HANOI' }),
  ]
  const { data } = await gatewayCall<{ results: object[] }>(
    it.app,
    world.vcb,
    '/og-002/v1/transactions/batch',
    lines.map((line) => JSON.stringify(line)).join('\n'),
  )
  expect(data?.results).toMatchObject([
    { status: 'created', transactionCode: expect.stringMatching(/^CTP\d{15}$/) },
    { status: 'created', transactionCode: expect.stringMatching(/^QR\d{15}$/) },
    { status: 'refused', code: 'CTP-001', errors: [{ field: 'officeCode' }] },
    { status: 'repeated' },
    { status: 'refused', code: 'VAL-001', errors: [{ field: 'merchantCode', code: 'unknownField' }] },
  ])
  const own = { '3388.CTP': '-1000.00', '1111.CTP': '4500.00', '5113.CTP': '5000.00', '33311.CTP': '500.00' }
  expect(await balances(it.runtime)).toMatchObject(own)
  expect(await verifyLedger(it.runtime.db)).toEqual([])
})

test('it is listed with its own columns, shown, and one whose outcome comes later is posted then', async () => {
  const { outcome, ...announced } = payout('P-4')
  expect((await gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', announced)).status).toBe(200)
  expect((await gatewayCall(it.app, world.vcb, '/og-001/v1/transactions/P-4/outcome', { ...outcome, occurredAt: isoLocal(clock.now()) })).data).toMatchObject({
    status: 'SUCCEEDED',
    amount: '1000.00',
    fee: '5000.00',
    tax: '500.00',
  })
  const page = await find()
  expect(page?.sums).toEqual({ amount: '2000.00', fee: '10000.00', tax: '1000.00', net: '2000.00' })
  const row = page?.result.find(({ externalRef }) => externalRef === 'P-4')
  expect(row).toMatchObject({ slip: 'PC.P-4', paper: 'CCCD 001', handling: '12.50', payeeName: 'TRAN VAN BINH', net: '1000.00', status: 'SUCCEEDED' })
  const { data } = await it.call(payouts.detail, { id: row?.id ?? '' }, as)
  expect(data).toMatchObject({ direction: 'OUT', merchant: null, payee: { name: 'TRAN VAN BINH', account: '' }, own: { slip: 'PC.P-4', handling: '12.50' } })
  expect(data).toMatchObject({ feeSource: 'PRODUCT_POLICY', feeCode: 'FLAT-CTP', feeRevision: 1 })
  expect(data?.journals.map(({ kind }) => kind)).toEqual(['CTP_PAID'])
  expect(data?.timeline.map(({ step }) => step)).toEqual(['receive', 'submit', 'succeed'])
})

test('its own columns are under row-level security like the transaction', async () => {
  const { rows: units } = await it.runtime.pool.query("select code, province_unit_id as id from organisation.unit where code in ('010101', '790101')")
  const seenBy = async (scope: object) => {
    const client = await it.runtime.pool.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('app.scope', $1, true)", [JSON.stringify(scope)])
      await client.query('set local role buutram_scoped')
      return (await client.query('select p.slip_code from counter.payout p order by 1')).rows.map((row) => row.slip_code)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const province = (code: string) => ({ province: [units.find((unit) => unit.code === code).id] })
  expect(await seenBy(province('010101'))).toEqual(['PC.P-1', 'PC.P-4'])
  expect(await seenBy(province('790101'))).toEqual([])
  expect(await seenBy({ partner: [world.vcb.partnerId] })).toEqual(['PC.P-1', 'PC.P-4'])
  expect(await seenBy({ partner: [world.bidv.partnerId] })).toEqual([])
  expect(await seenBy({})).toEqual([])
})

test('where the fee lies is said by the stored row, not by the declaration of today', async () => {
  const { rows } = await it.runtime.pool.query("select id from payment.transaction where external_ref = 'P-4'")
  const read = async () => {
    const row = (await find())?.result.find(({ externalRef }) => externalRef === 'P-4')
    const { data } = await it.call(payouts.detail, { id: rows[0].id }, as)
    return [row?.net, data?.net, data?.feeOnTop, (await find())?.sums.net]
  }
  expect(await read()).toEqual(['1000.00', '1000.00', true, '2000.00'])
  await it.runtime.pool.query("update payment.transaction set fee_on_top = false, fee = 100, tax = 0 where external_ref = 'P-4'")
  expect(await read()).toEqual(['900.00', '900.00', false, '1900.00'])
  await it.runtime.pool.query("update payment.transaction set fee_on_top = true, fee = 5000, tax = 500 where external_ref = 'P-4'")
})

test('it is given back: the accounts are as before', async () => {
  const command = (user: string) => ({ as: user, headers: { 'idempotency-key': randomUUID() } })
  for (const { id, amount, externalRef } of (await find())?.result ?? []) {
    // One whole, which mirrors its journal; one in two parts, which post their share.
    for (const part of externalRef === 'P-1' ? [amount] : ['400', '600']) {
      const { version = 0 } = (await it.call(payouts.detail, { id }, as)).data ?? {}
      const asked = await it.call(payouts.askRefund, { id, version, amount: part, reason: 'Trả nhầm người' }, command('ketoan'))
      const decided = await it.call(decideRequest, { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' }, command('kiemsoat'))
      expect(decided.status, JSON.stringify(asked)).toBe(200)
    }
    expect((await it.call(payouts.detail, { id }, as)).data).toMatchObject({ status: 'REFUNDED', refunded: '1000.00', feeLeft: '0.00', netLeft: '0.00' })
  }
  expect(Object.keys(await balances(it.runtime)).filter((code) => code.endsWith('.CTP'))).toEqual([])
  expect(await verifyLedger(it.runtime.db)).toEqual([])
})
