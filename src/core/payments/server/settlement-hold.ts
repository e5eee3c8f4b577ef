import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { paymentErrors } from '../contract/errors.ts'

/**
 * Throws PAY-019 while a contradiction about the transaction is not settled, or was settled without its difference being booked; PAY-020 while
 * that is so of a refund of it.
 */
export async function assertSettled(tx: Tx, transactionId: string): Promise<void> {
  const { rows } = await sql<{ refund: string | null }>`
    select r.reference as refund from outcome.settlement_hold h left join payment.partner_refund r on r.refund_id = h.transaction_id
    where not h.booked and (h.transaction_id = ${transactionId} or r.parent_id = ${transactionId}) order by r.reference nulls first limit 1`.execute(tx)
  const [hold] = rows
  if (hold)
    throw hold.refund === null || hold.refund === undefined ? new AppError(paymentErrors.held) : new AppError(paymentErrors.refundHeld, { code: hold.refund })
}

/**
 * Throws PAY-019 while what was heard of a transaction contradicts its outcome and nobody has settled that, PAY-020 while that is so of a refund
 * of it: its money stays where it is.
 */
export async function assertNotHeld(tx: Tx, transactionId: string): Promise<void> {
  const hold = await holdOf(tx, transactionId)
  if (hold) throw hold
}

/** Why nothing of a transaction is given back now; undefined: no dispute is in the way. */
export async function holdOf(db: Queryable, transactionId: string): Promise<AppError | undefined> {
  const hold = await db.selectFrom('outcome.settlement_hold').select('transaction_id').where('transaction_id', '=', transactionId).executeTakeFirst()
  if (hold) return new AppError(paymentErrors.held)
  const refund = await db
    .selectFrom('payment.partner_refund as r')
    .innerJoin('outcome.settlement_hold as h', 'h.transaction_id', 'r.refund_id')
    .select('r.reference as code')
    .where('r.parent_id', '=', transactionId)
    .executeTakeFirst()
  return refund && new AppError(paymentErrors.refundHeld, refund)
}
