/** Handling requests: transactions by their codes or from breaks, two people, each carried out with its result. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { errors } from '#kernel/errors.ts'
import { partnerRequests as desk } from '#subsystems/par/contract/reconciliation.ts'
import { sdkRequests } from '#subsystems/sdk/contract/reconciliation.ts'
import { type BreakWorld, configured } from '../../../../../test/breaks.ts'
import { type OutcomeWorld, outcomeWorld } from '../../../../../test/outcomes.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { REQUEST } from './records.ts'

let outcomes: OutcomeWorld
let world: BreakWorld
beforeAll(async () => {
  outcomes = await outcomeWorld()
  world = await configured(outcomes.it)
})
afterAll(() => outcomes.close())

const call = <C extends Contract>(contract: C, input: RawInputOf<C>, as = 'ketoan') =>
  outcomes.it.call(contract, input, { as, clientId: 'PP_PAR', headers: { 'idempotency-key': randomUUID() } })

/** A transaction of which nobody knows the outcome. */
async function lost() {
  const ref = await outcomes.lost()
  const row = await world.db
    .selectFrom('payment.transaction')
    .select(['id', 'code', 'amount', 'status'])
    .where('external_ref', '=', ref)
    .executeTakeFirstOrThrow()
  return { ...row, ref }
}

async function decide(requestId: string, decision: 'APPROVE' | 'REJECT' = 'APPROVE') {
  const { version } = await world.db.selectFrom('approvals.request').select('version').where('id', '=', requestId).executeTakeFirstOrThrow()
  return call(decideRequest, { id: requestId, version, decision, reason: 'Đã kiểm tra' }, 'kiemsoat')
}

async function submitted(input: RawInputOf<typeof desk.create>) {
  const { data, code, message } = await call(desk.create, input)
  if (!data) throw new Error(`${code} ${message}`)
  const asked = await call(desk.submit, { id: data.id, version: data.version, reason: 'Đối tác đã xác nhận' })
  return { id: data.id, code: data.code, requestId: asked.data?.requestId ?? '' }
}

const found = async (id: string) => (await call(desk.detail, { id })).data

describe('transactions', () => {
  test('are found by our code or the partner’s reference, and each says why it cannot be handled', async () => {
    const [one, held] = [await lost(), await lost()]
    await call(desk.create, { kind: 'OTHER', reason: 'Theo dõi', items: [{ code: held.code }] })
    const { data } = await call(desk.check, { kind: 'REFUND', codes: [one.code.toLowerCase(), 'KHONG-CO', one.ref, held.ref] })
    expect(data?.map(({ transactionCode, problem }) => [transactionCode, problem])).toEqual([
      [one.code, requestErrors.notRefundable.vi],
      [null, 'Không có giao dịch nào với mã hoặc số tham chiếu “KHONG-CO”'],
      [one.code, `Giao dịch ${one.code} đã có ở dòng 1`],
      [held.code, expect.stringMatching(/đang ở yêu cầu YCXL\d+ chưa xong$/)],
    ])
    const { data: good } = await call(desk.check, { kind: 'OUTCOME', codes: [one.ref] })
    expect(good).toMatchObject([{ transactionCode: one.code, status: 'UNKNOWN', problem: null }])
  })

  test('of a request that cannot be made are named row by row, and nothing is kept', async () => {
    const one = await lost()
    const refused = await call(desk.create, { kind: 'OUTCOME', reason: 'Đối tác báo', items: [{ code: one.code }, { code: 'KHONG-CO', outcome: 'FAILED' }] })
    expect(refused).toMatchObject({ status: 422, code: requestErrors.outcomeNeeded.code })
    expect(refused.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['items.0.code', requestErrors.outcomeNeeded.code],
      ['items.1.code', requestErrors.unknown.code],
    ])
    expect(await call(desk.create, { kind: 'AMOUNT', reason: 'Sửa', items: [{ code: one.code }] })).toMatchObject({ code: requestErrors.kindNotOffered.code })
    expect(await world.db.selectFrom('reconciliation.request_item').select('number').where('transaction_id', '=', one.id).execute()).toEqual([])
  })
})

describe('breaks', () => {
  test('of services that a desk does not handle are none of its own', async () => {
    const one = await lost()
    const { id, breaks } = await world.session([{ kind: 'MISSING_THEIRS', ours: [{ amount: 1_000, sourceId: one.id, sourceCode: one.code }] }])
    expect((await call(desk.ofBreaks, { breakIds: breaks })).data?.items).toEqual([{ code: one.code, breakId: breaks[0] }])
    const atSdk = { as: 'ketoan', clientId: 'PP_SDK', headers: { 'idempotency-key': randomUUID() } } as const
    expect(await outcomes.it.call(sdkRequests.ofBreaks, { breakIds: breaks }, atSdk)).toMatchObject({ code: requestErrors.noTransactions.code })
    const named: RawInputOf<typeof desk.create> = { kind: 'OTHER', reason: 'Theo dõi', sessionId: id, items: [{ code: one.code }] }
    expect(await outcomes.it.call(sdkRequests.create, named, atSdk)).toMatchObject({ status: 404, code: errors.notFound.code })
    expect(await call(desk.create, named)).toMatchObject({ status: 200 })
  })

  test('of other records than transactions, whose ids may be the same, are none of a transaction', async () => {
    const one = await lost()
    const { breaks } = await world.session([{ kind: 'MISSING_THEIRS', ours: [{ amount: 1_000, sourceId: one.id, sourceCode: 'QTDB26010001' }] }])
    expect(await call(desk.ofBreaks, { breakIds: breaks })).toMatchObject({ code: requestErrors.noTransactions.code })
    const wanted = { kind: 'OTHER' as const, reason: 'Ghi nhận', items: [{ code: one.code, breakId: breaks[0] as string }] }
    expect(await call(desk.create, wanted)).toMatchObject({ status: 422, code: requestErrors.breakOther.code })
  })
})

describe('two people', () => {
  test('record an outcome by the line of a break: the transaction ends, the break is resolved', async () => {
    const one = await lost()
    const { breaks } = await world.session([
      {
        kind: 'STATUS',
        ours: [{ amount: Number(one.amount), money: false, status: 'UNKNOWN', sourceId: one.id, sourceCode: one.code }],
        theirs: [{ amount: Number(one.amount), reference: 'FT2601' }],
      },
    ])
    const { data: begun } = await call(desk.ofBreaks, { breakIds: breaks })
    expect(begun).toMatchObject({ kind: 'OUTCOME', items: [{ code: one.code, breakId: breaks[0] }] })
    const made = await submitted({
      kind: 'OUTCOME',
      sessionId: begun?.sessionId ?? '',
      reason: 'Sao kê có dòng tiền',
      items: [{ code: one.code, breakId: breaks[0] as string, outcome: 'SUCCEEDED' }],
    })
    expect(await found(made.id)).toMatchObject({
      status: 'SUBMITTED',
      pendingRequestId: made.requestId,
      lines: [{ statusBefore: 'UNKNOWN', statusAfter: null, status: 'WAITING' }],
    })
    expect(await decide(made.requestId)).toMatchObject({ status: 200 })
    expect(await found(made.id)).toMatchObject({
      status: 'DONE',
      done: 1,
      failed: 0,
      lines: [{ statusBefore: 'UNKNOWN', statusAfter: 'SUCCEEDED', status: 'DONE', fault: null }],
    })
    expect(await outcomes.statusOf(one.ref)).toBe('SUCCEEDED')
    expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'RESOLVED', resolution: 'OUTCOME', resolved_by: 'kiemsoat' })
  })

  test('refund what succeeded; what cannot be done any more is named, and the others are done', async () => {
    const [paid, gone] = [await lost(), await lost()]
    for (const { ref } of [paid, gone]) await outcomes.heard(ref, 'SUCCEEDED')
    const made = await submitted({ kind: 'REFUND', reason: 'Khách trả nhầm', items: [{ code: paid.code, amount: '1000.00' }, { code: gone.ref }] })
    await world.db.updateTable('payment.transaction').set({ status: 'REFUNDED', refunded: gone.amount }).where('id', '=', gone.id).execute()
    expect((await decide(made.requestId)).status).toBe(200)
    const after = await found(made.id)
    expect(after).toMatchObject({ status: 'DONE', done: 1, failed: 1 })
    expect(after?.lines.map(({ wantedAmount, statusAfter, status, fault }) => [wantedAmount, statusAfter, status, fault])).toEqual([
      ['1000.00', expect.stringMatching(/^(PARTIALLY_REFUNDED|REFUND_PENDING)$/), 'DONE', null],
      [gone.amount, 'REFUNDED', 'FAILED', requestErrors.notRefundable.vi],
    ])
    const { data } = await call(desk.check, { kind: 'OTHER', codes: [gone.code] })
    expect(data).toMatchObject([{ amount: gone.amount, left: '0.00' }])
  })

  test('are needed: without hard evidence nobody records an outcome, and the item says so', async () => {
    const one = await lost()
    const made = await submitted({ kind: 'OUTCOME', reason: 'Đối tác báo qua điện thoại', items: [{ code: one.code, outcome: 'SUCCEEDED' }] })
    expect(await decide(made.requestId)).toMatchObject({ status: 200 })
    expect(await found(made.id)).toMatchObject({
      status: 'DONE',
      failed: 1,
      lines: [{ status: 'FAILED', statusAfter: 'UNKNOWN', fault: expect.stringContaining('bằng chứng xác thực') }],
    })
    expect(await outcomes.statusOf(one.ref)).toBe('UNKNOWN')
  })

  test('one of whom rejects: nothing is done, and the transaction is free for another request', async () => {
    const one = await lost()
    const made = await submitted({ kind: 'RESEND', reason: 'Hỏi lại', items: [{ code: one.code }] })
    expect((await decide(made.requestId, 'REJECT')).status).toBe(200)
    expect(await found(made.id)).toMatchObject({ status: 'REJECTED', lines: [{ status: 'WAITING' }] })
    expect((await call(desk.check, { kind: 'RESEND', codes: [one.code] })).data).toMatchObject([{ problem: null }])
  })

  test('decide a request once, however many approve at the same moment', async () => {
    const one = await lost()
    await outcomes.heard(one.ref, 'SUCCEEDED')
    const made = await submitted({ kind: 'REFUND', reason: 'Hoàn', items: [{ code: one.code, amount: '500.00' }] })
    const answers = await Promise.all(Array.from({ length: 16 }, () => decide(made.requestId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await found(made.id)).toMatchObject({ done: 1, failed: 0 })
  })
})

describe('a request', () => {
  let made: { id: string; version: number; code: string }
  beforeEach(async () => {
    const { data } = await call(desk.create, { kind: 'OTHER', reason: 'Ghi nhận trao đổi với đối tác', items: [{ code: (await lost()).code }] })
    made = data as typeof made
  })

  test('is cancelled before it is submitted, and not after', async () => {
    expect((await call(desk.cancel, { id: made.id, version: made.version, reason: 'Lập nhầm' })).status).toBe(200)
    expect(await found(made.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await call(desk.submit, { id: made.id, version: made.version + 1, reason: 'Trình' })).toMatchObject({ status: 409, code: 'SYS-410' })
  })

  test('is found in the list by its code and by a transaction in it', async () => {
    const lines = (await found(made.id))?.lines ?? []
    for (const text of [made.code, lines[0]?.transactionCode ?? '']) {
      const { data } = await outcomes.it.list(desk.list, { filter: { text, status: ['NEW'] } }, { as: 'ketoan', clientId: 'PP_PAR' })
      expect(data?.result.map(({ id }) => id)).toContain(made.id)
    }
    expect(
      await world.db.selectFrom('platform.audit_entry').select('subject_id').where('subject_type', '=', REQUEST).where('subject_id', '=', made.id).execute(),
    ).toHaveLength(1)
  })
})
