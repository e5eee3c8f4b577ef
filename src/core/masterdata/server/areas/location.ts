import { sql } from 'kysely'
import type { AreaKind, AreaLevel } from '#core/masterdata/contract/areas/area-kinds.ts'
import { locationCommunes, locationDistricts, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import { localDate } from '#kernel/dates.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { inForce, inProvince } from './place.ts'

/** The choices of address forms: areas in force on the day that are not locked, by name. */
export function registerLocation(on: Registrar): void {
  on.query(locationProvinces, ({ asOf }, ctx) => choices(ctx, 'PROVINCE', asOf).execute())
  on.query(locationDistricts, ({ provinceCode, asOf }, ctx) => choices(ctx, 'DISTRICT', asOf).where('a.parent_code', '=', provinceCode).execute())
  on.query(locationCommunes, async ({ districtCode, provinceCode, asOf }, ctx) => {
    if (!districtCode && !provinceCode) refuseField('provinceCode', 'required', ctx.language)
    let query = choices(ctx, 'COMMUNE', asOf)
    if (districtCode) query = query.where('a.parent_level', '=', 'DISTRICT').where('a.parent_code', '=', districtCode)
    if (provinceCode) query = query.where(inProvince('a', provinceCode, sql<string>`${asOf ?? localDate(ctx.now)}::date`))
    return await query.execute()
  })
}

function choices({ db, now }: RequestContext, level: AreaLevel, asOf: string | undefined) {
  return (
    db
      .selectFrom('masterdata.administrative_area as a')
      .select(['a.code', 'a.full_name as name', 'a.full_name_en as nameEn', sql<AreaKind>`a.kind`.as('kind'), 'a.parent_code as parentCode'])
      .where('a.level', '=', level)
      .where('a.status', '=', 'ACTIVE')
      .where(inForce('a', asOf ?? localDate(now)))
      // By the name without its kind; numbered wards in the order of their numbers.
      .orderBy(sql`case when a.name ~ '^[0-9]+$' then lpad(a.name, 3, '0') else a.name end collate platform.vi`)
      .orderBy('a.code')
  )
}
