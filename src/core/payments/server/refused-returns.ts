import { sql } from 'kysely'
import { makersOf } from '#core/approvals/server/public.ts'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import { type Hundredths, moneyText } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { RefundablePayment } from './refundable.ts'

const refunded = defineNotification({
  name: 'RETURN_REFUNDED',
  text: { vi: 'Đã hoàn {amount} đồng của giao dịch {code} theo yêu cầu của bạn', en: 'VND {amount} of {code} was refunded as you requested' },
})
const cancelled = defineNotification({
  name: 'RETURN_CANCELLED',
  text: { vi: 'Đã huỷ giao dịch {code} · {amount} đồng theo yêu cầu của bạn', en: 'Payment {code} of VND {amount} was cancelled as you requested' },
})
const notRefunded = defineNotification({
  name: 'RETURN_NOT_REFUNDED',
  text: {
    vi: 'Không hoàn được {amount} đồng của giao dịch {code}. {reason}',
    en: 'VND {amount} of {code} could not be refunded. {reason}',
  },
})
const notCancelled = defineNotification({
  name: 'RETURN_NOT_CANCELLED',
  text: {
    vi: 'Không huỷ được giao dịch {code} · {amount} đồng. {reason}',
    en: 'Payment {code} of VND {amount} could not be cancelled. {reason}',
  },
})

/** What has come of giving a payment back through its partner, and how the request names it that it was agreed by. */
export interface ReturnEnd {
  payment: Pick<RefundablePayment, 'id' | 'code' | 'businessDate' | 'status'>
  refundId: string
  amount: Hundredths
  requestRef: string
  came: 'refunded' | 'cancelled' | 'nothing'
  /** The partner's own code and words. */
  words: string
}

/** Keeps what was refused until it is asked for again, and notifies the makers of all of them: their approval was only the beginning. */
export async function keepReturnEnds(tx: Tx, ends: readonly ReturnEnd[], now: Date): Promise<void> {
  const requests = new Map(ends.flatMap((end): [ReturnEnd, string][] => (/^approval:\d+$/.test(end.requestRef) ? [[end, end.requestRef.slice(9)]] : [])))
  const makers = await makersOf(tx, [...requests.values()])
  for (const end of ends) {
    const { payment, refundId, amount, came, words } = end
    const cancels = payment.status === 'CANCEL_PENDING'
    if (came === 'nothing')
      await sql`
        insert into payment.refused_return (transaction_id, business_date, refund_id, cancels, reason, refused_at)
        values (${payment.id}, ${payment.businessDate}, ${refundId}, ${cancels}, ${words}, ${now})
        on conflict (transaction_id) do update set (refund_id, cancels, reason, refused_at) = (excluded.refund_id, excluded.cancels, excluded.reason, excluded.refused_at)`.execute(
        tx,
      )
    const request = requests.get(end)
    const maker = request && makers.get(request)
    if (!request || !maker) continue
    const notice = { userIds: [maker], about: { type: 'approvals.request', id: request } }
    const params = { code: payment.code, amount: moneyText(amount) }
    if (came === 'nothing') await notify(tx, { ...notice, kind: cancels ? notCancelled : notRefunded, params: { ...params, reason: words } })
    else await notify(tx, { ...notice, kind: came === 'cancelled' ? cancelled : refunded, params })
  }
}

/** Somebody asks for the payment to be given back: what was refused before is no open work any more. */
export const askedAgain = (tx: Tx, { id }: Pick<RefundablePayment, 'id'>) => tx.deleteFrom('payment.refused_return').where('transaction_id', '=', id).execute()

/** Two people have said that a refund which failed was made after all: there is nothing to ask for again. */
export const madeAfterAll = (tx: Tx, refundId: string) => tx.deleteFrom('payment.refused_return').where('refund_id', '=', refundId).execute()

/** What the partner refused last, while nobody has asked again. */
export const refusedReturnOf = (db: Queryable, id: string) =>
  db
    .selectFrom('payment.refused_return as f')
    .innerJoin('payment.transaction_key as k', 'k.transaction_id', 'f.refund_id')
    .select(['f.refund_id as id', 'k.code', 'f.cancels', 'f.reason', 'f.refused_at as at'])
    .where('f.transaction_id', '=', id)
    .executeTakeFirst()
