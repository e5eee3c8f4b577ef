import { UNIT_LEVELS, type UnitLevel } from '#core/organisation/contract/unit.ts'
import type { Tx } from '#platform/server/database/db.ts'

export interface UnitInput {
  code: string
  name: string
  level: UnitLevel
  /** Code of the parent: one of this call's units or one that stands already. None for the head office. */
  parentCode?: string
  address?: string
  phone?: string
  /** YYYY-MM-DD; default today. */
  validFrom?: string
}

export interface UnitPlace {
  id: string
  code: string
  level: UnitLevel
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
}

const CHUNK = 1000

/**
 * Creates units, parents before children whatever the order given; answers them with their place.
 * Throws when a parent is unknown or of the wrong level (database checks).
 */
export async function createUnits(tx: Tx, units: UnitInput[]): Promise<UnitPlace[]> {
  const placed = new Map<string, UnitPlace>()
  const known = [...new Set(units.flatMap((unit) => unit.parentCode ?? []))]
  if (known.length > 0) for (const parent of await unitsByCode(tx, known)) placed.set(parent.code, parent)
  const created: UnitPlace[] = []
  for (const level of UNIT_LEVELS) {
    const rows = units.filter((unit) => unit.level === level)
    for (let at = 0; at < rows.length; at += CHUNK) {
      const inserted = await tx
        .insertInto('organisation.unit')
        .values(
          rows.slice(at, at + CHUNK).map((unit) => ({
            code: unit.code,
            name: unit.name,
            level,
            parent_id: unit.parentCode === undefined ? null : parentId(placed, unit),
            address: unit.address ?? '',
            phone: unit.phone ?? '',
            ...(unit.validFrom ? { valid_from: unit.validFrom } : {}),
          })),
        )
        .returning(PLACE)
        .execute()
      for (const row of inserted as UnitPlace[]) {
        placed.set(row.code, row)
        created.push(row)
      }
    }
  }
  return created
}

function parentId(placed: Map<string, UnitPlace>, unit: UnitInput): string {
  const parent = placed.get(unit.parentCode ?? '')
  if (!parent) throw new Error(`unit ${unit.code}: no parent ${unit.parentCode}`)
  return parent.id
}

const PLACE = [
  'id',
  'code',
  'level',
  'head_unit_id as headUnitId',
  'province_unit_id as provinceUnitId',
  'district_unit_id as districtUnitId',
  'office_unit_id as officeUnitId',
] as const

/** The place of units by their codes; unknown codes are left out. */
export async function unitsByCode(tx: Tx, codes: string[]): Promise<UnitPlace[]> {
  return (await tx.selectFrom('organisation.unit').select(PLACE).where('code', 'in', codes).execute()) as UnitPlace[]
}

/** The operator's head office; undefined before its organisation is set up. */
export async function headOffice(tx: Tx): Promise<UnitPlace | undefined> {
  return (await tx.selectFrom('organisation.unit').select(PLACE).where('level', '=', 'HEAD_OFFICE').orderBy('id').executeTakeFirst()) as UnitPlace | undefined
}
