import { z } from 'zod'
import { type ApprovalKind, type Asked, ask, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { Text } from '#kernel/language.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { type ReconciliationContracts, sessionAddress } from '../../contract/contracts.ts'
import { FIRST_SETTLEMENT_TIER, SettlementPicture } from '../../contract/settlement.ts'
import { reversalKindName, settlementKindName } from '../../contract/settlement-kinds.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { lockSession, notePast, SESSION, type SessionRow, sessions } from '../sessions/records.ts'
import { assertNoneStanding, assertSettled } from './blockers.ts'
import { planOf, type Settlement } from './plan.ts'
import { feeOf, type Part } from './postings.ts'
import { reverseSettlement, settleSession } from './settle.ts'

const Payload = z.strictObject({})
type Payload = z.output<typeof Payload>

const picture = (session: SessionRow, { settled, journals }: Settlement, status: string) => {
  const on = (part: Part): Hundredths => journals.flatMap(({ moves }) => moves).reduce((sum, move) => (move.part === part ? sum + move.amount : sum), 0n)
  return {
    ...{ status, fromDay: session.from_day, toDay: session.to_day, oursSum: session.ours_sum, theirsSum: session.theirs_sum },
    bank: formatMoney(on('bank')),
    cleared: formatMoney(-on('clearing')),
    fee: formatMoney(journals.length > 0 ? feeOf(settled) : 0n),
    lost: formatMoney(on('loss')),
    gained: formatMoney(-on('gain')),
    pending: formatMoney(on('shortage') + on('surplus')),
    journals: String(journals.length),
  }
}

/** What settling and reversing have in common: the same money, the same people, the same question about a session. */
function kindOf(
  parts: ReconciliationParts,
  contracts: ReconciliationContracts,
  plan: Pick<ApprovalKind, 'name' | 'title'> & {
    to: 'SETTLED' | 'REVIEWING'
    answer: Text
    assert(tx: CommandContext['tx'], session: SessionRow, plan: Settlement): Promise<void>
    apply: ApprovalKind<Payload>['apply']
  },
): ApprovalKind {
  const { permissions } = contracts
  const { name, title, to, answer, assert, apply } = plan
  return defineApprovalKind<Payload>({
    ...{ name, title, subjectType: SESSION, payload: Payload, picture: SettlementPicture, entity: 'reconciliation.settlement.settlement', days: 7 },
    subjectPath: (id) => sessionAddress(contracts, id),
    permissions: { ask: permissions.settle, see: permissions.see },
    tiers: [
      { upTo: FIRST_SETTLEMENT_TIER, decide: permissions.approveSettlement },
      { upTo: null, decide: permissions.approveLarge },
    ],
    async describe({ tx }, id) {
      const session = await lockSession(tx, id)
      const settlement = await planOf(tx, parts, session)
      await assert(tx, session, settlement)
      return {
        ...{
          code: session.code,
          place: { ...unitsOf(session), partnerId: session.partner_id },
          money: settlement.size,
          rows: session.ours_lines + session.theirs_lines,
        },
        question: { about: { type: SESSION, id }, answer },
        before: picture(session, settlement, session.status),
        after: picture(session, settlement, to),
      }
    },
    hold: async ({ tx }, { subjectId, version }) => (await sessions.lock(tx, { id: subjectId, version })).version,
    versionNow: async ({ tx }, id) => (await sessions.locked(tx, id))?.version,
    apply,
    release: async () => undefined,
  })
}

const settlementKind = (parts: ReconciliationParts, { contracts }: ReconciliationDesk): ApprovalKind =>
  kindOf(parts, contracts, {
    ...settlementKindName(contracts),
    to: 'SETTLED',
    answer: { vi: 'Tất toán', en: 'Settle' },
    assert: (tx, session, plan) => assertNoneStanding(tx, parts, session, plan),
    apply: async (ctx, { id, subjectId }) => settleSession(parts, ctx, await lockSession(ctx.tx, subjectId), id),
  })

const reversalKind = (parts: ReconciliationParts, { contracts }: ReconciliationDesk): ApprovalKind =>
  kindOf(parts, contracts, {
    ...reversalKindName(contracts),
    to: 'REVIEWING',
    answer: { vi: 'Đảo tất toán', en: 'Reverse the settlement' },
    assert: async (_tx, session) => assertSettled(session),
    apply: async (ctx, { id, subjectId, reason }) => reverseSettlement(ctx, await lockSession(ctx.tx, subjectId), { requestId: id, reason }),
  })

/** Settlements and their reversals, which two people decide; made for each desk. */
export const settlementKinds = (parts: ReconciliationParts): ApprovalKind[] =>
  parts.desks.flatMap((desk) => [settlementKind(parts, desk), reversalKind(parts, desk)])

interface Asking {
  id: string
  version: number
  reason: string
}

async function askFor(ctx: CommandContext, kind: ApprovalKind, past: 'SETTLE_ASKED' | 'REVERSE_ASKED', { id, version, reason }: Asking) {
  const { row } = await sessions.forChange(ctx, { id, version })
  const { requestId, subjectVersion }: Asked = await ask(ctx, kind, { subjectId: id, version, payload: {}, reason })
  await notePast(ctx.tx, id, ctx.session.account, ctx.now, past, { reason })
  ctx.subject(SESSION, id, { before: { status: row.status }, after: { status: row.status, request: requestId, reason } })
  return { id, version: subjectVersion, requestId }
}

/** Asks two people to settle a session, or to undo that. The desk has been asked before whether it shows the session. */
export const askToSettle = (parts: ReconciliationParts, desk: ReconciliationDesk, input: Asking, ctx: CommandContext) =>
  askFor(ctx, settlementKind(parts, desk), 'SETTLE_ASKED', input)
export const askToReverse = (parts: ReconciliationParts, desk: ReconciliationDesk, input: Asking, ctx: CommandContext) =>
  askFor(ctx, reversalKind(parts, desk), 'REVERSE_ASKED', input)
