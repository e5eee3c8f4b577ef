import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { itemDeskErrors } from '../../contract/items.ts'

export type ItemRecord = RowOf<'cob.item'>

/** Postings and events refer to an item while people change it. */
export const itemRecords = defineRecord({
  table: 'cob.item',
  scoped: true,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    codAmount: row.cod_amount,
    courierId: row.courier_id,
    deliveryState: row.delivery_state,
    moneyState: row.money_state,
    holdReason: row.hold_reason,
    holdNote: row.hold_note,
  }),
})

/** Of an item that is whole at the operator, delivered and held by nothing: its sender is to be paid. */
export const moneyWithoutHold = (row: Pick<ItemRecord, 'money_state' | 'delivery_state'>): string =>
  row.money_state === 'HANDED_IN' && row.delivery_state === 'DELIVERED' ? 'PAYABLE' : row.money_state

/** An item that somebody has asked about, locked. Throws SYS-404. */
export async function lockItem(tx: Tx, id: string): Promise<ItemRecord> {
  const row = await itemRecords.locked(tx, id)
  if (!row) throw new AppError(errors.notFound)
  return row
}

/** Throws COB-510 while the money of an item stands in a hand-in or deposit that is under way. */
export async function requireUnclaimed(tx: Tx, { id, code }: Pick<ItemRecord, 'id' | 'code'>): Promise<void> {
  const { rows } = await sql<{ paper: string }>`select paper from cob.claim where item_id = ${id}`.execute(tx)
  const [claim] = rows
  if (claim) throw new AppError(itemDeskErrors.beingHandedIn, { code, paper: claim.paper })
}
