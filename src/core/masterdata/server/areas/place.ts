import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AreaKind, AreaLevel } from '#core/masterdata/contract/areas/area-kinds.ts'
import type { ScopedDb } from '#platform/server/database/db.ts'

/** An area with the names of what it stands in, as `Placed` of the contract. */
export interface PlacedRow {
  id: string
  code: string
  fullName: string
  level: AreaLevel
  kind: AreaKind
  districtName: string | null
  provinceName: string | null
  validFrom: string
  validTo: string | null
}

/** True for rows in force on a day. */
export function inForce(alias: string, day: string | RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.valid_from`)} <= ${day} and (${sql.ref(`${alias}.valid_to`)} is null or ${sql.ref(`${alias}.valid_to`)} >= ${day}))`
}

/** The day whose names an area is shown with: the day asked about, or the last one it is in force up to today. */
export function shownOn(alias: string, asOf: string | undefined, today: string): RawBuilder<string> {
  return asOf ? sql<string>`${asOf}::date` : sql<string>`greatest(${sql.ref(`${alias}.valid_from`)}, least(${sql.ref(`${alias}.valid_to`)}, ${today}::date))`
}

export function districtName(alias: string, day: RawBuilder<string>): RawBuilder<string | null> {
  return sql<string | null>`masterdata.area_district(${sql.ref(`${alias}.parent_level`)}, ${sql.ref(`${alias}.parent_code`)}, ${day})`
}

export function provinceName(alias: string, day: RawBuilder<string>): RawBuilder<string | null> {
  return sql<string | null>`masterdata.area_province(${sql.ref(`${alias}.parent_level`)}, ${sql.ref(`${alias}.parent_code`)}, ${day})`
}

/** Areas of a province on a day, itself excluded: what stands under it, and under its districts. */
export function inProvince(alias: string, code: string, day: RawBuilder<string>): RawBuilder<SqlBool> {
  const [level, parent] = [sql.ref(`${alias}.parent_level`), sql.ref(`${alias}.parent_code`)]
  // Spelled out where a function would be called a row.
  return sql<SqlBool>`(${level} = 'PROVINCE' and ${parent} = ${code} or ${level} = 'DISTRICT' and exists (
    select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = ${parent} and d.parent_code = ${code} and ${inForce('d', day)}))`
}

/** Areas with their place, each shown as of `asOf` or of its own last day. */
export function placedAreas(db: ScopedDb, asOf: string | undefined, today: string) {
  const day = shownOn('a', asOf, today)
  return db
    .selectFrom('masterdata.administrative_area as a')
    .select(['a.id', 'a.code', 'a.full_name as fullName', 'a.valid_from as validFrom', 'a.valid_to as validTo'])
    .select([
      sql<AreaLevel>`a.level`.as('level'),
      sql<AreaKind>`a.kind`.as('kind'),
      districtName('a', day).as('districtName'),
      provinceName('a', day).as('provinceName'),
    ])
}
