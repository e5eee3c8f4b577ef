import { sql } from 'kysely'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import type { AreaLevel } from '#core/masterdata/contract/areas/area-kinds.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { handleImport, type ImportContext } from '#platform/server/import/handler.ts'
import { faultsOf, type NewArea, type Period, type Plan } from './import-check.ts'
import { planAreas } from './import-plan.ts'
import { checkPlace } from './rules.ts'

/** Areas from a file: checked against all that is stored, kept in a few statements. */
export const areaImport = handleImport(importAreas, {
  async check(rows, { tx }, partly) {
    return [...planAreas(rows, await storedPeriods(tx)).problems, ...partly.flatMap(faultsOf)]
  },
  async apply(rows, ctx) {
    const { plan } = planAreas(rows, await storedPeriods(ctx.tx))
    return await carryOut(plan, ctx)
  },
})

async function storedPeriods(tx: Tx): Promise<Period[]> {
  const rows = await tx
    .selectFrom('masterdata.administrative_area')
    .select(['id', 'level', 'code', 'full_name', 'parent_level', 'parent_code', 'valid_from', 'valid_to'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    row: null,
    level: row.level as AreaLevel,
    code: row.code,
    fullName: row.full_name,
    parent: row.parent_code === null ? null : `${row.parent_level} ${row.parent_code}`,
    from: row.valid_from,
    to: row.valid_to,
  }))
}

async function carryOut({ added, closed, links }: Plan, { tx, account, importId, fileName, now }: ImportContext): Promise<Record<string, number>> {
  const counts = { areas: added.length, closed: closed.size, successors: links.length }
  const { id: load } = await tx
    .insertInto('masterdata.area_import')
    .values({
      source: `file ${fileName}`,
      source_version: importId,
      areas_added: counts.areas,
      areas_closed: counts.closed,
      successors_added: counts.successors,
      imported_by: account,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update masterdata.administrative_area a set valid_to = c.last_day, version = version + 1, updated_at = ${now}, updated_by = ${account}
    from unnest(${[...closed.keys()]}::bigint[], ${[...closed.values()]}::date[]) c (id, last_day) where a.id = c.id`.execute(tx)
  const ids = await insertAreas(tx, added, load, account)
  const idOf = ({ id, row }: Period) => id ?? ids.get(row ?? 0) ?? ''
  const shares = new Map<string, number>()
  for (const { from } of links) shares.set(idOf(from), (shares.get(idOf(from)) ?? 0) + 1)
  // Several successors took a part each.
  const kinds = links.map(({ from }) => (shares.get(idOf(from)) === 1 ? 'WHOLE' : 'PART'))
  await sql`
    insert into masterdata.area_successor (old_id, new_id, kind, import_id)
    select s.*, ${load}::bigint from unnest(${links.map(({ from }) => idOf(from))}::bigint[], ${links.map(({ to }) => idOf(to))}::bigint[], ${kinds}::text[]) s
    on conflict (old_id, new_id) do nothing`.execute(tx)
  await checkPlace(tx, null)
  return counts
}

/** Ids by row of the file. */
async function insertAreas(tx: Tx, added: readonly NewArea[], load: string, account: string): Promise<Map<number, string>> {
  const column = <K extends keyof NewArea>(name: K) => added.map((area) => area[name])
  const parent = (part: 0 | 1) => added.map((area) => area.parent?.split(' ')[part] ?? null)
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('masterdata.administrative_area', 'id')) as id from generate_series(1, ${added.length}::int)`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into masterdata.administrative_area (id, level, code, kind, name, parent_level, parent_code, valid_from, valid_to, import_id, updated_by)
    select a.*, ${load}::bigint, ${account}
    from unnest(${ids}::bigint[], ${column('level')}::text[], ${column('code')}::text[], ${column('kind')}::text[], ${column('name')}::text[],
      ${parent(0)}::text[], ${parent(1)}::text[], ${column('from')}::date[], ${column('to')}::date[]) a`.execute(tx)
  return new Map(added.map(({ row }, at) => [row, ids[at] ?? '']))
}
