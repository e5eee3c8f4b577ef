import { z } from 'zod'
import { formatMoney } from '#kernel/money.ts'
import { Money, RequiredNote } from '#kernel/primitives.ts'
import type { Charged } from './refund.ts'
import { type TransactionStatus, transactionMachine } from './transaction.ts'

/** Of the global list whose entries are the reasons; where it is not kept the words alone are the reason. */
export const CANCEL_REASONS = 'CANCEL_REASON'

/** What is asked for; kept with the request for approval. */
export const CancellationPayload = z.strictObject({ reason: RequiredNote(1000), reasonCode: z.string().optional() })
export type CancellationPayload = z.output<typeof CancellationPayload>

/** What a cancellation changes, as the maker confirms it and the checker sees it. */
export const CancellationPicture = z.object({
  status: transactionMachine.status,
  fee: Money,
  tax: Money,
  /** What the payee is owed of this transaction. */
  net: Money,
})
export type CancellationPicture = z.output<typeof CancellationPicture>

/** A payment before and after it is cancelled: nothing of it stays. Pure. */
export function cancellationPictures({ amount, fee, tax, feeOnTop, status }: Charged & { feeOnTop: boolean; status: TransactionStatus }): {
  before: CancellationPicture
  after: CancellationPicture
} {
  const none = formatMoney(0n)
  return {
    before: { status, fee: formatMoney(fee), tax: formatMoney(tax), net: formatMoney(feeOnTop ? amount : amount - fee - tax) },
    after: { status: 'CANCELLED', fee: none, tax: none, net: none },
  }
}
