import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, defineApprovalKind } from '#core/approvals/server/public.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf, type Stamp } from '#platform/server/record/record.ts'
import { policyReleaseKind } from '../contract/approval-kind.ts'
import { policyErrors } from '../contract/errors.ts'
import { policyMachine } from '../contract/policies.ts'
import { PolicyPicture, policyPermissions } from '../contract/release.ts'
import { feesOf, feeText } from './fees.ts'

export type Row = RowOf<'policy.policy'>

export const policies = defineRecord({
  table: 'policy.policy',
  machine: policyMachine,
  picture: async (row, tx) => ({
    code: row.code,
    revision: row.revision,
    description: row.description,
    status: row.status,
    ...(await pictureOf(tx, row)),
  }),
  form: async ({ description }, { id, name, effective_from, effective_to }, tx) => ({
    name,
    description,
    effectiveFrom: effective_from,
    effectiveTo: effective_to,
    fees: await feesOf(tx, id),
  }),
})

const TABLE = 'policy.policy'
const DAYS = 14

/** A draft takes effect when a second person agrees; the revision before it ends the day before. */
export const policyRelease: ApprovalKind = defineApprovalKind<Record<string, never>>({
  ...policyReleaseKind,
  subjectType: policies.subject,
  subjectPath: (id) => `/product-policy/manage-policy/detail-policy/${id}`,
  payload: z.strictObject({}),
  picture: PolicyPicture,
  entity: 'policy.policy',
  permissions: { ask: policyPermissions.ask, see: policyPermissions.see },
  tiers: [{ upTo: null, decide: policyPermissions.approve }],
  days: DAYS,
  async describe({ tx, now }, id) {
    const row = await policies.lock(tx, { id })
    await checkPeriod(tx, row, now)
    const office = await headOffice(tx)
    if (!office) throw new AppError(policyErrors.noHeadOffice)
    const previous = await revisionBefore(tx, row)
    const place = { headUnitId: office.id, provinceUnitId: null, districtUnitId: null, officeUnitId: null, partnerId: null }
    const fees = await feesOf(tx, id)
    return {
      code: `${row.code}/${row.revision}`,
      place,
      before: previous ? await pictureOf(tx, previous) : {},
      after: await pictureOf(tx, row),
      money: null,
      rows: fees.length,
    }
  },
  async hold(ctx, { subjectId, version }) {
    const row = await policies.lock(ctx.tx, { id: subjectId, version })
    return (await policies.save(ctx.tx, stampOf(ctx), row, {}, 'submit')).version
  },
  async versionNow({ tx }, id) {
    return (await policies.lock(tx, { id })).version
  },
  async apply(ctx, { subjectId }) {
    const row = await policies.lock(ctx.tx, { id: subjectId })
    await checkPeriod(ctx.tx, row, ctx.now)
    await endPredecessor(ctx, row)
    await policies.save(ctx.tx, stampOf(ctx), row, {}, 'approve')
  },
  async release(ctx, { subjectId }) {
    await policies.save(ctx.tx, stampOf(ctx), await policies.lock(ctx.tx, { id: subjectId }), {}, 'giveBack')
  },
})

const stampOf = ({ actor, now }: ApprovalContext): Stamp => ({ by: actor.replace(/^user:/, ''), at: now })

/** Fees are not changed backwards: it begins today at the earliest, and after the revision before it began. */
async function checkPeriod(tx: Tx, row: Row, now: Date): Promise<void> {
  if (row.effective_from < localDate(now)) throw new AppError(policyErrors.past)
  const later = await tx
    .selectFrom(TABLE)
    .select(['revision', 'effective_from'])
    .where('code', '=', row.code)
    .where('status', 'in', ['APPROVED', 'ENDED'])
    .where('effective_from', '>=', row.effective_from)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>=', eb.ref('effective_from'))]))
    .executeTakeFirst()
  if (later) throw new AppError(policyErrors.overlap, { revision: later.revision, from: showDate(later.effective_from) })
  await checkEnded(tx, row)
}

/** Its last day was decided and stays; one without an end is ended by endPredecessor. */
async function checkEnded(tx: Tx, row: Row): Promise<void> {
  const ended = await tx
    .selectFrom(TABLE)
    .select(['revision', 'effective_to'])
    .where('code', '=', row.code)
    .where('status', '=', 'ENDED')
    .where('effective_from', '<', row.effective_from)
    .where('effective_to', '>=', row.effective_from)
    .executeTakeFirst()
  if (ended?.effective_to) throw new AppError(policyErrors.stillInForce, { revision: ended.revision, to: showDate(ended.effective_to) })
}

async function endPredecessor(ctx: ApprovalContext, row: Row): Promise<void> {
  const previous = await ctx.tx
    .selectFrom(TABLE)
    .selectAll()
    .where('code', '=', row.code)
    .where('status', '=', 'APPROVED')
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>=', row.effective_from)]))
    .forUpdate()
    .execute()
  for (const one of previous) await policies.save(ctx.tx, stampOf(ctx), one, { effective_to: addDays(row.effective_from, -1) })
}

export function revisionBefore(db: Queryable, row: Pick<Row, 'code' | 'revision'>): Promise<Row | undefined> {
  return db.selectFrom(TABLE).selectAll().where('code', '=', row.code).where('revision', '<', row.revision).orderBy('revision', 'desc').executeTakeFirst()
}

export async function pictureOf(db: Queryable, row: Row): Promise<Record<string, string | null>> {
  const fees = await feesOf(db, row.id)
  return { name: row.name, service: row.service, effectiveFrom: row.effective_from, effectiveTo: row.effective_to, fees: fees.map(feeText).join('\n') }
}
