import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { demoSessions } from '#core/iam/server/public.ts'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { connectPartner } from '#core/partners/server/public.ts'
import { RefundSender, refundAction, servicesByCode, transactionSubject } from '#core/payments/server/public.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { buildRegistry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { send, sendList, type TestApp, type TestClock, testApp, testClock } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { balances, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../test/payments.ts'
import { composeModules, paymentServices } from '../../../app/modules.ts'
import { createCategory } from '../contract/categories.ts'
import { incidentContracts } from '../contract/incidents.ts'
import { incidentTeamReport } from '../contract/team-report.ts'
import { incidentDesk } from './public.ts'
import { watchClocks } from './watch.ts'

/** A desk for payments by QR, as a sub-system makes one of its own: here only with calls. */
const qr = incidentContracts({
  desk: 'QR',
  api: '/qr-admin/incident/v1',
  routes: { list: '/pp-qr/xu_ly_su_vu/danh_sach_su_vu', detail: '/pp-qr/su_vu/chi_tiet', board: '/pp-qr/su_vu/bang' },
  name: { vi: 'thử', en: 'test' },
})
const desk = incidentDesk({
  contracts: qr,
  kind: { name: 'QR_INCIDENT', title: { vi: 'Xử lý sự vụ thử', en: 'Test incident' } },
  subjects: [transactionSubject(qrTransactions)],
  actions: [refundAction(qrPayments)],
})
const additions = { incidentDesks: [desk] }

let app: TestApp
let clock: TestClock
let channel: TestChannel
/** Sessions that do not end: days pass in these tests. */
let server: FastifyInstance
/** Where categories and the report are looked at. */
let cash: FastifyInstance
/** Thursday, at nine. */
const START = new Date('2026-11-19T09:00:00+07:00')

beforeAll(async () => {
  clock = testClock(START)
  app = await testApp({ clock, additions })
  server = await createServer({ runtime: app.runtime, registry: buildRegistry(composeModules(additions)), sessions: demoSessions(app.runtime, 'PP_QR') })
  cash = await createServer({ runtime: app.runtime, registry: buildRegistry(composeModules(additions)), sessions: demoSessions(app.runtime, 'PP_CFM') })
  channel = (await gatewayWorld(app.runtime)).vcb
})
afterAll(async () => {
  await server?.close()
  await cash?.close()
  await app?.close()
})

const at = (text: string) => clock.set(new Date(`${text}:00+07:00`))
const as = 'ketoan'
const checker = 'kiemsoat'
function call<C extends Contract>(contract: C, input: RawInputOf<C>, account = as) {
  return send(server, contract, input, { headers: { authorization: `Bearer ${account}`, ...(contract.idempotent ? { 'idempotency-key': randomUUID() } : {}) } })
}
const categories = async () => new Map(((await call(qr.categories, {})).data ?? []).map(({ code, id }) => [code, id]))

/** A payment that has succeeded. */
async function paid(amount = '150000'): Promise<{ id: string; code: string }> {
  const sent = report({ amount, occurredAt: clock.now().toISOString().replace('Z', '+00:00') })
  const { data } = await gatewayCall<{ id: string; code: string }>(app.app, channel, '/og-001/v1/transactions', sent, { at: clock.now() })
  const row = await app.runtime.db
    .selectFrom('payment.transaction')
    .select(['id', 'code'])
    .where('external_ref', '=', sent.externalRef)
    .executeTakeFirstOrThrow()
  expect(data).not.toBeNull()
  return row
}

async function opened(code: string, more: Record<string, unknown> = {}, category = 'NOT_RECEIVED') {
  const categoryId = (await categories()).get(category) as string
  const given = { categoryId, channel: 'PHONE' as const, reporterKind: 'CUSTOMER' as const, reporterName: 'Nguyễn Thị Lan', reporterPhone: '0912345678' }
  return call(qr.create, { ...given, subjectCode: code, description: 'Chưa nhận được tiền', ...more } as RawInputOf<typeof qr.create>)
}
const found = async (id: string, account = as) =>
  (await call(qr.detail, { id }, account)).data as NonNullable<Awaited<ReturnType<typeof call<typeof qr.detail>>>['data']>
const ref = async (id: string) => {
  const { version } = await found(id)
  return { id, version }
}
async function inWork(amount?: string) {
  const payment = await paid(amount)
  const { data } = await opened(payment.code)
  const id = data?.id as string
  expect(await call(qr.start, await ref(id))).toMatchObject({ status: 200 })
  return { id, payment }
}
const watch = async () => {
  await app.runtime.db.transaction().execute((tx) => enqueue(tx, watchClocks, {}))
  await runJobs(app, { modules: composeModules(additions) })
}

test('opens from a transaction, stands where that does, and a second report of the same joins it', async () => {
  const { code } = await paid()
  const first = await opened(code)
  expect(first.data).toMatchObject({ joined: false, reports: 1, code: expect.stringMatching(/^SV261119\d{6}$/) })
  const again = await opened(code, { reporterName: 'Trần Văn Bình' })
  expect(again.data).toMatchObject({ id: first.data?.id, joined: true, reports: 2 })
  const other = await opened(code, {}, 'OTHER')
  expect(other.data).toMatchObject({ joined: false })
  const one = await found(first.data?.id as string)
  expect(one).toMatchObject({
    status: 'NEW',
    priority: 'HIGH',
    subjectCode: code,
    amount: '150000.00',
    unitName: expect.stringContaining(''),
    records: [{ code }],
  })
  expect(one.clocks).toMatchObject([
    { kind: 'FIRST_RESPONSE', state: 'RUNNING', dueAt: '2026-11-19T11:00:00.000+07:00', allowed: 120 },
    { kind: 'RESOLUTION', state: 'RUNNING', dueAt: '2026-11-20T09:00:00.000+07:00', allowed: 480 },
  ])
  expect(one.dueAt).toBe('2026-11-19T11:00:00.000+07:00')
  expect(one.timeline.map(({ kind }) => kind)).toEqual(['CREATED', 'REPORTED'])
  expect(one.similar).toMatchObject([{ code: other.data?.code }])
})

test('two reports at the same moment are one incident', async () => {
  const { code } = await paid()
  const answers = await Promise.all(Array.from({ length: 8 }, () => opened(code)))
  expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
  expect((await found(answers[0]?.data?.id as string)).reports).toBe(8)
})

test('what is missing or wrong in a report is said at its field', async () => {
  const { code } = await paid()
  expect(await opened('QR-KHONG-CO')).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-001' }] })
  expect(await opened(undefined as unknown as string)).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-002' }] })
  expect(await opened(code, {}, 'WRONG_AMOUNT')).toMatchObject({ status: 422, errors: [{ field: 'attachments', code: 'INC-003' }] })
  expect(await opened(code, { categoryId: '999999' })).toMatchObject({ status: 422, errors: [{ field: 'categoryId', code: 'INC-005' }] })
  expect(await call(qr.create, { subjectCode: code } as never)).toMatchObject({ status: 422 })
  clock.advance(61 * 86_400_000)
  expect(await opened(code)).toMatchObject({ status: 422, errors: [{ field: 'subjectCode', code: 'INC-004' }] })
  expect((await opened(code, { reporterKind: 'STAFF' })).status).toBe(200)
  clock.set(START)
})

test('waiting for a partner pauses our clock and runs theirs; what comes from outside ends it', async () => {
  const { id } = await inWork()
  at('2026-11-19T11:00')
  const wait = { ...(await ref(id)), partnerId: channel.partnerId, partnerCase: 'VCB-1', note: 'Tra soát lệnh chuyển' }
  expect(await call(qr.wait, { ...wait, partnerId: '999999' })).toMatchObject({ status: 422, errors: [{ code: 'INC-008' }] })
  expect((await call(qr.wait, wait)).status).toBe(200)
  at('2026-11-20T11:00')
  const waiting = await found(id)
  expect(waiting).toMatchObject({ status: 'WAITING_PARTNER', partnerCase: 'VCB-1' })
  expect(waiting.clocks).toMatchObject([
    { kind: 'FIRST_RESPONSE' },
    { kind: 'RESOLUTION', state: 'PAUSED', dueAt: null, used: 120 },
    { kind: 'PARTNER', state: 'RUNNING', used: 480 },
  ])
  expect((await call(qr.message, { id, from: 'PARTNER', content: 'Đã ghi có', partnerCase: 'VCB-2' })).status).toBe(200)
  const back = await found(id)
  expect(back).toMatchObject({ status: 'IN_PROGRESS', partnerCase: 'VCB-2' })
  expect(back.clocks.find(({ kind }) => kind === 'RESOLUTION')).toMatchObject({ state: 'RUNNING', used: 120 })
  expect(back.clocks.find(({ kind }) => kind === 'PARTNER')).toMatchObject({ state: 'MET', used: 480 })
  clock.set(START)
})

test('a refund is proposed with what it would post, decided by another person, and posted with the decision', async () => {
  const { id, payment } = await inWork('200000')
  const before = await balances(app.runtime)
  const shown = await call(qr.preview, { id, action: 'REFUND', amount: '50000' })
  expect(shown.data?.lines.length).toBeGreaterThan(1)
  expect(await balances(app.runtime)).toEqual(before)
  const proposal = { ...(await ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS' as const, resolution: 'Hoàn phần thu thừa' }
  expect(await call(qr.propose, { ...proposal, amount: '200001' })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'INC-012' }] })
  expect(await call(qr.propose, { ...proposal, amount: undefined })).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'INC-011' }] })
  expect(await call(qr.propose, { ...proposal, action: 'SUSPENSE_BACK' })).toMatchObject({ status: 422, errors: [{ field: 'action', code: 'INC-010' }] })
  const asked = await call(qr.propose, proposal)
  expect(asked.status).toBe(200)
  const state = async () => app.runtime.db.selectFrom('payment.transaction').select(['status', 'refunded']).where('code', '=', payment.code).executeTakeFirst()
  expect(await state()).toMatchObject({ status: 'REFUND_PENDING', refunded: '0.00' })
  expect(await balances(app.runtime)).toEqual(before)
  expect(await call(qr.resolve, { ...(await ref(id)), cause: 'OURS', resolution: 'x', via: 'PHONE' })).toMatchObject({ status: 409 })
  const requestId = asked.data?.requestId as string
  expect(await call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' })).toMatchObject({ status: 403 })
  expect(await call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' }, checker)).toMatchObject({ status: 200 })
  expect(await state()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: '50000.00' })
  const after = await balances(app.runtime)
  for (const [account, lines] of Map.groupBy(shown.data?.lines ?? [], (line) => line.account)) {
    const moved = Math.abs(Number(after[account] ?? 0) - Number(before[account] ?? 0))
    expect(moved, account).toBe(Math.abs(lines.reduce((sum, { debit, credit }) => sum + Number(debit ?? 0) - Number(credit ?? 0), 0)))
  }
  expect(await found(id)).toMatchObject({ status: 'APPROVED', action: 'REFUND', actionAmount: '50000.00' })
  expect((await call(qr.resolve, { ...(await ref(id)), cause: 'OURS', resolution: 'Đã hoàn 50.000 đồng', via: 'PHONE' })).status).toBe(200)
  expect((await call(qr.close, await ref(id))).status).toBe(200)
  expect(await found(id)).toMatchObject({ status: 'CLOSED', action: 'REFUND', dueAt: null })
})

describe('a refund that leaves through the partner', () => {
  /** The clock of these tests is not that of a partner's signatures: what the partner says is given. */
  let verdict: 'SUCCEEDED' | 'FAILED'
  const said = { code: '00', partnerReference: null, message: '', raw: '{}', exchangeId: '0', fault: null, sent: true } as const
  let sender: RefundSender
  beforeAll(async () => {
    const { id: partnerId } = await app.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
    const connection = { partnerId, baseUrl: 'http://127.0.0.1:9', clientId: 'portal-vcb', secret: randomUUID(), operations: ['REFUND'], codes: [] } as const
    await app.runtime.db.transaction().execute((tx) => connectPartner(tx, app.runtime.config, connection, clock.now()))
    const connector = { refund: async () => ({ ...said, verdict, at: clock.now() }) }
    sender = new RefundSender(app.runtime, { services: servicesByCode(paymentServices), connector })
  })
  afterAll(async () => {
    await sender.stop()
    await app.runtime.database.owner.query("update partner.endpoint set status = 'OFF'")
  })
  const left = async (answered: typeof verdict) => {
    verdict = answered
    await sender.begin()
    await sender.idle()
    const refund = await app.runtime.db.selectFrom('payment.partner_refund').select('reference').orderBy('refund_id', 'desc').executeTakeFirstOrThrow()
    return refund.reference
  }
  const agreed = async (id: string) => {
    const asked = await call(qr.propose, { ...(await ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn phần thu thừa' })
    expect(await call(decideRequest, { id: asked.data?.requestId as string, version: 0, decision: 'APPROVE' }, checker)).toMatchObject({ status: 200 })
  }
  const answer = async (id: string) => call(qr.resolve, { ...(await ref(id)), cause: 'OURS', resolution: 'Đã hoàn tiền', via: 'PHONE' })

  test('is shown beforehand as it will post, and the incident is answered once it has succeeded', async () => {
    const { id } = await inWork('200000')
    const before = await balances(app.runtime)
    const shown = await call(qr.preview, { id, action: 'REFUND', amount: '50000' })
    expect(shown.data?.lines.length).toBeGreaterThan(1)
    await agreed(id)
    expect(await balances(app.runtime)).toEqual(before)
    expect(await found(id)).toMatchObject({ status: 'APPROVED', actionResult: { state: 'UNDER_WAY' } })
    expect(await answer(id)).toMatchObject({ status: 409, code: 'INC-022' })
    const code = await left('SUCCEEDED')
    expect(await found(id)).toMatchObject({ actionResult: { code, state: 'DONE', link: expect.stringContaining('/pp-qr/') } })
    expect((await answer(id)).status).toBe(200)
  })

  test('that has failed is proposed again, and nothing else is', async () => {
    const { id } = await inWork('200000')
    await agreed(id)
    const again = async () => call(qr.propose, { ...(await ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn lại lần nữa' })
    expect(await again()).toMatchObject({ status: 409, code: 'INC-022' })
    const code = await left('FAILED')
    const failed = await found(id)
    expect(failed).toMatchObject({ actionResult: { code, state: 'FAILED' }, offers: expect.arrayContaining([expect.objectContaining({ key: 'REFUND' })]) })
    expect(await answer(id)).toMatchObject({ status: 409, code: 'INC-023' })
    const asked = await again()
    expect(asked.status).toBe(200)
    expect(await call(decideRequest, { id: asked.data?.requestId as string, version: 0, decision: 'APPROVE' }, checker)).toMatchObject({ status: 200 })
    await left('SUCCEEDED')
    expect(await again()).toMatchObject({ status: 409, code: 'INC-024' })
    expect((await answer(id)).status).toBe(200)
  })
})

test('a category has its own time and its own tier, once a code', async () => {
  const admin = (contract: Contract, input: object) => send(cash, contract, input as never, { headers: { authorization: 'Bearer admin' } })
  const flags = { needsRecord: true, needsEvidence: false, twoPeople: false, secondTier: true }
  const form = { code: 'LOST_PAPER', name: 'Mất giấy tờ', nameEn: 'Lost papers', priority: 'LOW', resolutionHours: 3, position: 20, ...flags }
  expect(await admin(createCategory, form)).toMatchObject({ status: 200 })
  expect(await admin(createCategory, form)).toMatchObject({ status: 409, code: 'INC-025' })
  expect(await admin(createCategory, { ...form, code: 'TOO_LONG', resolutionHours: 241 })).toMatchObject({ status: 422 })
  const { data } = await opened((await paid()).code, {}, 'LOST_PAPER')
  const id = data?.id as string
  expect(await found(id)).toMatchObject({ priority: 'LOW', clocks: expect.arrayContaining([expect.objectContaining({ kind: 'RESOLUTION', allowed: 180 })]) })
  await call(qr.start, await ref(id))
  const asked = await call(qr.propose, { ...(await ref(id)), action: 'NONE', cause: 'OURS', resolution: 'Đã giải thích' })
  const request = await app.runtime.db
    .selectFrom('approvals.request')
    .select('tier')
    .where('id', '=', asked.data?.requestId as string)
    .executeTakeFirst()
  expect(request).toEqual({ tier: 2 })
})

test('the report tells what each team has received, and how long it took', async () => {
  at('2026-12-14T09:00')
  const day = { from: '2026-12-14', to: '2026-12-14' }
  const rows = async () => {
    const asked = { searchSdi: day, pageInfo: { currentPage: 1, pageSize: 100 as const } }
    const reply = await send(cash, incidentTeamReport, asked, { headers: { authorization: `Bearer ${as}` } })
    expect(reply).toMatchObject({ status: 200 })
    return reply.data?.result ?? []
  }
  expect(await rows()).toEqual([])
  for (const [begun, minutes] of [
    ['09:00', 20],
    ['10:00', 40],
    ['11:00', 60],
  ] as const) {
    at(`2026-12-14T${begun}`)
    const { id } = await inWork()
    clock.advance(minutes * 60_000)
    await call(qr.resolve, { ...(await ref(id)), cause: 'OURS', resolution: 'Xong', via: 'PHONE' })
  }
  at('2026-12-14T15:00')
  await opened((await paid()).code)
  const found = await rows()
  expect(found.find(({ teamId }) => teamId === null)).toMatchObject({ received: 1, resolved: 0, open: 1, answerMedian: null })
  expect(found.find(({ teamId }) => teamId !== null)).toMatchObject({
    received: 3,
    answered: 3,
    resolved: 3,
    resolutionMedian: 40,
    resolutionP95: 58,
    open: 0,
    overdue: 0,
  })
})

test('a proposal that is not approved gives payment and incident back', async () => {
  const { id, payment } = await inWork('200000')
  const asked = await call(qr.propose, { ...(await ref(id)), action: 'REFUND', amount: '50000', cause: 'OURS', resolution: 'Hoàn' })
  const decision = { id: asked.data?.requestId as string, version: 0, decision: 'REJECT' as const, reason: 'Chưa đủ chứng từ' }
  expect(await call(decideRequest, decision, checker)).toMatchObject({ status: 200 })
  expect(await found(id)).toMatchObject({ status: 'IN_PROGRESS', action: null })
  const row = await app.runtime.db.selectFrom('payment.transaction').select('status').where('code', '=', payment.code).executeTakeFirst()
  expect(row?.status).toBe('SUCCEEDED')
})

test('who takes the next one has it alone for ten minutes: the nearest to its due time, then the greatest amount', async () => {
  await app.runtime.database.owner.query("update incident.incident set status = 'CLOSED', ended_at = now(), due_at = null")
  const [small, great] = [await paid('10000'), await paid('90000')]
  const [one, two] = [(await opened(small.code)).data, (await opened(great.code)).data]
  expect((await call(qr.takeNext, {})).data).toMatchObject({ id: two?.id })
  expect((await call(qr.takeNext, {}, 'admin')).data).toMatchObject({ id: one?.id })
  expect(await call(qr.start, await ref(two?.id as string), 'admin')).toMatchObject({ status: 409, code: 'INC-006' })
  clock.advance(11 * 60_000)
  expect((await call(qr.start, await ref(two?.id as string), 'admin')).status).toBe(200)
  expect(await call(qr.reject, { ...(await ref(two?.id as string)), reason: 'x' })).toMatchObject({ status: 403, code: 'INC-013' })
  clock.set(START)
})

test('reminds at half, at 80 per cent and when it is late, in working hours alone', async () => {
  const { id } = await inWork()
  const told = async () => (await call(listNotifications, {})).data?.items.filter(({ link }) => link?.endsWith(`=${id}`)).length ?? 0
  const before = await told()
  at('2026-11-19T10:00')
  await watch()
  expect(await told()).toBe(before + 1)
  await watch()
  expect(await told()).toBe(before + 1)
  at('2026-11-19T20:00')
  await watch()
  expect(await told()).toBe(before + 1)
  at('2026-11-20T08:00')
  await watch()
  const one = await found(id)
  expect(one).toMatchObject({
    late: true,
    clocks: [
      { kind: 'FIRST_RESPONSE', state: 'BREACHED' },
      { kind: 'RESOLUTION', state: 'RUNNING' },
    ],
  })
  expect(one.timeline.at(-1)).toMatchObject({ kind: 'LATE' })
  clock.set(START)
})

test('a new holiday moves the due times of what runs, and the timeline tells it', async () => {
  const { id } = await inWork()
  expect((await found(id)).clocks[1]).toMatchObject({ dueAt: '2026-11-20T09:00:00.000+07:00' })
  await app.runtime.database.owner.query(`insert into masterdata.global_list_entry (list_id, key, value, value_en, description, position)
    select id, '2026-11-20', 'Ngày nghỉ', 'Day off', '', 99 from masterdata.global_list where code = 'PUBLIC_HOLIDAY'`)
  await watch()
  const one = await found(id)
  expect(one.clocks[1]).toMatchObject({ dueAt: '2026-11-23T09:00:00.000+07:00' })
  await app.runtime.database.owner.query("delete from masterdata.global_list_entry where key = '2026-11-20'")
  await watch()
  expect((await found(id)).clocks[1]).toMatchObject({ dueAt: '2026-11-20T09:00:00.000+07:00' })
})

test('another priority moves the due times from what was used', async () => {
  const { id } = await inWork()
  at('2026-11-19T11:30')
  expect((await call(qr.setPriority, { ...(await ref(id)), priority: 'URGENT', reason: 'Khách hàng ưu tiên' })).status).toBe(200)
  expect(await found(id)).toMatchObject({
    priority: 'URGENT',
    late: true,
    clocks: [{ state: 'BREACHED', dueAt: '2026-11-19T10:00:00.000+07:00' }, { dueAt: '2026-11-19T14:00:00.000+07:00' }],
  })
  clock.set(START)
})

test('an outcome without money is written down at once, unless the category asks for two people', async () => {
  const { id } = await inWork()
  expect((await call(qr.resolve, { ...(await ref(id)), cause: 'CUSTOMER', resolution: 'Tiền đã về tài khoản', via: 'PHONE' })).status).toBe(200)
  expect(await found(id)).toMatchObject({ status: 'RESOLVED', action: 'NONE', clocks: [{ state: 'MET' }, { state: 'MET' }] })
  const { code } = await paid()
  const asked = (await opened(code, {}, 'FEE')).data?.id as string
  await call(qr.start, await ref(asked))
  expect(await call(qr.resolve, { ...(await ref(asked)), cause: 'OURS', resolution: 'Đúng biểu cước', via: 'PHONE' })).toMatchObject({
    status: 409,
    code: 'INC-014',
  })
})

test('that somebody works on is left alone by the reminders until they are done', async () => {
  const { id } = await inWork()
  at('2026-12-01T10:00')
  const other = await app.runtime.database.owner.connect()
  await other.query('begin')
  try {
    await other.query('select from incident.incident where id = $1 for update', [id])
    await watch()
    expect((await found(id)).timeline.map(({ kind }) => kind)).not.toContain('LATE')
  } finally {
    await other.query('rollback')
    other.release()
  }
  await watch()
  expect((await found(id)).timeline.map(({ kind }) => kind)).toContain('LATE')
  clock.set(START)
})

test('reopens within its days: by hand, or by what comes from outside', async () => {
  const { id } = await inWork()
  at('2026-11-19T10:00')
  await call(qr.resolve, { ...(await ref(id)), cause: 'CUSTOMER', resolution: 'Xong', via: 'PHONE' })
  at('2026-11-26T09:00')
  expect((await call(qr.message, { id, from: 'REPORTER', content: 'Vẫn chưa nhận được' })).status).toBe(200)
  const again = await found(id)
  expect(again).toMatchObject({ status: 'REOPENED', reopened: 1, dueAt: '2026-11-26T17:00:00.000+07:00' })
  expect(again.clocks[1]?.intervals).toHaveLength(2)
  await call(qr.start, await ref(id))
  await call(qr.reject, { ...(await ref(id)), reason: 'Đã trả lời' })
  at('2026-12-20T09:00')
  expect(await call(qr.reopen, { ...(await ref(id)), reason: 'Xem lại' })).toMatchObject({ status: 409, code: 'INC-015' })
  expect((await call(qr.message, { id, from: 'REPORTER', content: 'Quá lâu rồi' })).status).toBe(200)
  const late = await found(id)
  expect(late).toMatchObject({ status: 'REJECTED', reopened: 1 })
  expect(late.timeline.filter(({ kind }) => kind === 'MESSAGE').map(({ text }) => text)).toContain('Quá lâu rồi')
  clock.set(START)
})

test('the same matter twice: one takes the other in, whose clocks stop and never come back', async () => {
  const [one, two] = [await inWork(), await inWork()]
  const into = (await found(two.id)).code
  expect(await call(qr.merge, { ...(await ref(one.id)), intoCode: (await found(one.id)).code, reason: 'x' })).toMatchObject({
    status: 422,
    errors: [{ code: 'INC-017' }],
  })
  expect((await call(qr.merge, { ...(await ref(one.id)), intoCode: into, reason: 'Cùng một lần chuyển' })).status).toBe(200)
  const gone = await found(one.id)
  expect(gone).toMatchObject({ status: 'CLOSED', mergedInto: { code: into }, dueAt: null })
  expect(gone.clocks.every(({ state }) => state === 'STOPPED')).toBe(true)
  expect(await found(two.id)).toMatchObject({ reports: 2 })
  expect((await found(two.id)).records.map(({ code }) => code).sort()).toEqual([one.payment.code, two.payment.code].sort())
  expect(await call(qr.reopen, { ...(await ref(one.id)), reason: 'x' })).toMatchObject({ status: 409, code: 'INC-016' })
  expect(await call(qr.message, { id: one.id, from: 'REPORTER', content: 'Gửi vào sự vụ đã gộp' })).toMatchObject({ status: 200, data: { id: two.id } })
  expect((await found(two.id)).timeline.filter(({ kind }) => kind === 'MESSAGE').map(({ text }) => text)).toEqual(['Gửi vào sự vụ đã gộp'])
})

test('an answer by e-mail is sent, the first one stops its clock, and a note inside is none', async () => {
  const { code } = await paid()
  const id = (await opened(code, { reporterEmail: 'lan@example.vn' })).data?.id as string
  const checkerId = (await app.runtime.db.selectFrom('iam.person').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()).id as string
  expect((await call(qr.note, { id, content: 'Nhờ anh xem giúp', mentions: [checkerId] })).status).toBe(200)
  expect((await found(id)).clocks[0]).toMatchObject({ state: 'RUNNING' })
  expect((await call(listNotifications, {}, 'admin')).data?.items[0]?.link).toContain(`=${id}`)
  expect((await call(qr.reply, { id, via: 'EMAIL', content: 'Đang tra soát' })).status).toBe(200)
  expect((await found(id)).clocks[0]).toMatchObject({ state: 'MET' })
  expect((await mailsTo(app.runtime, 'lan@example.vn')).length).toBe(1)
  const silent = (await opened((await paid()).code)).data?.id as string
  expect(await call(qr.reply, { id: silent, via: 'EMAIL', content: 'x' })).toMatchObject({ status: 422, errors: [{ field: 'via', code: 'INC-020' }] })
})

test('given to somebody who handles incidents there; one person’s are not worked on by another', async () => {
  const { id } = await inWork()
  const person = async (account: string) =>
    (await app.runtime.db.selectFrom('iam.person').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id as string
  expect(await call(qr.assign, { ...(await ref(id)), assigneeId: await person(checker) })).toMatchObject({ status: 422, errors: [{ code: 'INC-007' }] })
  const adminId = await person('admin')
  expect((await call(qr.assign, { ...(await ref(id)), assigneeId: adminId, note: 'Nhờ xử lý' })).status).toBe(200)
  expect(await found(id)).toMatchObject({ status: 'ASSIGNED', mine: false })
  const many = await call(qr.assignMany, { rows: [await ref(id)] })
  expect(many.data).toMatchObject({ done: 1 })
  expect(await found(id)).toMatchObject({ mine: true })
})

test('the board counts each state, and a desk shows its own incidents alone', async () => {
  const { data } = await call(qr.board, {})
  const total = (await sendList(server, qr.list, { filter: { view: 'OPEN' } }, { headers: { authorization: `Bearer ${as}` } })).data?.totalRecord
  const open = (data ?? []).filter(({ status }) => !['RESOLVED', 'CLOSED', 'REJECTED'].includes(status))
  expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  const { id } = await inWork()
  expect(await call(cfmIncidents.detail, { id })).toMatchObject({ status: 404 })
  expect(await call(cfmIncidents.close, await ref(id))).toMatchObject({ status: 404 })
})
