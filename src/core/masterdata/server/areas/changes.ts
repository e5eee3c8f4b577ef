import { createArea, reviseArea, updateArea } from '#core/masterdata/contract/areas/area.ts'
import { type AreaLevel, CODE_LENGTH } from '#core/masterdata/contract/areas/area-kinds.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import type { InputOf } from '#kernel/contract.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { refuseField, refuseFieldAs } from '../refusal.ts'
import { change, checkKind, checkPlace, forChange, parentOf, refuseTaken, SUBJECT } from './rules.ts'

export function registerAreaChanges(on: Registrar): void {
  on.command(createArea, create)

  on.command(updateArea, async ({ id, version, kind, name, status }, ctx) => {
    const area = await forChange(ctx.tx, id, version)
    checkKind(area.level as AreaLevel, kind, ctx.language)
    const changed = await change(ctx.tx, area, { kind, name, status }, ctx.now)
    ctx.subject(SUBJECT, id, { before: { kind: area.kind, name: area.name, status: area.status }, after: { kind, name, status } })
    return changed
  })

  on.command(reviseArea, revise)
}

async function create(input: InputOf<typeof createArea>, ctx: CommandContext) {
  const { level, code, kind, name, parentCode, validFrom, validTo } = input
  const { tx, language } = ctx
  checkKind(level, kind, language)
  if (code.length !== CODE_LENGTH[level]) refuseFieldAs('code', masterdataErrors.areaCodeDigits, language, { digits: CODE_LENGTH[level] })
  if (validTo && validTo < validFrom) refuseField('validTo', 'dateOrder', language)
  const parent = parentOf(level, parentCode, language)
  await refuseTaken(tx, level, code, validFrom, validTo)
  const created = await tx
    .insertInto('masterdata.administrative_area')
    .values({ level, code, kind, name, ...parent, valid_from: validFrom, valid_to: validTo ?? null })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await checkPlace(tx, parent.parent_code)
  ctx.subject(SUBJECT, created.id, { after: input })
  return created
}

/** Ends the area on the eve and opens it anew under the same code; the new one lasts as long, and becomes what, the old one would have. */
async function revise({ id, version, from, kind, name, parentCode, note }: InputOf<typeof reviseArea>, ctx: CommandContext) {
  const { tx, language } = ctx
  const area = await forChange(tx, id, version)
  const level = area.level as AreaLevel
  checkKind(level, kind, language)
  if (from <= area.valid_from) refuseField('from', 'dateOrder', language)
  if (area.valid_to !== null && from > area.valid_to) throw new AppError(masterdataErrors.areaEnded, { date: showDate(area.valid_to) })
  const parent = parentOf(level, parentCode ?? area.parent_code ?? undefined, language)
  await change(tx, area, { valid_to: addDays(from, -1) }, ctx.now)
  const opened = await tx
    .insertInto('masterdata.administrative_area')
    .values({ level, code: area.code, kind, name, ...parent, valid_from: from, valid_to: area.valid_to, status: area.status })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await tx.updateTable('masterdata.area_successor').set({ old_id: opened.id }).where('old_id', '=', id).execute()
  await tx.updateTable('masterdata.area_gap').set({ area_id: opened.id }).where('area_id', '=', id).execute()
  await tx
    .insertInto('masterdata.area_successor')
    .values({ old_id: id, new_id: opened.id, kind: 'WHOLE', note: note ?? '' })
    .execute()
  await checkPlace(tx, parent.parent_code)
  ctx.subject(SUBJECT, id, {
    before: { kind: area.kind, name: area.name, parentCode: area.parent_code },
    after: { from, kind, name, parentCode: parent.parent_code, newId: opened.id },
  })
  return opened
}
