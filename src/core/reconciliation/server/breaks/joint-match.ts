import { sql } from 'kysely'
import { type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney, showMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type Stamp, stampOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { matchKindName } from '../../contract/break-kinds.ts'
import { FIRST_TIER, MatchPayload, MatchPicture } from '../../contract/break-proposal.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { refreshCounters } from '../matching/match.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { among, assertUndecided, releaseFromBreaks } from '../sessions/break-lines.ts'
import { assertReviewed, named } from '../sessions/by-hand.ts'
import { assertMatchable, type Chosen, chosenLines, matchLines, weigh } from '../sessions/hand-match.ts'
import { notePast, type SessionRow, sessions } from '../sessions/records.ts'
import { countWrittenOff, giveBack, tellMoved } from './carry-out.ts'
import { BREAK, breaks, type Held, holdBreak, versionOf } from './records.ts'
import { posts, whyNotMatched } from './rules.ts'

/** The breaks of some lines, the greatest first. Throws RCB-030 for fewer than two, RCB-031 for one of which lines are missing. */
async function breaksOf(tx: Tx, { id, from_day }: SessionRow, chosen: Chosen): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number; reference: string; whole: boolean }>`
    select b.id, b.version, b.reference, bool_and(${among('k', chosen)} or not l.money) as whole
      from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right
      join reconciliation.line l on l.period = ${from_day} and l.session_id = ${id} and l.side = k.side and l.no = k.no
     where k.session_id = ${id} and k.break_id in (select x.break_id from reconciliation.break_line x where x.session_id = ${id} and ${among('x', chosen)})
     group by b.id order by b.at_risk desc, b.id`.execute(tx)
  const part = rows.find(({ whole }) => !whole)
  if (part) throw new AppError(breakErrors.breakInPart, { reference: part.reference })
  if (rows.length < 2) throw new AppError(breakErrors.oneBreak)
  return rows
}

/** Asks a second person to match lines of several breaks. Throws SYS-404, SYS-409, SYS-410, RCN-030, RCN-041 to RCN-044, RCN-048, RCB-004, RCB-030, RCB-031. */
export async function proposeMatch(
  place: DeskPlace,
  kind: ApprovalKind,
  { id, version, ...payload }: InputOf<BreakContracts['match']>,
  ctx: CommandContext,
): Promise<OutputOf<BreakContracts['match']>> {
  const { tx } = ctx
  const { row: session } = await sessionForChange(ctx, place, { id, version })
  assertIdle(session)
  assertReviewed(session)
  await assertMatchable(tx, session, payload)
  await assertUndecided(tx, session, payload)
  const [first] = (await breaksOf(tx, session, payload)) as [{ id: string; version: number }]
  const { requestId } = await ask(ctx, kind, { subjectId: first.id, version: first.version, payload, reason: payload.reason })
  const saved = await sessions.save(tx, stampOf(ctx), session, {})
  ctx.subject(BREAK, first.id, { before: { status: 'OPEN' }, after: { status: 'PROPOSED', resolution: 'MATCH', reason: payload.reason, request: requestId } })
  return { id, version: saved.version, requestId }
}

/** The breaks that a request has put on hold together, by the one that it names. */
const heldWith = (tx: Tx, first: string): Promise<{ id: string }[]> =>
  tx.selectFrom(BREAK).select('id').where('proposed_with', '=', first).where('status', '=', 'PROPOSED').orderBy('id').execute()

const larger = (a: Hundredths, b: Hundredths): Hundredths => (a > b ? a : b)
const size = (amount: Hundredths): Hundredths => (amount < 0n ? -amount : amount)

/** The lines as a checker reads them, a side at a time, and what they come to. */
async function linesShown(db: Queryable, { id, from_day }: SessionRow, chosen: Chosen) {
  const { rows } = await sql<{ side: 'O' | 'T'; name: string; day: string; amount: string }>`
    select l.side, coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), l.no::text) as name, l.day,
        (l.amount * 0.01)::numeric(20,2)::text as amount
      from reconciliation.line l where l.period = ${from_day} and l.session_id = ${id} and ${chosenLines(chosen)} order by l.side, l.no`.execute(db)
  const of = (side: 'O' | 'T') => {
    const own = rows.filter((row) => row.side === side)
    const sum = own.reduce((total, { amount }) => total + parseMoney(amount), 0n)
    const gross = own.reduce((total, { amount }) => total + size(parseMoney(amount)), 0n)
    const lines = own.slice(0, NAMED).map(({ name, day, amount }) => `${name} · ${showDate(day)} · ${showMoney(amount, 'vi')}`)
    return { text: [...lines, ...(own.length > NAMED ? [`… (${own.length})`] : [])].join('\n'), sum, gross }
  }
  return { ours: of('O'), theirs: of('T') }
}
/** Lines of a side that the picture names. */
const NAMED = 20

/** What a match of several breaks would do. Throws RCB-004 where it would write off too much. */
async function described(parts: ReconciliationParts, tx: Tx, held: Held, payload: MatchPayload) {
  const { session, document } = held
  const { ours, theirs } = await linesShown(tx, session, payload)
  const { difference } = await weigh(tx, session, document, payload)
  const refusal = await whyNotMatched(parts, tx, held, payload)
  if (refusal) throw refusal
  const facts = {
    breaks: String((await breaksOf(tx, session, payload)).length),
    ...{ oursLines: ours.text, theirsLines: theirs.text, oursSum: formatMoney(ours.sum), theirsSum: formatMoney(theirs.sum) },
    difference: formatMoney(difference),
  }
  return { facts, money: larger(ours.gross, theirs.gross) }
}

/** All breaks of a request wait for its end together. Answers the version of the one that it names. */
async function holdTogether(tx: Tx, { session, row: first, document }: Held, payload: MatchPayload, stamp: Stamp): Promise<number> {
  const { reason, note = '' } = payload
  let version = first.version
  for (const { id } of await breaksOf(tx, session, payload)) {
    const row = id === first.id ? first : await breaks.lock(tx, { id })
    const saved = await breaks.save(tx, stamp, row, { resolution: 'MATCH', reason, note, proposed_with: first.id }, 'propose')
    if (id === first.id) version = saved.version
  }
  const { difference } = await weigh(tx, session, document, payload)
  await notePast(tx, session.id, stamp.by, stamp.at, 'MATCH_PROPOSED', { ...(await named(tx, session, payload)), difference: moneyText(difference), reason })
  await tellMoved(tx)
  return version
}

/** Lines of several breaks that one person may not match: asked for by one and agreed to by another, whose limit of write-offs the difference counts against. */
export function matchKind(parts: ReconciliationParts, { contracts }: ReconciliationDesk): ApprovalKind {
  const { permissions } = contracts
  return defineApprovalKind<MatchPayload>({
    ...matchKindName(contracts),
    subjectType: BREAK,
    subjectPath: (_id, code) => `${contracts.routes.detail}?code=${encodeURIComponent(code.split('/')[0] ?? '')}`,
    payload: MatchPayload,
    picture: MatchPicture,
    entity: 'reconciliation.breaks.match',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    days: 14,
    async describe({ tx }, id, payload) {
      const held = await holdBreak(tx, { id })
      const { facts, money } = await described(parts, tx, held, payload)
      const { reason, note } = payload
      return {
        code: `${held.session.code}/${id}`,
        place: { ...unitsOf(held.row), partnerId: held.row.partner_id },
        before: { ...facts, status: held.row.status },
        after: { ...facts, status: 'RESOLVED', reason, note: note || null },
        money,
        rows: Number(facts.breaks),
      }
    },
    hold: async (ctx, { subjectId, payload, version }) => holdTogether(ctx.tx, await holdBreak(ctx.tx, { id: subjectId, version }), payload, decidedBy(ctx)),
    versionNow: ({ tx }, id) => versionOf(tx, id),
    async apply(ctx, { subjectId, payload }) {
      const { tx } = ctx
      const stamp = decidedBy(ctx)
      const held = await holdBreak(tx, { id: subjectId })
      const { session, row } = held
      const { ours, theirs, reason } = payload
      const refusal = await whyNotMatched(parts, tx, held, payload)
      if (refusal) throw refusal
      const how = { by: row.updated_by, at: stamp.at, reason, method: 'F' as const, agreedBy: stamp.by }
      const { matchNo, difference } = await matchLines(tx, session, ours, theirs, how)
      if (posts(parts, held)) await countWrittenOff(ctx, row.partner_id, difference)
      await releaseFromBreaks(tx, session, payload, reason, stamp, subjectId)
      await refreshCounters(tx, session.id)
      const shown = { no: matchNo, ...(await named(tx, session, payload)), difference: moneyText(difference), reason }
      await notePast(tx, session.id, stamp.by, stamp.at, 'MATCH_AGREED', shown)
      await tellMoved(tx)
    },
    async release(ctx, { subjectId }, _how, note) {
      const { tx } = ctx
      const found = await tx.selectFrom(BREAK).select('session_id').where('id', '=', subjectId).executeTakeFirstOrThrow()
      const session = await sessions.lock(tx, { id: found.session_id })
      for (const { id } of await heldWith(tx, subjectId)) await giveBack(tx, { row: await breaks.lock(tx, { id }), session }, decidedBy(ctx), note)
      await tellMoved(tx)
    },
  })
}
