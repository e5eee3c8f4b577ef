import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentServices } from '#app/plugs/services.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { listNotifications } from '#core/notifications/contract/notifications.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { qrDailyReport } from '#subsystems/qr/contract/daily-report.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestClock, testClock } from '../../../../../test/app.ts'
import { type TestPartner, testPartner } from '../../../../../test/partners.ts'
import { balances, gatewayCall, type TestChannel } from '../../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { repeatable } from '../../../../../test/repeatable.ts'
import { FATES, FAULTS, type Fate } from '../../../../app/simulator/partner/fates.ts'
import { RefundSender } from '../refund-sender.ts'
import { servicesByCode } from '../service.ts'

let test: RefundWorld
let clock: TestClock
let bank: TestPartner
let sender: RefundSender
/** What a refund contradicts is kept by core/outcomes. */
const kept: string[] = []

beforeAll(async () => {
  clock = testClock()
  test = await refundWorld({ clock })
  // Longer than usual: a busy machine is no partner that is late.
  bank = await testPartner(test.runtime, { settings: { try_timeout_ms: 1_500, deadline_ms: 4_000 } })
  sender = new RefundSender(test.runtime, {
    services: servicesByCode(paymentServices),
    connector: partnerConnector(test.runtime),
    contradicted: async (_runtime, reports) => void kept.push(...reports.map(({ externalRef }) => externalRef)),
  })
})
beforeEach(() => {
  kept.length = 0
})
afterAll(async () => {
  await sender.stop()
  await bank.simulator.close()
  await test.close()
})

const today = () => localDate(clock.now())
const rowOf = (parent: string) =>
  test.runtime.db.selectFrom('payment.partner_refund').selectAll().where('parent_id', '=', parent).orderBy('refund_id', 'desc').executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await test.detailFromDatabase(id)).status
const sentTimes = (reference: string) => bank.simulator.asked.filter((one) => one === `REFUND ${reference}`).length

const refusedIds = async () =>
  (await test.list(listQrTransactions, { filter: { refusedReturn: 'OPEN' } }, { as: 'ketoan' })).data?.result.map((row) => row.id) ?? []
/** What the maker was told last. */
const newestNotice = async () => (await test.call(listNotifications, {}, { as: 'ketoan' })).data?.items[0]?.text

/** Everything that is due leaves, and is answered. */
async function send(): Promise<void> {
  await sender.begin()
  await sender.idle()
}

/** A payment of which a refund was agreed, and not sent yet. */
async function agreed(amount = '200000', given = amount) {
  const id = await test.pay({ amount })
  const decided = await test.decide(await test.asked(id, given))
  expect(decided).toMatchObject({ status: 200 })
  return { id, refund: await rowOf(id) }
}

async function refunded(fate: Fate, amount?: string, given?: string) {
  const made = await agreed(amount, given)
  bank.simulator.decide(bank.code, made.refund.reference, fate)
  await send()
  return made
}

describe('a refund that leaves through the partner', () => {
  it('is a transaction of its own; the payment is refunded when that has succeeded, and posted then', async () => {
    const before = await balances(test.runtime)
    const { id, refund } = await agreed()
    const waiting = await test.detail(id)
    expect(waiting).toMatchObject({ status: 'REFUND_PENDING', refunded: '0.00', refunds: [{ id: refund.refund_id, amount: '200000.00', status: 'INITIATED' }] })
    expect(waiting.journals).toHaveLength(1)

    bank.simulator.decide(bank.code, refund.reference, 'SUCCEEDED')
    await send()
    const done = await test.detail(id)
    expect(done).toMatchObject({ status: 'REFUNDED', refunded: '200000.00', netLeft: '0.00', refunds: [{ status: 'SUCCEEDED' }] })
    expect(done.timeline.at(-1)).toMatchObject({ step: 'refund', actor: 'system', detail: { message: expect.stringContaining(refund.reference) } })
    expect(await balances(test.runtime)).toEqual(before)
    expect(await test.refunds(id)).toMatchObject({ refunds: [{ amount: '200000.00', fee: '2000.00', tax: '200.00' }] })

    const own = await test.detail(refund.refund_id)
    expect(own).toMatchObject({
      ...{ type: 'REFUND', direction: 'OUT', status: 'SUCCEEDED', parent: { id, code: done.code }, amount: '200000.00' },
      ...{ payer: { name: 'PHO THIN' }, payee: { name: 'NGUYEN THI LAN', account: '0123456789' }, outcome: { code: '00', bankReference: expect.any(String) } },
    })
    expect(own.journals).toMatchObject([{ kind: 'QR_REFUND', businessDate: today() }])
    expect(own.timeline.map(({ toStatus }) => toStatus)).toEqual(['INITIATED', 'PROCESSING', 'SUCCEEDED'])
    expect(sentTimes(refund.reference)).toBe(1)
  })

  it('in parts gives back what one refund would', async () => {
    const before = await balances(test.runtime)
    const { id } = await refunded('SUCCEEDED', '99999', '33333')
    expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED')
    for (const amount of ['33333', '33333']) {
      await test.decide(await test.asked(id, amount))
      bank.simulator.decide(bank.code, (await rowOf(id)).reference, 'SUCCEEDED')
      await send()
    }
    expect(await statusOf(id)).toBe('REFUNDED')
    expect(await balances(test.runtime)).toEqual(before)
  })

  it('that fails frees the amount, and may be asked for again', async () => {
    const { id, refund } = await refunded('FAILED')
    const after = await test.detail(id)
    expect(after).toMatchObject({ status: 'SUCCEEDED', refunded: '0.00', refunds: [{ status: 'FAILED' }] })
    expect(after.timeline.slice(-3)).toMatchObject([
      { step: 'requestRefund', actor: 'user:ketoan' },
      { step: 'agreeReturn', actor: 'user:kiemsoat', fromStatus: 'REFUND_PENDING', toStatus: 'REFUND_PENDING' },
      { step: 'refuseRefund', detail: { message: expect.stringContaining(`${refund.reference}: 51`) } },
    ])
    // Work for the maker until somebody asks again, whatever its day.
    expect(after.refusedReturn).toMatchObject({ id: refund.refund_id, code: refund.reference, cancels: false, reason: expect.stringMatching(/^51 /) })
    expect(await refusedIds()).toContain(id)
    expect(await newestNotice()).toMatch(/^Không hoàn được 200\.000 đồng của giao dịch QR\d+\. 51 /)
    const again = await test.asked(id, '200000')
    expect([(await test.detail(id)).refusedReturn, (await refusedIds()).includes(id)]).toEqual([null, false])
    await test.decide(again)
    bank.simulator.decide(bank.code, (await rowOf(id)).reference, 'SUCCEEDED')
    await send()
    expect(await statusOf(id)).toBe('REFUNDED')
    expect(await newestNotice()).toMatch(/^Đã hoàn 200\.000 đồng của giao dịch QR\d+ theo yêu cầu của bạn$/)
  })

  it('that the partner still works on waits for the word of the partner', async () => {
    const { id, refund } = await refunded('PENDING')
    expect(await statusOf(refund.refund_id)).toBe('PROCESSING')
    expect(await statusOf(id)).toBe('REFUND_PENDING')
    expect(await heard(refund.reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('REFUNDED')
  })
})

const heard = (reference: string, status: 'SUCCEEDED' | 'FAILED', channel: TestChannel = test.world.vcb) =>
  gatewayCall(
    test.app,
    channel,
    `/og-001/v1/transactions/${reference}/outcome`,
    {
      ...{ status, code: status === 'SUCCEEDED' ? '00' : '51', message: 'told by the partner', occurredAt: isoLocal(clock.now()) },
    },
    { at: clock.now() },
  )

describe('a cancellation that leaves through the partner', () => {
  /** Agreed, and answered by the partner so. */
  async function cancelled(fate: Fate) {
    const id = await test.pay({ amount: '200000' })
    expect(await test.decide(await test.cancelAsked(id))).toMatchObject({ status: 200 })
    const refund = await rowOf(id)
    expect(await test.detail(id)).toMatchObject({ status: 'CANCEL_PENDING', refunds: [{ amount: '200000.00' }] })
    bank.simulator.decide(bank.code, refund.reference, fate)
    await send()
    return { id, refund }
  }
  const kept = (id: string) => test.runtime.db.selectFrom('payment.cancellation').selectAll().where('transaction_id', '=', id).execute()

  it('has cancelled the payment once the partner has given it back on the same day', async () => {
    const before = await balances(test.runtime)
    const { id, refund } = await cancelled('SUCCEEDED')
    expect(await test.detail(id)).toMatchObject({ status: 'CANCELLED', refunded: '0.00' })
    expect(await balances(test.runtime)).toEqual(before)
    expect((await test.detail(refund.refund_id)).journals).toMatchObject([{ kind: 'QR_CANCEL', businessDate: today() }])
    expect(await kept(id)).toMatchObject([{ amount: '200000.00', fee: '2000.00', refund_transaction_id: refund.refund_id }])
    expect((await test.refunds(id)).refunds).toEqual([])
  })

  it('that fails leaves the payment as it was; while nobody knows, nothing else is given back', async () => {
    const { id } = await cancelled('FAILED')
    const after = await test.detail(id)
    expect([after.status, after.timeline.at(-1)?.step]).toEqual(['SUCCEEDED', 'refuseCancel'])
    expect(after.refusedReturn).toMatchObject({ cancels: true })
    expect(await newestNotice()).toMatch(/^Không huỷ được giao dịch QR\d+ · 200\.000 đồng\. 51 /)
    const unknown = await cancelled('PENDING')
    expect(await test.askCancel(unknown.id)).toMatchObject({ status: 409, code: 'PAY-017' })
    expect(await test.ask(unknown.id, '1000')).toMatchObject({ status: 409, code: 'PAY-017' })
    expect(await heard(unknown.refund.reference, 'FAILED')).toMatchObject({ status: 200 })
    expect(await statusOf(unknown.id)).toBe('SUCCEEDED')
  })

  it('that the partner has made on a later day is a refund of that day: the day of the payment stays as it was', async () => {
    const before = await balances(test.runtime)
    const { id, refund } = await cancelled('PENDING')
    const now = clock.now()
    clock.advance(86_400_000)
    expect(await heard(refund.reference, 'SUCCEEDED')).toMatchObject({ status: 200 })
    const later = today()
    clock.set(now)
    expect(await test.detail(id)).toMatchObject({ status: 'REFUNDED', refunded: '200000.00' })
    expect((await test.detail(refund.refund_id)).journals).toMatchObject([{ kind: 'QR_REFUND', businessDate: later }])
    expect(await kept(id)).toEqual([])
    expect((await test.refunds(id)).refunds).toMatchObject([{ amount: '200000.00' }])
    expect(await balances(test.runtime)).toEqual(before)
  })
})

describe('an outcome that nobody knows', () => {
  it('opens a case, and a second refund is refused with the name of the first', async () => {
    const { id, refund } = await agreed('200000', '50000')
    bank.simulator.failNext('error')
    await send()
    expect(await statusOf(refund.refund_id)).toBe('UNKNOWN')
    const found = await test.runtime.db.selectFrom('outcome.outcome_case').selectAll().where('transaction_id', '=', refund.refund_id).executeTakeFirst()
    expect(found).toMatchObject({ code: refund.reference, type: 'REFUND', direction: 'OUT', amount: '50000.00', status: 'OPEN' })
    for (const language of ['vi', 'en'] as const) {
      const second = await test.ask(id, '1000', { language })
      expect(second).toMatchObject({ status: 409, code: 'PAY-017', data: { id: refund.refund_id, code: refund.reference, status: 'UNKNOWN' } })
      expect(second.message).toContain(refund.reference)
    }
    await send()
    expect(sentTimes(refund.reference)).toBe(1)

    expect(await heard(refund.reference, 'FAILED')).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('SUCCEEDED')
    expect((await test.ask(id, '1000')).status).toBe(200)
  })

  it('never becomes FAILED, whatever goes wrong with the answers, and nothing is sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FAULTS), fc.constantFrom(...FATES), async (fault, fate) => {
        const { id, refund } = await agreed()
        bank.simulator.decide(bank.code, refund.reference, fate)
        bank.simulator.failNext(fault)
        await send()
        await send()
        expect(await statusOf(refund.refund_id)).toBe('UNKNOWN')
        expect(await test.detailFromDatabase(id)).toMatchObject({ status: 'REFUND_PENDING', refunded: '0.00' })
        expect(sentTimes(refund.reference)).toBe(1)
      }),
      { numRuns: 15, ...repeatable },
    )
  })

  it('is that of a refund whose process ended while it was under way: it is not sent again', async () => {
    const { refund } = await agreed()
    await test.runtime.database.owner.query(`update payment.partner_refund set state = 'SENDING', next_at = $2, claims = 1 where refund_id = $1`, [
      refund.refund_id,
      clock.now(),
    ])
    await send()
    expect(await statusOf(refund.refund_id)).toBe('UNKNOWN')
    expect(sentTimes(refund.reference)).toBe(0)
    expect((await rowOf(refund.parent_id)).state).toBe('LEFT')
  })
})

describe('what is on its way back', () => {
  it('never passes the payment, whoever asks at once', async () => {
    const id = await test.pay({ amount: '100000' })
    const { version } = await test.detail(id)
    const asks = await Promise.all(Array.from({ length: 64 }, () => test.ask(id, '60000', { version })))
    const won = asks.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const request = won[0]?.data?.requestId ?? ''
    const decisions = await Promise.all(Array.from({ length: 64 }, (_, n) => test.decide(request, 'APPROVE', { as: n % 2 ? 'kiemsoat' : 'admin' })))
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await test.runtime.pool.query('select refund_id from payment.partner_refund where parent_id = $1', [id])
    expect(rows).toHaveLength(1)
    const refund = await rowOf(id)
    bank.simulator.decide(bank.code, refund.reference, 'SUCCEEDED')
    await Promise.all(Array.from({ length: 8 }, send))
    expect(sentTimes(refund.reference)).toBe(1)
    expect((await test.detail(id)).refunded).toBe('60000.00')
    expect(await test.ask(id, '40001')).toMatchObject({ status: 422, code: 'PAY-011' })
  })

  it('is held to that by the database itself', async () => {
    const { refund } = await agreed('100000', '60000')
    const { owner } = test.runtime.database
    const again = (amount: number, ref: string) =>
      owner.query(
        `insert into payment.partner_refund (refund_id, business_date, parent_id, parent_date, partner_id, amount, fee, tax, reason, request_ref, reference, original_reference, next_at, created_at)
         select parent_id, parent_date, parent_id, parent_date, partner_id, $2, 0, 0, 'x', $3, $3, original_reference, now(), now() from payment.partner_refund where refund_id = $1`,
        [refund.refund_id, amount, ref],
      )
    await expect(again(1000, 'second')).rejects.toThrow(/partner_refund_open/)
    await owner.query('drop index payment.partner_refund_open')
    await expect(again(40_001, 'too much')).rejects.toThrow(/refunding_within_amount/)
    await owner.query(`create unique index partner_refund_open on payment.partner_refund (parent_id) where state <> 'ENDED'`)
    await expect(owner.query(`update payment.partner_refund set amount = 1 where refund_id = $1`, [refund.refund_id])).rejects.toThrow(/stays as it was agreed/)
    await heard(refund.reference, 'SUCCEEDED')
    expect((await rowOf(refund.parent_id)).state).toBe('ENDED')
    await expect(owner.query(`update payment.partner_refund set state = 'READY', next_at = now() where refund_id = $1`, [refund.refund_id])).rejects.toThrow(
      /not sent again/,
    )
  })
})

it('a report that contradicts what was decided changes nothing', async () => {
  const { id, refund } = await refunded('SUCCEEDED')
  expect(await heard(refund.reference, 'FAILED')).toMatchObject({ status: 409 })
  expect(await test.detailFromDatabase(id)).toMatchObject({ status: 'REFUNDED' })
})

it('an answer that comes after somebody else’s word and contradicts it is kept', async () => {
  const { refund } = await agreed()
  const slow = new RefundSender(test.runtime, {
    services: servicesByCode(paymentServices),
    connector: {
      refund: async () => {
        await heard(refund.reference, 'FAILED')
        return { verdict: 'SUCCEEDED', code: '00', partnerReference: null, message: 'x', raw: '{}', exchangeId: '0', fault: null, sent: true, at: clock.now() }
      },
    },
    contradicted: async (_runtime, reports) => void kept.push(...reports.map(({ externalRef }) => externalRef)),
  })
  await slow.begin()
  await slow.stop()
  expect(await statusOf(refund.refund_id)).toBe('FAILED')
  expect(kept).toEqual([refund.reference])
})

describe('lists and reports', () => {
  const search = async (filter: object) => {
    const period = { from: today(), to: today() }
    const { data } = await test.call(listQrTransactions, { searchSdi: { ...period, ...filter }, pageInfo: { currentPage: 1, pageSize: 100 } }, { as: 'ketoan' })
    if (!data) throw new Error('no list')
    return data
  }
  const report = async () => {
    const { data } = await test.call(
      qrDailyReport,
      { searchSdi: { from: today(), to: today() }, pageInfo: { currentPage: 1, pageSize: 100 } },
      { as: 'ketoan' },
    )
    if (!data) throw new Error('no report')
    return data
  }

  it('count a refund once: its payment in the list, its money in the report on the day it succeeded', async () => {
    const [list, sums, payable] = [await search({}), await report(), await balances(test.runtime)]
    const { refund } = await refunded('SUCCEEDED', '300000', '100000')
    await refunded('FAILED', '50000')
    const after = await search({})
    expect(after.totalRecord).toBe(list.totalRecord + 2)
    expect(after.sums.amount).toBe(sumMoney([list.sums.amount ?? '0', '350000.00']))
    const refunds = await search({ refunds: true })
    expect(refunds.result.map(({ code }) => code)).toContain(refund.reference)
    expect((await search({ code: refund.reference })).result).toMatchObject([{ code: refund.reference, amount: '100000.00' }])

    const counted = await report()
    expect(counted.totals.refunded).toBe(sumMoney([sums.totals.refunded ?? '0', '100000.00']))
    expect(counted.totals.refunds).toBe(Number(sums.totals.refunds) + 1)
    // What the merchant is owed moved by what the report says.
    const owed = (await balances(test.runtime))['3388.M-HANOI'] ?? '0.00'
    expect(sumMoney([owed, `-${payable['3388.M-HANOI'] ?? '0.00'}`])).toBe(sumMoney([counted.totals.net ?? '0', `-${sums.totals.net ?? '0'}`]))
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })
})

// Last, because sessions end when the clock goes on by a day.
