import { type ApprovalContext, type ApprovalKind, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { breakKindName } from '../../contract/break-kinds.ts'
import { BreakPayload, BreakPicture, FIRST_TIER } from '../../contract/break-proposal.ts'
import type { BreakKind } from '../../contract/machines.ts'
import { refreshCounters } from '../matching/match.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { carryOut, giveBack, propose, tellMoved } from './carry-out.ts'
import { explain } from './explain.ts'
import { BREAK, type BreakRecord, breaks, type Held, holdBreak, linesOf, sessionOf, sizeOf, versionOf } from './records.ts'
import { assertFits } from './rules.ts'

/** The sentence of a break as it is kept with a request. */
export const sentenceOf = (row: BreakRecord): string =>
  explain(
    {
      ...{ kind: row.kind as BreakKind, reference: row.reference, field: row.field, day: row.day },
      ...{ oursValue: row.ours_value, theirsValue: row.theirs_value, oursLines: row.ours_lines, theirsLines: row.theirs_lines },
      ...{ oursSum: parseMoney(row.ours_sum), theirsSum: parseMoney(row.theirs_sum), atRisk: parseMoney(row.at_risk) },
    },
    'vi',
  )

/** Whose account the money of a refund goes to, as the lines name it. */
async function beneficiaryOf({ tx }: ApprovalContext, { row, session }: Held, resolution: string): Promise<string | undefined> {
  if (resolution !== 'REFUND') return undefined
  const lines = (await linesOf(tx, session, [row.id])).get(row.id) ?? []
  const to = lines.find(({ counterAccount, counterName }) => counterAccount !== '' || counterName !== '')
  return to && [to.counterName, to.counterAccount].filter((part) => part !== '').join(', ')
}

/** A resolution with money: asked for by one person and agreed to by another, whose limit of write-offs it counts against. */
export function breakKind(parts: ReconciliationParts, { contracts }: ReconciliationDesk): ApprovalKind {
  const { permissions } = contracts
  return defineApprovalKind<BreakPayload>({
    ...breakKindName(contracts),
    subjectType: BREAK,
    subjectPath: (_id, code) => `${contracts.routes.detail}?code=${encodeURIComponent(code.split('/')[0] ?? '')}`,
    payload: BreakPayload,
    picture: BreakPicture,
    entity: 'reconciliation.breaks.break',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    limit: ({ resolution }) => (resolution === 'WRITE_OFF' ? 'WRITE_OFF' : undefined),
    days: 14,
    async describe(ctx, id, payload) {
      const held = await holdBreak(ctx.tx, { id })
      const { row, session } = held
      const { resolution, reason, outcome = null, note = '' } = payload
      const lines = (await linesOf(ctx.tx, session, [id])).get(id) ?? []
      await assertFits(parts, ctx.tx, held, lines, payload, ctx.now)
      const facts = { kind: row.kind, reference: row.reference, explanation: sentenceOf(row), difference: String(row.difference), atRisk: row.at_risk }
      const beneficiary = await beneficiaryOf(ctx, held, resolution)
      return {
        code: `${session.code}/${row.id}`,
        place: { ...unitsOf(row), partnerId: row.partner_id },
        before: { ...facts, status: row.status, resolution: null },
        after: { ...facts, status: 'RESOLVED', resolution, outcome, reason, note: note || null },
        money: resolution === 'WRITE_OFF' ? sizeOf(row) : parseMoney(row.at_risk),
        ...(beneficiary === undefined ? {} : { beneficiary }),
        rows: 1,
      }
    },
    async hold(ctx, { subjectId, payload, version }) {
      const held = await holdBreak(ctx.tx, { id: subjectId, version })
      return (await propose(parts, ctx.tx, held, payload, decidedBy(ctx))).version
    },
    versionNow: ({ tx }, id) => versionOf(tx, id),
    async apply(ctx, { subjectId, payload }) {
      const held = await holdBreak(ctx.tx, { id: subjectId })
      await carryOut(parts, ctx.tx, held, payload, decidedBy(ctx), ctx)
      await refreshCounters(ctx.tx, held.session.id)
      await tellMoved(ctx.tx)
    },
    async release(ctx, { subjectId }, _how, note) {
      const { tx } = ctx
      const session = await sessionOf(tx, subjectId)
      const row = await breaks.lock(tx, { id: subjectId })
      if (session && row.status === 'PROPOSED') await giveBack(tx, { row, session }, decidedBy(ctx), note)
      await tellMoved(tx)
    },
  })
}
