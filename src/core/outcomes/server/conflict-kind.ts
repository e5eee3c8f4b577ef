import { type ApprovalKind, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { outcomeConflictKind } from '../contract/approval-kinds.ts'
import { casesTopic, outcomePermissions } from '../contract/case.ts'
import { ConflictPayload, ConflictPicture } from '../contract/cases.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { CASE, type Case, cases } from './records.ts'

const isHeld = ({ conflict_at, conflict_decision }: Pick<Case, 'conflict_at' | 'conflict_decision'>) => conflict_at !== null && conflict_decision !== 'RELEASE'

/** Refuses a case about which nothing contradicts its verdict, or whose money goes on already. */
export function assertConflict(row: Case): void {
  if (!isHeld(row)) throw new AppError(outcomeErrors.noConflict, { code: row.code })
}

/** Two people say whether the money of a contradicted verdict goes on, or stays held; what has to be moved for it is booked by other means. */
export const conflictKind: ApprovalKind = defineApprovalKind<ConflictPayload>({
  ...outcomeConflictKind,
  subjectType: CASE,
  payload: ConflictPayload,
  picture: ConflictPicture,
  entity: 'outcomes.case',
  permissions: { ask: outcomePermissions.ask, see: outcomePermissions.see },
  tiers: [{ upTo: null, decide: outcomePermissions.approveContradicted }],
  days: 14,
  async describe({ tx }, id, { decision }) {
    const row = await cases.lock(tx, { id })
    assertConflict(row)
    const facts = { amount: row.amount, externalRef: row.external_ref, verdict: row.verdict }
    return {
      code: row.code,
      place: {
        ...{ headUnitId: row.head_unit_id, provinceUnitId: row.province_unit_id, districtUnitId: row.district_unit_id, officeUnitId: row.office_unit_id },
        partnerId: row.partner_id,
      },
      ...{ money: parseMoney(row.amount), rows: 1 },
      before: { ...facts, conflictDecision: row.conflict_decision },
      after: { ...facts, conflictDecision: decision },
    }
  },
  hold: async (_ctx, { version }) => version,
  versionNow: async ({ tx }, id) => (await cases.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload: { decision } }) {
    const row = await cases.lock(ctx.tx, { id: subjectId })
    assertConflict(row)
    const { by, at } = decidedBy(ctx)
    await cases.save(ctx.tx, { by, at }, row, { conflict_settled_at: at, conflict_settled_by: by, conflict_decision: decision })
    await publish(ctx.tx, { topic: casesTopic })
  },
  release: async () => {},
})
