import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { countedColumns } from '../matching/scene.ts'
import { documentOf } from '../setups/records.ts'
import { restoreToBreaks } from './break-lines.ts'
import type { SessionRow } from './records.ts'
import { SIDES } from './sides.ts'

/** Who matches lines by hand, and how: M within the tolerance, F outside of it, agreed on by two people. */
export interface ByHand {
  by: string
  at: Date
  reason: string
  method: 'M' | 'F'
  agreedBy?: string | null
}

type Session = Pick<SessionRow, 'id' | 'from_day' | 'revision_id'>

/** Both sides of a match by the numbers of their lines. */
export interface Chosen {
  ours: readonly number[]
  theirs: readonly number[]
}

/** What people call the line `l` by. */
export const nameOfLine = sql<string>`coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), l.no::text)`

/** Lines of a session by side and number. */
export const chosenLines = ({ ours, theirs }: Chosen) =>
  sql<boolean>`(l.side = 'O' and l.no = any(${[...ours]}::int[]) or l.side = 'T' and l.no = any(${[...theirs]}::int[]))`

/** Throws RCN-041, RCN-042, RCN-043 and RCN-048 for lines that cannot be matched. */
export async function assertMatchable(tx: Queryable, { id, from_day }: Pick<Session, 'id' | 'from_day'>, chosen: Chosen): Promise<void> {
  const { rows } = await sql<{ side: 'O' | 'T'; no: number; money: boolean; match: number | null }>`
    select l.side, l.no, l.money, (select p.match_no from reconciliation.pair p where p.period = ${from_day} and p.session_id = ${id}
        and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) limit 1) as match
      from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and ${chosenLines(chosen)}`.execute(tx)
  for (const [side, numbers] of [
    ['O', chosen.ours],
    ['T', chosen.theirs],
  ] as const) {
    const seen = new Set<number>()
    for (const no of numbers) {
      const line = rows.find((row) => row.side === side && row.no === no)
      const refuse = (error: 'lineUnknown' | 'lineMatched' | 'lineWithoutMoney' | 'lineTwice') =>
        new AppError(reconciliationErrors[error], { side: SIDES[side], no, ...(line?.match ? { match: line.match } : {}) })
      if (seen.has(no)) throw refuse('lineTwice')
      seen.add(no)
      if (!line) throw refuse('lineUnknown')
      if (line.match !== null) throw refuse('lineMatched')
      if (!line.money) throw refuse('lineWithoutMoney')
    }
  }
}

/** By what the two sides differ beyond the fee that is known, and how much theirs come to. */
export async function weigh(
  db: Queryable,
  { id, from_day }: Session,
  document: SetupDocument,
  chosen: Chosen,
): Promise<{ difference: Hundredths; theirs: Hundredths }> {
  const { rows } = await sql<{ difference: string; theirs: string }>`
    select (coalesce(sum(counted) filter (where side = 'O'), 0) - coalesce(sum(counted) filter (where side = 'T'), 0)
        - case when bool_or(filled) filter (where side = 'T') then 0 else coalesce(sum(due_fee) filter (where side = 'O'), 0) end)::text as difference,
        coalesce(sum(abs(counted)) filter (where side = 'T'), 0)::text as theirs
      from (select l.side, ${countedColumns(document, 'l')} from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and ${chosenLines(chosen)}) x`.execute(
    db,
  )
  const { difference, theirs } = rows[0] as { difference: string; theirs: string }
  return { difference: BigInt(difference), theirs: BigInt(theirs) }
}

/**
 * Matches lines of both sides with each other, whatever they differ by; what that may be is the caller's to have checked, as are the breaks that
 * the lines belong to. Throws RCN-041 to RCN-043 and RCN-048 for lines that cannot be matched.
 */
export async function matchLines(
  tx: Tx,
  session: Session,
  ours: readonly number[],
  theirs: readonly number[],
  { by, at, reason, method, agreedBy = null }: ByHand,
): Promise<{ matchNo: number; difference: Hundredths }> {
  const chosen = { ours, theirs }
  await assertMatchable(tx, session, chosen)
  const { difference } = await weigh(tx, session, await documentOf(tx, session.revision_id), chosen)
  const { rows } = await sql<{ no: number }>`
    select coalesce(max(match_no), 0) + 1 as no from reconciliation.pair where period = ${session.from_day} and session_id = ${session.id}`.execute(tx)
  const matchNo = rows[0]?.no ?? 1
  await sql`
    insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
    select ${session.from_day}::date, ${session.id}::bigint, ${matchNo}, o.no, t.no, 0, ${method}
      from unnest(${[...ours]}::int[]) with ordinality o(no, at) full join unnest(${[...theirs]}::int[]) with ordinality t(no, at) using (at)`.execute(tx)
  await tx
    .insertInto('reconciliation.match')
    .values({ session_id: session.id, no: matchNo, difference: formatMoney(difference), reason, made_by: by, made_at: at, agreed_by: agreedBy })
    .execute()
  return { matchNo, difference }
}

export interface MatchRecord extends Chosen {
  method: 'A' | 'T' | 'M' | 'F'
  rule: number
  difference: string
  reason: string
  madeBy: string | null
  madeAt: Date | null
}

/** A match with its lines. Throws RCN-046. */
export async function matchOf(tx: Tx, { id, from_day }: Session, matchNo: number): Promise<MatchRecord> {
  const { rows } = await sql<Omit<MatchRecord, 'ours' | 'theirs'> & { ours: number[] | null; theirs: number[] | null }>`
    select p.method, p.rule, p.ours, p.theirs, coalesce(m.difference, 0)::numeric(20,2)::text as difference, coalesce(m.reason, '') as reason, m.made_by as "madeBy", m.made_at as "madeAt"
      from (select min(method::text) as method, min(rule) as rule, array_agg(ours_no order by ours_no) filter (where ours_no is not null) as ours,
          array_agg(theirs_no order by theirs_no) filter (where theirs_no is not null) as theirs
        from reconciliation.pair where period = ${from_day} and session_id = ${id} and match_no = ${matchNo} having count(*) > 0) p
      left join reconciliation.match m on m.session_id = ${id} and m.no = ${matchNo}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError(reconciliationErrors.matchUnknown, { no: matchNo })
  return { ...found, ours: found.ours ?? [], theirs: found.theirs ?? [] }
}

/**
 * Undoes a match: the breaks that it had resolved are open again, and every other line of it is a break of its own until people decide on it.
 * Answers what it was. Throws RCN-046.
 */
export async function undoMatch(tx: Tx, session: SessionRow, matchNo: number, stamp: Stamp, except?: string): Promise<MatchRecord> {
  const match = await matchOf(tx, session, matchNo)
  await sql`delete from reconciliation.pair where period = ${session.from_day} and session_id = ${session.id} and match_no = ${matchNo}`.execute(tx)
  await tx.deleteFrom('reconciliation.match').where('session_id', '=', session.id).where('no', '=', matchNo).execute()
  await restoreToBreaks(tx, session, { ...match, automatic: match.method === 'A' || match.method === 'T' }, stamp, except)
  return match
}
