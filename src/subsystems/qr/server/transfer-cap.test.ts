import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { listParameters, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { codeParameters, instantTransferCap } from '#core/vietqr/contract/parameters.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../../../test/payments.ts'

let it: TestApp
let world: GatewayWorld

beforeAll(async () => {
  it = await testApp()
  world = await gatewayWorld(it.runtime)
  await it.runtime.db.transaction().execute((tx) => syncParameters(tx, codeParameters))
})
afterAll(() => it.close())

const pay = (amount: string) => gatewayCall(it.app, world.vcb, '/og-001/v1/transactions', report({ amount, outcome: undefined }), { language: 'en' })

test('the cap that two people set is the one payments are held against', async () => {
  const { data } = await it.list(listParameters, { filter: { text: instantTransferCap.key } }, { as: 'admin' })
  const row = data?.result[0]
  expect(row).toMatchObject({ key: instantTransferCap.key, critical: true, value: '500000000.00' })
  expect((await pay('200000')).status).toBe(200)
  const asked = await it.call(updateParameter, { id: row?.id ?? '', version: row?.version ?? 0, value: '199999', reason: 'Quyết định 1' }, { as: 'admin' })
  expect((await pay('200000')).status).toBe(200)
  const decision = { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' } as const
  expect((await it.call(decideRequest, decision, { as: 'kiemsoat', headers: { 'idempotency-key': randomUUID() } })).status).toBe(200)
  // Seen after a second at the latest.
  await expect.poll(async () => (await pay('200000')).code, { timeout: 5_000 }).toBe('PAY-004')
  expect((await pay('199999')).status).toBe(200)
})
