import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { Area } from './area-book.ts'
import { type Assembled, assembleAreas } from './assemble.ts'
import { readSources, SOURCE_VERSION } from './sources.ts'

const SOURCE = 'packages'

export interface SeededAreas {
  areas: number
  successors: number
  gaps: number
}

/**
 * Loads the administrative areas of the country, once a database: 63 provinces with districts and communes until 30 June 2025,
 * 34 provinces with 3,321 communes since, and what became of what. About 2 s the first time, one query after that (answers undefined).
 */
export async function seedAdministrativeAreas(tx: Tx): Promise<SeededAreas | undefined> {
  // Two processes that start at once would load twice.
  await sql`select pg_advisory_xact_lock(7203160)`.execute(tx)
  const done = await tx.selectFrom('masterdata.area_import').select('id').where('source', '=', SOURCE).executeTakeFirst()
  if (done) return undefined
  return await storeAreas(tx, assembleAreas(readSources()))
}

async function storeAreas(tx: Tx, { areas, successions, gaps }: Assembled): Promise<SeededAreas> {
  const counts = { areas: areas.length, successors: successions.length, gaps: gaps.length }
  const load = await tx
    .insertInto('masterdata.area_import')
    .values({
      source: SOURCE,
      source_version: SOURCE_VERSION,
      areas_added: counts.areas,
      successors_added: counts.successors,
      gaps: counts.gaps,
      imported_by: 'system',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Ids are handed out here, so that the rows of the other tables can name them without reading anything back.
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('masterdata.administrative_area', 'id')) as id from generate_series(1, ${counts.areas}::int)`.execute(tx)
  const ids = new Map(areas.map((area, at) => [area, rows[at]?.id ?? '']))
  const id = (area: Area) => ids.get(area) ?? ''
  const column = <K extends keyof Area>(name: K) => areas.map((area) => area[name])
  await sql`
    insert into masterdata.administrative_area (id, level, code, kind, name, parent_level, parent_code, valid_from, valid_to, import_id)
    select a.*, ${load.id}::bigint
    from unnest(${areas.map(id)}::bigint[], ${column('level')}::text[], ${column('code')}::text[], ${column('kind')}::text[], ${column('name')}::text[],
      ${column('parentLevel')}::text[], ${column('parentCode')}::text[], ${column('validFrom')}::date[], ${column('validTo')}::date[]) a`.execute(tx)
  await sql`
    insert into masterdata.area_gap (area_id, reason) select a.id, 'DISSOLVED_BEFORE_2025' from unnest(${gaps.map(id)}::bigint[]) a (id)`.execute(tx)
  await sql`
    insert into masterdata.area_successor (old_id, new_id, kind, recorded_as, note, import_id)
    select s.*, ${load.id}::bigint
    from unnest(${successions.map(({ from }) => id(from))}::bigint[], ${successions.map(({ to }) => id(to))}::bigint[], ${successions.map(({ kind }) => kind)}::text[],
      ${successions.map(({ recordedAs }) => recordedAs)}::text[], ${successions.map(({ note }) => note)}::text[]) s`.execute(tx)
  // The checks that wait for the end of the transaction are made here, so that a mistake shows as one of this load.
  await sql`set constraints masterdata.area_parent_in_force, masterdata.area_successor_forward immediate`.execute(tx)
  await sql`set constraints masterdata.area_parent_in_force, masterdata.area_successor_forward deferred`.execute(tx)
  // The next reader shall not wait for the statistics of autovacuum.
  await sql`analyze masterdata.administrative_area, masterdata.area_successor`.execute(tx)
  return counts
}
