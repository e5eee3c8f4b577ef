import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDelivery, listDeliveries } from '#core/partners/contract/webhooks/deliveries.ts'
import { findWebhook, listWebhooks } from '#core/partners/contract/webhooks/endpoints.ts'
import { isoLocal } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { gatewayCall, gatewayWorld, report } from '../../../test/payments.ts'
import { seedWebhooks } from './webhooks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const world = await gatewayWorld(app.runtime)
  const told = async (channel: typeof world.vcb, hoursAgo: number) => {
    const facts = report({ occurredAt: isoLocal(new Date(Date.now() - hoursAgo * 3_600_000)) })
    expect((await gatewayCall(app.app, channel, '/og-001/v1/transactions', facts)).status).toBe(200)
  }
  for (const hours of [200, 90, 50, 1]) {
    await told(world.bidv, hours)
    await told(world.saoviet, hours)
  }
  const partners = ['bidv', 'saoviet'] as const
  await seedWebhooks(
    app.runtime,
    partners.map((code) => ({ id: world[code].partnerId, code: code.toUpperCase() })),
    'http://127.0.0.1:1',
  )
})
afterAll(() => app?.close())

it('the endpoints of the demo have times that are possible: made before they took anything, told before it was sent, disabled after three days', async () => {
  const admin = { as: 'admin', clientId: 'O2O_CRM' } as const
  const inOrder = (...times: (string | null | undefined)[]) => {
    const moments = times.map((time) => Date.parse(time ?? ''))
    expect(moments, times.join()).toEqual(moments.toSorted((one, other) => one - other))
  }
  const { data } = await app.list(listWebhooks, {}, admin)
  expect(data?.result.map(({ partnerCode, status, waiting }) => ({ partnerCode, status, waiting }))).toEqual([
    { partnerCode: 'BIDV', status: 'PAUSED', waiting: 4 },
    { partnerCode: 'SAOVIET', status: 'DISABLED', waiting: 3 },
  ])
  const now = isoLocal(new Date())
  for (const { id } of data?.result ?? []) {
    const one = (await app.call(findWebhook, { id }, admin)).data
    inOrder(one?.createdAt, ...(one?.lastSuccessAt ? [one.lastSuccessAt, one.failingSince, one.lastFailureAt] : []), one?.updatedAt, now)
    const events = (await app.list(listDeliveries, { filter: { webhookId: id } }, admin)).data?.result ?? []
    for (const event of events) {
      const { tries = [], createdAt } = (await app.call(findDelivery, { id: event.id }, admin)).data ?? {}
      inOrder(one?.createdAt, createdAt, ...tries.map(({ at }) => at).toReversed(), now)
    }
  }
})
