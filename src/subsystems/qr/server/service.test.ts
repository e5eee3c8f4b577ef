import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsHash } from '#core/payments/server/admission.ts'
import type { StoredTransaction } from '#core/payments/server/public.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../test/payments.ts'
import type { QrReport } from '../contract/service.ts'
import { postingsFor } from './postings.ts'
import { qrPayments } from './service.ts'

let it: TestApp
let world: GatewayWorld
beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
})
afterAll(() => it.close())

const facts: QrReport = {
  externalRef: 'EX-20261121-000001',
  service: 'QR',
  type: 'PAYMENT',
  channel: 'BANK',
  merchantCode: 'MC010001',
  amount: '150000',
  currency: 'VND',
  payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970436' },
  memo: 'Thanh toan don hang 42',
  occurredAt: '2026-11-21T10:00:00+07:00',
  outcome: { status: 'SUCCEEDED', code: '00', message: 'Success', evidence: { bankReference: 'FT26325000001', bankTime: '2026-11-21T10:00:01+07:00' } },
}
const { memo: _memo, outcome: _outcome, ...announced } = facts

// As they stand in databases: these digests were made by the first version that stored payments, and may never change.
test.each<[string, QrReport, string]>([
  ['a payment with everything', facts, '53aff0ef9aa442f317fc30d47134f17a92e63d531e104021cbce13a0a95a3bbf'],
  ['one that was only announced', announced, '69a506428dbcb7523bbe2f3ffcba919e42cfa7e48b935882668a88efb9876d3c'],
  [
    'written down in another way',
    { ...announced, amount: '150000.00', occurredAt: '2026-11-21T03:00:00Z' },
    '69a506428dbcb7523bbe2f3ffcba919e42cfa7e48b935882668a88efb9876d3c',
  ],
])('%s has the digest under which it is stored', (_, line, digest) => {
  expect(factsHash(line, qrPayments).toString('hex')).toBe(digest)
})

test('a payment keeps that digest, and is known by it when it is told again', async () => {
  const body = report()
  const send = () => gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', body)
  const first = await send()
  const { rows } = await it.runtime.pool.query('select request_hash as hash from payment.transaction_key where external_ref = $1', [body.externalRef])
  expect(rows).toEqual([{ hash: factsHash(body, qrPayments) }])
  expect(await send()).toMatchObject({ status: 200, data: first.data })
})

test('the audit entry of a payment says who was paid, and on which account', async () => {
  const body = report()
  await gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', body)
  const { rows } = await it.runtime.pool.query("select after from platform.audit_entry where action = 'payments.report' and after ->> 'externalRef' = $1", [
    body.externalRef,
  ])
  expect(rows[0]?.after).toMatchObject({ service: 'QR', merchantCode: 'M-HANOI', payeeName: 'PHO THIN', payeeAccount: '1234567890' })
})

test('a payment whose merchant has no account is not posted to none', async () => {
  const stored = {
    id: '1',
    code: 'QR1',
    service: 'QR',
    type: 'PAYMENT',
    direction: 'IN',
    partnerId: '1',
    place: { headUnitId: '1', provinceUnitId: null, districtUnitId: null, officeUnitId: null },
    amount: 100n,
    fee: 0n,
    tax: 0n,
  } as const
  const transactions: StoredTransaction[] = [
    { ...stored, merchantId: null },
    { ...stored, merchantId: '999999' },
  ]
  const accounts = (await it.runtime.db.transaction().execute((tx) => qrPayments.accountsOf?.(tx, transactions) ?? Promise.resolve([]))) ?? []
  expect(accounts).toEqual([{}, {}])
  expect(() => postingsFor('paid', { partnerClearing: '1', ...accounts[0] }, stored)).toThrow('no account merchantPayable')
})
