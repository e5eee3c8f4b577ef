import { sql } from 'kysely'
import type { DecidedContext } from '#core/approvals/server/public.ts'
import { consumeLimit } from '#core/limits/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { breaksTopic, type Resolution, sessionsTopic } from '../../contract/machines.ts'
import type { ReconciliationParts } from '../plug.ts'
import { matchLines, undoMatch } from '../sessions/hand-match.ts'
import { notePast } from '../sessions/records.ts'
import { type BreakRecord, breaks, factsOf, type Held, linesOf, numbersOf } from './records.ts'
import { actionOf, assertFits, lastCarryDay, posts, resolutionWords } from './rules.ts'

/** What somebody wants to become of a break. */
export interface Wanted {
  resolution: Resolution
  reason: string
  note?: string | undefined
  outcome?: 'SUCCEEDED' | 'FAILED' | undefined
}

const NOTHING_SET = { resolution: null, reason: '', note: '', proposed_with: null, resolved_by: null, resolved_at: null }

/** Tells lists and workbenches that breaks of a session have moved. */
export async function tellMoved(tx: Tx): Promise<void> {
  await publish(tx, { topic: breaksTopic })
  await publish(tx, { topic: sessionsTopic })
}

/** Marks a break as waiting for a second person. Throws RCB-002 to RCB-009, SYS-410. */
export async function propose(parts: ReconciliationParts, tx: Tx, held: Held, wanted: Wanted, stamp: Stamp): Promise<BreakRecord> {
  const lines = (await linesOf(tx, held.session, [held.row.id])).get(held.row.id) ?? []
  await assertFits(parts, tx, held, lines, wanted, stamp.at)
  const saved = await breaks.save(tx, stamp, held.row, setOf(wanted), 'propose')
  await notePast(tx, held.session.id, stamp.by, stamp.at, 'BREAK_PROPOSED', pastOf(held.row, wanted))
  return saved
}

/** Nobody agreed: it is open again. */
export async function giveBack(tx: Tx, held: Pick<Held, 'row' | 'session'>, stamp: Stamp, why: string): Promise<void> {
  await breaks.save(tx, stamp, held.row, NOTHING_SET, 'giveBack')
  await notePast(tx, held.session.id, stamp.by, stamp.at, 'BREAK_GIVEN_BACK', { reference: held.row.reference, reason: why })
}

/**
 * Carries a resolution out and ends the break with it. What posts money on the session's accounts is posted when the session is settled; what
 * changes our records is done here by the sub-system's action, in this transaction. The caller refreshes the counters of the session. `decided`: by two people; undefined for what one may do.
 */
export async function carryOut(parts: ReconciliationParts, tx: Tx, held: Held, wanted: Wanted, stamp: Stamp, decided?: DecidedContext): Promise<BreakRecord> {
  const { row, session } = held
  const lines = (await linesOf(tx, session, [row.id])).get(row.id) ?? []
  await assertFits(parts, tx, held, lines, wanted, stamp.at)
  if (wanted.resolution === 'MATCH') {
    const how = { by: row.updated_by, at: stamp.at, reason: wanted.reason, method: 'F' as const, agreedBy: stamp.by }
    const { difference } = await matchLines(tx, session, numbersOf(lines, 'O'), numbersOf(lines, 'T'), how)
    if (decided && posts(parts, held)) await countWrittenOff(decided, row.partner_id, difference)
  }
  if (wanted.resolution === 'CARRY') {
    const due = await lastCarryDay(tx, held)
    const waiting = (['O', 'T'] as const).flatMap((side) =>
      numbersOf(lines, side).map((no) => ({ session_id: session.id, side, no, why: 'CARRIED' as const, due_on: due })),
    )
    if (waiting.length > 0) await tx.insertInto('reconciliation.waiting').values(waiting).execute()
  }
  const action = actionOf(parts, held, wanted.resolution)
  if (action && decided) await action.apply(decided, factsOf(held, lines), { reason: wanted.reason, proposedBy: row.updated_by, outcome: wanted.outcome })
  const saved = await breaks.save(tx, stamp, row, { ...setOf(wanted), proposed_with: null, resolved_by: stamp.by, resolved_at: stamp.at }, 'resolve')
  await notePast(tx, session.id, stamp.by, stamp.at, 'BREAK_RESOLVED', pastOf(row, wanted))
  return saved
}

/** What matched lines differ by is lost or won like a write-off, and counts like one against what whoever approves may write off in a day. */
export async function countWrittenOff({ tx, now, principalId, approver }: DecidedContext, partnerId: string | null, difference: Hundredths): Promise<void> {
  if (difference === 0n) return
  await consumeLimit(tx, { kind: 'WRITE_OFF', personId: principalId ?? approver.session.userId, partnerId, day: localDate(now), amount: difference })
}

/** Undoes what resolving did to the lines: they belong to the break alone again. Answers false when a later session has taken them over. */
export async function takeBack(tx: Tx, { row, session }: Pick<Held, 'row' | 'session'>, stamp: Stamp): Promise<boolean> {
  if (row.resolution === 'CARRY') {
    const { rows } = await sql<{ taken: boolean }>`
      with own as (select w.* from reconciliation.waiting w join reconciliation.break_line bl on bl.session_id = w.session_id and bl.side = w.side and bl.no = w.no
        where bl.break_id = ${row.id})
      select exists (select from own where taken_by_session_id is not null) as taken`.execute(tx)
    if (rows[0]?.taken || row.closed_by_session_id !== null) return false
    await sql`delete from reconciliation.waiting w using reconciliation.break_line bl
      where bl.break_id = ${row.id} and w.session_id = bl.session_id and w.side = bl.side and w.no = bl.no`.execute(tx)
  }
  if (row.resolution === 'MATCH') await unmatch(tx, row, session, stamp)
  return true
}

/** Undoes the matches, by one person or by two, that had resolved a break; other breaks that they had resolved are open again as well. */
async function unmatch(tx: Tx, { id }: BreakRecord, session: Held['session'], stamp: Stamp): Promise<void> {
  const { rows } = await sql<{ no: number }>`
    select distinct p.match_no as no from reconciliation.break_line bl
      join reconciliation.pair p on p.period = ${session.from_day} and p.session_id = ${session.id}
        and (bl.side = 'O' and p.ours_no = bl.no or bl.side = 'T' and p.theirs_no = bl.no)
     where bl.break_id = ${id} and p.method in ('M', 'F')`.execute(tx)
  for (const { no } of rows) await undoMatch(tx, session, no, stamp, id)
}

/** What is set when a break opens again. */
export const openAgain = NOTHING_SET

const setOf = ({ resolution, reason, note = '' }: Wanted) => ({ resolution, reason, note })

export const pastOf = ({ reference, kind }: Pick<BreakRecord, 'reference' | 'kind'>, { resolution, reason }: Wanted) => ({
  reference,
  kind,
  resolution: resolutionWords(resolution),
  reason,
})
