import { listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { HOLD_REASONS, type holdItem, itemDeskErrors, type releaseItem } from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { requireUnpaid } from '../payouts/under-way.ts'
import { requireNotApproved } from '../settlements/standing.ts'
import { itemRecords, moneyWithoutHold } from './record.ts'

/** Nothing can be held back of what has gone out, or is not owed to the sender any more. */
const GONE: readonly string[] = ['PAID_OUT', 'WAIVED']

/** From now on its sender is not paid. What was payable already waits at the operator again. */
export async function hold({ id, version, holdReason, holdNote = '' }: InputOf<typeof holdItem>, ctx: CommandContext) {
  if (!(await listChoices(ctx.tx, HOLD_REASONS)).has(holdReason)) throw refusedField('holdReason', itemDeskErrors.holdReasonUnknown, ctx.language)
  const seen = await itemRecords.forChange(ctx, { id, version })
  const { code, hold_reason: held, money_state: money } = seen.row
  if (GONE.includes(money)) throw new AppError(itemDeskErrors.holdTooLate, { code })
  if (held !== null) throw new AppError(itemDeskErrors.heldAlready, { code })
  await requireNotApproved(ctx.tx, { id, code })
  await requireUnpaid(ctx.tx, [id])
  const changed = await itemRecords.update(ctx, seen, {
    ...{ hold_reason: holdReason, hold_note: holdNote },
    money_state: money === 'PAYABLE' ? 'HANDED_IN' : money,
  })
  await publish(ctx.tx, { topic: itemsTopic })
  return changed
}

/** What only the hold kept back is payable at once. */
export async function release({ id, version, reason }: InputOf<typeof releaseItem>, ctx: CommandContext) {
  const seen = await itemRecords.forChange(ctx, { id, version })
  if (seen.row.hold_reason === null) throw new AppError(itemDeskErrors.notHeld, { code: seen.row.code })
  const changed = await itemRecords.update(ctx, seen, { hold_reason: null, hold_note: '', money_state: moneyWithoutHold(seen.row) }, { note: { reason } })
  await publish(ctx.tx, { topic: itemsTopic })
  return changed
}
