import { ask } from '#core/approvals/server/public.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { createParameter, deleteParameter, type ParameterChange, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { isOrdered, type ParameterType, valueProblem } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { currentForForm, refuseField } from '../refusal.ts'
import { applyChange, parameterChange, type Row, SUBJECT } from './approval.ts'
import { forgetParameters } from './reader.ts'

export function registerParameterChanges(on: Registrar): void {
  on.command(createParameter, create)

  on.command(updateParameter, async ({ id, version, ...input }, ctx) => {
    const row = await forChange(ctx.tx, id, version)
    const change = changeOf(row, input)
    checkValue({ type: row.type as ParameterType, minimum: change.minimum, maximum: change.maximum }, change.value, ctx.language)
    return await routeChange(row, change, ctx)
  })

  on.command(deleteParameter, async ({ id, version, reason }, ctx) => {
    const row = await forChange(ctx.tx, id, version)
    if (row.builtin) throw new AppError(masterdataErrors.parameterBuiltin, { key: row.key })
    return await routeChange(row, { kind: 'remove', reason: reason ?? '' }, ctx)
  })
}

/** The one place that decides how a change takes effect: at once, or by a second person where the parameter is critical. */
async function routeChange(row: Row, change: ParameterChange, ctx: CommandContext): Promise<OutputOf<typeof updateParameter>> {
  if (row.critical) {
    if (change.reason === '') refuseField('reason', 'required', ctx.language)
    const { requestId, subjectVersion } = await ask(ctx, parameterChange, { subjectId: row.id, version: row.version, payload: change, reason: change.reason })
    ctx.subject(SUBJECT, row.id, { before: described(row), after: { request: requestId, ...change } })
    return { id: row.id, version: subjectVersion, requestId }
  }
  const result = await applyChange(ctx.tx, row, change, ctx.session.account, ctx.now)
  ctx.subject(SUBJECT, row.id, { before: described(row), after: change })
  forgetParameters(ctx.runtime.db)
  return { ...result, requestId: null }
}

async function create(input: InputOf<typeof createParameter>, ctx: CommandContext) {
  const { key, type, value, description, descriptionEn = '', critical, reason = '' } = input
  const { minimum, maximum } = bounds(type, input, ctx.language)
  checkValue({ type, minimum, maximum }, value, ctx.language)
  const created = await ctx.tx
    .insertInto('masterdata.parameter')
    .values({
      key,
      type,
      value,
      minimum,
      maximum,
      description,
      description_en: descriptionEn,
      critical,
      reason,
      updated_at: ctx.now,
      updated_by: ctx.session.account,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!created) throw new AppError(masterdataErrors.parameterKeyTaken, { key })
  ctx.subject(SUBJECT, created.id, { after: input })
  forgetParameters(ctx.runtime.db)
  return { ...created, requestId: null }
}

async function forChange(tx: Tx, id: string, version: number): Promise<Row> {
  const row = await tx.selectFrom('masterdata.parameter').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return await currentForForm(row, version, ({ description: descriptionVi, description_en: descriptionEn, value, minimum, maximum }) => ({
    descriptionVi,
    descriptionEn,
    value,
    minimum,
    maximum,
  }))
}

type UpdateInput = Omit<InputOf<typeof updateParameter>, 'id' | 'version'>

/** Texts and bounds of what the system declares come from the code: only the value is a person's. */
function changeOf(row: Row, input: UpdateInput): Extract<ParameterChange, { kind: 'set' }> {
  const { value, reason = '' } = input
  if (row.builtin)
    return { kind: 'set', value, reason, description: row.description, descriptionEn: row.description_en, minimum: row.minimum, maximum: row.maximum }
  return {
    kind: 'set',
    value,
    reason,
    description: input.description || row.description,
    descriptionEn: input.descriptionEn ?? row.description_en,
    minimum: input.minimum === undefined ? row.minimum : input.minimum || null,
    maximum: input.maximum === undefined ? row.maximum : input.maximum || null,
  }
}

function bounds(type: ParameterType, input: { minimum?: string | undefined; maximum?: string | undefined }, language: Language) {
  for (const field of ['minimum', 'maximum'] as const) {
    const bound = input[field]
    if (!bound) continue
    if (!isOrdered(type)) refuseField(field, 'invalid', language)
    const problem = valueProblem({ type }, bound)
    if (problem) refuseField(field, problem.rule, language, problem.params)
  }
  return { minimum: input.minimum || null, maximum: input.maximum || null }
}

function checkValue(parameter: { type: ParameterType; minimum: string | null; maximum: string | null }, value: string, language: Language): void {
  bounds(parameter.type, { minimum: parameter.minimum ?? undefined, maximum: parameter.maximum ?? undefined }, language)
  const problem = valueProblem(parameter, value)
  if (problem) refuseField('value', problem.rule, language, problem.params)
}

function described({ value, description, description_en, minimum, maximum }: Row) {
  return { value, description, descriptionEn: description_en, minimum, maximum }
}
