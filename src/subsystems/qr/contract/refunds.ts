import { z } from 'zod'
import { type Charged, refundCharges } from '#core/payments/contract/refund.ts'
import { TransactionStatus, transactionMachine } from '#core/payments/contract/transaction.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { Attachments } from '#kernel/files.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import { Id, Money, OptionalNote, OptionalText, PositiveMoney, RequiredText, Timestamp, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

const DETAIL = 'pp-qr/quanlygiaodich/chitietgiaodich'

export const refundPermissions = {
  ask: `${DETAIL}/submit`,
  see: `${DETAIL}/view`,
  approve: `${DETAIL}/approve`,
  /** Refunds above the first tier. */
  approveLarge: 'pp-qr/quanlygiaodich/hoantienlon/approve',
} as const

/** Greatest refund of the first tier, in hundredths. */
export const FIRST_TIER = 50_000_000_00n

/** Whole đồng: what a bank can send back. */
export const RefundAmount = PositiveMoney.refine((text) => parseMoney(text) % 100n === 0n, { error: ruleError('money') })
/** Of the global list whose entries are the reasons; where it is not kept the words alone are the reason. */
export const REFUND_REASONS = 'REFUND_REASON'
export const RefundReason = RequiredText(1000)

/** What is asked for; kept with the request for approval. */
export const RefundPayload = z.strictObject({ amount: Money, reason: RefundReason, reasonCode: z.string().optional() })
export type RefundPayload = z.output<typeof RefundPayload>

/** What a refund changes, as the maker confirms it and the checker sees it. */
export const RefundPicture = z.object({
  status: transactionMachine.status,
  refunded: Money,
  fee: Money,
  tax: Money,
  /** What the merchant is owed of this payment. */
  net: Money,
})
export type RefundPicture = z.output<typeof RefundPicture>

/** The fields that a refund of `amount` changes, before and after it, when `refunded` was given back before. Pure. */
export function refundPictures(
  payment: Charged & { status: TransactionStatus; refunded: Hundredths },
  amount: Hundredths,
): { before: RefundPicture; after: RefundPicture } {
  const upTo = (refunded: Hundredths, status: TransactionStatus): RefundPicture => {
    const back = refunded === 0n ? { fee: 0n, tax: 0n } : refundCharges(payment, 0n, refunded)
    const fee = payment.fee - back.fee
    const tax = payment.tax - back.tax
    return { status, refunded: formatMoney(refunded), fee: formatMoney(fee), tax: formatMoney(tax), net: formatMoney(payment.amount - refunded - fee - tax) }
  }
  const after = payment.refunded + amount
  return { before: upTo(payment.refunded, payment.status), after: upTo(after, after === payment.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED') }
}

/**
 * Asks for a refund of all or a part; the payment waits until somebody else decides. PAY-011 above what is left, APR-004 while one is pending.
 * `reasonCode` is a key of the list REFUND_REASON, needed while that list has entries; `reason` says more, and all where there is no list.
 */
export const askQrRefund = defineCommand({
  path: '/qr-admin/transactions/v1/refund',
  permission: refundPermissions.ask,
  summary: 'Ask for the refund of a QR transaction',
  input: { id: Id, version: Version, amount: RefundAmount, reasonCode: OptionalText(100), reason: OptionalNote(450), attachments: Attachments.optional() },
  output: z.object({ requestId: Id, status: TransactionStatus, version: Version }),
  idempotent: true,
})

/** What was refunded of a payment and what is left. */
export const getQrRefunds = defineQuery({
  path: '/qr-admin/transactions/v1/refunds',
  permission: refundPermissions.see,
  summary: 'The refunds of a QR transaction',
  input: { id: Id },
  output: z.object({
    refunded: Money,
    refundable: Money,
    pendingRequestId: Id.nullable(),
    refunds: z.array(z.object({ id: Id, amount: Money, fee: Money, tax: Money, reason: z.string().meta({ kind: 'text' }), refundedAt: Timestamp })),
  }),
})
