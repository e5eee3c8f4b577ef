import { journalsOf, post, reverse } from '#core/ledger/server/public.ts'
import { offersOperation } from '#core/partners/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { paymentErrors } from '../contract/errors.ts'
import { refundCharges } from '../contract/refund.ts'
import { type TransactionStatus, transactionMachine } from '../contract/transaction.ts'
import { businessDates } from './dating.ts'
import { journalOf } from './journals.ts'
import { beginPartnerRefund, requireNoneUnderWay } from './partner-refunds.ts'
import { giveBack, lockPayment, move, moveParent, type RefundablePayment, type RefundStep, TABLE } from './refundable.ts'
import { askedAgain } from './refused-returns.ts'
import type { Charged, PaymentService } from './service.ts'
import { settingsOf } from './settings.ts'
import { assertNotHeld } from './settlement-hold.ts'

/**
 * Throws PAY-012 for what did not succeed or gives money back itself, PAY-017 while a refund of it is under way, PAY-047 while its cancellation
 * waits, PAY-011 for more than is left of it.
 */
export async function checkRefund(tx: Tx, payment: RefundablePayment, amount: Hundredths, from: readonly TransactionStatus[]): Promise<void> {
  if (payment.status === 'REFUND_PENDING' || payment.status === 'CANCEL_PENDING') await requireNoneUnderWay(tx, payment.id)
  if (payment.status === 'CANCEL_PENDING') throw new AppError(paymentErrors.cancelPending)
  if (payment.type === 'REFUND' || !from.includes(payment.status)) throw new AppError(paymentErrors.refundNotPossible, {}, { data: { status: payment.status } })
  const left = payment.amount - payment.refunded
  if (amount > left) throw new AppError(paymentErrors.refundTooMuch, { refundable: moneyText(left) })
}

/**
 * Whether money of the payment was moved on from suspense to where it was meant for. Throws PAY-014 while some of it lies there, PAY-015 when
 * it has gone back, PAY-019 while its outcome is contradicted.
 */
export async function checkSuspense(tx: Tx, { id }: Pick<RefundablePayment, 'id'>): Promise<boolean> {
  await assertNotHeld(tx, id)
  const held = await tx.selectFrom('payment.suspense').select(['status', 'target']).where('transaction_id', '=', id).execute()
  if (held.some(({ status }) => status === 'OPEN')) throw new AppError(paymentErrors.refundInSuspense)
  if (held.some(({ target }) => target === 'BACK')) throw new AppError(paymentErrors.refundGivenBack)
  return held.length > 0
}

/** The states a refund may be asked for in. */
export const REFUNDABLE = transactionMachine.events.requestRefund.from

/** Marks a payment as waiting for the decision on a refund; answers its version while it waits. */
export async function holdForRefund(tx: Tx, payment: RefundablePayment, step: RefundStep, version: number): Promise<number> {
  await askedAgain(tx, payment)
  return move(tx, payment, 'requestRefund', step, { version })
}

/** The refund or cancellation is not made: back to where it was. */
export async function releaseRefund(tx: Tx, id: string, step: RefundStep): Promise<void> {
  await moveParent(tx, id, null, step)
}

export interface RefundInput {
  id: string
  amount: Hundredths
  reason: string
  /** What it was agreed by; one refund each, for ever. */
  ref: string
}

/**
 * Gives a part or all of a waiting payment back. Where its partner takes refunds over a connection, by a transaction that leaves through it;
 * the payment waits for its outcome. Everywhere else the partner is told in its own way, and it is posted here and now.
 */
export async function refundPayment(tx: Tx, service: PaymentService, input: RefundInput, step: RefundStep): Promise<void> {
  const { payment, movedOn } = await agreedRefund(tx, service, input)
  if (await offersOperation(tx, payment.place.partnerId, 'REFUND')) await beginPartnerRefund(tx, service, payment, input, step)
  else await postRefund(tx, service, payment, { ...input, movedOn }, step)
}

/** What a refund posts in the end, whichever way it takes, posted at once: for showing it before anybody agrees, in a transaction that is undone. */
export async function tryRefund(tx: Tx, service: PaymentService, input: RefundInput, step: RefundStep): Promise<void> {
  const { payment, movedOn } = await agreedRefund(tx, service, input)
  await postRefund(tx, service, payment, { ...input, movedOn }, step)
}

async function agreedRefund(tx: Tx, service: PaymentService, { id, amount }: RefundInput) {
  const payment = await lockPayment(tx, id)
  if (payment?.service !== service.declaration.code) throw new AppError(errors.notFound)
  await checkRefund(tx, payment, amount, ['REFUND_PENDING'])
  return { payment, movedOn: await checkSuspense(tx, payment) }
}

/**
 * Journal on today's business date, or the first open day after a closed one; state, timeline and refund row. The whole at once reverses the
 * journal of the payment; parts, and what has come out of suspense since, are posted with their share of fee and tax.
 */
async function postRefund(
  tx: Tx,
  service: PaymentService,
  payment: RefundablePayment,
  { amount, reason, ref, movedOn }: RefundInput & { movedOn: boolean },
  step: RefundStep,
): Promise<void> {
  const charges = refundCharges(payment, payment.refunded, amount)
  await giveBack(tx, payment, amount, step)
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
      transaction_id: payment.id,
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
