import { ask } from '#core/approvals/server/public.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { createParameter, deleteParameter, type ParameterChange, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { isOrdered, type ParameterType, valueProblem } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { Ref, Seen } from '#platform/server/record/record.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { columnsOf, nameRemoval, parameterChange, parameters, type Row } from './approval.ts'

export function registerParameterChanges(on: Registrar): void {
  on.command(createParameter, create)

  on.command(updateParameter, async ({ id, version, ...input }, ctx) => {
    const seen = await parameters.forChange(ctx, { id, version })
    const { row } = seen
    const change = changeOf(row, input)
    checkValue({ type: row.type as ParameterType, minimum: change.minimum, maximum: change.maximum }, change.value, ctx.language)
    return await route(seen, change, ctx, () => parameters.update(ctx, seen, columnsOf(change), { note: { reason: change.reason } }))
  })

  on.command(deleteParameter, async ({ id, version, reason = '' }, ctx) => {
    const seen = await parameters.forChange(ctx, { id, version })
    if (seen.row.builtin) throw new AppError(masterdataErrors.parameterBuiltin, { key: seen.row.key })
    return await route(seen, { kind: 'remove', reason }, ctx, async () => {
      await nameRemoval(ctx.tx, ctx.session.account, reason)
      return parameters.remove(ctx, seen, { note: { reason } })
    })
  })
}

/** The one place that decides how a change takes effect: at once, or by a second person where the parameter is critical. */
async function route(
  { row }: Seen<'masterdata.parameter'>,
  change: ParameterChange,
  ctx: CommandContext,
  now: () => Promise<Ref>,
): Promise<OutputOf<typeof updateParameter>> {
  if (!row.critical) {
    return { ...(await now()), requestId: null }
  }
  if (change.reason === '') refuseField('reason', 'required', ctx.language)
  const { requestId, subjectVersion } = await ask(ctx, parameterChange, { subjectId: row.id, version: row.version, payload: change, reason: change.reason })
  ctx.subject(parameters.subject, row.id, { after: { request: requestId, requested: change } })
  return { id: row.id, version: subjectVersion, requestId }
}

async function create(input: InputOf<typeof createParameter>, ctx: CommandContext) {
  const { key, type, value, description, descriptionEn = '', critical, reason = '' } = input
  const { minimum, maximum } = bounds(type, input, ctx.language)
  checkValue({ type, minimum, maximum }, value, ctx.language)
  const created = await parameters.insert(
    ctx,
    { key, type, value, minimum, maximum, description, description_en: descriptionEn, critical, reason },
    { note: { reason } },
  )
  return { ...created, requestId: null }
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
