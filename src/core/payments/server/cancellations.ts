import { journalsOf, post, reverse } from '#core/ledger/server/public.ts'
import type { ParameterDefinition } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { offersOperation } from '#core/partners/server/public.ts'
import { localDate, showDate, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { paymentErrors } from '../contract/errors.ts'
import type { TransactionStatus } from '../contract/transaction.ts'
import { businessDates } from './dating.ts'
import { journalOf } from './journals.ts'
import { beginPartnerRefund, requireNoneUnderWay } from './partner-refunds.ts'
import { lockPayment, move, type RefundablePayment, type RefundStep, TABLE } from './refundable.ts'
import { checkSuspense } from './refunds.ts'
import { askedAgain } from './refused-returns.ts'
import type { PaymentService } from './service.ts'
import { settingsOf } from './settings.ts'

/** What a service that offers cancellations says of them. */
export interface CancellationRules {
  /** Hour of the business day up to which they are asked for and decided; 24: until the day ends. */
  untilHour: ParameterDefinition<'INTEGER'>
  /** From this amount on evidence is needed. */
  evidenceFrom: ParameterDefinition<'MONEY'>
}

const HOUR_MS = 3_600_000

/** The end of the time in which payments of a business day are cancelled. */
export async function cancelUntil(db: Queryable, rules: CancellationRules, businessDate: string): Promise<Date> {
  return new Date(startOfDay(businessDate).getTime() + (await parameter(db, rules.untilHour)) * HOUR_MS)
}

/** Why a payment in a state is not cancelled. */
const REFUSALS: Partial<Record<TransactionStatus, (typeof paymentErrors)['cancelUnknown']>> = {
  INITIATED: paymentErrors.cancelUnknown,
  PROCESSING: paymentErrors.cancelUnknown,
  UNKNOWN: paymentErrors.cancelUnknown,
  REFUND_PENDING: paymentErrors.cancelRefundPending,
  PARTIALLY_REFUNDED: paymentErrors.cancelPartlyRefunded,
  CANCEL_PENDING: paymentErrors.cancelPending,
}

/**
 * Whether a payment can be cancelled now. Throws PAY-040 to PAY-047 for its state, its day and the hour, PAY-017 while its refund is under way,
 * and what `checkSuspense` throws; answers whether money of it was moved on from suspense.
 */
export async function checkCancellation(
  tx: Tx,
  service: PaymentService,
  rules: CancellationRules,
  payment: RefundablePayment,
  { now, from }: { now: Date; from: TransactionStatus },
): Promise<boolean> {
  const { status, type, businessDate, place } = payment
  if (status !== from && (status === 'REFUND_PENDING' || status === 'CANCEL_PENDING')) await requireNoneUnderWay(tx, payment.id)
  if (type === 'REFUND' || status !== from) throw new AppError(REFUSALS[status] ?? paymentErrors.cancelNotPossible, {}, { data: { status } })
  const today = localDate(now)
  if (businessDate !== today) throw new AppError(paymentErrors.cancelOtherDay, { date: showDate(businessDate) })
  if (now >= (await cancelUntil(tx, rules, businessDate))) throw new AppError(paymentErrors.cancelTooLate, { hour: await parameter(tx, rules.untilHour) })
  const [open] = await businessDates(tx, [{ service, place, day: today, look: true }], today)
  if (open !== today) throw new AppError(paymentErrors.cancelDayClosed, { date: showDate(today) })
  await service.cancellable?.(tx, payment.id)
  return checkSuspense(tx, payment)
}

/** Marks a payment as waiting for the decision on its cancellation; answers its version while it waits. */
export async function holdForCancellation(tx: Tx, payment: RefundablePayment, step: RefundStep, version: number): Promise<number> {
  await askedAgain(tx, payment)
  return move(tx, payment, 'requestCancel', step, { version })
}

/** What a cancellation was agreed by; one each, for ever. */
export interface CancellationInput {
  id: string
  reason: string
  ref: string
}

/**
 * Cancels a waiting payment. Where its partner takes refunds over a connection, by a transaction over the whole that leaves through it; the
 * payment waits for its outcome. Everywhere else the partner is told in its own way, and it is posted here and now.
 */
export async function cancelPayment(tx: Tx, service: PaymentService, rules: CancellationRules, input: CancellationInput, step: RefundStep): Promise<void> {
  const { payment, movedOn } = await agreedCancellation(tx, service, rules, input, step)
  const { amount, place } = payment
  if (await offersOperation(tx, place.partnerId, 'REFUND')) await beginPartnerRefund(tx, service, payment, { ...input, amount }, step)
  else await postCancellation(tx, service, payment, { ...input, movedOn }, step)
}

/** What a cancellation posts in the end, whichever way it takes, posted at once: for showing it before anybody agrees, in a transaction that is undone. */
export async function tryCancellation(tx: Tx, service: PaymentService, rules: CancellationRules, input: CancellationInput, step: RefundStep): Promise<void> {
  const { payment, movedOn } = await agreedCancellation(tx, service, rules, input, step)
  await postCancellation(tx, service, payment, { ...input, movedOn }, step)
}

async function agreedCancellation(tx: Tx, service: PaymentService, rules: CancellationRules, { id }: CancellationInput, { now }: RefundStep) {
  const payment = await lockPayment(tx, id)
  if (payment?.service !== service.declaration.code) throw new AppError(errors.notFound)
  return { payment, movedOn: await checkCancellation(tx, service, rules, payment, { now, from: 'CANCEL_PENDING' }) }
}

/**
 * Journal on the day of the payment itself, which is today; state, timeline and its row. It mirrors the journal of the payment and names it;
 * what has come out of suspense since is posted from where it lies now.
 */
async function postCancellation(
  tx: Tx,
  service: PaymentService,
  payment: RefundablePayment,
  { reason, ref, movedOn }: CancellationInput & { movedOn: boolean },
  step: RefundStep,
): Promise<void> {
  await move(tx, payment, 'cancel', step)
  const { id, businessDate, amount, fee, tax } = payment
  const { journalId } = movedOn ? await postFromNow(tx, service, payment, step) : await mirror(tx, service, payment, step)
  await tx
    .insertInto('payment.cancellation')
    .values({
      transaction_id: id,
      business_date: businessDate,
      amount: formatMoney(amount),
      fee: formatMoney(fee),
      tax: formatMoney(tax),
      reason,
      journal_id: journalId,
      request_ref: ref,
      cancelled_at: step.now,
    })
    .execute()
  await service.booked?.([{ id, event: 'cancelled', journalId, businessDate, occurredAt: step.now }], { tx, now: step.now })
}

async function mirror(tx: Tx, service: PaymentService, { id, code, businessDate }: RefundablePayment, { now }: RefundStep): Promise<{ journalId: string }> {
  const { paid, cancelled } = service.journals
  const original = (await journalsOf(tx, { sourceType: TABLE, sourceId: id })).find(({ kind }) => kind === paid.kind)
  if (!original || !cancelled) throw new AppError(paymentErrors.cancelNotPossible)
  const { kind, text } = cancelled
  return reverse(tx, { journalId: original.id, businessKey: `payment:${code}:cancelled`, occurredAt: now, businessDate, reason: text(code), kind })
}

async function postFromNow(tx: Tx, service: PaymentService, payment: RefundablePayment, { now }: RefundStep): Promise<{ journalId: string }> {
  const transaction = { ...payment, partnerId: payment.place.partnerId }
  const [own] = (await service.accountsOf?.(tx, [transaction])) ?? []
  return post(tx, journalOf(service, 'cancelled', transaction, { own, at: now, businessDate: payment.businessDate }, await settingsOf({ db: tx })))
}
