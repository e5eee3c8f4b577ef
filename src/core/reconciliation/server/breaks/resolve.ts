import { type ApprovalKind, ask } from '#core/approvals/server/public.ts'
import type { BulkRow, InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { stampOf } from '#platform/server/record/record.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { ALONE, type Resolution } from '../../contract/machines.ts'
import { refreshCounters } from '../matching/match.ts'
import type { ReconciliationParts } from '../plug.ts'
import { notePast, sessions } from '../sessions/records.ts'
import { carryOut, openAgain, takeBack, tellMoved } from './carry-out.ts'
import { BREAK, breaks, holdShown, resolutionOf } from './records.ts'

/** What one person may do without a second one. */
export const isAlone = (resolution: Resolution): boolean => (ALONE as readonly Resolution[]).includes(resolution)

/** Carries forward or disputes at once; asks a second person for everything with money. */
export async function resolve(
  parts: ReconciliationParts,
  place: DeskPlace,
  kind: ApprovalKind,
  ref: BulkRow,
  { rows: _rows, ...wanted }: InputOf<BreakContracts['resolve']>,
  ctx: CommandContext,
): Promise<void> {
  const held = await holdShown(ctx, place, ref)
  const { resolution, reason } = wanted
  const { status, version } = held.row
  // What waits for a second person is that person's: taken from under the request, it could never end.
  if (status !== 'OPEN') throw new AppError(errors.state, {}, { data: { version, status } })
  if (isAlone(resolution)) {
    await carryOut(parts, ctx.tx, held, wanted, stampOf(ctx))
    await refreshCounters(ctx.tx, held.session.id)
    ctx.subject(BREAK, ref.id, { before: { status: held.row.status }, after: { status: 'RESOLVED', resolution, reason } })
  } else {
    const { requestId } = await ask(ctx, kind, { subjectId: ref.id, version: ref.version, payload: wanted, reason })
    ctx.subject(BREAK, ref.id, { before: { status: held.row.status }, after: { status: 'PROPOSED', resolution, reason, request: requestId } })
  }
  await tellMoved(ctx.tx)
}

/** Records of ours that were changed are not changed back by reopening a break. */
const DONE: readonly (Resolution | null)[] = ['CREATE', 'OUTCOME', 'REFUND']

/** Opens a resolved break again, and undoes what that did to its lines. Throws RCB-001, RCB-010, RCB-011. */
export async function reopen(
  place: DeskPlace,
  { reason, ...ref }: InputOf<BreakContracts['reopen']>,
  ctx: CommandContext,
): Promise<{ id: string; version: number }> {
  const { tx, now, session: caller } = ctx
  const held = await holdShown(ctx, place, ref)
  const { row, session } = held
  const { reference } = row
  if (DONE.includes(resolutionOf(row)) && row.status === 'RESOLVED') throw new AppError(breakErrors.actionDone, { reference })
  if (row.status === 'RESOLVED' && !(await takeBack(tx, held, stampOf(ctx)))) throw new AppError(breakErrors.carriedOn, { reference })
  const saved = await breaks.save(tx, stampOf(ctx), row, openAgain, 'reopen')
  if (session.status === 'MATCHED') await sessions.save(tx, stampOf(ctx), session, {}, 'review')
  await refreshCounters(tx, session.id)
  await notePast(tx, session.id, caller.account, now, 'BREAK_REOPENED', { reference, reason })
  ctx.subject(BREAK, row.id, { before: { status: row.status, resolution: row.resolution }, after: { status: 'OPEN', resolution: null, reason } })
  await tellMoved(tx)
  return { id: row.id, version: saved.version }
}
