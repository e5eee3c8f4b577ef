import { createArea, reviseArea, updateArea } from '#core/masterdata/contract/areas/area.ts'
import { type AreaLevel, CODE_LENGTH } from '#core/masterdata/contract/areas/area-kinds.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import type { statusMachine } from '#core/masterdata/contract/status.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { stampOf } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { areas, checkKind, checkPlace, parentOf, refuseTaken } from './rules.ts'

export function registerAreaChanges(on: Registrar): void {
  on.command(createArea, create)

  on.command(updateArea, async ({ id, version, kind, name, status }, ctx) => {
    const area = await areas.forChange(ctx, { id, version })
    checkKind(area.row.level as AreaLevel, kind, ctx.language)
    return areas.update(ctx, area, { kind, name }, { to: status })
  })

  on.command(reviseArea, revise)
}

async function create(input: InputOf<typeof createArea>, ctx: CommandContext) {
  const { level, code, kind, name, parentCode, validFrom, validTo } = input
  const { tx, language } = ctx
  checkKind(level, kind, language)
  if (code.length !== CODE_LENGTH[level]) throw refusedField('code', masterdataErrors.areaCodeDigits, language, { digits: CODE_LENGTH[level] })
  if (validTo && validTo < validFrom) refuseField('validTo', 'dateOrder', language)
  const parent = parentOf(level, parentCode, language)
  await refuseTaken(tx, level, code, validFrom, validTo)
  const created = await areas.insert(ctx, { level, code, kind, name, ...parent, valid_from: validFrom, valid_to: validTo ?? null })
  await checkPlace(tx, parent.parent_code)
  return created
}

/** Ends the area on the eve and opens it anew under the same code; the new one lasts as long, and becomes what, the old one would have. */
async function revise({ id, version, from, kind, name, parentCode, note }: InputOf<typeof reviseArea>, ctx: CommandContext) {
  const { tx, language } = ctx
  const { row: area } = await areas.forChange(ctx, { id, version })
  const level = area.level as AreaLevel
  checkKind(level, kind, language)
  if (from <= area.valid_from) refuseField('from', 'dateOrder', language)
  if (area.valid_to !== null && from > area.valid_to) throw new AppError(masterdataErrors.areaEnded, { date: showDate(area.valid_to) })
  const parent = parentOf(level, parentCode ?? area.parent_code ?? undefined, language)
  await areas.save(tx, stampOf(ctx), area, { valid_to: addDays(from, -1) })
  const opened = await areas.insert(
    ctx,
    { level, code: area.code, kind, name, ...parent, valid_from: from, valid_to: area.valid_to },
    { to: area.status as (typeof statusMachine.status.options)[number] },
  )
  await tx.updateTable('masterdata.area_successor').set({ old_id: opened.id }).where('old_id', '=', id).execute()
  await tx.updateTable('masterdata.area_gap').set({ area_id: opened.id }).where('area_id', '=', id).execute()
  await tx
    .insertInto('masterdata.area_successor')
    .values({ old_id: id, new_id: opened.id, kind: 'WHOLE', note: note ?? '' })
    .execute()
  await checkPlace(tx, parent.parent_code)
  // The history of the area shows its revision, and the entry of the command is one.
  ctx.subject(areas.subject, id, {
    before: { kind: area.kind, name: area.name, parentCode: area.parent_code },
    after: { from, kind, name, parentCode: parent.parent_code, newId: opened.id },
  })
  return opened
}
