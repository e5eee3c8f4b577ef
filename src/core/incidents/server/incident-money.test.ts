/** What incidents do with money: proposals, what they post, and what is remembered of it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentServices } from '#app/plugs/services.ts'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { connectPartner } from '#core/partners/server/public.ts'
import { RefundSender, servicesByCode } from '#core/payments/server/public.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { askQrCancellation, askQrRefund } from '#subsystems/qr/contract/transactions.ts'
import { send } from '../../../../test/app.ts'
import { CHECKER, type IncidentWorld, incidentWorld, qr } from '../../../../test/incidents.ts'
import { balances } from '../../../../test/payments.ts'
import type { DeskPlan } from './desk.ts'
import { movedBefore, movesOf, visibleMoves } from './moves.ts'

let world: IncidentWorld
beforeAll(async () => {
  world = await incidentWorld()
})
afterAll(() => world?.close())

test('a refund is proposed with what it would post, decided by another person, and posted with the decision', async () => {
  const { id, payment } = await world.inWork('200000')
  const before = await balances(world.app.runtime)
  const shown = await world.call(qr.preview, { id, action: 'REFUND', amount: '50000' })
  expect(shown.data?.lines.length).toBeGreaterThan(1)
  expect(await balances(world.app.runtime)).toEqual(before)
  const proposal = { ...(await world.ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS' as const, resolution: 'Hoàn phần thu thừa' }
  expect(await world.call(qr.propose, { ...proposal, amount: '200001' })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'INC-012' }] })
  expect(await world.call(qr.propose, { ...proposal, amount: undefined })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'INC-011' }] })
  expect(await world.call(qr.propose, { ...proposal, action: 'SUSPENSE_BACK' })).toMatchObject({ status: 422, errors: [{ field: 'action', code: 'INC-010' }] })
  const asked = await world.call(qr.propose, proposal)
  expect(asked.status).toBe(200)
  const state = async () =>
    world.app.runtime.db.selectFrom('payment.transaction').select(['status', 'refunded']).where('code', '=', payment.code).executeTakeFirst()
  expect(await state()).toMatchObject({ status: 'REFUND_PENDING', refunded: '0.00' })
  expect(await balances(world.app.runtime)).toEqual(before)
  expect(await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'OURS', resolution: 'x', via: 'PHONE' })).toMatchObject({ status: 409 })
  const requestId = asked.data?.requestId as string
  expect(await world.call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' })).toMatchObject({ status: 403 })
  expect(await world.call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' }, CHECKER)).toMatchObject({ status: 200 })
  expect(await state()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: '50000.00' })
  const after = await balances(world.app.runtime)
  for (const [account, lines] of Map.groupBy(shown.data?.lines ?? [], (line) => line.account)) {
    const moved = Math.abs(Number(after[account] ?? 0) - Number(before[account] ?? 0))
    expect(moved, account).toBe(Math.abs(lines.reduce((sum, { debit, credit }) => sum + Number(debit ?? 0) - Number(credit ?? 0), 0)))
  }
  expect(await world.found(id)).toMatchObject({ status: 'APPROVED', action: 'REFUND', actionAmount: '50000.00' })
  expect((await world.found(id)).timeline.find(({ kind }) => kind === 'PROPOSED')?.text).toBe('Hoàn tiền. Hoàn phần thu thừa')
  const english = await send(world.server, qr.detail, { id }, { headers: { authorization: `Bearer ${CHECKER}`, 'accept-language': 'en' } })
  expect(english.data?.timeline.find(({ kind }) => kind === 'PROPOSED')?.text).toBe('Refund. Hoàn phần thu thừa')
  expect((await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'OURS', resolution: 'Đã hoàn 50.000 đồng', via: 'PHONE' })).status).toBe(200)
  expect((await world.call(qr.close, await world.ref(id))).status).toBe(200)
  expect(await world.found(id)).toMatchObject({ status: 'CLOSED', action: 'REFUND', dueAt: null })
})

test('a payment of the day is cancelled by an incident, which holds it meanwhile', async () => {
  const before = await balances(world.app.runtime)
  const { id, payment } = await world.inWork('90000')
  expect((await world.found(id)).offers.map(({ key, fixed }) => [key, fixed])).toContainEqual(['CANCEL', true])
  const shown = await world.call(qr.preview, { id, action: 'CANCEL' })
  expect(shown.data).toMatchObject({ amount: '90000.00' })
  const proposal = { ...(await world.ref(id)), action: 'CANCEL', cause: 'CUSTOMER' as const, resolution: 'Huỷ giao dịch quét nhầm' }
  const asked = await world.call(qr.propose, proposal)
  expect(asked.status).toBe(200)
  const row = async () =>
    world.app.runtime.db.selectFrom('payment.transaction').select(['id', 'status', 'version']).where('code', '=', payment.code).executeTakeFirstOrThrow()
  const held = await row()
  expect(held.status).toBe('CANCEL_PENDING')
  const input = { id: held.id, version: held.version, reason: 'Quét nhầm' }
  expect(await world.call(askQrRefund, { ...input, amount: '1000' })).toMatchObject({ status: 409, code: 'PAY-047' })
  expect(await world.call(askQrCancellation, input)).toMatchObject({ status: 409, code: 'PAY-047' })
  expect(await world.call(decideRequest, { id: asked.data?.requestId as string, version: 0, decision: 'APPROVE' }, CHECKER)).toMatchObject({ status: 200 })
  expect((await row()).status).toBe('CANCELLED')
  expect(await balances(world.app.runtime)).toEqual(before)
  expect((await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'CUSTOMER', resolution: 'Đã huỷ', via: 'PHONE' })).status).toBe(200)
})

test('a payment of another day is not offered for cancellation', async () => {
  const { id } = await world.inWork('90000')
  const now = world.clock.now()
  world.clock.advance(86_400_000)
  expect((await world.found(id)).offers.map(({ key }) => key)).not.toContain('CANCEL')
  expect(await world.call(qr.preview, { id, action: 'CANCEL' })).toMatchObject({ status: 422, errors: [{ field: 'action', code: 'INC-010' }] })
  world.clock.set(now)
})

test('the desk of cash flow opens no incident about a payment by QR any more', async () => {
  const { code } = await world.paid()
  const category = (await world.call(qr.categories, {})).data?.find((one) => one.code === 'NOT_RECEIVED')?.id as string
  const sent = { categoryId: category, channel: 'PHONE' as const, reporterKind: 'CUSTOMER' as const, reporterName: 'Lan', description: 'Chưa nhận được tiền' }
  const options = { headers: { authorization: `Bearer ketoan`, 'idempotency-key': randomUUID() } }
  expect(await send(world.cash, cfmIncidents.create, { ...sent, subjectCode: code }, options)).toMatchObject({
    status: 422,
    errors: [{ field: 'subjectCode', code: 'INC-030' }],
  })
})

describe('a refund that leaves through the partner', () => {
  /** The clock of these tests is not that of a partner's signatures: what the partner says is given. */
  let verdict: 'SUCCEEDED' | 'FAILED'
  const said = { code: '00', partnerReference: null, message: '', raw: '{}', exchangeId: '0', fault: null, sent: true } as const
  let sender: RefundSender
  beforeAll(async () => {
    const { id: partnerId } = await world.app.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
    const connection = { partnerId, baseUrl: 'http://127.0.0.1:9', clientId: 'portal-vcb', secret: randomUUID(), operations: ['REFUND'], codes: [] } as const
    await world.app.runtime.db.transaction().execute((tx) => connectPartner(tx, world.app.runtime.config, connection, world.clock.now()))
    const connector = { refund: async () => ({ ...said, verdict, at: world.clock.now() }) }
    sender = new RefundSender(world.app.runtime, { services: servicesByCode(paymentServices), connector })
  })
  afterAll(async () => {
    await sender.stop()
    await world.app.runtime.database.owner.query("update partner.endpoint set status = 'OFF'")
  })
  const left = async (answered: typeof verdict) => {
    verdict = answered
    await sender.begin()
    await sender.idle()
    const refund = await world.app.runtime.db.selectFrom('payment.partner_refund').select('reference').orderBy('refund_id', 'desc').executeTakeFirstOrThrow()
    return refund.reference
  }
  const agreed = async (id: string) => {
    const asked = await world.call(qr.propose, { ...(await world.ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn phần thu thừa' })
    expect(await world.call(decideRequest, { id: asked.data?.requestId as string, version: 0, decision: 'APPROVE' }, CHECKER)).toMatchObject({ status: 200 })
  }
  const answer = async (id: string) => world.call(qr.resolve, { ...(await world.ref(id)), cause: 'OURS', resolution: 'Đã hoàn tiền', via: 'PHONE' })

  test('is shown beforehand as it will post, and the incident is answered once it has succeeded', async () => {
    const { id } = await world.inWork('200000')
    const before = await balances(world.app.runtime)
    const shown = await world.call(qr.preview, { id, action: 'REFUND', amount: '50000' })
    expect(shown.data?.lines.length).toBeGreaterThan(1)
    await agreed(id)
    expect(await balances(world.app.runtime)).toEqual(before)
    expect(await world.found(id)).toMatchObject({ status: 'APPROVED', actionResult: { state: 'UNDER_WAY' } })
    expect(await answer(id)).toMatchObject({ status: 409, code: 'INC-022' })
    const code = await left('SUCCEEDED')
    expect(await world.found(id)).toMatchObject({ actionResult: { code, state: 'DONE', link: expect.stringContaining('/pp-qr/') } })
    expect((await answer(id)).status).toBe(200)
  })

  test('that has failed is proposed again, and nothing else is', async () => {
    const { id } = await world.inWork('200000')
    await agreed(id)
    const again = async () =>
      world.call(qr.propose, { ...(await world.ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn lại lần nữa' })
    expect(await again()).toMatchObject({ status: 409, code: 'INC-022' })
    const code = await left('FAILED')
    const failed = await world.found(id)
    expect(failed).toMatchObject({ actionResult: { code, state: 'FAILED' }, offers: expect.arrayContaining([expect.objectContaining({ key: 'REFUND' })]) })
    expect(await answer(id)).toMatchObject({ status: 409, code: 'INC-023' })
    const asked = await again()
    expect(asked.status).toBe(200)
    expect(await world.call(decideRequest, { id: asked.data?.requestId as string, version: 0, decision: 'APPROVE' }, CHECKER)).toMatchObject({ status: 200 })
    await left('SUCCEEDED')
    expect(await again()).toMatchObject({ status: 409, code: 'INC-024' })
    expect((await answer(id)).status).toBe(200)
  })
})

test('a proposal that is not approved gives payment and incident back', async () => {
  const { id, payment } = await world.inWork('200000')
  const asked = await world.call(qr.propose, { ...(await world.ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn' })
  const decision = { id: asked.data?.requestId as string, version: 0, decision: 'REJECT' as const, reason: 'Chưa đủ chứng từ' }
  expect(await world.call(decideRequest, decision, CHECKER)).toMatchObject({ status: 200 })
  expect(await world.found(id)).toMatchObject({ status: 'IN_PROGRESS', action: null })
  const row = await world.app.runtime.db.selectFrom('payment.transaction').select('status').where('code', '=', payment.code).executeTakeFirst()
  expect(row?.status).toBe('SUCCEEDED')
})

test('an outcome without money is written down at once, unless the category asks for two people', async () => {
  const { id } = await world.inWork()
  expect((await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'CUSTOMER', resolution: 'Tiền đã về tài khoản', via: 'PHONE' })).status).toBe(200)
  expect(await world.found(id)).toMatchObject({ status: 'RESOLVED', action: 'NONE', clocks: [{ state: 'MET' }, { state: 'MET' }] })
  const { code } = await world.paid()
  const asked = (await world.opened(code, {}, 'FEE')).data?.id as string
  await world.call(qr.start, await world.ref(asked))
  expect(await world.call(qr.resolve, { ...(await world.ref(asked)), cause: 'OURS', resolution: 'Đúng biểu cước', via: 'PHONE' })).toMatchObject({
    status: 409,
    code: 'INC-014',
  })
})

test('an incident that is opened again remembers what it moved: nothing moves a second time unsaid', async () => {
  const { id, payment } = await world.inWork('200000')
  const proposed = async (of: string, more: object = {}) =>
    world.call(qr.propose, { ...(await world.ref(of)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn phần thu thừa', ...more })
  const decide = (requestId: string | undefined, decision: 'APPROVE' | 'REJECT') =>
    world.call(decideRequest, { id: requestId ?? '', version: 0, decision, reason: 'Đã xem' }, CHECKER)
  const refunded = async () =>
    (await world.app.runtime.db.selectFrom('payment.transaction').select('refunded').where('code', '=', payment.code).executeTakeFirst())?.refunded
  expect((await world.found(id)).moves).toEqual([])
  expect((await decide((await proposed(id)).data?.requestId, 'APPROVE')).status).toBe(200)
  await world.call(qr.resolve, { ...(await world.ref(id)), cause: 'OURS', resolution: 'Đã hoàn', via: 'PHONE' })
  await world.call(qr.reopen, { ...(await world.ref(id)), reason: 'Khách báo thiếu' })
  await world.call(qr.start, await world.ref(id))
  const { code, moves } = await world.found(id)
  expect(moves).toMatchObject([{ incidentCode: code, actionName: 'Hoàn tiền', amount: '50000.00', state: 'DONE', result: null }])

  const before = await world.ref(id)
  expect(await proposed(id)).toMatchObject({ status: 409, code: 'INC-026', message: expect.stringContaining('50.000') })
  expect(await world.ref(id)).toEqual(before)
  // Nor by another incident about the same payment.
  const other = (await world.opened(payment.code, {}, 'OTHER')).data?.id as string
  await world.call(qr.start, await world.ref(other))
  expect((await world.found(other)).moves).toMatchObject([{ incidentCode: code, amount: '50000.00' }])
  expect(await proposed(other)).toMatchObject({ status: 409, code: 'INC-026' })
  // To whom the payment is hidden, what another incident moved of it is too: only that there was something is said.
  const hiding = { subjects: [{ type: 'payment.transaction', find: async () => [] }], actions: [] } as unknown as DeskPlan
  const reader = {} as RequestContext
  const known = await movesOf(world.app.runtime.db, hiding, other)
  expect(known).toHaveLength(1)
  expect(await visibleMoves(hiding, other, known, reader)).toEqual([])
  expect(await visibleMoves(hiding, id, known, reader)).toEqual(known)
  expect(await movedBefore(world.app.runtime.db, hiding, other, 'en', reader)).toEqual(['another incident, outside your scope'])
  expect(await refunded()).toBe('50000.00')

  const again = await proposed(id, { again: true, amount: '20000' })
  expect(again.status).toBe(200)
  const picture = await world.app.runtime.db
    .selectFrom('approvals.request')
    .select('after')
    .where('id', '=', again.data?.requestId ?? '')
    .executeTakeFirst()
  expect(JSON.stringify(picture?.after)).toContain(`50.000 (Hoàn tiền, ${code}`)
  expect((await decide(again.data?.requestId, 'REJECT')).status).toBe(200)
  expect((await world.found(id)).moves).toHaveLength(1)
  expect((await decide((await proposed(id, { again: true, amount: '20000' })).data?.requestId, 'APPROVE')).status).toBe(200)
  expect((await world.found(id)).moves.map(({ amount }) => amount)).toEqual(['50000.00', '20000.00'])
  expect(await refunded()).toBe('70000.00')
})
