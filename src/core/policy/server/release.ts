import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineRecordApproval } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { policyReleaseKind } from '../contract/approval-kind.ts'
import { policyErrors } from '../contract/policies.ts'
import { PolicyPicture, policyPermissions, releaseErrors, type submitPolicy } from '../contract/release.ts'
import { feesOf } from './fees.ts'
import { policies, type Row, shownOf } from './record.ts'
import { revisionBefore } from './revisions.ts'

/** A draft takes effect when a second person agrees; the revision before it ends the day before. */
export const policyRelease: ApprovalKind = defineRecordApproval(policies, {
  ...policyReleaseKind,
  subjectPath: (id) => `/product-policy/manage-policy/detail-policy/${id}`,
  payload: z.strictObject({}),
  picture: PolicyPicture,
  entity: 'policy.policy',
  permissions: policyPermissions,
  days: 14,
  waits: { hold: 'submit', release: 'giveBack' },
  noHeadOffice: releaseErrors.noHeadOffice,
  async describe(row, _payload, { tx, now }) {
    await checkPeriod(tx, row, now)
    const previous = await revisionBefore(tx, row)
    const { length: rows } = await feesOf(tx, row.id)
    return { code: `${row.code}/${row.revision}`, before: previous ? await shownOf(tx, previous) : {}, after: await shownOf(tx, row), rows }
  },
  async apply(row, _payload, ctx) {
    await checkPeriod(ctx.tx, row, ctx.now)
    await endPredecessor(ctx, row)
    await policies.save(ctx.tx, decidedBy(ctx), row, {}, 'approve')
  },
})

export async function submit({ id, version, reason }: InputOf<typeof submitPolicy>, ctx: CommandContext) {
  const { requestId, subjectVersion } = await ask(ctx, policyRelease, { subjectId: id, version, payload: {}, reason })
  ctx.subject(policies.subject, id, { before: { status: 'DRAFT' }, after: { status: 'PENDING', request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

/** Fees are not changed backwards: it begins today at the earliest, and after the revision before it began. */
async function checkPeriod(tx: Tx, row: Row, now: Date): Promise<void> {
  if (row.effective_from < localDate(now)) throw new AppError(policyErrors.past)
  const later = await tx
    .selectFrom('policy.policy')
    .select(['revision', 'effective_from'])
    .where('code', '=', row.code)
    .where('status', 'in', ['APPROVED', 'ENDED'])
    .where('effective_from', '>=', row.effective_from)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>=', eb.ref('effective_from'))]))
    .executeTakeFirst()
  if (later) throw new AppError(releaseErrors.overlap, { revision: later.revision, from: showDate(later.effective_from) })
  await checkEnded(tx, row)
}

/** Its last day was decided and stays; one without an end is ended by endPredecessor. */
async function checkEnded(tx: Tx, row: Row): Promise<void> {
  const ended = await tx
    .selectFrom('policy.policy')
    .select(['revision', 'effective_to'])
    .where('code', '=', row.code)
    .where('status', '=', 'ENDED')
    .where('effective_from', '<', row.effective_from)
    .where('effective_to', '>=', row.effective_from)
    .executeTakeFirst()
  if (ended?.effective_to) throw new AppError(releaseErrors.stillInForce, { revision: ended.revision, to: showDate(ended.effective_to) })
}

async function endPredecessor(ctx: ApprovalContext, row: Row): Promise<void> {
  const previous = await ctx.tx
    .selectFrom('policy.policy')
    .selectAll()
    .where('code', '=', row.code)
    .where('status', '=', 'APPROVED')
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>=', row.effective_from)]))
    .forUpdate()
    .execute()
  for (const one of previous) await policies.save(ctx.tx, decidedBy(ctx), one, { effective_to: addDays(row.effective_from, -1) })
}
