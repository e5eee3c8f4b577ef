import { ask } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { policyErrors } from '../contract/errors.ts'
import { clonePolicy, createPolicy, endPolicy, policyMachine, removePolicy, submitPolicy, updatePolicy } from '../contract/policy.ts'
import { locked, pictureOf, policyRelease, type Row, SUBJECT } from './approval.ts'
import { checkFees, feesOf, writeFees } from './fees.ts'

const TABLE = 'policy.policy'

type Content = Pick<InputOf<typeof createPolicy>, 'name' | 'description' | 'effectiveFrom' | 'effectiveTo' | 'fees'>

export function registerPolicyChanges(on: Registrar): void {
  on.command(createPolicy, create)
  on.command(updatePolicy, update)
  on.command(clonePolicy, clone)

  on.command(removePolicy, async ({ id, version }, ctx) => {
    const row = await draft(ctx.tx, id, version)
    ctx.subject(SUBJECT, id, { before: await pictureOf(ctx.tx, row), after: { removed: true } })
    await ctx.tx.deleteFrom(TABLE).where('id', '=', id).execute()
    return { id, version }
  })

  on.command(submitPolicy, async ({ id, version, reason }, ctx) => {
    const { requestId, subjectVersion } = await ask(ctx, policyRelease, { subjectId: id, version, payload: {}, reason })
    ctx.subject(SUBJECT, id, { before: { status: 'DRAFT' }, after: { status: 'PENDING', reason, request: requestId } })
    return { id, version: subjectVersion, requestId }
  })

  on.command(endPolicy, end)
}

async function create({ code, service, ...content }: InputOf<typeof createPolicy>, ctx: CommandContext) {
  check(content, ctx)
  const known = await ctx.tx.selectFrom('payment.service_directory').select('code').where('code', '=', service).executeTakeFirst()
  if (!known) throw new AppError(errors.validation, {}, { fields: [{ field: 'service', code: 'choice', message: ruleText('choice', ctx.language) }] })
  const taken = await ctx.tx.selectFrom(TABLE).select('id').where('code', '=', code).executeTakeFirst()
  if (taken) throw new AppError(policyErrors.codeTaken, { code })
  return insert({ code, service, revision: 1 }, content, ctx)
}

async function insert(head: Pick<Row, 'code' | 'service' | 'revision'>, content: Content, ctx: CommandContext) {
  const by = ctx.session.account
  const row = await ctx.tx
    .insertInto(TABLE)
    .values({ ...head, ...columnsOf(content), created_by: by, created_at: ctx.now, updated_by: by, updated_at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeFees(ctx.tx, row.id, content.fees)
  ctx.subject(SUBJECT, row.id, { after: await pictureOf(ctx.tx, row) })
  return { id: row.id, version: row.version }
}

async function update({ id, version, ...content }: InputOf<typeof updatePolicy>, ctx: CommandContext) {
  const row = await draft(ctx.tx, id, version)
  check(content, ctx)
  const before = await pictureOf(ctx.tx, row)
  const changed = await ctx.tx
    .updateTable(TABLE)
    .set({ ...columnsOf(content), updated_by: ctx.session.account, updated_at: ctx.now, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeFees(ctx.tx, id, content.fees)
  ctx.subject(SUBJECT, id, { before, after: await pictureOf(ctx.tx, changed) })
  return { id, version: changed.version }
}

async function clone({ id, code, effectiveFrom }: InputOf<typeof clonePolicy>, ctx: CommandContext) {
  const row = await locked(ctx.tx, id)
  const target = code ?? row.code
  const known = await ctx.tx.selectFrom(TABLE).select(['revision', 'status']).where('code', '=', target).orderBy('revision', 'desc').executeTakeFirst()
  if (code !== undefined && known) throw new AppError(policyErrors.codeTaken, { code })
  if (known && ['DRAFT', 'PENDING'].includes(known.status)) throw new AppError(policyErrors.draftExists, { code: target, revision: known.revision })
  const fees = await feesOf(ctx.tx, id)
  const content: Content = { name: row.name, description: row.description, effectiveFrom, effectiveTo: null, fees }
  check(content, ctx)
  return insert({ code: target, service: row.service, revision: (known?.revision ?? 0) + 1 }, content, ctx)
}

async function end({ id, version, lastDay, reason }: InputOf<typeof endPolicy>, ctx: CommandContext) {
  const row = await locked(ctx.tx, id)
  if (lastDay < addDays(localDate(ctx.now), -1) || (row.effective_to !== null && lastDay > row.effective_to)) throw new AppError(policyErrors.endBefore)
  // One that has not begun yet never does.
  const effective_to = lastDay < row.effective_from ? addDays(row.effective_from, -1) : lastDay
  const fired = await fire(ctx.tx, policyMachine, TABLE, id, 'end', {
    version,
    set: { effective_to, end_reason: reason, updated_at: ctx.now, updated_by: ctx.session.account },
  })
  ctx.subject(SUBJECT, id, {
    before: { status: row.status, effectiveTo: row.effective_to },
    after: { status: fired.status, effectiveTo: effective_to, reason },
  })
  return { id, version: fired.version }
}

async function draft(tx: Tx, id: string, version: number): Promise<Row> {
  const row = await locked(tx, id)
  if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version } })
  if (row.status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  return row
}

function check({ effectiveFrom, effectiveTo, fees }: Content, { now, language }: CommandContext): void {
  const field = (name: string, code: string, message: string) => ({ fields: [{ field: name, code, message }] })
  if (effectiveFrom < localDate(now)) throw new AppError(policyErrors.past, {}, field('effectiveFrom', policyErrors.past.code, policyErrors.past[language]))
  if (effectiveTo != null && effectiveTo < effectiveFrom)
    throw new AppError(errors.validation, {}, field('effectiveTo', 'dateOrder', ruleText('dateOrder', language)))
  checkFees(fees, language)
}

function columnsOf({ name, description = '', effectiveFrom, effectiveTo }: Content) {
  return { name, description, effective_from: effectiveFrom, effective_to: effectiveTo ?? null }
}
