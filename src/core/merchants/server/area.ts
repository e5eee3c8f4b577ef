import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'

/** 'Phường Ba Đình, Hà Nội'; the words of today for codes that were chosen once. */
export async function areaOf(db: Queryable, provinceCode: string | null, communeCode: string | null): Promise<string | null> {
  if (provinceCode === null) return null
  const { rows } = await sql<{ level: string; name: string }>`
    select distinct on (level) level, full_name as name from masterdata.administrative_area
     where (level = 'PROVINCE' and code = ${provinceCode}) or (level = 'COMMUNE' and code = ${communeCode}) order by level, valid_from desc`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}
