import { type Selectable, sql } from 'kysely'
import { type AreaKind, type AreaLevel, CODE_LENGTH, KINDS_OF_LEVEL } from '#core/masterdata/contract/areas/area-kinds.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { statusMachine } from '#core/masterdata/contract/status.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { DB, Tx } from '#platform/server/database/db.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refuseField } from '#platform/server/refusals.ts'

export type AreaRow = Selectable<DB['masterdata.administrative_area']>

export const areas = defineRecord({
  table: 'masterdata.administrative_area',
  machine: statusMachine,
  picture: (area) => ({
    level: area.level,
    code: area.code,
    kind: area.kind,
    name: area.name,
    parentCode: area.parent_code,
    validFrom: area.valid_from,
    validTo: area.valid_to,
    status: area.status,
  }),
  form: ({ kind, name, status }) => ({ kind, name, status }),
})

export function checkKind(level: AreaLevel, kind: AreaKind, language: Language): void {
  if (!KINDS_OF_LEVEL[level].includes(kind)) refuseField('kind', 'choice', language)
}

/** A province's code has two digits, a district's three. */
export function levelOf(code: string): 'PROVINCE' | 'DISTRICT' {
  return code.length === CODE_LENGTH.PROVINCE ? 'PROVINCE' : 'DISTRICT'
}

/** The columns of the parent: none above a province, a province above a district, either above a commune. */
export function parentOf(level: AreaLevel, code: string | undefined, language: Language) {
  if (level === 'PROVINCE') {
    if (code !== undefined) refuseField('parentCode', 'invalid', language)
    return { parent_level: null, parent_code: null }
  }
  if (code === undefined) return refuseField('parentCode', 'required', language)
  if (level === 'DISTRICT' && levelOf(code) !== 'PROVINCE') refuseField('parentCode', 'invalid', language)
  return { parent_level: levelOf(code), parent_code: code }
}

/** Refuses a code that means another area in the period. */
export async function refuseTaken(tx: Tx, level: AreaLevel, code: string, from: string, to: string | undefined): Promise<void> {
  const taken = await tx
    .selectFrom('masterdata.administrative_area')
    .select('full_name')
    .where('level', '=', level)
    .where('code', '=', code)
    .where('valid_from', '<=', to ?? 'infinity')
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', from)]))
    .executeTakeFirst()
  if (taken) throw new AppError(masterdataErrors.areaCodeTaken, { code, name: taken.full_name })
}

/** Makes the checks that the database keeps for the end of the transaction, so that they can be reported in words. */
export async function checkPlace(tx: Tx, parentCode: string | null): Promise<void> {
  try {
    await sql`set constraints masterdata.area_parent_in_force, masterdata.area_successor_forward immediate`.execute(tx)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'area_parent_in_force') throw new AppError(masterdataErrors.areaParent, { code: parentCode ?? '' })
    throw error
  }
  await sql`set constraints masterdata.area_parent_in_force, masterdata.area_successor_forward deferred`.execute(tx)
}
