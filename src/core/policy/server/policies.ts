import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { createPolicy, findPolicy, listPolicies, policyErrors, removePolicy, updatePolicy } from '../contract/policies.ts'
import { checkFees, feesOf, writeFees } from './fees.ts'
import { policies, type Row } from './record.ts'

export type Content = Pick<InputOf<typeof createPolicy>, 'name' | 'description' | 'effectiveFrom' | 'effectiveTo' | 'fees'>

export function registerPolicies(on: Registrar): void {
  on.list(listPolicies, {
    query: listed,
    where: { text: words('p.code', 'p.name'), service: is('p.service'), status: is('p.status'), inForceOn: agreed },
    key: 'p.id',
    sort: { code: 'p.code', service: 'p.service', effectiveFrom: 'p.effective_from', updatedAt: 'p.updated_at' },
  })
  on.query(findPolicy, ({ id }, ctx) => find(id, ctx))
  on.command(createPolicy, create)
  on.command(updatePolicy, update)
  on.command(removePolicy, async (ref, ctx) => ({ ...(await policies.remove(ctx, await draft(ctx, ref))), version: ref.version }))
}

const agreed = (day: string) =>
  sql<boolean>`(p.status in ('APPROVED', 'ENDED') and p.effective_from <= ${day}::date and (p.effective_to is null or p.effective_to >= ${day}::date))`

function listed({ db, now }: RequestContext) {
  return db
    .selectFrom('policy.policy as p')
    .select(['p.id', 'p.code', 'p.revision', 'p.name', 'p.service', 'p.status', agreed(localDate(now)).as('inForce'), 'p.version'])
    .select(['p.effective_from as effectiveFrom', 'p.effective_to as effectiveTo', 'p.updated_at as updatedAt', 'p.updated_by as updatedBy'])
    .select(sql<number>`(select count(*)::int from policy.fee f where f.policy_id = p.id)`.as('fees'))
    .select(pendingRequest(policies.subject, 'p.id').as('pendingRequestId'))
}

async function find(id: string, ctx: RequestContext): Promise<OutputOf<typeof findPolicy>> {
  const columns = ['p.description', 'p.end_reason as endReason', 'p.created_by as createdBy', 'p.created_at as createdAt'] as const
  const policy = await findRow(findPolicy, listed(ctx).select(columns).where('p.id', '=', id))
  return { ...policy, fees: await feesOf(ctx.runtime.db, id) }
}

async function create({ code, service, ...content }: InputOf<typeof createPolicy>, ctx: CommandContext) {
  checkContent(content, ctx)
  const known = await ctx.tx.selectFrom('payment.service_directory').select('code').where('code', '=', service).executeTakeFirst()
  if (!known) refuseField('service', 'choice', ctx.language)
  const taken = await ctx.tx.selectFrom('policy.policy').select('id').where('code', '=', code).executeTakeFirst()
  if (taken) throw new AppError(policyErrors.codeTaken, { code })
  return insertRevision({ code, service, revision: 1 }, content, ctx)
}

/** A revision with its fees. */
export function insertRevision(head: Pick<Row, 'code' | 'service' | 'revision'>, content: Content, ctx: CommandContext): Promise<Ref> {
  const values = { ...head, ...columnsOf(content), created_by: ctx.session.account, created_at: ctx.now }
  return policies.insert(ctx, values, { children: ({ id }) => writeFees(ctx.tx, id, content.fees) })
}

async function update({ id, version, ...content }: InputOf<typeof updatePolicy>, ctx: CommandContext): Promise<Ref> {
  const policy = await draft(ctx, { id, version })
  checkContent(content, ctx)
  return policies.update(ctx, policy, columnsOf(content), { children: () => writeFees(ctx.tx, id, content.fees) })
}

async function draft(ctx: CommandContext, ref: Ref) {
  const policy = await policies.forChange(ctx, ref)
  const { status, version } = policy.row
  if (status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { version, status } })
  return policy
}

export function checkContent({ effectiveFrom, effectiveTo, fees }: Content, { language }: CommandContext): void {
  if (effectiveTo != null && effectiveTo < effectiveFrom) refuseField('effectiveTo', 'dateOrder', language)
  checkFees(fees, language)
}

function columnsOf({ name, description = '', effectiveFrom, effectiveTo }: Content) {
  return { name, description, effective_from: effectiveFrom, effective_to: effectiveTo ?? null }
}
