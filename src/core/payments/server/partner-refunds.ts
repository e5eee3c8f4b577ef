import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { paymentErrors } from '../contract/errors.ts'
import { refundCharges } from '../contract/refund.ts'
import type { TransactionStatus } from '../contract/transaction.ts'
import { businessDates } from './dating.ts'
import { moveParent, type RefundablePayment, type RefundStep, writeStep } from './refundable.ts'
import { keepReturnEnds, type ReturnEnd } from './refused-returns.ts'
import type { Charged, PaymentService } from './service.ts'

/** A refund that leaves through a partner, as it was agreed. */
export interface PartnerRefund {
  refundId: string
  parentId: string
  code: string
  charged: Charged
  reason: string
  requestRef: string
  /** It ended a cancellation on the day of the payment: that is what was posted. */
  cancelled: boolean
}

interface Agreed {
  amount: Hundredths
  reason: string
  ref: string
}

/**
 * Makes the transaction that gives a waiting payment back through its partner; it is sent once this has been committed. Until it has ended
 * its amount is reserved, and no other refund of the payment leaves.
 */
export async function beginPartnerRefund(tx: Tx, service: PaymentService, payment: RefundablePayment, agreed: Agreed, step: RefundStep): Promise<void> {
  const { amount, reason, ref } = agreed
  const charges = refundCharges(payment, payment.refunded, amount)
  const today = localDate(step.now)
  const [day = today] = await businessDates(tx, [{ service, place: payment.place, day: today, look: true }], today)
  const { rows } = await sql<{ id: string; code: string }>`
    with n as (select nextval('payment.transaction_id') as id)
    insert into payment.transaction_key (transaction_id, code, external_ref, partner_id, business_date, request_hash, received_status)
    select n.id, c.code, c.code, ${payment.place.partnerId}, ${day}::date, ${createHash('sha256').update(ref).digest()}, 'INITIATED'
    from n join payment.service s on s.code = ${payment.service}
    cross join lateral (select s.prefix || to_char(${day}::date, 'YYMMDD') || lpad(n.id::text, greatest(9, length(n.id::text)), '0') as code) c
    returning transaction_id as id, code`.execute(tx)
  const made = rows[0]
  if (!made) throw new Error(`no service ${payment.service}`)
  await sql`
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency,
      payer_name, payer_account, payer_bank_bin, payee_name, payee_account, payee_bank_bin, memo, merchant_id,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, external_ref, parent_id, occurred_at, created_at, updated_at, late_of)
    select ${made.id}, ${day}, ${made.code}, service, 'REFUND', channel, case direction when 'IN' then 'OUT' else 'IN' end, 'INITIATED', ${formatMoney(amount)}, 0, 0, currency,
      payee_name, payee_account, payee_bank_bin, payer_name, payer_account, payer_bank_bin, ${reason}, merchant_id,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, ${made.code}, id, ${step.now}, ${step.now}, ${step.now}, ${day === today ? null : today}::date
    from payment.transaction where id = ${payment.id} and business_date = ${payment.businessDate}`.execute(tx)
  await sql`
    insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor)
    values (${made.id}, ${day}, 1, 'receive', null, 'INITIATED', ${step.now}, ${step.actor === 'system' ? 'SYSTEM' : 'USER'}, ${step.actor})`.execute(tx)
  await sql`
    insert into payment.partner_refund (refund_id, business_date, parent_id, parent_date, partner_id, amount, fee, tax, reason, request_ref, reference,
      original_reference, next_at, created_at)
    select ${made.id}, ${day}, id, business_date, partner_id, ${formatMoney(amount)}, ${formatMoney(charges.fee)}, ${formatMoney(charges.tax)}, ${reason}, ${ref}, ${made.code},
      external_ref, ${step.now}, ${step.now}
    from payment.transaction where id = ${payment.id} and business_date = ${payment.businessDate}`.execute(tx)
  // The payment waits on, so that nothing but its timeline would say who agreed.
  await writeStep(tx, payment, 'agreeReturn', payment.status, step)
}

/** Throws PAY-017 while a refund of the payment is on its way, or nobody knows what became of it. */
export async function requireNoneUnderWay(db: Queryable, paymentId: string): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; status: string }>`
    select t.id, t.code, t.status from payment.partner_refund r join payment.transaction t on t.id = r.refund_id and t.business_date = r.business_date
    where r.parent_id = ${paymentId} and r.state <> 'ENDED'`.execute(db)
  const [first] = rows
  if (first) throw new AppError(paymentErrors.refundUnderWay, { code: first.code }, { data: { ...first } })
}

/** A refund whose outcome has just been decided. */
interface Ended {
  id: string
  to: TransactionStatus
  /** As of the words that decided it. */
  actor: string
  words: string
  /** The day that it posts for. */
  businessDate: string
}

const isEnd = (to: TransactionStatus) => to === 'SUCCEEDED' || to === 'FAILED'

/**
 * What an outcome of refunds does to their payments: given back, or free to be asked for again. Answers those that have ended, for what they
 * post; before anything is posted.
 */
export async function endPartnerRefunds(tx: Tx, refunds: readonly Ended[], now: Date): Promise<Map<string, PartnerRefund>> {
  const ended = refunds.filter(({ to }) => isEnd(to))
  if (ended.length === 0) return new Map()
  const { rows } = await sql<Omit<PartnerRefund, 'charged' | 'cancelled'> & Record<keyof Charged, string>>`
    update payment.partner_refund r set state = 'ENDED', next_at = null
    where r.refund_id = any(${ended.map(({ id }) => id)}::bigint[]) and r.state <> 'ENDED'
    returning r.refund_id as "refundId", r.parent_id as "parentId", r.reference as code, r.amount, r.fee, r.tax, r.reason, r.request_ref as "requestRef"`.execute(
    tx,
  )
  const found = new Map(
    rows.map(({ amount, fee, tax, ...row }): [string, PartnerRefund] => [
      row.refundId,
      { ...row, charged: { amount: parseMoney(amount), fee: parseMoney(fee), tax: parseMoney(tax) }, cancelled: false },
    ]),
  )
  const ends: ReturnEnd[] = []
  for (const { id, to, actor, words, businessDate } of ended) {
    const refund = found.get(id)
    if (!refund) throw new Error(`no refund ${id} to end`)
    const note = [refund.code, words].filter(Boolean).join(': ')
    const { amount } = refund.charged
    const given = await moveParent(tx, refund.parentId, to === 'SUCCEEDED' ? amount : null, { now, actor, note }, businessDate)
    refund.cancelled = given.came === 'cancelled'
    ends.push({ ...given, refundId: id, amount, requestRef: refund.requestRef, words })
  }
  await keepReturnEnds(tx, ends, now)
  return found
}

/** Writes down what was posted for refunds that have succeeded, so that sums and reports count them as those made here. */
export async function keepPosted(tx: Tx, refunds: readonly PartnerRefund[], now: Date): Promise<void> {
  const [cancelled, given] = [refunds.filter((one) => one.cancelled), refunds.filter((one) => !one.cancelled)]
  if (given.length > 0)
    await sql`
      insert into payment.refund (transaction_id, business_date, amount, fee, tax, reason, journal_id, request_ref, refunded_at, refund_transaction_id)
      ${postedRows(given, 'refunded', now)}`.execute(tx)
  if (cancelled.length > 0)
    await sql`
      insert into payment.cancellation (transaction_id, business_date, amount, fee, tax, reason, journal_id, request_ref, cancelled_at, refund_transaction_id)
      ${postedRows(cancelled, 'cancelled', now)}`.execute(tx)
}

function postedRows(refunds: readonly PartnerRefund[], event: 'refunded' | 'cancelled', now: Date) {
  const made = refunds.map(({ refundId, parentId, code, charged: { amount, fee, tax }, reason, requestRef }) => {
    const money = { amount: formatMoney(amount), fee: formatMoney(fee), tax: formatMoney(tax) }
    return { refund_transaction_id: refundId, transaction_id: parentId, key: `payment:${code}:${event}`, ...money, reason, request_ref: requestRef }
  })
  return sql`
    select r.transaction_id, k.business_date, r.amount, r.fee, r.tax, r.reason, j.id, r.request_ref, ${now}::timestamptz, r.refund_transaction_id
    from json_to_recordset(${JSON.stringify(made)}::json) as r
      (refund_transaction_id bigint, transaction_id bigint, key text, amount numeric, fee numeric, tax numeric, reason text, request_ref text)
    join payment.transaction_key k on k.transaction_id = r.transaction_id
    left join ledger.journal j on j.business_key = r.key`
}
