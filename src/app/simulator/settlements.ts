import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { listChoices } from '#core/masterdata/server/public.ts'
import { REFUND_REASONS } from '#core/payments/contract/refund.ts'
import { settleNow } from '#core/settlements/contract/settlements.ts'
import { MERCHANT_SETTLEMENT } from '#core/settlements/contract/words.ts'
import { addDays, startOfDay } from '#kernel/dates.ts'
import { askQrRefund, getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { type Desk, Refused } from './cash/desk.ts'
import { Transfers } from './transfers.ts'

const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const BANK = 'VCB'
/** The province whose batches are made; the others wait for somebody. */
const UNIT = '010000'
const CLOSE = 'settlements.close-cycles'
const HOUR_MS = 3_600_000

/** Settlements of the last working days in every state, by the calls that people make and the job that closes cycles. */
export async function seedSettlements(desk: Desk, today: string): Promise<void> {
  const { db } = desk.runtime
  const [unit, bank] = await Promise.all([
    db.selectFrom('organisation.unit').select('id').where('code', '=', UNIT).executeTakeFirst(),
    db.selectFrom('organisation.partner').select('id').where('code', '=', BANK).executeTakeFirst(),
  ])
  if (!unit || !bank) return
  const days = workdaysBefore(today, 2)
  const at = (day: string, hour: number) => desk.at(new Date(startOfDay(day).getTime() + hour * HOUR_MS))
  const now = desk.now()
  const work = new Transfers(desk, { ...desk.runtime, clock: { now: () => desk.now() } }, bank.id)
  const [first = today, second = today] = days
  at(first, 0.1)
  await desk.run(CLOSE)
  at(first, 9)
  const paid = await work.make(unit.id, ['FINE', 'FINE', 'FINE', 'FINE', 'FINE', 'OTHER_NAME', 'SILENT'], MERCHANT_SETTLEMENT)
  await work.send(paid, ['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED', 'FAILED', 'LOST'])
  await work.giveBack(paid)
  at(first, 11)
  await refundOfPaid(desk)
  at(second, 0.1)
  await desk.run(CLOSE)
  at(second, 9)
  await work.submit(await work.make(unit.id, [], MERCHANT_SETTLEMENT))
  desk.at(now)
  await desk.run(CLOSE)
  await byHand(desk)
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The last days before a day that are no weekend, the latest last. */
function workdaysBefore(day: string, count: number): string[] {
  const days: string[] = []
  for (let one = addDays(day, -1); days.length < count; one = addDays(one, -1)) if (!isWeekend(one)) days.unshift(one)
  return days
}

/** A payment is given back after it was settled: what the merchant is owed falls below nothing, and is set off against the next cycles. */
async function refundOfPaid(desk: Desk): Promise<void> {
  const payment = await desk.runtime.db
    .selectFrom('payment.transaction as t')
    .innerJoin('settlement.movement as x', 'x.transaction_id', 't.id')
    .innerJoin('settlement.settlement as s', 's.id', 'x.settlement_id')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .select('t.id')
    .where('s.status', '=', 'PAID')
    .where('t.status', '=', 'SUCCEEDED')
    .where('p.code', '<>', BANK)
    .orderBy('t.amount', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!payment) return
  const { id, version, amount } = await desk.call(MAKER, getQrTransaction, payment)
  const listed = [...(await listChoices(desk.runtime.db, REFUND_REASONS)).keys()]
  const reason = { ...(listed[0] === undefined ? {} : { reasonCode: listed[0] }), reason: 'Khách trả hàng sau khi đã quyết toán' }
  await desk.call(MAKER, askQrRefund, { id, version, amount, ...reason })
  const subject = { subjectType: 'payment.transaction', subjectId: id }
  const request = (await desk.call(MAKER, requestsOf, subject)).find(({ status }) => status === 'PENDING')
  if (request) await desk.call(CHECKER, decideRequest, { id: request.id, version: request.version, decision: 'APPROVE', reason: 'Đủ chứng từ' })
}

/** Somebody needs their money before the cycle is over. */
async function byHand(desk: Desk): Promise<void> {
  const merchant = await desk.runtime.db
    .selectFrom('merchants.merchant as m')
    .innerJoin('settlement.new_movement as x', 'x.merchant_id', 'm.id')
    .select('m.id')
    .where('m.status', '=', 'ACTIVE')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
  if (!merchant) return
  await desk.call(MAKER, settleNow, { merchantId: merchant.id, reason: 'Chủ cửa hàng cần tiền nhập hàng' }).catch((error: unknown) => {
    // Its account is cooling, or less is owed than was given back: it waits for its cycle.
    if (!(error instanceof Refused)) throw error
  })
}
