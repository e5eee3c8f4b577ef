import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { controlRules } from '#app/plugs/controls.ts'
import { paymentServices } from '#app/plugs/services.ts'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import type { ConflictDecision } from '#core/outcomes/contract/case.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import type { PartnerConnector } from '#core/partners/server/public.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestClock, testClock } from '../../../../../test/app.ts'
import { by } from '../../../../../test/outcomes.ts'
import { type TestPartner, testPartner } from '../../../../../test/partners.ts'
import { gatewayCall } from '../../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { settleSuspense } from '../../contract/suspense.ts'
import { RefundSender } from '../refund-sender.ts'
import { servicesByCode } from '../service.ts'
import { assertSettled } from '../settlement-hold.ts'

let test: RefundWorld
let clock: TestClock
let bank: TestPartner
let sender: RefundSender

beforeAll(async () => {
  clock = testClock()
  test = await refundWorld({ clock })
  bank = await testPartner(test.runtime, { settings: { try_timeout_ms: 1_500, deadline_ms: 4_000 } })
  sender = senderWith(partnerConnector(test.runtime))
})
afterAll(async () => {
  await sender.stop()
  await bank.simulator.close()
  await test.close()
})

const senderWith = (connector: Pick<PartnerConnector, 'refund'>) => new RefundSender(test.runtime, { services: servicesByCode(paymentServices), connector })
const rowOf = (parent: string) =>
  test.runtime.db.selectFrom('payment.partner_refund').selectAll().where('parent_id', '=', parent).orderBy('refund_id', 'desc').executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await test.detailFromDatabase(id)).status
const sentTimes = (reference: string) => bank.simulator.asked.filter((one) => one === `REFUND ${reference}`).length
const heard = (reference: string, status: 'SUCCEEDED' | 'FAILED', at = clock.now()) =>
  gatewayCall(test.app, test.world.vcb, `/og-001/v1/transactions/${reference}/outcome`, {
    ...{ status, code: status === 'SUCCEEDED' ? '00' : '51', message: 'told by the partner', occurredAt: isoLocal(at) },
  })

const balance = async (query: string) => Number((await test.runtime.pool.query<{ balance: string }>(query)).rows[0]?.balance)

/** Everything that is due leaves, and is answered. */
async function send(): Promise<void> {
  await sender.begin()
  await sender.idle()
}

async function agreed(amount = '200000', given = amount) {
  const id = await test.pay({ amount })
  expect(await test.decide(await test.asked(id, given))).toMatchObject({ status: 200 })
  return { id, refund: await rowOf(id) }
}

describe('a refund that failed and is reported as successful later', () => {
  async function contradicted(given = '200000') {
    const { id, refund } = await agreed('200000', given)
    bank.simulator.decide(bank.code, refund.reference, 'FAILED')
    await send()
    expect(await statusOf(refund.refund_id)).toBe('FAILED')
    return { id, refund, report: () => heard(refund.reference, 'SUCCEEDED') }
  }

  async function settle(refundId: string, decision: ConflictDecision): Promise<void> {
    const found = await test.runtime.db
      .selectFrom('outcome.outcome_case')
      .select(['id', 'version'])
      .where('transaction_id', '=', refundId)
      .executeTakeFirstOrThrow()
    const asked = await test.call(settleConflict, { ...found, decision, note: 'Đã đối chiếu với ngân hàng' }, by('ketoan'))
    const decided = await test.call(
      decideRequest,
      { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE', reason: 'Đồng ý' },
      by('kiemsoat', 'O2O_CRM'),
    )
    expect(decided).toMatchObject({ status: 200 })
  }

  it('is not made again until two people have said that it did fail', async () => {
    const { id, refund, report } = await contradicted()
    expect(await report()).toMatchObject({ status: 409, code: 'PAY-009' })
    // The portal does not offer it meanwhile, on the page or in the list.
    const held = async () => [
      (await test.detail(id)).held,
      (await test.list(listQrTransactions, { filter: { code: (await test.detail(id)).code } }, { as: 'ketoan' })).data?.result[0]?.held,
    ]
    expect(await held()).toEqual([true, true])
    for (const language of ['vi', 'en'] as const) {
      const again = await test.ask(id, '200000', { language })
      expect(again).toMatchObject({ status: 409, code: 'PAY-020' })
      expect(again.message).toContain(refund.reference)
    }
    // Nor does money of the payment that lies in suspense go anywhere meanwhile.
    const settled = () => test.runtime.db.transaction().execute((tx) => assertSettled(tx, id))
    await expect(settled()).rejects.toThrow('PAY-020')
    await settle(refund.refund_id, 'RELEASE')
    await expect(settled()).resolves.toBeUndefined()
    expect(await held()).toEqual([false, false])
    expect((await test.ask(id, '200000')).status).toBe(200)
  })

  it('is not made again for ever once two people have said that it was made: the partner no longer has the money, and somebody says whose it was', async () => {
    const clearing = () => balance("select balance from ledger.account where code = '1388.VCB'")
    const { id, refund, report } = await contradicted()
    const before = await clearing()
    expect(await report()).toMatchObject({ status: 409, code: 'PAY-009' })
    // Open work, until it is nothing to ask for again.
    const refused = async () => [
      (await test.detail(id)).refusedReturn?.id,
      ((await test.list(listQrTransactions, { filter: { refusedReturn: 'OPEN' } }, { as: 'ketoan' })).data?.result ?? []).some((row) => row.id === id),
    ]
    expect(await refused()).toEqual([refund.refund_id, true])
    await settle(refund.refund_id, 'KEEP')
    expect(await refused()).toEqual([undefined, false])
    expect(before - (await clearing())).toBe(200_000)
    const { rows } = await test.runtime.pool.query(
      'select side, sum(amount) as amount, min(reason) as reason from payment.suspense where transaction_id = $1 group by side',
      [refund.refund_id],
    )
    expect(rows).toEqual([{ side: 'D', amount: '200000.00', reason: 'CONTRADICTED' }])
    // What it came from is the partner's account, put right by a decision that is final.
    const lies = await test.runtime.db
      .selectFrom('payment.suspense')
      .select(['id', 'version'])
      .where('transaction_id', '=', refund.refund_id)
      .executeTakeFirstOrThrow()
    expect(await test.call(settleSuspense, { ...lies, target: 'BACK', reason: 'Trả lại' }, by('ketoan'))).toMatchObject({ status: 409, code: 'PAY-013' })
    expect(await statusOf(refund.refund_id)).toBe('FAILED')
    expect(await test.ask(id, '1000')).toMatchObject({ status: 409, code: 'PAY-020' })
    // Told once more it alarms nobody, and nothing is settled a second time.
    expect(await report()).toMatchObject({ status: 409 })
    const held = await test.runtime.db.selectFrom('outcome.outcome_case').selectAll().where('transaction_id', '=', refund.refund_id).executeTakeFirstOrThrow()
    expect(held).toMatchObject({ conflict_decision: 'KEEP', conflict_booked_at: expect.any(Date) })
    const again = await test.call(settleConflict, { id: held.id, version: held.version, decision: 'RELEASE', note: 'Lần hai' }, by('ketoan'))
    expect(again).toMatchObject({ status: 409, code: 'OUT-016' })
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('stops the next one, agreed before the report came: it waits, and leaves when that is settled', async () => {
    const { id, refund, report } = await contradicted('50000')
    const asked = await test.asked(id, '50000')
    expect(await test.decide(asked)).toMatchObject({ status: 200 })
    const next = await rowOf(id)
    expect(await report()).toMatchObject({ status: 409 })
    await send()
    expect(sentTimes(next.reference)).toBe(0)
    expect(await rowOf(id)).toMatchObject({ state: 'READY', fault: 'HELD' })
    await settle(refund.refund_id, 'RELEASE')
    bank.simulator.decide(bank.code, next.reference, 'SUCCEEDED')
    clock.advance(61_000)
    await send()
    expect(sentTimes(next.reference)).toBe(1)
    expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED')
  })

  it('cannot be agreed to once the report has come', async () => {
    const { id, report } = await contradicted('50000')
    const asked = await test.asked(id, '50000')
    await report()
    expect(await test.decide(asked)).toMatchObject({ status: 409, code: 'PAY-020' })
  })
})

describe('a partner that was locked after the refund was agreed', () => {
  const lock = (status: 'ACTIVE' | 'LOCKED') =>
    test.runtime.database.owner.query('update organisation.partner set status = $2 where id = $1', [bank.id, status])
  afterEach(() => lock('ACTIVE'))

  it('is sent nothing; the refund says why it waits, and leaves when it may', async () => {
    const { id, refund } = await agreed()
    await lock('LOCKED')
    await send()
    expect(sentTimes(refund.reference)).toBe(0)
    expect(await rowOf(id)).toMatchObject({ state: 'READY', fault: 'PARTNER_LOCKED' })
    // Whoever looks at either sees why, and somebody is told once it takes long.
    expect((await test.detail(id)).refunds).toMatchObject([{ id: refund.refund_id, fault: 'PARTNER_LOCKED' }])
    expect(await test.detail(refund.refund_id)).toMatchObject({ type: 'REFUND', fault: 'PARTNER_LOCKED' })
    const rule = controlRules.find(({ code }) => code === 'REFUNDS_UNSENT')
    const told = (minutes: number) => rule?.query(test.runtime.db, new Date(refund.created_at.getTime() + minutes * 60_000))
    expect(await told(60)).toEqual([])
    expect(await told(61)).toMatchObject([{ subject: expect.stringMatching(/^QR/), amount: '200000.00' }])
    expect(await statusOf(refund.refund_id)).toBe('INITIATED')
    await lock('ACTIVE')
    bank.simulator.decide(bank.code, refund.reference, 'SUCCEEDED')
    clock.advance(61_000)
    await send()
    expect(sentTimes(refund.reference)).toBe(1)
    expect(await statusOf(id)).toBe('REFUNDED')
  })
})

it('a partner whose clock is behind may say what became of a refund', async () => {
  const { id, refund } = await agreed()
  bank.simulator.decide(bank.code, refund.reference, 'PENDING')
  await send()
  expect(await heard(refund.reference, 'SUCCEEDED', new Date(refund.created_at.getTime() - 120_000))).toMatchObject({ status: 200 })
  expect(await statusOf(id)).toBe('REFUNDED')
})

it('nothing of what was agreed changes in the database', async () => {
  const { refund } = await agreed()
  for (const column of ['reason', 'original_reference'])
    await expect(
      test.runtime.database.owner.query(`update payment.partner_refund set ${column} = 'another' where refund_id = $1`, [refund.refund_id]),
      column,
    ).rejects.toThrow(/stays as it was agreed/)
  await heard(refund.reference, 'SUCCEEDED')
})

const unsent = { verdict: 'UNKNOWN', code: null, partnerReference: null, message: '', raw: '', exchangeId: '0', fault: 'CIRCUIT_OPEN', sent: false } as const

const closed = () => senderWith({ refund: async () => ({ ...unsent, at: clock.now() }) })

it('what could not be sent is sent later, under the same reference', async () => {
  const { id, refund } = await agreed()
  const off = closed()
  await off.begin()
  await off.stop()
  expect(await rowOf(id)).toMatchObject({ state: 'READY', claims: 1, fault: 'CIRCUIT_OPEN' })
  expect(await statusOf(refund.refund_id)).toBe('INITIATED')
  bank.simulator.decide(bank.code, refund.reference, 'SUCCEEDED')
  await send()
  expect(sentTimes(refund.reference)).toBe(0)
  clock.advance(61_000)
  await send()
  expect(sentTimes(refund.reference)).toBe(1)
  expect(await statusOf(id)).toBe('REFUNDED')
})

it('as many as are due leave without waiting to be looked for again', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => agreed('10000')))
  for (const { refund } of made) bank.simulator.decide(bank.code, refund.reference, 'SUCCEEDED')
  await send()
  for (const { id } of made) expect(await statusOf(id)).toBe('REFUNDED')
})

it('what could not be sent for a day has failed, for nothing has left', async () => {
  const { id, refund } = await agreed()
  clock.advance(25 * 3_600_000)
  const off = closed()
  await off.begin()
  await off.stop()
  expect(await statusOf(refund.refund_id)).toBe('FAILED')
  expect(await test.detailFromDatabase(id)).toMatchObject({ status: 'SUCCEEDED', refunded: '0.00' })
})
