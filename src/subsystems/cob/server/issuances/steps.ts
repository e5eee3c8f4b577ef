import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import type { cancelIssuance, closeIssuance } from '../../contract/issuances/lots.ts'
import { issuancesTopic, type LineStatus, lineMachine } from '../../contract/issuances/machines.ts'
import { cancelItems } from './items.ts'
import { type LotRow, lots } from './records.ts'

/** Locks the lines of a lot in some states, in one order. */
const linesIn = ({ tx }: CommandContext, lot: LotRow, states: readonly LineStatus[]) =>
  tx
    .selectFrom('cob.issuance_line')
    .select(['id', 'line_no', 'item_id', 'status'])
    .where('issuance_id', '=', lot.id)
    .where('status', 'in', [...states])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Nobody is visited for it any more: what was refused or whose payer was not found stays so, and its item waits for no money. */
export async function close({ id, version, reason }: InputOf<typeof closeIssuance>, ctx: CommandContext): Promise<Ref> {
  const seen = await lots.forChange(ctx, { id, version })
  const open = await linesIn(ctx, seen.row, ['ISSUED', 'ASSIGNED'])
  if (open.length > 0) throw new AppError(issuanceErrors.linesOpen, { code: seen.row.code, n: open.length })
  const ref = await lots.fire(ctx, seen, 'close', { set: { step_note: reason, closed_at: ctx.now }, note: { reason } })
  await cancelItems(ctx, seen.row.code, await linesIn(ctx, seen.row, ['REFUSED', 'NOT_FOUND']), ctx.now)
  await publish(ctx.tx, { topic: issuancesTopic })
  return ref
}

/** Before anything was collected: the customer takes it back. */
export async function cancel({ id, version, reason }: InputOf<typeof cancelIssuance>, ctx: CommandContext): Promise<Ref> {
  const { tx } = ctx
  const seen = await lots.forChange(ctx, { id, version })
  const collected = await linesIn(ctx, seen.row, ['COLLECTED', 'SETTLED'])
  if (collected.length > 0) throw new AppError(issuanceErrors.linesCollected, { code: seen.row.code, n: collected.length })
  const ref = await lots.fire(ctx, seen, 'cancel', { set: { step_note: reason }, note: { reason } })
  const left = await linesIn(ctx, seen.row, lineMachine.events.cancel.from)
  const { by, at } = stampOf(ctx)
  await fireMany(
    tx,
    lineMachine,
    'cob.issuance_line',
    left.map((line) => ({ id: line.id, event: 'cancel' as const, set: { updated_by: by, updated_at: at } })),
  )
  await cancelItems(ctx, seen.row.code, left, at)
  await publish(tx, { topic: issuancesTopic })
  return ref
}
