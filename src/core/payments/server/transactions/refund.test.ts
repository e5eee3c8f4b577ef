import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePeriod, verifyLedger } from '#core/ledger/server/public.ts'
import { insertGlobalList, removeGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { askQrRefund, getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { qr } from '#subsystems/qr/server/transactions.ts'
import { transactionPath } from '#subsystems/qr/web/paths.ts'
import { balances } from '../../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { refundCharges } from '../../contract/refund.ts'

let test: RefundWorld
beforeAll(async () => {
  test = await refundWorld()
})
afterAll(() => test?.close())

const today = localDate(new Date())
const refunds = (id: string) => test.refunds(id)
/** What the merchant is owed of one payment, from its journals. */
async function owed(id: string): Promise<bigint> {
  const { journals } = await test.detail(id)
  return journals
    .flatMap(({ entries }) => entries)
    .filter(({ accountCode }) => accountCode.startsWith('3388.'))
    .reduce((sum, { side, amount }) => sum + (side === 'C' ? 1n : -1n) * BigInt(amount.replace('.', '')), 0n)
}

describe('a full refund', () => {
  it('waits for the checker, then reverses the journal and ends the payment', async () => {
    const before = await balances(test.runtime)
    const id = await test.pay({ amount: '200000' })
    const asked = await test.ask(id, '200000')
    expect(asked).toMatchObject({ status: 200, data: { requestId: expect.any(String), status: 'REFUND_PENDING' } })
    const waiting = await test.detail(id)
    expect(waiting).toMatchObject({ status: 'REFUND_PENDING', version: asked.data?.version })
    expect(waiting.journals).toHaveLength(1)
    expect(await refunds(id)).toEqual({ refunded: '0.00', pendingRequestId: asked.data?.requestId, refunds: [] })

    expect(await test.decide(asked.data?.requestId ?? '')).toMatchObject({ status: 200, data: { status: 'APPROVED' } })
    const done = await test.detail(id)
    expect(done.status).toBe('REFUNDED')
    const [paid, reversal, ...others] = done.journals
    expect(others).toEqual([])
    expect(reversal).toMatchObject({ reversesJournalId: paid?.id, businessDate: today, description: 'Khách trả hàng' })
    expect(paid?.reversedByJournalId).toBe(reversal?.id)
    expect(await balances(test.runtime)).toEqual(before)
    expect(await refunds(id)).toMatchObject({
      refunded: '200000.00',

      pendingRequestId: null,
      refunds: [{ amount: '200000.00', fee: '2000.00', tax: '200.00', reason: 'Khách trả hàng' }],
    })
    expect(done.timeline.slice(-2)).toMatchObject([
      {
        step: 'requestRefund',
        fromStatus: 'SUCCEEDED',
        toStatus: 'REFUND_PENDING',
        actorKind: 'USER',
        actor: 'user:ketoan',
        detail: { message: 'Khách trả hàng' },
      },
      // The maker's words stand with the request; the checker said none.
      { step: 'refund', fromStatus: 'REFUND_PENDING', toStatus: 'REFUNDED', actorKind: 'USER', actor: 'user:kiemsoat', detail: null },
    ])
    expect(done).toMatchObject({ amount: '200000.00', refunded: '200000.00', feeLeft: '0.00', taxLeft: '0.00', netLeft: '0.00' })
  })

  it('posts on today, whatever the day of the payment, be it closed', async () => {
    const yesterday = addDays(today, -1)
    const id = await test.pay({ amount: '90000', occurredAt: isoLocal(new Date(startOfDay(yesterday).getTime() + 36_000_000)) })
    await test.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: yesterday, at: new Date() }))
    expect((await test.decide(await test.asked(id, '90000'))).status).toBe(200)
    expect((await test.detail(id)).journals.map(({ businessDate }) => businessDate)).toEqual([yesterday, today])
    const part = await test.pay({ amount: '90000' })
    expect((await test.decide(await test.asked(part, '1000'))).status).toBe(200)
  })
})

describe('refunds in parts', () => {
  it('give fee and tax back in proportion, and in the end all of them', async () => {
    const before = await balances(test.runtime)
    const id = await test.pay({ amount: '150000' })
    expect(await owed(id)).toBe(14_835_000n)
    await test.decide(await test.asked(id, '50000'))
    expect(await test.detail(id)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refunded: '50000.00',
      feeLeft: '1000.00',
      taxLeft: '100.00',
      netLeft: '98900.00',
    })
    expect(await owed(id)).toBe(10_000_000n - 110_000n)
    expect(await refunds(id)).toMatchObject({ refunded: '50000.00', refunds: [{ fee: '500.00', tax: '50.00' }] })
    const journal = (await test.detail(id)).journals.at(-1)
    expect(journal).toMatchObject({ kind: 'QR_REFUND', reversesJournalId: null })
    expect(journal?.entries.map(({ accountCode, side, amount }) => [accountCode, side, amount])).toEqual([
      ['3388.M-HANOI', 'D', '50000.00'],
      ['1388.VCB', 'C', '50000.00'],
      ['5113.QR', 'D', '500.00'],
      ['33311.QR', 'D', '50.00'],
      ['3388.M-HANOI', 'C', '550.00'],
    ])
    await test.decide(await test.asked(id, '100000'))
    expect(await test.detail(id)).toMatchObject({ status: 'REFUNDED' })
    expect(await owed(id)).toBe(0n)
    expect(await balances(test.runtime)).toEqual(before)
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it.each([
    // amount, fee, tax, refunded before, refund → fee and tax back (đồng)
    [150_000, 1500, 150, 0, 150_000, 1500, 150],
    [150_000, 1500, 150, 0, 50_000, 500, 50],
    [150_000, 1500, 150, 50_000, 100_000, 1000, 100],
    [100_000, 333, 33, 0, 1, 1, 1],
    [100_000, 333, 33, 1, 1, 0, 0],
    [100_000, 333, 33, 2, 99_998, 332, 32],
    [110, 100, 10, 0, 1, 1, 1],
    [110, 100, 10, 109, 1, 0, 0],
    [50_000, 0, 0, 0, 20_000, 0, 0],
  ])('%d with fee %d and tax %d, after %d: %d gives back %d and %d', (amount, fee, tax, refunded, refund, feeBack, taxBack) => {
    const dong = (value: number) => BigInt(value) * 100n
    expect(refundCharges({ amount: dong(amount), fee: dong(fee), tax: dong(tax) }, dong(refunded), dong(refund))).toEqual({
      fee: dong(feeBack),
      tax: dong(taxBack),
    })
  })
})

describe('a refund that is not made', () => {
  it('leaves the payment as it was: refused by the checker, withdrawn by the maker', async () => {
    const id = await test.pay({ amount: '80000' })
    expect(await test.decide(await test.asked(id, '80000'), 'REJECT')).toMatchObject({ status: 200, data: { status: 'REJECTED' } })
    const refused = await test.detail(id)
    expect(refused.status).toBe('SUCCEEDED')
    expect(refused.timeline.at(-1)).toMatchObject({ step: 'refuseRefund', actor: 'user:kiemsoat', detail: { message: 'Từ chối: Thiếu chứng từ' } })
    expect(await test.withdraw(await test.asked(id, '80000'))).toMatchObject({ status: 200, data: { status: 'WITHDRAWN' } })
    expect(await test.detail(id)).toMatchObject({ status: 'SUCCEEDED', journals: [expect.anything()] })
  })

  it('after a part was refunded, leaves it partly refunded', async () => {
    const id = await test.pay({ amount: '80000' })
    await test.decide(await test.asked(id, '30000'))
    await test.decide(await test.asked(id, '50000'), 'REJECT')
    const found = await test.detail(id)
    expect(found.status).toBe('PARTIALLY_REFUNDED')
    expect(found.timeline.at(-1)?.step).toBe('refuseFurtherRefund')
    expect(await refunds(id)).toMatchObject({ refunded: '30000.00' })
  })
})

describe('what cannot be asked for', () => {
  it.each([
    ['more than was paid', '80001', 422, 'PAY-011', 'Chỉ còn được hoàn tối đa 80.000 đồng'],
    ['nothing', '0', 422, 'VAL-001', 'Dữ liệu không hợp lệ'],
    ['less than nothing', '-1', 422, 'VAL-001', 'Dữ liệu không hợp lệ'],
    ['a part of a đồng', '100.50', 422, 'VAL-001', 'Dữ liệu không hợp lệ'],
    ['no amount', 'abc', 422, 'VAL-001', 'Dữ liệu không hợp lệ'],
  ])('%s', async (_name, amount, status, code, message) => {
    const id = await test.pay({ amount: '80000' })
    expect(await test.ask(id, amount)).toMatchObject({ status, code, message })
    expect((await test.detail(id)).status).toBe('SUCCEEDED')
  })

  it('more than is left, a second one while one waits, one of an ended payment', async () => {
    const id = await test.pay({ amount: '80000' })
    await test.decide(await test.asked(id, '30000'))
    expect(await test.ask(id, '50001')).toMatchObject({ status: 422, code: 'PAY-011' })
    const request = await test.asked(id, '50000')
    expect(await test.ask(id, '1000')).toMatchObject({ status: 409, code: 'APR-004' })
    await test.decide(request)
    expect(await test.ask(id, '1000')).toMatchObject({ status: 409, code: 'PAY-012' })
    const failed = await test.pay({ amount: '80000', outcome: { status: 'FAILED', code: '51', message: 'Không đủ số dư' } })
    expect(await test.ask(failed, '80000')).toMatchObject({ status: 409, code: 'PAY-012' })
  })

  it('on a version that is old', async () => {
    const id = await test.pay({ amount: '80000' })
    const { version } = await test.detail(id)
    await test.withdraw(await test.asked(id, '1000'))
    expect(await test.ask(id, '1000', { version })).toMatchObject({ status: 409, code: 'SYS-409', data: { version: version + 2 } })
  })

  it('by those who may not, or for what they do not see', async () => {
    const id = await test.pay({ amount: '80000' })
    for (const as of ['giaodichvien', 'kiemsoat', 'tinh01', 'doitac']) expect((await test.ask(id, '1000', { as })).status, as).toBe(403)
    expect((await test.call(getQrTransaction, { id }, { as: 'tinh79' })).status).toBe(404)
    expect(await test.ask('999999999', '1000', { version: 0 })).toMatchObject({ status: 404 })
  })

  it('without an Idempotency-Key; the same key asks once', async () => {
    const id = await test.pay({ amount: '80000' })
    const { version } = await test.detail(id)
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 5 }, () => test.ask(id, '1000', { key, version })))
    const stored = await test.ask(id, '1000', { key, version })
    const requests = new Set([...replies, stored].flatMap(({ data }) => (data?.requestId ? [data.requestId] : [])))
    expect(requests.size).toBe(1)
    expect(stored.status).toBe(200)
    expect((await test.ask(id, '2000', { key, version })).status).toBe(422)
  })
})

describe('simultaneous calls', () => {
  it('one of many makers gets through, and one of many checkers', async () => {
    const id = await test.pay({ amount: '80000' })
    const { version } = await test.detail(id)
    const asks = await Promise.all(Array.from({ length: 12 }, () => test.ask(id, '60000', { version })))
    expect(asks.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(asks.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const request = asks.find(({ status }) => status === 200)?.data?.requestId ?? ''
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, n) => test.decide(request, n % 10 === 9 ? 'REJECT' : 'APPROVE', { as: n % 2 ? 'kiemsoat' : 'admin' })),
    )
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(decisions.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const approved = decisions.find(({ data, status }) => status === 200 && data)?.data?.status === 'APPROVED'
    expect((await refunds(id)).refunds).toHaveLength(approved ? 1 : 0)
    expect((await test.detail(id)).status).toBe(approved ? 'PARTIALLY_REFUNDED' : 'SUCCEEDED')
  })
})

it('the inbox links to the screen of the transaction', () => {
  expect(qr.refundKind.subjectPath?.('7', '')).toBe(transactionPath('7'))
})

describe('the reason', () => {
  const reasons = { code: 'REFUND_REASON', name: 'Lý do hoàn tiền', entries: [{ key: 'DUPLICATE', value: 'Giao dịch trùng', valueEn: 'Duplicate' }] }

  it('is one of the global list while there is one, and what the maker adds', async () => {
    const id = await test.pay()
    const { version } = await test.detail(id)
    const list = await test.call(insertGlobalList, reasons, { as: 'admin' })
    const ask = (words: { reasonCode?: string; reason?: string }, language: 'vi' | 'en' = 'vi') =>
      test.call(askQrRefund, { id, version, amount: '1000', ...words }, { as: 'ketoan', language, headers: { 'idempotency-key': randomUUID() } })
    expect(await ask({ reason: 'Khách trả hàng' })).toMatchObject({ status: 422, errors: [{ field: 'reasonCode', code: 'required' }] })
    expect(await ask({ reasonCode: 'NO_SUCH' }, 'en')).toMatchObject({
      status: 422,
      errors: [{ field: 'reasonCode', message: 'The value is not in the list of allowed values' }],
    })
    expect((await test.detail(id)).status).toBe('SUCCEEDED')
    const asked = await ask({ reasonCode: 'DUPLICATE', reason: 'Quét hai lần' }, 'en')
    expect(asked.status).toBe(200)
    expect((await test.detail(id)).timeline.at(-1)).toMatchObject({ detail: { message: 'Giao dịch trùng: Quét hai lần' } })
    await test.withdraw(asked.data?.requestId ?? '')
    await test.call(removeGlobalList, { id: list.data?.id ?? '', version: list.data?.version ?? 0 }, { as: 'admin' })
    const again = await test.detail(id)
    const without = await test.call(askQrRefund, { id, version: again.version, amount: '1000' }, { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } })
    expect(without).toMatchObject({ status: 422, errors: [{ field: 'reason', code: 'required' }] })
  })
})
