import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, type DecidedContext, decidedBy, defineApprovalKind, type Release } from '#core/approvals/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { attachedToEach } from '#platform/server/files/store.ts'
import { fire } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { outcomeVerdictKind } from '../contract/approval-kinds.ts'
import { casesTopic, outcomePermissions, type ProposalEvent, proposalMachine, type Verdict } from '../contract/case.ts'
import { VerdictPayload, VerdictPicture } from '../contract/cases.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { EVIDENCE } from '../contract/files.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { decideCases, type Services } from './decide.ts'
import { unproven } from './proof.ts'
import { CASE, type Case, cases, evidenceOf, isMaterial, lockCase, TRANSACTION } from './records.ts'
import { groundsOfCase } from './shown-evidence.ts'
import { suggest } from './suggestion.ts'

const PROPOSAL = 'outcome.proposal'

/** Refuses what cannot be decided so: a case that is over, or a verdict without hard evidence. Answers the evidence that it stands on. */
export async function assertProvable(tx: Tx, row: Pick<Case, 'id' | 'code' | 'status' | 'transaction_id' | 'business_date'>, verdict: Verdict) {
  if (row.status === 'DECIDED') throw new AppError(outcomeErrors.decided, { code: row.code })
  const pieces = (await evidenceOf(tx, [row.id])).get(row.id) ?? []
  if (!pieces.some((piece) => piece.hard && piece.verdict === verdict)) throw await unproven(tx, row)
  return pieces
}

/** Whoever decides, and in whose place. */
export const decidingUsers = ({ approver, principalId }: DecidedContext) => [approver.session.userId, ...(principalId === null ? [] : [principalId])]

/** Throws OUT-014 where one of these users made the transaction at a counter. */
export async function assertUninvolved(tx: Tx, users: readonly string[], { code, transaction_id, business_date }: Case): Promise<void> {
  const { rows } = await sql`
    select from payment.transaction t join iam.account_place p on p.staff_id = t.teller_staff_id
    where t.id = ${transaction_id} and t.business_date = ${business_date} and p.user_id = any(${users}::bigint[])`.execute(tx)
  if (rows.length > 0) throw new AppError(outcomeErrors.involved, { code })
}

/** Whether a verdict stands on nothing but statement lines that people have typed, without the paper that they stand in. */
async function isTypedOnly(tx: Tx, caseId: string, verdict: Verdict): Promise<boolean> {
  const hard = await tx
    .selectFrom('outcome.evidence')
    .select(['id', 'kind', 'source'])
    .where('case_id', '=', caseId)
    .where('hard', '=', true)
    .where('verdict', '=', verdict)
    .execute()
  const typed = hard.filter(({ kind, source }) => kind === 'STATEMENT' && source.startsWith('user:')).map(({ id }) => id)
  return typed.length === hard.length && (await attachedToEach(tx, EVIDENCE, typed)).size === 0
}

/** How much a proposal stands on: it counts on as long as this stays the same, whatever else happens to the case. */
const weightOf = (pieces: Awaited<ReturnType<typeof assertProvable>>) => pieces.filter(isMaterial).length

const placeOf = ({ head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id }: Case) => ({
  ...{ headUnitId: head_unit_id, provinceUnitId: province_unit_id, districtUnitId: district_unit_id, officeUnitId: office_unit_id, partnerId: partner_id },
})

const ENDS: Record<Release, ProposalEvent> = { REJECTED: 'reject', WITHDRAWN: 'withdraw', EXPIRED: 'expire' }

async function endProposal(ctx: ApprovalContext, caseId: string, event: ProposalEvent, note: string): Promise<void> {
  const { tx } = ctx
  const open = await tx.selectFrom(PROPOSAL).select('id').where('case_id', '=', caseId).where('status', '=', 'OPEN').executeTakeFirst()
  if (open) await fire(tx, proposalMachine, PROPOSAL, open.id, event, { set: { ended_by: decidedBy(ctx).by, ended_at: ctx.now, end_note: note } })
}

/**
 * A verdict is proposed by one person and agreed to by another, who ends the transaction with it. It needs hard evidence; where the evidence
 * contradicts itself, or is no more than a statement line that somebody typed, the higher tier decides. More evidence makes it out of date: then it ends, and has to be proposed again.
 */
export function verdictKind(services: Services): ApprovalKind {
  const { ask, see, approve, approveContradicted } = outcomePermissions
  return defineApprovalKind<VerdictPayload>({
    ...outcomeVerdictKind,
    subjectType: CASE,
    payload: VerdictPayload,
    picture: VerdictPicture,
    entity: 'outcomes.case',
    permissions: { ask, see },
    grounds: groundsOfCase,
    ended: { NEW_EVIDENCE: { vi: 'Có bằng chứng mới sau khi đề nghị', en: 'More evidence has come since it was proposed' } },
    tiers: [
      { upTo: null, decide: approve },
      { upTo: null, decide: approveContradicted },
    ],
    days: 7,
    async describe({ tx }, id, { verdict }) {
      const row = await cases.lock(tx, { id })
      const pieces = await assertProvable(tx, row, verdict)
      const { reason, contradicted } = suggest(pieces)
      const higher = contradicted || (await isTypedOnly(tx, id, verdict))
      const facts = { amount: row.amount, externalRef: row.external_ref, reason, evidenceCount: String(pieces.length) }
      return {
        ...{ code: row.code, place: placeOf(row), money: parseMoney(row.amount), rows: 1, tier: higher ? 2 : 1 },
        question: { about: { type: TRANSACTION, id: row.transaction_id }, answer: { vi: vi.enums.verdict[verdict], en: en.enums.verdict[verdict] } },
        before: { ...facts, verdict: null },
        after: { ...facts, verdict },
      }
    },
    async hold(ctx, { subjectId, payload: { verdict, evidenceIds }, reason, version }) {
      const { tx, now } = ctx
      const stamp = decidedBy(ctx)
      const row = await cases.lock(tx, { id: subjectId, version })
      const pieces = await assertProvable(tx, row, verdict)
      await cases.save(tx, stamp, row, { proposed_by: stamp.by }, 'propose')
      const { contradicted } = suggest(pieces)
      await tx
        .insertInto(PROPOSAL)
        .values({ case_id: subjectId, verdict, evidence_ids: [...evidenceIds], contradicted, note: reason, proposed_by: stamp.by, proposed_at: now })
        .execute()
      await publish(tx, { topic: casesTopic })
      return weightOf(pieces)
    },
    async versionNow({ tx }, id) {
      const row = await lockCase(tx, id)
      return row && weightOf((await evidenceOf(tx, [id])).get(id) ?? [])
    },
    async apply(ctx, { subjectId, payload: { verdict }, reason }, note) {
      const row = await cases.lock(ctx.tx, { id: subjectId })
      await assertProvable(ctx.tx, row, verdict)
      await assertUninvolved(ctx.tx, decidingUsers(ctx), row)
      const { runtime, traceId, ip } = ctx.approver
      await endProposal(ctx, subjectId, 'accept', note)
      const decision = { row, verdict, resolvedBy: 'PERSON' as const, actor: ctx.actor, code: 'TWO-PEOPLE', message: reason, reference: '' }
      await decideCases(runtime, services, ctx.tx, [decision], { traceId, ip })
      await publish(ctx.tx, { topic: casesTopic })
    },
    async release(ctx, { subjectId }, how, note) {
      const row = await cases.locked(ctx.tx, subjectId)
      if (!row) throw new AppError(errors.notFound)
      // What the system ends with a reason was out of date; what it ends without one has waited for too long.
      const outdated = how === 'EXPIRED' && note !== ''
      await endProposal(ctx, subjectId, outdated ? 'outdate' : ENDS[how], outdated ? '' : note)
      if (row.status === 'PROPOSED') await cases.save(ctx.tx, decidedBy(ctx), row, { proposed_by: null }, 'giveBack')
      await publish(ctx.tx, { topic: casesTopic })
    },
  })
}
