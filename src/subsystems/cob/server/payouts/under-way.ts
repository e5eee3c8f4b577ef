import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { senderPayoutErrors } from '../../contract/payouts/errors.ts'
import { disputedPayout } from './items.ts'

/**
 * Throws COB-612 while a counter is paying one of these items, or nobody knows whether it has, and COB-614 while reports about that contradict each other; they are
 * locked, as by who claims them.
 */
export async function requireUnpaid(tx: Tx, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ item: string; office: string }>`
    select i.code as item, u.name as office
    from cob.sender_payout p join cob.item i on i.id = p.item_id join cash.slip s on s.transaction_id = p.transaction_id join organisation.unit u on u.id = s.unit_id
    where p.item_id = any(${itemIds}::bigint[]) and p.stands and not p.excess and s.status in ('CLAIMED', 'UNKNOWN') order by i.id limit 1`.execute(tx)
  if (rows[0]) throw new AppError(senderPayoutErrors.payingNow, rows[0])
  const { rows: disputed } = await sql<{ item: string; payout: string }>`
    select i.code as item, q.payout from cob.item i cross join lateral (select ${disputedPayout} as payout) q
    where i.id = any(${itemIds}::bigint[]) and q.payout is not null order by i.id limit 1`.execute(tx)
  if (disputed[0]) throw new AppError(senderPayoutErrors.disputed, disputed[0])
}
