import { ask } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { policyErrors } from '../contract/errors.ts'
import { clonePolicy, createPolicy, endPolicy, removePolicy, updatePolicy } from '../contract/policies.ts'
import { submitPolicy } from '../contract/release.ts'
import { checkFees, feesOf, writeFees } from './fees.ts'
import { policies, policyRelease, type Row } from './release.ts'

const TABLE = 'policy.policy'

type Content = Pick<InputOf<typeof createPolicy>, 'name' | 'description' | 'effectiveFrom' | 'effectiveTo' | 'fees'>

export function registerPolicyChanges(on: Registrar): void {
  on.command(createPolicy, create)
  on.command(updatePolicy, update)
  on.command(clonePolicy, clone)

  on.command(removePolicy, async (ref, ctx) => {
    const { id } = await policies.remove(ctx, await draft(ctx, ref))
    return { id, version: ref.version }
  })

  on.command(submitPolicy, async ({ id, version, reason }, ctx) => {
    const { requestId, subjectVersion } = await ask(ctx, policyRelease, { subjectId: id, version, payload: {}, reason })
    ctx.subject(policies.subject, id, { before: { status: 'DRAFT' }, after: { status: 'PENDING', reason, request: requestId } })
    return { id, version: subjectVersion, requestId }
  })

  on.command(endPolicy, end)
}

async function create({ code, service, ...content }: InputOf<typeof createPolicy>, ctx: CommandContext) {
  check(content, ctx)
  const known = await ctx.tx.selectFrom('payment.service_directory').select('code').where('code', '=', service).executeTakeFirst()
  if (!known) refuseField('service', 'choice', ctx.language)
  const taken = await ctx.tx.selectFrom(TABLE).select('id').where('code', '=', code).executeTakeFirst()
  if (taken) throw new AppError(policyErrors.codeTaken, { code })
  return insert({ code, service, revision: 1 }, content, ctx)
}

function insert(head: Pick<Row, 'code' | 'service' | 'revision'>, content: Content, ctx: CommandContext): Promise<Ref> {
  const values = { ...head, ...columnsOf(content), created_by: ctx.session.account, created_at: ctx.now }
  return policies.insert(ctx, values, { children: ({ id }) => writeFees(ctx.tx, id, content.fees) })
}

async function update({ id, version, ...content }: InputOf<typeof updatePolicy>, ctx: CommandContext): Promise<Ref> {
  const policy = await draft(ctx, { id, version })
  check(content, ctx)
  return policies.update(ctx, policy, columnsOf(content), { children: () => writeFees(ctx.tx, id, content.fees) })
}

async function clone({ id, code, effectiveFrom }: InputOf<typeof clonePolicy>, ctx: CommandContext) {
  const row = await policies.lock(ctx.tx, { id })
  const target = code ?? row.code
  const known = await ctx.tx.selectFrom(TABLE).select(['revision', 'status']).where('code', '=', target).orderBy('revision', 'desc').executeTakeFirst()
  if (code !== undefined && known) throw new AppError(policyErrors.codeTaken, { code })
  if (known && ['DRAFT', 'PENDING'].includes(known.status)) throw new AppError(policyErrors.draftExists, { code: target, revision: known.revision })
  const fees = await feesOf(ctx.tx, id)
  const content: Content = { name: row.name, description: row.description, effectiveFrom, effectiveTo: null, fees }
  check(content, ctx)
  return insert({ code: target, service: row.service, revision: (known?.revision ?? 0) + 1 }, content, ctx)
}

async function end({ id, version, lastDay, reason }: InputOf<typeof endPolicy>, ctx: CommandContext): Promise<Ref> {
  const policy = await policies.forChange(ctx, { id, version })
  const { effective_from, effective_to } = policy.row
  if (lastDay < addDays(localDate(ctx.now), -1) || (effective_to !== null && lastDay > effective_to)) throw new AppError(policyErrors.endBefore)
  // One that has not begun yet never does.
  const last = lastDay < effective_from ? addDays(effective_from, -1) : lastDay
  return policies.fire(ctx, policy, 'end', { set: { effective_to: last, end_reason: reason }, note: { reason } })
}

async function draft(ctx: CommandContext, ref: Ref) {
  const policy = await policies.forChange(ctx, ref)
  const { status, version } = policy.row
  if (status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { version, status } })
  return policy
}

function check({ effectiveFrom, effectiveTo, fees }: Content, { now, language }: CommandContext): void {
  if (effectiveFrom < localDate(now)) throw refusedField('effectiveFrom', policyErrors.past, language)
  if (effectiveTo != null && effectiveTo < effectiveFrom) refuseField('effectiveTo', 'dateOrder', language)
  checkFees(fees, language)
}

function columnsOf({ name, description = '', effectiveFrom, effectiveTo }: Content) {
  return { name, description, effective_from: effectiveFrom, effective_to: effectiveTo ?? null }
}
