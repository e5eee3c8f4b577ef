import { sql } from 'kysely'
import type { z } from 'zod'
import { ask, decidedBy, defineRecordApproval, pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import type { RowOf } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { feePlanKind } from '../contract/approval-kinds.ts'
import { merchantErrors } from '../contract/errors.ts'
import { createPlan, findPlan, listPlans, PlanPayload, PlanPicture, planOptions, planPermissions, proposeRevision } from '../contract/plans.ts'
import { PLAN, plans } from './records.ts'

type Payload = z.output<typeof PlanPayload>
type Fees = Omit<InputOf<typeof proposeRevision>, 'id' | 'version' | 'reason'>
type PlanRow = RowOf<typeof PLAN>

export function registerPlans(on: Registrar): void {
  on.list(listPlans, {
    query: plansOf,
    where: { text: words('t.code', 't.name'), id: is('t.id'), status: is('t.status') },
    key: 't.id',
    sort: { code: 't.code', name: 't.name', updatedAt: 't.updated_at' },
  })
  on.query(findPlan, async ({ id }, ctx) => {
    const row = await findRow(findPlan, plansOf(ctx).where('t.id', '=', id))
    return { ...(row as Omit<OutputOf<typeof findPlan>, 'revisions'>), revisions: await revisionsOf(ctx.runtime.db, id) }
  })
  on.query(planOptions, options)
  on.command(createPlan, create)
  on.command(proposeRevision, propose)
}

function plansOf({ db, now }: RequestContext) {
  const today = localDate(now)
  const inForce = (column: 'rate_bps' | 'fixed' | 'minimum' | 'maximum') =>
    sql`(select r.${sql.raw(column)} from merchants.fee_plan_revision r where r.plan_id = t.id and r.effective_from <= ${today}::date
      and coalesce(r.effective_to >= ${today}::date, true))`
  return db
    .selectFrom('merchants.fee_plan as t')
    .select(['t.id', 't.code', 't.name', 't.service', 't.status', sql<number | null>`${inForce('rate_bps')}`.as('rateBps')])
    .select([sql<string | null>`${inForce('fixed')}`.as('fixed'), sql<string | null>`${inForce('minimum')}`.as('minimum')])
    .select([sql<string | null>`${inForce('maximum')}`.as('maximum')])
    .select(
      sql<string | null>`(select min(r.effective_from) from merchants.fee_plan_revision r where r.plan_id = t.id and r.effective_from > ${today}::date)`.as(
        'nextFrom',
      ),
    )
    .select(sql<number>`(select count(*)::int from merchants.merchant m where m.fee_plan_id = t.id and m.status <> 'CLOSED')`.as('merchants'))
    .select([pendingRequest(PLAN, 't.id').as('pendingRequestId'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}

async function revisionsOf(db: Queryable, planId: string): Promise<OutputOf<typeof findPlan>['revisions']> {
  const rows = await db
    .selectFrom('merchants.fee_plan_revision')
    .select(['revision', 'effective_from as effectiveFrom', 'effective_to as effectiveTo', 'rate_bps as rateBps', 'fixed', 'minimum', 'maximum'])
    .select(['agreed_by as agreedBy', 'agreed_at as agreedAt'])
    .where('plan_id', '=', planId)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, agreedAt: isoLocal(row.agreedAt) }))
}

async function options({ text = '', ids }: InputOf<typeof planOptions>, { db }: RequestContext) {
  let query = db.selectFrom('merchants.fee_plan as t').select(['t.id', 't.code', 't.name']).orderBy('t.code').limit(50)
  query = ids ? query.where('t.id', 'in', ids) : query.where('t.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(t.code || ' ' || t.name) like ${pattern}`)
  return query.execute()
}

const whole = (amount: string) => formatMoney(parseMoney(amount))
const payloadOf = ({ effectiveFrom, rateBps, fixed, minimum, maximum }: Fees): Payload => ({
  ...{ effectiveFrom, rateBps, fixed: whole(fixed), minimum: whole(minimum), maximum: maximum === undefined ? null : whole(maximum) },
})

function checkFees({ minimum, maximum }: Fees, { language }: CommandContext): void {
  if (maximum !== undefined && parseMoney(maximum) < parseMoney(minimum)) throw refusedField('maximum', merchantErrors.planBounds, language)
}

async function create({ code, name, service, reason, ...fees }: InputOf<typeof createPlan>, ctx: CommandContext): Promise<OutputOf<typeof createPlan>> {
  checkFees(fees, ctx)
  const known = await ctx.tx.selectFrom('payment.service_directory').select('code').where('code', '=', service).executeTakeFirst()
  if (!known) refuseField('service', 'choice', ctx.language)
  const { id, version } = await plans.insert(ctx, { code, name, service, created_by: ctx.session.account })
  const { requestId, subjectVersion } = await ask(ctx, feePlan, { subjectId: id, version, payload: payloadOf(fees), reason })
  return { id, version: subjectVersion, requestId }
}

async function propose({ id, version, reason, ...fees }: InputOf<typeof proposeRevision>, ctx: CommandContext): Promise<OutputOf<typeof proposeRevision>> {
  checkFees(fees, ctx)
  await plans.forChange(ctx, { id, version })
  const { requestId, subjectVersion } = await ask(ctx, feePlan, { subjectId: id, version, payload: payloadOf(fees), reason })
  ctx.subject(PLAN, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

interface Known {
  revision: number
  effective_from: string
}

const lastRevision = (tx: Tx, planId: string): Promise<Known | undefined> =>
  tx
    .selectFrom('merchants.fee_plan_revision')
    .select(['revision', 'effective_from'])
    .where('plan_id', '=', planId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Fees are not changed backwards, nor on a day that has begun: what was paid today was charged by what counts today. */
function requireLater(last: Known | undefined, effectiveFrom: string, now: Date): void {
  if (last && effectiveFrom <= localDate(now)) throw new AppError(merchantErrors.planPast)
  if (last && effectiveFrom <= last.effective_from)
    throw new AppError(merchantErrors.planOrder, { revision: last.revision, from: showDate(last.effective_from) })
}

const pictureOf = (plan: PlanRow, revision: number, { effectiveFrom, rateBps, fixed, minimum, maximum }: Payload) => ({
  ...{ name: plan.name, revision: String(revision), effectiveFrom, rateBps: String(rateBps), fixed, minimum, maximum },
})

/** New fees of a plan: the revision before them ends the day before. */
export const feePlan = defineRecordApproval(plans, {
  ...feePlanKind,
  payload: PlanPayload,
  picture: PlanPicture,
  entity: 'merchants.plan',
  permissions: planPermissions,
  days: 14,
  noHeadOffice: merchantErrors.noHeadOffice,
  async describe(row, payload, { tx, now }) {
    const last = await lastRevision(tx, row.id)
    requireLater(last, payload.effectiveFrom, now)
    return { code: row.code, before: last ? await standing(tx, row, last.revision) : {}, after: pictureOf(row, (last?.revision ?? 0) + 1, payload), rows: 1 }
  },
  async apply(row, { effectiveFrom, rateBps, ...amounts }, ctx) {
    const { tx, now } = ctx
    const last = await lastRevision(tx, row.id)
    requireLater(last, effectiveFrom, now)
    if (last) {
      const before = addDays(effectiveFrom, -1)
      await tx
        .updateTable('merchants.fee_plan_revision')
        .set({ effective_to: before })
        .where('plan_id', '=', row.id)
        .where('effective_to', 'is', null)
        .execute()
    }
    const { by, at } = decidedBy(ctx)
    await tx
      .insertInto('merchants.fee_plan_revision')
      .values({
        plan_id: row.id,
        revision: (last?.revision ?? 0) + 1,
        effective_from: effectiveFrom,
        rate_bps: rateBps,
        ...amounts,
        agreed_by: by,
        agreed_at: at,
      })
      .execute()
    return plans.save(tx, { by, at }, row, {}, row.status === 'DRAFT' ? 'agree' : undefined)
  },
})

async function standing(tx: Tx, row: PlanRow, revision: number): Promise<Record<string, string | null>> {
  const { effective_from, rate_bps, fixed, minimum, maximum } = await tx
    .selectFrom('merchants.fee_plan_revision')
    .selectAll()
    .where('plan_id', '=', row.id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return pictureOf(row, revision, { effectiveFrom: effective_from, rateBps: rate_bps, fixed, minimum, maximum })
}
