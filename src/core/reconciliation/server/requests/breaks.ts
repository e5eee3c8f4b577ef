import { type DecidedContext, decidedBy } from '#core/approvals/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { RequestKind, Resolution } from '../../contract/machines.ts'
import { pastOf, tellMoved } from '../breaks/carry-out.ts'
import { BREAK, breaks, linesOf } from '../breaks/records.ts'
import { refreshCounters } from '../matching/match.ts'
import type { BreakLine } from '../plug.ts'
import { lockSession, notePast } from '../sessions/records.ts'

/** What a break is resolved with when a request has done this; what only asks or notes leaves it open. */
const RESOLVES: Partial<Record<RequestKind, Resolution>> = { OUTCOME: 'OUTCOME', REFUND: 'REFUND' }

/** The first line of the other side in a break. */
export async function lineOf(tx: Tx, breakId: string): Promise<BreakLine | undefined> {
  const found = await tx
    .selectFrom('reconciliation.break as b')
    .innerJoin('reconciliation.session as s', 's.id', 'b.session_id')
    .select(['s.id', 's.from_day'])
    .where('b.id', '=', breakId)
    .executeTakeFirstOrThrow()
  return (await linesOf(tx, found, [breakId])).get(breakId)?.find(({ side, money }) => side === 'T' && money)
}

/** Resolves the break that a transaction came from, where it is still open and its session still changes. */
export async function closeBreak(ctx: DecidedContext, breakId: string, kind: RequestKind, reason: string): Promise<void> {
  const { tx } = ctx
  const resolution = RESOLVES[kind]
  if (resolution === undefined) return
  const { session_id } = await tx.selectFrom(BREAK).select('session_id').where('id', '=', breakId).executeTakeFirstOrThrow()
  const session = await lockSession(tx, session_id)
  const row = await breaks.lock(tx, { id: breakId })
  if (row.status !== 'OPEN' || (session.status !== 'MATCHED' && session.status !== 'REVIEWING')) return
  const stamp = decidedBy(ctx)
  await breaks.save(tx, stamp, row, { resolution, reason: reason.slice(0, 500), resolved_by: stamp.by, resolved_at: stamp.at }, 'resolve')
  await refreshCounters(tx, session.id)
  await notePast(tx, session.id, stamp.by, stamp.at, 'BREAK_RESOLVED', pastOf(row, { resolution, reason }))
  await tellMoved(tx)
}
