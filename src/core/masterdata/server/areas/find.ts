import { sql } from 'kysely'
import { findArea, traceArea } from '#core/masterdata/contract/areas/area.ts'
import type { SuccessionKind } from '#core/masterdata/contract/areas/area-kinds.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { ScopedDb } from '#platform/server/database/db.ts'
import type { Registrar } from '#platform/server/module.ts'
import { type PlacedRow, placedAreas } from './place.ts'

export function registerAreaDetails(on: Registrar): void {
  on.query(findArea, async ({ id }, { db, now }) => {
    const today = localDate(now)
    const area = await placedAreas(db, undefined, today)
      .select(['a.name', 'a.full_name_en as fullNameEn', 'a.parent_code as parentCode', 'a.version', sql<'ACTIVE' | 'LOCKED'>`a.status`.as('status')])
      .where('a.id', '=', id)
      .executeTakeFirst()
    if (!area) throw new AppError(errors.notFound)
    const [uses, predecessors, successors, gap] = await Promise.all([
      placedAreas(db, undefined, today).where('a.level', '=', area.level).where('a.code', '=', area.code).orderBy('a.valid_from').execute(),
      links(db, id, 'old', today),
      links(db, id, 'new', today),
      db.selectFrom('masterdata.area_gap').select(['reason', 'note']).where('area_id', '=', id).executeTakeFirst(),
    ])
    return { ...area, uses, predecessors, successors, gap: gap ? { reason: gap.reason as 'NOT_RECORDED', note: gap.note } : null }
  })

  on.query(traceArea, async ({ id, asOf }, { db, now }) => {
    const area = await db.selectFrom('masterdata.administrative_area').select(['valid_from', 'valid_to']).where('id', '=', id).executeTakeFirst()
    if (!area) throw new AppError(errors.notFound)
    // While it is in force, what counts is what it was made of: others may have been merged into it later.
    const forward = area.valid_to !== null && asOf > area.valid_to
    const traced = await trace(db, id, asOf, forward)
    const kinds = new Map(traced.map((one) => [one.id, one.kind]))
    if (kinds.size === 0) return []
    const rows = await placedAreas(db, asOf, localDate(now))
      .where('a.id', 'in', [...kinds.keys()])
      .orderBy('a.code')
      .execute()
    return rows.map((row) => ({ ...row, succession: kinds.get(row.id) ?? 'MAIN' }))
  })
}

/** One step back (`old`) or forth (`new`). */
async function links(db: ScopedDb, id: string, side: 'old' | 'new', today: string) {
  const own = side === 'old' ? 's.new_id' : 's.old_id'
  const rows = await placedAreas(db, undefined, today)
    .innerJoin('masterdata.area_successor as s', side === 'old' ? 's.old_id' : 's.new_id', 'a.id')
    .select([sql<SuccessionKind>`s.kind`.as('succession'), 's.recorded_as as recordedAs', 's.note'])
    .where(own, '=', id)
    .orderBy('a.code')
    .execute()
  return rows.map(({ succession, recordedAs, note, ...area }) => ({ area: area satisfies PlacedRow, kind: succession, recordedAs, note }))
}

/** Steps to another day. Where the area itself leads nowhere, its communes are followed: what a district became is what they became. */
async function trace(db: ScopedDb, id: string, asOf: string, forward: boolean): Promise<{ id: string; kind: SuccessionKind }[]> {
  const step = forward ? sql`masterdata.areas_after` : sql`masterdata.areas_before`
  const { rows: own } = await sql<{ id: string; kind: SuccessionKind }>`select id, kind from ${step}(${id}::bigint, ${asOf}::date)`.execute(db)
  if (own.length > 0 || !forward) return own
  const { rows } = await sql<{ id: string; kind: SuccessionKind }>`
    select t.id, case when count(*) filter (where t.kind <> 'WHOLE') = 0 then 'WHOLE' else 'PART' end as kind
    from masterdata.administrative_area d
    join masterdata.administrative_area c on c.parent_level = d.level and c.parent_code = d.code and d.valid_to between c.valid_from and coalesce(c.valid_to, 'infinity')
    cross join lateral masterdata.areas_after(c.id, ${asOf}::date) t
    where d.id = ${id} group by t.id`.execute(db)
  return rows
}
