import { sql } from 'kysely'
import type { SlipLinks } from '#core/cash/server/public.ts'
import { type TracedService, tracedService } from '#core/payments/server/public.ts'
import { idsOf, type TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { ITEM_SUBJECT } from '../../contract/items.ts'
import { senderPayoutTransactions } from '../../contract/payouts/service.ts'

/** Slips name items by their codes. */
export const itemSlips: SlipLinks = {
  async subject(db, _kind, sourceId) {
    const { rows } = await sql<{ id: string }>`select id from cob.item where code = ${sourceId}`.execute(db)
    return rows[0] && { type: ITEM_SUBJECT, id: rows[0].id }
  },
  async sourceIds(db, subjects) {
    const ids = idsOf(subjects, ITEM_SUBJECT)
    if (ids.length === 0) return []
    const { rows } = await sql<{ code: string }>`select code from cob.item where id = any(${ids}::bigint[])`.execute(db)
    return rows.map(({ code }) => code)
  },
}

/** Payouts of items, which are made for one each. */
export const tracedPayouts: TracedService = tracedService(senderPayoutTransactions, async (db, transactionId) => {
  const { rows } = await sql<{ id: string }>`select item_id as id from cob.sender_payout where transaction_id = ${transactionId}`.execute(db)
  return rows.map(({ id }): TraceSubject => ({ type: ITEM_SUBJECT, id }))
})

/** Transactions by which items were paid to their senders, or were to be. */
export async function payoutsOfItems(db: Queryable, subjects: readonly TraceSubject[]): Promise<string[]> {
  const ids = idsOf(subjects, ITEM_SUBJECT)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`select transaction_id as id from cob.sender_payout where item_id = any(${ids}::bigint[]) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
