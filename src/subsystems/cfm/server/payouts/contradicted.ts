import { slipsNotMade } from '#core/cash/server/public.ts'
import { codedText } from '#core/disbursement/server/public.ts'
import type { EntryInput } from '#core/ledger/server/public.ts'
import type { AdmissionContext, Correction, Followed } from '#core/payments/server/public.ts'
import { payoutErrors } from '#core/payouts/contract/errors.ts'
import { oweAgain, payAfterAll } from '#core/payouts/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { payoutService } from '../../contract/payouts.ts'
import { type Paid, slipsOf } from './following.ts'

const NOT_MADE = codedText('CASH_NOT_PAID', {
  vi: 'Điểm chi xác nhận chưa giao tiền sau khi báo đã chi',
  en: 'The pay-out point confirmed that no cash was handed over after reporting it as paid',
})

/**
 * What a counter reported of cash for a line is otherwise: its line and the money of its list follow at once, as those of a transfer do. What the till has more
 * or less waits until people say where it belongs, because the till has been counted since.
 */
export async function correctPayout({ id, code, amount, status, businessDate }: Followed, { tx, now }: AdmissionContext): Promise<Correction | false> {
  const slip = (await slipsOf(tx, [id])).get(id)
  if (!slip) return false
  const { tillAccountId } = slip
  const waiting = [tillAccountId]
  if (status === 'FAILED') {
    const paid = await madeAfterAll(tx, slip, { code, amount, at: now, businessDate })
    return { entries: [...paid, { accountId: tillAccountId, side: 'C', amount }], waiting }
  }
  const back = slip.counts ? await oweAgain(tx, slip.lineId, { by: 'system', at: now, reason: NOT_MADE }) : await wrongPaid(tx)
  if (back === undefined) return false
  if (slip.counts) await slipsNotMade(tx, [id], now)
  return {
    entries: [
      { accountId: tillAccountId, side: 'D', amount },
      { accountId: back, side: 'C', amount },
    ],
    waiting,
  }
}

/** From where the money of its line lies by now. Where nothing is owed (any more), whoever was paid owes it; throws PYL-065 where more is owed. */
async function madeAfterAll(
  tx: Tx,
  slip: Paid,
  { code, amount, at, businessDate }: { code: string; amount: Hundredths; at: Date; businessDate: string },
): Promise<EntryInput[]> {
  const owed = slip.counts ? await payAfterAll(tx, slip.lineId, { by: slip.teller, at, businessDate, till: slip }) : undefined
  if (owed && owed.amount > amount) throw new AppError(payoutErrors.owesMore, { reference: code, amount: moneyText(amount), owed: moneyText(owed.amount) })
  const left = amount - (owed?.amount ?? 0n)
  return [
    ...(owed ? [{ accountId: owed.accountId, side: 'D' as const, amount: owed.amount }] : []),
    ...(left > 0n ? [{ accountId: await wrongPaid(tx), side: 'D' as const, amount: left }] : []),
  ]
}

async function wrongPaid(tx: Tx): Promise<string> {
  const { account_id } = await tx
    .selectFrom('payment.service_account')
    .select('account_id')
    .where('service', '=', payoutService.code)
    .where('role', '=', 'wrongPaid')
    .executeTakeFirstOrThrow()
  return account_id
}
