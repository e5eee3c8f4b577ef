import { type ApprovalKind, type DecidedContext, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { bookContradicted } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { outcomeConflictKind } from '../contract/approval-kinds.ts'
import { type ConflictDecision, casesTopic, outcomePermissions } from '../contract/case.ts'
import { ConflictPayload, ConflictPicture } from '../contract/cases.ts'
import { outcomeErrors } from '../contract/errors.ts'
import type { Services } from './decide.ts'
import { CASE, type Case, cases, lockCase } from './records.ts'
import { groundsOfCase } from './shown-evidence.ts'
import { assertUninvolved, decidingUsers } from './verdict-kind.ts'

/** Refuses a case about which nothing contradicts its verdict, whose money goes on already, or that is settled for good. */
export function assertConflict({ code, conflict_at, conflict_decision, conflict_booked_at }: Case, decision: ConflictDecision): void {
  if (conflict_at === null || conflict_decision === 'RELEASE') throw new AppError(outcomeErrors.noConflict, { code })
  if (conflict_booked_at !== null) throw new AppError(outcomeErrors.conflictFinal, { code })
  if (conflict_decision === 'KEEP' && decision === 'RELEASE') throw new AppError(outcomeErrors.keepBooks, { code })
}

/** Settles what contradicts a case, in the transaction of the two people who have agreed to that. Throws what `assertConflict` does, and OUT-… for who made it. */
export async function settleConflict(ctx: DecidedContext, services: Services, caseId: string, decision: ConflictDecision): Promise<void> {
  const { tx } = ctx
  const row = await cases.lock(tx, { id: caseId })
  assertConflict(row, decision)
  await assertUninvolved(tx, decidingUsers(ctx), row)
  const { by, at } = decidedBy(ctx)
  const booked = decision === 'KEEP' ? at : null
  if (booked) await bookContradicted({ ...ctx.approver.runtime, db: tx }, services, tx, { id: row.transaction_id, now: at })
  const settled = { conflict_settled_at: at, conflict_settled_by: by, conflict_decision: decision, conflict_booked_at: booked }
  await cases.save(tx, { by, at }, row, settled)
  await publish(tx, { topic: casesTopic })
}

/** Two people say whether a contradicted verdict stands and its money goes on, or what came later is right: then the difference is booked at once. Neither of them made the transaction. */
export const conflictKind = (services: Services): ApprovalKind =>
  defineApprovalKind<ConflictPayload>({
    ...outcomeConflictKind,
    subjectType: CASE,
    payload: ConflictPayload,
    picture: ConflictPicture,
    entity: 'outcomes.case',
    permissions: { ask: outcomePermissions.ask, see: outcomePermissions.see },
    grounds: (ctx, { subjectId }) => groundsOfCase(ctx, { subjectId, payload: {} }),
    tiers: [{ upTo: null, decide: outcomePermissions.approveContradicted }],
    days: 14,
    async describe({ tx }, id, { decision }) {
      const row = await cases.lock(tx, { id })
      assertConflict(row, decision)
      const facts = { amount: row.amount, externalRef: row.external_ref, verdict: row.verdict }
      return {
        code: row.code,
        place: {
          ...unitsOf(row),
          partnerId: row.partner_id,
        },
        ...{ money: parseMoney(row.amount), rows: 1 },
        before: { ...facts, conflictDecision: row.conflict_decision },
        after: { ...facts, conflictDecision: decision },
      }
    },
    hold: async (_ctx, { version }) => version,
    versionNow: async ({ tx }, id) => (await lockCase(tx, id))?.version,
    async apply(ctx, { subjectId, payload: { decision } }) {
      await settleConflict(ctx, services, subjectId, decision)
    },
    release: async () => {},
  })
