import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { defineRecord, type Ref, type RowOf, type Stamp } from '#platform/server/record/record.ts'
import { accountMachine, codeMachine } from '../contract/machine.ts'

export const CODE = 'vietqr.code'
export const ACCOUNT = 'vietqr.virtual_account'

export const codes = defineRecord({
  table: CODE,
  scoped: true,
  machine: codeMachine,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    kind: row.kind,
    merchantId: row.merchant_id,
    unitId: row.unit_id,
    counter: row.counter,
    amount: row.amount,
    memo: row.memo,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    status: row.status,
  }),
})
export type CodeRow = RowOf<typeof CODE>

export const accounts = defineRecord({
  table: ACCOUNT,
  scoped: true,
  machine: accountMachine,
  lock: 'for no key update',
  picture: (row) => ({
    number: row.number,
    bankBin: row.bank_bin,
    ownerKind: row.owner_kind,
    ownerRef: row.owner_ref,
    merchantId: row.merchant_id,
    amount: row.amount,
    status: row.status,
    closedBecause: row.closed_because,
  }),
})

/** A code for a change, its account locked first: payments lock accounts, and then the codes of those that are used up. */
export async function codeForChange(ctx: CommandContext, ref: Ref) {
  await sql`select from vietqr.virtual_account a where a.id = (select c.account_id from vietqr.code c where c.id = ${ref.id}) for no key update`.execute(ctx.tx)
  return codes.forChange(ctx, ref)
}

/** Moves codes, locked by the caller, by one event; their page shows `note` with the state. Answers their versions by id. */
export async function moveCodes(
  tx: Tx,
  { by, at }: Stamp,
  ids: readonly string[],
  event: keyof typeof codeMachine.events,
  note = '',
): Promise<Map<string, number>> {
  const set = { step_note: note, updated_by: by, updated_at: at }
  const moves = ids.map((id) => ({ id, event, set }))
  const moved = await fireMany(tx, codeMachine, 'vietqr.code', moves)
  return new Map(moved.map(({ id, version }) => [id, version]))
}

/** Closes those of the accounts, locked by the caller, that are open. */
export async function closeAccounts(
  tx: Tx,
  { by, at }: Stamp,
  ids: readonly string[],
  because: 'USED' | 'CODE_ENDED' | 'MERCHANT_CLOSED',
  note = '',
): Promise<void> {
  const open = await tx
    .selectFrom('vietqr.virtual_account')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('status', '=', 'ACTIVE')
    .execute()
  const set = { closed_because: because, closed_by: by, closed_at: at, step_note: note, updated_by: by, updated_at: at }
  const moves = open.map(({ id }) => ({ id, event: 'close' as const, set }))
  await fireMany(tx, accountMachine, 'vietqr.virtual_account', moves)
}
