import { z } from 'zod'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import { Money, PositiveMoney, RequiredNote } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { type TransactionStatus, transactionMachine } from './transaction.ts'

export interface Charged {
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
}

const DONG = 100n

/** Share of a charge that the merchant has back when `refunded` of `amount` was given back: rounded up to whole đồng. */
function back(charge: Hundredths, refunded: Hundredths, amount: Hundredths): Hundredths {
  const exact = charge * refunded
  const unit = amount * DONG
  return ((exact + unit - 1n) / unit) * DONG
}

/**
 * Fee and tax that a refund of `amount` gives back to the merchant, when `refunded` was given back before it. Reckoned on the sum of
 * all refunds so far, so that refunds in parts give back exactly what one refund would; what the operator keeps is rounded down,
 * so that a merchant never owes money for what was refunded. Pure; all in hundredths, fee and tax in whole đồng.
 */
export function refundCharges(paid: Charged, refunded: Hundredths, amount: Hundredths): { fee: Hundredths; tax: Hundredths } {
  const after = refunded + amount
  if (amount <= 0n || refunded < 0n || after > paid.amount) throw new RangeError('a refund lies between nothing and what is left of the payment')
  const whole = after === paid.amount
  const share = (charge: Hundredths) => (whole ? charge : back(charge, after, paid.amount)) - (refunded === 0n ? 0n : back(charge, refunded, paid.amount))
  return { fee: share(paid.fee), tax: share(paid.tax) }
}

/** Greatest refund of the first tier, in hundredths. */
export const FIRST_TIER = 50_000_000_00n

/** Whole đồng: what a bank can send back. */
export const RefundAmount = PositiveMoney.refine((text) => parseMoney(text) % DONG === 0n, { error: ruleError('moneyWhole') })
/** Of the global list whose entries are the reasons; where it is not kept the words alone are the reason. */
export const REFUND_REASONS = 'REFUND_REASON'

/** What is asked for; kept with the request for approval. */
export const RefundPayload = z.strictObject({ amount: Money, reason: RequiredNote(1000), reasonCode: z.string().optional() })
export type RefundPayload = z.output<typeof RefundPayload>

/** What a refund changes, as the maker confirms it and the checker sees it. */
export const RefundPicture = z.object({
  status: transactionMachine.status,
  refunded: Money,
  fee: Money,
  tax: Money,
  /** What the payee is owed of this transaction. */
  net: Money,
})
export type RefundPicture = z.output<typeof RefundPicture>

export interface Refundable extends Charged {
  status: TransactionStatus
  refunded: Hundredths
  /** Fee and tax lie beside the amount, as the transaction was stored. */
  feeOnTop: boolean
}

/** The fields that a refund of `amount` changes, before and after it, when `refunded` was given back before. Pure. */
export function refundPictures(payment: Refundable, amount: Hundredths): { before: RefundPicture; after: RefundPicture } {
  const upTo = (refunded: Hundredths, status: TransactionStatus): RefundPicture => {
    const given = refunded === 0n ? { fee: 0n, tax: 0n } : refundCharges(payment, 0n, refunded)
    const fee = payment.fee - given.fee
    const tax = payment.tax - given.tax
    const net = payment.amount - refunded - (payment.feeOnTop ? 0n : fee + tax)
    return { status, refunded: formatMoney(refunded), fee: formatMoney(fee), tax: formatMoney(tax), net: formatMoney(net) }
  }
  const after = payment.refunded + amount
  return { before: upTo(payment.refunded, payment.status), after: upTo(after, after === payment.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED') }
}
