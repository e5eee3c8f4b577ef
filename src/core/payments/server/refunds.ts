import { sql } from 'kysely'
import { journalsOf, post, reverse } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import { paymentErrors } from '../contract/errors.ts'
import { refundCharges } from '../contract/refund.ts'
import { type Direction, type TransactionEvent, type TransactionStatus, type TransactionType, transactionMachine } from '../contract/transaction.ts'
import { businessDates } from './dating.ts'
import { journalOf } from './journals.ts'
import type { Charged, PaymentService } from './service.ts'
import { settingsOf } from './settings.ts'

const TABLE = 'payment.transaction'

/** A payment as a refund needs to know it, locked. */
export interface RefundablePayment {
  id: string
  code: string
  service: string
  type: TransactionType
  direction: Direction
  status: TransactionStatus
  version: number
  businessDate: string
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
  refunded: Hundredths
  feeOnTop: boolean
  merchantId: string | null
  /** Who paid, and is given the money back. */
  payer: { name: string; account: string; bankBin: string | null }
  place: { headUnitId: string; provinceUnitId: string | null; districtUnitId: string | null; officeUnitId: string | null; partnerId: string }
}

/** Who does it, and when. */
export interface RefundStep {
  now: Date
  /** 'user:ACCOUNT' or 'system'. */
  actor: string
  /** Words for the timeline. */
  note: string
}

/** Locks one payment and reads it; undefined when there is none. Any scope: the caller has checked it. */
export async function lockPayment(tx: Tx, id: string): Promise<RefundablePayment | undefined> {
  const row = await tx
    .selectFrom('payment.transaction_key as k')
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'k.transaction_id').onRef('t.business_date', '=', 'k.business_date'))
    .select([
      't.id',
      't.code',
      't.service',
      't.type',
      't.direction',
      't.status',
      't.version',
      't.business_date as businessDate',
      't.amount',
      't.fee',
      't.tax',
      't.refunded',
      't.fee_on_top as feeOnTop',
    ])
    .select(['t.merchant_id as merchantId', 't.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id', 't.partner_id'])
    .select(['t.payer_name', 't.payer_account', 't.payer_bank_bin'])
    .where('k.transaction_id', '=', id)
    .forNoKeyUpdate('t')
    .executeTakeFirst()
  if (!row) return undefined
  const { head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, payer_name, payer_account, payer_bank_bin, ...facts } = row
  return {
    ...facts,
    type: row.type as TransactionType,
    direction: row.direction as Direction,
    status: row.status as TransactionStatus,
    amount: parseMoney(row.amount),
    fee: parseMoney(row.fee),
    tax: parseMoney(row.tax),
    refunded: parseMoney(row.refunded),
    payer: { name: payer_name, account: payer_account, bankBin: payer_bank_bin },
    place: {
      headUnitId: head_unit_id,
      provinceUnitId: province_unit_id,
      districtUnitId: district_unit_id,
      officeUnitId: office_unit_id,
      partnerId: partner_id,
    },
  }
}

/** Throws PAY-012 for what did not succeed or gives money back itself, PAY-011 for more than is left of it. */
export function checkRefund(payment: RefundablePayment, amount: Hundredths, from: readonly TransactionStatus[]): void {
  if (payment.type === 'REFUND' || !from.includes(payment.status)) throw new AppError(paymentErrors.refundNotPossible, {}, { data: { status: payment.status } })
  const left = payment.amount - payment.refunded
  if (amount > left) throw new AppError(paymentErrors.refundTooMuch, { refundable: moneyText(left) })
}

/**
 * Whether money of the payment was moved on from suspense to where it was meant for. Throws PAY-014 while some of it lies there, PAY-015 when
 * it has gone back.
 */
export async function checkSuspense(tx: Tx, { id }: Pick<RefundablePayment, 'id'>): Promise<boolean> {
  const held = await tx.selectFrom('payment.suspense').select(['status', 'target']).where('transaction_id', '=', id).execute()
  if (held.some(({ status }) => status === 'OPEN')) throw new AppError(paymentErrors.refundInSuspense)
  if (held.some(({ target }) => target === 'BACK')) throw new AppError(paymentErrors.refundGivenBack)
  return held.length > 0
}

/** The states a refund may be asked for in. */
export const REFUNDABLE = transactionMachine.events.requestRefund.from

/** Moves a locked payment and writes the timeline. Throws SYS-409 when its version is another, SYS-410 when its state does not allow it. */
async function move(
  tx: Tx,
  payment: RefundablePayment,
  event: TransactionEvent,
  { now, actor, note }: RefundStep,
  { version = payment.version, refunded }: { version?: number; refunded?: Hundredths } = {},
): Promise<number> {
  const { businessDate, id, status } = payment
  const fired = await fire(tx, transactionMachine, TABLE, id, event, {
    version,
    where: { business_date: businessDate },
    set: { updated_at: now, ...(refunded === undefined ? {} : { refunded: formatMoney(refunded) }) },
  })
  await sql`
    insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
    select ${id}, ${businessDate}, max(seq) + 1, ${event}, ${status}, ${fired.status}, ${now}, ${actor === 'system' ? 'SYSTEM' : 'USER'}, ${actor},
      ${note === '' ? null : JSON.stringify({ message: note })}::jsonb
    from payment.transaction_event where transaction_id = ${id} and business_date = ${businessDate}
  `.execute(tx)
  return fired.version
}

/** Marks a payment as waiting for the decision on a refund; answers its version while it waits. */
export function holdForRefund(tx: Tx, payment: RefundablePayment, step: RefundStep, version: number): Promise<number> {
  return move(tx, payment, 'requestRefund', step, { version })
}

/** The refund is not made: back to where it was. */
export async function releaseRefund(tx: Tx, id: string, step: RefundStep): Promise<void> {
  const payment = await lockPayment(tx, id)
  if (!payment) throw new AppError(errors.notFound)
  await move(tx, payment, payment.refunded === 0n ? 'refuseRefund' : 'refuseFurtherRefund', step)
}

export interface RefundInput {
  id: string
  amount: Hundredths
  reason: string
  /** What it was agreed by; one refund each, for ever. */
  ref: string
}

/**
 * Gives a part or all of a waiting payment back: journal on today's business date, or the first open day after a closed one;
 * state, timeline and refund row. The whole at once reverses the journal of the payment; parts, and what has come out of suspense since, are
 * posted with their share of fee and tax.
 */
export async function refundPayment(
  tx: Tx,
  service: PaymentService,
  { id, amount, reason, ref }: RefundInput,
  step: RefundStep,
): Promise<{ journalId: string }> {
  const payment = await lockPayment(tx, id)
  if (payment?.service !== service.declaration.code) throw new AppError(errors.notFound)
  checkRefund(payment, amount, ['REFUND_PENDING'])
  const movedOn = await checkSuspense(tx, payment)
  const refunded = payment.refunded + amount
  const charges = refundCharges(payment, payment.refunded, amount)
  await move(tx, payment, refunded === payment.amount ? 'refund' : 'refundPartly', step, { refunded })
  const day = localDate(step.now)
  const [businessDate = day] = await businessDates(tx, [{ service, place: payment.place, day, look: true }], day)
  const decided = { ref, now: step.now, businessDate }
  const { journalId } =
    amount === payment.amount && !movedOn
      ? await reverseWhole(tx, service, payment, reason, decided)
      : await postPart(tx, service, payment, { amount, ...charges }, decided)
  await tx
    .insertInto('payment.refund')
    .values({
      transaction_id: id,
      business_date: payment.businessDate,
      amount: formatMoney(amount),
      fee: formatMoney(charges.fee),
      tax: formatMoney(charges.tax),
      reason,
      journal_id: journalId,
      request_ref: ref,
      refunded_at: step.now,
    })
    .execute()
  return { journalId }
}

/** What a refund was agreed by, and the day that it counts for. */
interface Decided {
  ref: string
  now: Date
  businessDate: string
}

const keyOf = (payment: RefundablePayment, ref: string) => `payment:${payment.code}:refund:${ref}`

async function reverseWhole(
  tx: Tx,
  service: PaymentService,
  payment: RefundablePayment,
  reason: string,
  { ref, now, businessDate }: Decided,
): Promise<{ journalId: string }> {
  const journals = await journalsOf(tx, { sourceType: TABLE, sourceId: payment.id })
  const paid = journals.find(({ kind }) => kind === service.journals.paid.kind)
  if (!paid) throw new AppError(paymentErrors.refundNotPossible)
  return reverse(tx, { journalId: paid.id, businessKey: keyOf(payment, ref), occurredAt: now, businessDate, reason })
}

async function postPart(
  tx: Tx,
  service: PaymentService,
  payment: RefundablePayment,
  charged: Charged,
  { ref, now, businessDate }: Decided,
): Promise<{ journalId: string }> {
  const transaction = { ...payment, partnerId: payment.place.partnerId }
  const [own] = (await service.accountsOf?.(tx, [transaction])) ?? []
  return post(tx, journalOf(service, 'refunded', transaction, { own, at: now, businessDate, charged, key: `refund:${ref}` }, await settingsOf({ db: tx })))
}
