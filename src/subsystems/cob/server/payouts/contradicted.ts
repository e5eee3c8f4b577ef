import { sql } from 'kysely'
import { slipsNotMade } from '#core/cash/server/public.ts'
import type { AdmissionContext, Correction, Followed } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { senderPayoutErrors } from '../../contract/payouts/errors.ts'
import { senderPayoutService } from '../../contract/payouts/service.ts'
import { holdItem, payItems, payoutsByTransaction, type SenderPayout, stand } from './following.ts'
import { accountOf, lockById, type PayableItem, refusedBeside, retailPayable } from './items.ts'

/**
 * What a counter reported of cash for an item is otherwise: the item and what its sender is owed follow at once. What the till has more or less waits
 * until people say where it belongs, because the till has been counted since. What was paid and is not owed holds the item, as when it is reported at once.
 * Throws COB-607 or COB-608 while another payout of the item is under way.
 */
export async function correctPayout({ id, code, amount, status, occurredAt }: Followed, { tx, now }: AdmissionContext): Promise<Correction | false> {
  const payout = (await payoutsByTransaction(tx, [id])).get(id)
  const item = payout && (await lockById(tx, [payout.itemId])).get(payout.itemId)
  if (!payout || !item) return false
  const { tillAccountId, excess } = payout
  const made = status === 'FAILED'
  if (made && !excess && item.payout && item.payout.status !== 'PAID') throw refusedBeside(item.code, item.payout)
  const owing = excess || (made && !isOwed(item)) ? await accountOf(tx, senderPayoutService.code, 'wrongPaid') : await retailPayable(tx)
  if (made && !excess && isOwed(item)) {
    if (item.amount !== amount) throw new AppError(senderPayoutErrors.otherAmount, { item: item.code, amount: moneyText(item.amount) })
    await stand(tx, [id], true)
    await payItems(tx, [{ id: item.id, at: occurredAt, by: payout.teller }], now)
  } else if (made) await holdItem(tx, payout, `${payout.office}: ${code}, ${formatMoney(amount)}`, now)
  if (!made && !excess) await oweAgain(tx, payout, `${code}: ${formatMoney(amount)}`, now)
  await publish(tx, { topic: itemsTopic })
  const [debit, credit] = made ? [owing, tillAccountId] : [tillAccountId, owing]
  return {
    entries: [
      { accountId: debit, side: 'D', amount },
      { accountId: credit, side: 'C', amount },
    ],
    waiting: [tillAccountId],
  }
}

/** Still owed to its sender: whole at the operator, whether held or not, and no payout of it stands. */
const isOwed = ({ keyAccount, payout, moneyState, refunded }: PayableItem): boolean =>
  keyAccount === null && payout === null && !refunded && (moneyState === 'PAYABLE' || moneyState === 'HANDED_IN')

/** Its sender has not been paid: the item is owed again, and held until somebody has looked at it. */
async function oweAgain(tx: Tx, { transactionId, itemId, teller }: SenderPayout, note: string, now: Date): Promise<void> {
  await stand(tx, [transactionId], false)
  await slipsNotMade(tx, [transactionId], now)
  await sql`
    update cob.item set money_state = 'HANDED_IN', paid_out_at = null, hold_reason = coalesce(hold_reason, 'PAID_OTHERWISE'),
      hold_note = case when hold_reason is null then ${note.slice(0, 500)} else hold_note end, updated_by = ${teller}, updated_at = ${now}, version = version + 1
    where id = ${itemId} and money_state = 'PAID_OUT'`.execute(tx)
}
