import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVIDENCE_KIND } from '#core/approvals/contract/evidence.ts'
import { expireDue } from '#core/approvals/server/expiry.ts'
import { closePeriod, reopenPeriod, verifyLedger } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { addDays, isoLocal, localDate, showDate, startOfDay } from '#kernel/dates.ts'
import { type FileInfo, uploadFile } from '#kernel/files.ts'
import { qrCancelEvidenceFrom, qrCancelUntilHour, qrParameters } from '#subsystems/qr/contract/parameters.ts'
import { askQrCancellation, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qr } from '#subsystems/qr/server/transactions.ts'
import { type TestClock, testClock } from '../../../../../test/app.ts'
import { balances } from '../../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { sendUpload } from '../../../../../test/workbooks.ts'

let test: RefundWorld
let clock: TestClock
beforeAll(async () => {
  clock = testClock()
  test = await refundWorld({ clock })
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, qrParameters))
})
afterAll(() => test?.close())

const today = () => localDate(clock.now())
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const setParameter = (key: string, value: string) =>
  test.runtime.db.updateTable('masterdata.parameter').set({ value }).where('key', '=', key).executeTakeFirstOrThrow()
const kept = (id: string) => test.runtime.db.selectFrom('payment.cancellation').selectAll().where('transaction_id', '=', id).execute()

/** What the refusal changed: nothing. */
async function refusesCancel(id: string, code: string, language: 'vi' | 'en' = 'vi') {
  const { status, version } = await test.detailFromDatabase(id)
  const reply = await test.askCancel(id, { language })
  expect(reply).toMatchObject({ code })
  expect(await test.detailFromDatabase(id)).toMatchObject({ status, version })
  return reply
}

describe('a cancellation', () => {
  it('waits for the checker, then mirrors the journal of the payment on its own day and ends it', async () => {
    const before = await balances(test.runtime)
    const id = await test.pay({ amount: '200000' })
    const paidAt = await test.detail(id)
    expect(paidAt.cancelUntil).toBe(isoLocal(startOfDay(addDays(today(), 1))))
    const asked = await test.askCancel(id)
    expect(asked).toMatchObject({ status: 200, data: { status: 'CANCEL_PENDING' } })
    const waiting = await test.detail(id)
    expect(waiting).toMatchObject({ status: 'CANCEL_PENDING', pendingRequestId: asked.data?.requestId, cancelUntil: null, fee: '2000.00' })
    expect(waiting.journals).toHaveLength(1)
    expect(await test.decide(asked.data?.requestId ?? '')).toMatchObject({ status: 200, data: { status: 'APPROVED' } })
    const done = await test.detail(id)
    expect(done).toMatchObject({ status: 'CANCELLED', refunded: '0.00', fee: null, tax: null, net: null, pendingRequestId: null })
    const [paid, mirror, ...others] = done.journals
    expect(others).toEqual([])
    expect(mirror).toMatchObject({
      ...{ kind: 'QR_CANCEL', reversesJournalId: paid?.id, businessDate: today() },
      description: `Huỷ giao dịch ${done.code}`,
    })
    expect(await balances(test.runtime)).toEqual(before)
    expect(await kept(id)).toMatchObject([{ amount: '200000.00', fee: '2000.00', tax: '200.00', reason: 'Quét nhầm mã', journal_id: mirror?.id }])
    expect(done.timeline.slice(-2)).toMatchObject([
      { step: 'requestCancel', fromStatus: 'SUCCEEDED', toStatus: 'CANCEL_PENDING', actor: 'user:ketoan', detail: { message: 'Quét nhầm mã' } },
      { step: 'cancel', fromStatus: 'CANCEL_PENDING', toStatus: 'CANCELLED', actor: 'user:kiemsoat' },
    ])
    expect(await verifyLedger(test.runtime.db)).toEqual([])
    await refusesCancel(id, 'PAY-040')
    expect(await test.ask(id, '1000')).toMatchObject({ status: 409, code: 'PAY-012' })
  })

  it('that is rejected, withdrawn or not decided in time leaves the payment as it was', async () => {
    const id = await test.pay({ amount: '90000' })
    await test.decide(await test.cancelAsked(id), 'REJECT')
    expect(await test.detail(id)).toMatchObject({ status: 'SUCCEEDED' })
    await test.withdraw(await test.cancelAsked(id))
    const { status, timeline } = await test.detail(id)
    expect([status, timeline.at(-1)?.step]).toEqual(['SUCCEEDED', 'refuseCancel'])
    const request = await test.cancelAsked(id)
    const now = clock.now()
    clock.set(startOfDay(addDays(today(), 1)))
    expect(await expireDue(test.runtime, qr.kinds)).toBeGreaterThan(0)
    clock.set(now)
    expect((await test.detail(id)).timeline.at(-1)).toMatchObject({ step: 'refuseCancel', detail: { message: 'Hết giờ huỷ trong ngày' } })
    expect((await test.decide(request)).status).toBe(409)
  })

  it('above the first tier is decided by who decides large refunds', async () => {
    const id = await test.pay({ amount: '50000001' })
    const file = (
      await sendUpload<FileInfo>(test.app, uploadFile.path, { name: 'phiếu.png', content: png }, await test.headersOf('ketoan'), { kind: EVIDENCE_KIND })
    ).data
    expect(await test.askCancel(id, { language: 'en' })).toMatchObject({
      status: 422,
      errors: [{ field: 'attachments', code: 'PAY-048', message: 'Cancelling VND 50,000,000 or more needs evidence' }],
    })
    const asked = await test.askCancel(id, { attachments: [file?.uuid ?? ''] })
    const request = await test.runtime.db
      .selectFrom('approvals.request')
      .selectAll()
      .where('id', '=', asked.data?.requestId ?? '')
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({ tier: 2, money_impact: '50000001.00', decide_permission: 'pp-qr/quanlygiaodich/hoantienlon/approve' })
    await test.withdraw(asked.data?.requestId ?? '')
  })
})

describe('what is not cancelled', () => {
  it('a payment of another day, after the hour, of a closed day', async () => {
    const yesterday = addDays(today(), -1)
    const old = await test.pay({ amount: '80000', occurredAt: isoLocal(new Date(startOfDay(yesterday).getTime() + 36_000_000)) })
    expect((await test.detail(old)).cancelUntil).toBeNull()
    const { message } = await refusesCancel(old, 'PAY-041', 'en')
    expect(message).toBe(`A payment of ${showDate(yesterday)} could only be cancelled on that day; request a refund instead`)
    const id = await test.pay({ amount: '80000' })
    const request = await test.cancelAsked(await test.pay({ amount: '70000' }))
    await setParameter(qrCancelUntilHour.key, '0')
    await refusesCancel(id, 'PAY-042')
    expect(await test.decide(request)).toMatchObject({ status: 409, code: 'PAY-042' })
    await setParameter(qrCancelUntilHour.key, '24')
    const period = { service: 'QR', unitId: null, granularity: 'DAY', date: today(), at: clock.now() } as const
    await test.runtime.db.transaction().execute((tx) => closePeriod(tx, period))
    await refusesCancel(id, 'PAY-043')
    expect(await test.decide(request)).toMatchObject({ status: 409, code: 'PAY-043' })
    await test.runtime.db.transaction().execute((tx) => reopenPeriod(tx, { ...period, reason: 'Mở lại' }))
    expect(await test.decide(request)).toMatchObject({ status: 200 })
  })

  it('a payment that has not succeeded, is being refunded or was refunded in part', async () => {
    await refusesCancel(await test.pay({ outcome: { status: 'FAILED', code: '51', message: 'Không đủ số dư' } }), 'PAY-040')
    await refusesCancel(await test.pay({ outcome: undefined }), 'PAY-046')
    const id = await test.pay({ amount: '80000' })
    const refund = await test.asked(id, '1000')
    await refusesCancel(id, 'PAY-044')
    await test.decide(refund)
    await refusesCancel(id, 'PAY-045')
  })

  it('and while one waits nothing is refunded, and no second one is asked for', async () => {
    const id = await test.pay({ amount: '80000' })
    await test.cancelAsked(id)
    expect(await test.ask(id, '1000')).toMatchObject({ status: 409, code: 'PAY-047' })
    await refusesCancel(id, 'APR-004')
  })

  it('on a version that is old, by those who may not, without a reason, twice under one key', async () => {
    const id = await test.pay({ amount: '80000' })
    const { version } = await test.detail(id)
    for (const as of ['giaodichvien', 'kiemsoat', 'tinh01', 'doitac']) expect((await test.askCancel(id, { as })).status, as).toBe(403)
    const without = await test.call(askQrCancellation, { id, version }, { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } })
    expect(without).toMatchObject({ status: 422, errors: [{ field: 'reason', code: 'required' }] })
    await test.withdraw(await test.cancelAsked(id))
    expect(await test.askCancel(id, { version })).toMatchObject({ status: 409, code: 'SYS-409' })
    const now = (await test.detail(id)).version
    const key = randomUUID()
    const replies = [await test.askCancel(id, { key, version: now }), await test.askCancel(id, { key, version: now })]
    expect(new Set(replies.map(({ data }) => data?.requestId)).size).toBe(1)
  })

  it('money in suspense', async () => {
    const id = await test.pay({ amount: '80000' })
    const [journal] = (await test.detail(id)).journals
    await test.runtime.db
      .insertInto('payment.suspense')
      .columns(['transaction_id', 'business_date', 'service', 'journal_id', 'account_id', 'reason', 'side', 'amount', 'head_unit_id', 'partner_id'])
      .expression((eb) =>
        eb
          .selectFrom('payment.transaction as t')
          .innerJoin('payment.service_account as s', (join) => join.onRef('s.service', '=', 't.service').on('s.role', '=', 'feeIncome'))
          .select(['t.id', 't.business_date', 't.service', eb.val(journal?.id ?? '').as('j'), 's.account_id', eb.val('INACTIVE').as('r'), eb.val('C').as('d')])
          .select(['t.amount', 't.head_unit_id', 't.partner_id'])
          .where('t.id', '=', id),
      )
      .execute()
    await refusesCancel(id, 'PAY-014')
  })
})

describe('at the same moment', () => {
  it('of many makers one gets through, of many checkers one decides', async () => {
    const id = await test.pay({ amount: '80000' })
    const { version } = await test.detail(id)
    const asks = await Promise.all(Array.from({ length: 64 }, () => test.askCancel(id, { version })))
    expect(asks.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(asks.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const request = asks.find(({ status }) => status === 200)?.data?.requestId ?? ''
    const decisions = await Promise.all(Array.from({ length: 64 }, (_, n) => test.decide(request, 'APPROVE', { as: n % 2 ? 'kiemsoat' : 'admin' })))
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await kept(id)).toHaveLength(1)
  })

  it('a refund and a cancellation exclude each other', async () => {
    for (let n = 0; n < 4; n++) {
      const id = await test.pay({ amount: '80000' })
      const { version } = await test.detail(id)
      const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? test.ask(id, '80000', { version }) : test.askCancel(id, { version }))))
      const won = replies.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect((await test.detail(id)).status).toBe(won[0]?.data?.status)
      await test.decide(won[0]?.data?.requestId ?? '')
      expect(['CANCELLED', 'REFUNDED']).toContain((await test.detail(id)).status)
    }
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })
})

it('the list finds what was given back or is about to be', async () => {
  const cancelled = await test.pay({ amount: '33333' })
  await test.decide(await test.cancelAsked(cancelled))
  const pending = await test.pay({ amount: '33333' })
  await test.cancelAsked(pending)
  const find = async (returned: ('PENDING' | 'CANCELLED')[]) => {
    const filter = { from: today(), to: today(), amountFrom: '33333', amountTo: '33333', returned }
    return (await test.list(listQrTransactions, { filter }, { as: 'ketoan' })).data?.result.map(({ id }) => id)
  }
  expect(await find(['CANCELLED'])).toEqual([cancelled])
  expect(await find(['PENDING'])).toEqual([pending])
  expect(await find(['PENDING', 'CANCELLED'])).toEqual([pending, cancelled])
})

it('evidence is asked for from an amount that the operator sets', async () => {
  await setParameter(qrCancelEvidenceFrom.key, '80000.00')
  expect(await test.askCancel(await test.pay({ amount: '80000' }))).toMatchObject({ status: 422, errors: [{ code: 'PAY-048' }] })
  expect((await test.askCancel(await test.pay({ amount: '79999' }))).status).toBe(200)
})
