import { sql } from 'kysely'
import type { AdmissionContext, Correction, Followed } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cfmErrors } from '../contract/errors.ts'
import { cfmService } from '../contract/service.ts'
import { claimedFacts, lockOrders } from './orders.ts'

/**
 * A payment of a money order was made after all. Where the order owes nothing any more, because it was paid in another way since, whoever paid it owes it; the
 * till's part waits until people say where it belongs. Of what is still owed, and of everything else, both parts wait: the order is then paid to nobody.
 * An order that went back keeps what it owes its sender.
 * Throws CFM-008 while another payment of the order is under way.
 */
export async function correctOrder({ id, type, status, amount }: Followed, { tx }: AdmissionContext): Promise<Correction | boolean> {
  if (status !== 'FAILED') return false
  if (type === 'TRANSFER') return wentBack(tx, id)
  if (type !== 'PAYOUT') return false
  const { rows } = await sql<{ order: string; excess: boolean; till: string; wrongPaid: string }>`
    select s.source_id as "order", s.excess, h.account_id as till, w.account_id as "wrongPaid" from cash.slip s join cash.holding h on h.id = s.till_id
      join payment.service_account w on w.service = ${cfmService.code} and w.role = 'wrongPaid' where s.transaction_id = ${id}`.execute(tx)
  const [slip] = rows
  const order = slip && (await lockOrders(tx, [slip.order])).get(slip.order)
  if (!order) return false
  const open = OPEN.includes(order.status)
  const { claim } = order
  if (open && claim) throw new AppError(cfmErrors.claimed, claimedFacts(order.code, claim))
  if (open && !order.heldPayment?.made && !slip.excess) return false
  return {
    entries: [
      { accountId: slip.wrongPaid, side: 'D', amount },
      { accountId: slip.till, side: 'C', amount },
    ],
    waiting: [slip.till],
  }
}

/** Of a sending that went back to its sender the cash never left the till, and is owed to them: there is nothing to put right. */
async function wentBack(tx: Tx, transactionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from cash.money_order where transaction_id = ${transactionId} and status in ('RETURNING', 'RETURNED', 'EXPIRED') for no key update`.execute(tx)
  return rows.length > 0
}

const OPEN = ['SENT', 'NOTIFIED', 'RETURNING']
