import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { absolute, formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { breaksTopic, sessionsTopic } from '../../contract/machines.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { refreshCounters } from '../matching/match.ts'
import { documentOf } from '../setups/records.ts'
import { releaseFromBreaks } from './break-lines.ts'
import { type Chosen, chosenLines, matchLines, nameOfLine, undoMatch, weigh } from './hand-match.ts'
import { lockSession, notePast, SESSION, type SessionRow, sessions } from './records.ts'

/** Throws SYS-410 for a session whose matches people do not change now. */
export function assertReviewed({ status, version }: SessionRow): void {
  if (status !== 'MATCHED' && status !== 'REVIEWING') throw new AppError(errors.state, {}, { data: { version, status } })
}

/** The widest tolerance of the rules for an amount: what a rule would take, a person may match as well. */
function toleranceOf({ rules }: Pick<SetupDocument, 'rules'>, amount: Hundredths): Hundredths {
  const tolerances = rules.flatMap(({ toleranceAmount, tolerancePercent }) => {
    const [whole = '0', part = ''] = tolerancePercent.split('.')
    const share = BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
    return [parseMoney(toleranceAmount), (amount * share) / 1_000_000n]
  })
  let widest = 0n
  for (const one of tolerances) if (one > widest) widest = one
  return widest
}

/** The first references of some lines, for the history. */
export async function named(tx: Tx, { id, from_day }: SessionRow, chosen: Chosen): Promise<{ ours: string; theirs: string }> {
  const { rows } = await sql<{ side: 'O' | 'T'; name: string }>`
    select l.side, ${nameOfLine} as name
      from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and ${chosenLines(chosen)} order by l.side, l.no`.execute(tx)
  const of = (side: 'O' | 'T') => {
    const names = rows.filter((row) => row.side === side).map(({ name }) => name)
    return names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} … (${names.length})` : names.join(', ') || '—'
  }
  return { ours: of('O'), theirs: of('T') }
}
const NAMED = 5

async function tellMoved({ tx }: CommandContext): Promise<void> {
  await publish(tx, { topic: sessionsTopic })
  await publish(tx, { topic: breaksTopic })
}

/** Matches lines by hand within the tolerance. Throws RCN-041 to RCN-045 and RCN-048. */
export async function handMatch(
  place: DeskPlace,
  { ours, theirs, reason = '', ...ref }: InputOf<SessionContracts['handMatch']>,
  ctx: CommandContext,
): Promise<OutputOf<SessionContracts['handMatch']>> {
  const { tx, now, session: caller } = ctx
  const { row } = await sessionForChange(ctx, place, ref)
  assertIdle(row)
  assertReviewed(row)
  const chosen = { ours, theirs }
  const document = await documentOf(tx, row.revision_id)
  const { matchNo, difference } = await matchLines(tx, row, ours, theirs, { by: caller.account, at: now, reason, method: 'M' })
  const limit = toleranceOf(document, (await weigh(tx, row, document, chosen)).theirs)
  if (absolute(difference) > limit)
    throw new AppError(reconciliationErrors.outsideTolerance, { difference: moneyText(absolute(difference)), limit: moneyText(limit) })
  await releaseFromBreaks(tx, row, chosen, reason, stampOf(ctx))
  await refreshCounters(tx, row.id)
  const saved = await sessions.save(tx, stampOf(ctx), row, {})
  await notePast(tx, row.id, caller.account, now, 'HAND_MATCHED', {
    no: matchNo,
    ...(await named(tx, row, chosen)),
    difference: moneyText(difference),
    reason,
  })
  ctx.subject(SESSION, row.id, { after: { matchNo, ours: ours.length, theirs: theirs.length, difference: formatMoney(difference) } })
  await tellMoved(ctx)
  return { id: row.id, version: saved.version, matchNo, difference: formatMoney(difference) }
}

/** Undoes a match; no rule makes an automatic one again, its lines are people's to decide on. Throws RCN-046, and RCN-047 for one that two people have decided. */
export async function unmatch(place: DeskPlace, { matchNo, reason, ...ref }: InputOf<SessionContracts['unmatch']>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session: caller } = ctx
  const { row } = await sessionForChange(ctx, place, ref)
  assertIdle(row)
  assertReviewed(row)
  const { ours, theirs, method, difference, madeBy, madeAt } = await undoMatch(tx, row, matchNo, stampOf(ctx))
  if (method === 'F') throw new AppError(reconciliationErrors.matchDecided, { no: matchNo })
  await refreshCounters(tx, row.id)
  const counted = await lockSession(tx, row.id)
  const saved = await sessions.save(tx, stampOf(ctx), counted, {}, row.status === 'MATCHED' ? 'review' : undefined)
  const was = { method, madeBy, madeAt, oursNo: ours, theirsNo: theirs }
  await notePast(tx, row.id, caller.account, now, 'UNMATCHED', {
    ...{ no: matchNo, ...(await named(tx, row, { ours, theirs })), difference: moneyText(parseMoney(difference)), reason },
    ...{ was },
  })
  ctx.subject(SESSION, row.id, { before: { matchNo, ours: ours.length, theirs: theirs.length, difference }, after: { reason } })
  await tellMoved(ctx)
  return { id: row.id, version: saved.version }
}
