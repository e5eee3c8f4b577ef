import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { absolute, formatMoney, type Hundredths, parseMoney, showMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { HAND_LINES } from '../../contract/lines.ts'
import type { ReconciliationParts } from '../plug.ts'
import { among, assertUndecided } from '../sessions/break-lines.ts'
import { assertReviewed } from '../sessions/by-hand.ts'
import { seenSession } from '../sessions/detail.ts'
import { assertMatchable, type Chosen, chosenLines, nameOfLine, weigh } from '../sessions/hand-match.ts'
import { SESSION, type SessionRow } from '../sessions/records.ts'
import { SIDES } from '../sessions/sides.ts'
import { BREAK, type BreakRecord, documentOf, type Held } from './records.ts'
import { whyNotMatched } from './rules.ts'

type Session = Pick<SessionRow, 'id' | 'from_day'>

/** The breaks that some lines stand in, as a query. */
const breaksWith = ({ id }: Session, chosen: Chosen): RawBuilder<unknown> => sql`
  select k.break_id from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
   where k.session_id = ${id} and ${among('k', chosen)}`

/** Some lines, with all others of their breaks that count; by numbers. */
async function wholeOf(db: Queryable, session: Session, { ours, theirs }: Chosen): Promise<{ ours: number[]; theirs: number[] }> {
  const { rows } = await sql<{ side: 'O' | 'T'; no: number }>`
    select k.side, k.no from reconciliation.break_line k
      join reconciliation.line l on l.period = ${session.from_day} and l.session_id = ${session.id} and l.side = k.side and l.no = k.no and l.money
     where k.break_id in (${breaksWith(session, { ours, theirs })})`.execute(db)
  const of = (side: 'O' | 'T', chosen: readonly number[]) =>
    [...new Set([...chosen, ...rows.flatMap((row) => (row.side === side ? row.no : []))])].toSorted((a, b) => a - b)
  return { ours: of('O', ours), theirs: of('T', theirs) }
}

/**
 * The breaks of lines that are to be matched with each other, the greatest first. Throws RCN-041 to RCN-044 and RCN-048 for lines that cannot be
 * matched, RCB-030 for those of one break, RCB-031 for a break of which lines are missing, RCB-032 for a line in none.
 */
export async function breaksTogether(db: Queryable, session: Session, chosen: Chosen): Promise<[BreakRecord, ...BreakRecord[]]> {
  await assertMatchable(db, session, chosen)
  await assertUndecided(db, session, chosen)
  const { rows: waiting } = await sql<{ side: 'O' | 'T'; no: number }>`
    select l.side, l.no from reconciliation.line l where l.period = ${session.from_day} and l.session_id = ${session.id} and ${chosenLines(chosen)}
      and not exists (select from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
        where k.session_id = l.session_id and k.side = l.side and k.no = l.no) order by l.side, l.no limit 1`.execute(db)
  const [alone] = waiting
  if (alone) throw new AppError(breakErrors.lineWaits, { side: SIDES[alone.side], no: alone.no })
  const { rows: partly } = await sql<{ reference: string }>`
    select b.reference from reconciliation.break b join reconciliation.break_line k on k.break_id = b.id
      join reconciliation.line l on l.period = ${session.from_day} and l.session_id = ${session.id} and l.side = k.side and l.no = k.no and l.money
     where b.id in (${breaksWith(session, chosen)}) and not ${among('k', chosen)} order by b.id limit 1`.execute(db)
  if (partly[0]) throw new AppError(breakErrors.breakInPart, { reference: partly[0].reference })
  const found = await db
    .selectFrom(BREAK)
    .selectAll()
    .where(sql<boolean>`id in (${breaksWith(session, chosen)})`)
    .orderBy('at_risk', 'desc')
    .orderBy('id')
    .execute()
  const [first, ...others] = found as BreakRecord[]
  if (!first || others.length === 0) throw new AppError(breakErrors.oneBreak)
  return [first, ...others]
}

/** Lines of a side that a checker is shown by name. */
const NAMED = 20

/** What is known of each side: its lines as a checker reads them, and what they come to. */
async function sidesOf(db: Queryable, { id, from_day }: Session, chosen: Chosen) {
  const { rows } = await sql<{ side: 'O' | 'T'; name: string; day: string; amount: string }>`
    select l.side, ${nameOfLine} as name, l.day, (l.amount * 0.01)::numeric(20,2)::text as amount
      from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and ${chosenLines(chosen)} order by l.side, l.no`.execute(db)
  const of = (side: 'O' | 'T') => {
    const own = rows.filter((row) => row.side === side)
    const amounts = own.map(({ amount }) => parseMoney(amount))
    const lines = own.slice(0, NAMED).map(({ name, day, amount }) => `${name} · ${showDate(day)} · ${showMoney(amount, 'vi')}`)
    const text = [...lines, ...(own.length > NAMED ? [`… (${own.length})`] : [])].join('\n')
    return { text, sum: amounts.reduce((sum, amount) => sum + amount, 0n), gross: amounts.reduce((sum, amount) => sum + absolute(amount), 0n) }
  }
  return { ours: of('O'), theirs: of('T') }
}

const larger = (a: Hundredths, b: Hundredths): Hundredths => (a > b ? a : b)

/** What a match of lines comes to: both sides, what they differ by beyond the fee that is known, and the larger of both. */
export async function weighTogether(db: Queryable, { session, document }: Pick<Held, 'session' | 'document'>, chosen: Chosen) {
  const { ours, theirs } = await sidesOf(db, session, chosen)
  const { difference } = await weigh(db, session, document, chosen)
  const fee = ours.sum - theirs.sum - difference
  return {
    difference,
    lines: { oursLines: ours.text, theirsLines: theirs.text },
    sums: { oursSum: formatMoney(ours.sum), theirsSum: formatMoney(theirs.sum), difference: formatMoney(difference) },
    fee: formatMoney(fee),
    larger: larger(ours.gross, theirs.gross),
  }
}

/** What a match of some lines, with all others of their breaks, would be, and why it cannot be proposed. Throws SYS-404. */
export async function together(
  parts: ReconciliationParts,
  place: DeskPlace,
  { id, ...chosen }: InputOf<BreakContracts['together']>,
  ctx: RequestContext,
): Promise<OutputOf<BreakContracts['together']>> {
  const { db } = ctx.runtime
  await seenSession(ctx, place, id)
  const session = (await db.selectFrom(SESSION).selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as SessionRow
  const document = await documentOf(db, session)
  const whole = await wholeOf(db, session, chosen)
  const { sums } = await weighTogether(db, { session, document }, whole)
  const { breaks, problem } = await judged(parts, db, { session, document }, whole)
  return { breaks, ...whole, ...sums, problem: problem?.text(ctx.language) ?? null }
}

/** How many breaks there are, and the first reason against a match of them. */
async function judged(
  parts: ReconciliationParts,
  db: Queryable,
  { session, document }: Pick<Held, 'session' | 'document'>,
  whole: Chosen,
): Promise<{ breaks: number; problem?: AppError | undefined }> {
  const most = Math.max(whole.ours.length, whole.theirs.length)
  try {
    assertReviewed(session)
    if (most > HAND_LINES) throw new AppError(breakErrors.tooManyLines, { count: most, max: HAND_LINES })
    const found = await breaksTogether(db, session, whole)
    return { breaks: found.length, problem: await whyNotMatched(parts, db, { row: found[0], session, document }, whole) }
  } catch (error) {
    if (error instanceof AppError) return { breaks: 0, problem: error }
    throw error
  }
}
