import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { defineRecord, type RowOf, type Stamp } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { batchMachine, disbursementsTopic, holdMachine, itemMachine, returnMachine } from '../contract/machine.ts'
import { noteText } from './notes.ts'

export const BATCH = 'disbursement.batch'
export const ITEM = 'disbursement.item'
export const HOLD = 'disbursement.hold'
export const RETURNED = 'disbursement.returned'

export const batches = defineRecord({
  table: BATCH,
  scoped: true,
  machine: batchMachine,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    sourceCode: row.source_code,
    partnerId: row.partner_id,
    status: row.status,
    itemCount: row.item_count,
    total: row.total,
    leftOut: row.left_out,
    hash: row.hash === null ? null : row.hash.toString('hex'),
    note: row.note,
    stepNote: row.step_note,
    endedBecause: row.ended_because,
  }),
})
export type BatchRow = RowOf<typeof BATCH>

export const items = defineRecord({
  table: ITEM,
  scoped: true,
  machine: itemMachine,
  lock: 'for no key update',
  picture: (row) => ({ reference: row.reference, status: row.status, amount: row.amount, calls: row.calls, stepNote: noteText(row.step_note).vi }),
})
export type ItemRow = RowOf<typeof ITEM>

export const holds = defineRecord({
  table: HOLD,
  scoped: true,
  machine: holdMachine,
  picture: (row) => ({
    bankBin: row.bank_bin,
    accountNumber: row.account_number,
    name: row.name,
    reason: row.reason,
    status: row.status,
    newBankBin: row.new_bank_bin,
    newAccountNumber: row.new_account_number,
    newAccountName: row.new_account_name,
    stepNote: row.step_note,
  }),
})
export type HoldRow = RowOf<typeof HOLD>

export const returned = defineRecord({
  table: RETURNED,
  scoped: true,
  machine: returnMachine,
  picture: (row) => ({ reference: row.reference, amount: row.amount, status: row.status, difference: row.difference, stepNote: row.step_note }),
})
export type ReturnedRow = RowOf<typeof RETURNED>

/** Whose record it is, for requests about it. */
export const placeOf = (row: BatchRow | HoldRow | ReturnedRow) => ({
  ...unitsOf(row),
  partnerId: row.partner_id,
})

/** A trigger fills the columns of the place from the unit. */
export const NO_PLACE = { head_unit_id: '0' } as const

/** Items by reference, locked until the commit in the order of ids. */
export async function itemsByReference(tx: Tx, references: readonly string[]): Promise<Map<string, ItemRow>> {
  const { rows } = await sql<ItemRow>`select * from disbursement.item where reference = any(${references}::text[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.reference, row]))
}

/** Batches that are being sent, locked after their items and before any account: whoever settles one item waits here for who settles another. */
export async function lockBatches(tx: Tx, batchIds: readonly string[]): Promise<void> {
  await sql`select from disbursement.batch where id = any(${[...new Set(batchIds)]}::bigint[]) and status = 'SENDING' order by id for no key update`.execute(tx)
}

/**
 * Ends batches of which every item has come to something. They are locked before their items are looked at: of two that settle the last items at
 * the same moment the one that comes second sees what the first has done.
 */
export async function finishBatches(tx: Tx, batchIds: readonly string[], { by, at }: Stamp): Promise<void> {
  const ids = [...new Set(batchIds)]
  await lockBatches(tx, ids)
  const { rows } = await sql<{ id: string }>`
    select b.id from disbursement.batch b where b.id = any(${ids}::bigint[]) and b.status = 'SENDING'
      and not exists (select from disbursement.item i where i.batch_id = b.id and i.status in ('READY', 'SENT', 'UNKNOWN')) order by b.id`.execute(tx)
  const set = { ended_at: at, updated_by: by, updated_at: at }
  await fireMany(
    tx,
    batchMachine,
    BATCH,
    rows.map(({ id }) => ({ id, event: 'finish' as const, set })),
  )
  await publish(tx, { topic: disbursementsTopic })
}

/** Ends batches in which nobody is left, or ever was, before they were agreed to: there is nothing to approve, and they stood in the way of others of their source. */
export async function cancelEmpty(tx: Tx, batchIds: readonly string[], stamp: Stamp): Promise<void> {
  for (const id of [...new Set(batchIds)].toSorted((a, b) => Number(a) - Number(b))) {
    const row = await batches.lock(tx, { id })
    if (row.status !== 'READY') continue
    const { rows } = await sql`select from disbursement.item where batch_id = ${id} and status = 'READY' limit 1`.execute(tx)
    const because = row.item_count === 0 ? 'NOTHING_TAKEN' : 'NOBODY_LEFT'
    if (rows.length === 0) await batches.save(tx, stamp, row, { ended_because: because, step_note: '', ended_at: stamp.at }, 'cancel')
  }
}
