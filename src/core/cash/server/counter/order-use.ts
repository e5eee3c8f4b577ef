import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { cashOrdersTopic } from '../../contract/counter/cash-order.ts'
import { payoutLimit } from '../../contract/parameters.ts'
import { cashOrders } from './order-record.ts'

/**
 * What claims and payments do to the cash orders of their records: the one that was approved at the till is used up, once; any other
 * has lost its object. `slipCodes`: of those that count for their sources, just written.
 */
export async function spendOrders(tx: Tx, slipCodes: readonly string[]): Promise<void> {
  if (slipCodes.length === 0) return
  const { rows } = await sql<{ id: string; slipId: string; fits: boolean; at: Date }>`
    select o.id, s.id as "slipId", s.occurred_at as at, o.status = 'APPROVED' and o.till_id = s.till_id and o.amount = s.amount and o.identity_number = s.identity_number
      and o.decided_staff_id is distinct from s.teller_staff_id as fits
    from cash.slip s join cash.cash_order o on o.source_kind = s.source_kind and o.source_id = s.source_id and o.status in ('PENDING', 'APPROVED')
    where s.code = any(${slipCodes}::text[]) and s.direction = 'OUT' and s.status in ('CLAIMED', 'UNKNOWN', 'PAID') and not s.excess
    order by o.id for no key update of o`.execute(tx)
  for (const { id, slipId, fits, at } of rows)
    await cashOrders.save(tx, { by: 'system', at }, await cashOrders.lock(tx, { id }), fits ? { slip_id: slipId } : {}, fits ? 'use' : 'expire')
  if (rows.length > 0) await publish(tx, { topic: cashOrdersTopic })
  await assertCovered(tx, slipCodes)
}

/** What is claimed has not been paid yet, so it never goes past its cash order, whatever let it in. */
async function assertCovered(tx: Tx, slipCodes: readonly string[]): Promise<void> {
  const limit = await parameter(tx, payoutLimit)
  const { rows } = await sql<{ code: string }>`
    select s.code from cash.slip s where s.code = any(${slipCodes}::text[]) and s.status = 'CLAIMED' and s.amount > ${formatMoney(limit)}::numeric
      and not exists (select from cash.cash_order o where o.slip_id = s.id) limit 1`.execute(tx)
  if (rows[0]) throw new Error(`a claim above the limit without a cash order: ${rows[0].code}`)
}
