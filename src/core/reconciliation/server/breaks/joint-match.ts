import { type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { moneyText } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type Stamp, stampOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { matchKindName } from '../../contract/break-kinds.ts'
import { FIRST_TIER, MatchPayload, MatchPicture } from '../../contract/break-proposal.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { assertIdle, sessionForChange } from '../desk.ts'
import { refreshCounters } from '../matching/match.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { releaseFromBreaks } from '../sessions/break-lines.ts'
import { assertReviewed, named } from '../sessions/by-hand.ts'
import { matchLines } from '../sessions/hand-match.ts'
import { notePast, SESSION, sessions } from '../sessions/records.ts'
import { countWrittenOff, giveBack, tellMoved } from './carry-out.ts'
import { breaksTogether, weighTogether } from './joint-lines.ts'
import { BREAK, breaks, type Held, holdBreak, sessionOf, versionOf } from './records.ts'
import { posts, whyNotMatched } from './rules.ts'

/** Asks a second person to match all lines of several breaks. Throws SYS-404, SYS-409, SYS-410, RCN-030, RCB-004 and what `breaksTogether` throws. */
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
  const [first] = await breaksTogether(tx, session, payload)
  const { requestId } = await ask(ctx, kind, { subjectId: first.id, version: first.version, payload, reason: payload.reason })
  const saved = await sessions.save(tx, stampOf(ctx), session, {})
  ctx.subject(SESSION, id, { after: { ours: payload.ours.length, theirs: payload.theirs.length, reason: payload.reason, request: requestId } })
  return { id, version: saved.version, requestId }
}

/** All breaks of a request wait for its end together. Answers the version of the one that it names. */
async function holdTogether(tx: Tx, { session, row: first, document }: Held, payload: MatchPayload, stamp: Stamp): Promise<number> {
  const { reason, note = '' } = payload
  let version = first.version
  for (const { id } of await breaksTogether(tx, session, payload)) {
    const row = id === first.id ? first : await breaks.lock(tx, { id })
    const saved = await breaks.save(tx, stamp, row, { resolution: 'MATCH', reason, note, proposed_with: first.id }, 'propose')
    if (id === first.id) version = saved.version
  }
  const { difference } = await weighTogether(tx, { session, document }, payload)
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
      const refusal = await whyNotMatched(parts, tx, held, payload)
      if (refusal) throw refusal
      const { lines, sums, fee, larger } = await weighTogether(tx, held, payload)
      const rows = (await breaksTogether(tx, held.session, payload)).length
      const facts = { breaks: String(rows), ...lines, ...sums, fee }
      const { reason, note } = payload
      return {
        code: `${held.session.code}/${id}`,
        place: { ...unitsOf(held.row), partnerId: held.row.partner_id },
        before: { ...facts, status: held.row.status },
        after: { ...facts, status: 'RESOLVED', reason, note: note || null },
        money: larger,
        rows,
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
      const session = await sessionOf(tx, subjectId)
      const held = await tx.selectFrom(BREAK).select('id').where('proposed_with', '=', subjectId).orderBy('id').execute()
      if (session) for (const { id } of held) await giveBack(tx, { row: await breaks.lock(tx, { id }), session }, decidedBy(ctx), note)
      await tellMoved(tx)
    },
  })
}
