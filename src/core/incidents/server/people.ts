import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { IncidentContracts } from '../contract/incidents.ts'

/** Whether the area of the user `u` holds the incident `i`. */
const reaches = sql<boolean>`exists (select from iam.scope_area s where s.user_id = u.id and case
  when s.kind = 'ALL' then true
  when s.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false
  when s.kind = 'UNIT' then s.unit_id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
  else s.unit_id in (i.head_unit_id, i.province_unit_id, i.district_unit_id, i.office_unit_id) end)`

const holds = (permission: string) => sql<boolean>`exists (select from iam.effective_permission p where p.user_id = u.id and p.uri = ${permission})`

/** Users who handle incidents of a desk, and whose area holds this one; those of a unit where one is given. */
export async function handlersOf(db: Queryable, permission: string, incidentId: string, teamId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from iam.person u join incident.incident i on i.id = ${incidentId}
     where u.active and (${teamId}::bigint is null or u.unit_id = ${teamId}) and ${holds(permission)} and ${reaches}`.execute(db)
  return rows.map(({ id }) => id)
}

/** As handlersOf; of a unit that nobody handles it in any more, whoever does anywhere: what was given to it is not lost. */
export async function handlersNow(db: Queryable, permission: string, incidentId: string, teamId: string | null): Promise<string[]> {
  const own = await handlersOf(db, permission, incidentId, teamId)
  return own.length > 0 || teamId === null ? own : handlersOf(db, permission, incidentId)
}

/** Incidents of a desk that wait at a unit in which nobody handles them any more. */
export async function deserted(db: Queryable, desk: string, permission: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from incident.incident i where i.desk = ${desk} and i.status in ('NEW', 'ASSIGNED', 'REOPENED') and i.assignee_id is null and i.team_unit_id is not null
      and not exists (select from iam.person u where u.unit_id = i.team_unit_id and u.active and ${holds(permission)} and ${reaches})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of these users: those who may work on the incident. */
export async function mayHandle(db: Queryable, permission: string, incidentId: string, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select u.id from iam.person u join incident.incident i on i.id = ${incidentId}
     where u.id = any(${[...userIds]}::bigint[]) and u.active and ${holds(permission)} and ${reaches}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const SHOWN = 50

/** Whom incidents of a desk may be given to. Names only, outside the caller's scope too: work is handed on across units. */
export async function people(
  { permissions }: IncidentContracts,
  { text = '', ids }: InputOf<IncidentContracts['people']>,
  { runtime: { db } }: RequestContext,
): Promise<OutputOf<IncidentContracts['people']>> {
  const conditions: RawBuilder<boolean>[] = [
    ...(ids ? [sql<boolean>`u.id = any(${ids}::bigint[])`] : [holds(permissions.handle), sql<boolean>`u.active`]),
    ...foldedPatterns(text).map((pattern) => sql<boolean>`platform.fold(u.full_name || ' ' || u.account) like ${pattern}`),
  ]
  const { rows } = await sql<OutputOf<IncidentContracts['people']>[number]>`
    select u.id, u.full_name as name, u.account, g.name as "unitName" from iam.person u left join organisation.unit_directory g on g.id = u.unit_id
     where ${sql.join(conditions, sql` and `)} order by platform.fold(u.full_name), u.id limit ${SHOWN}`.execute(db)
  return rows
}

/** The units that incidents of a desk may be given to: those with people who handle them. */
export async function teams(
  { permissions }: IncidentContracts,
  { text = '', ids }: InputOf<IncidentContracts['teams']>,
  { runtime: { db } }: RequestContext,
): Promise<OutputOf<IncidentContracts['teams']>> {
  const conditions: RawBuilder<boolean>[] = [
    ...(ids ? [sql<boolean>`g.id = any(${ids}::bigint[])`] : []),
    ...foldedPatterns(text).map((pattern) => sql<boolean>`platform.fold(g.name || ' ' || g.code) like ${pattern}`),
    sql<boolean>`(${ids ? sql`true` : sql`false`} or w.people > 0)`,
  ]
  const { rows } = await sql<OutputOf<IncidentContracts['teams']>[number]>`
    select g.id, g.code, g.name, coalesce(w.people, 0)::int as people from organisation.unit_directory g
      left join (select u.unit_id, count(*) as people from iam.person u where u.active and ${holds(permissions.handle)} group by u.unit_id) w on w.unit_id = g.id
     where ${sql.join(conditions, sql` and `)} order by g.code limit ${SHOWN}`.execute(db)
  return rows
}

/** Whom incidents ask: partners in use. */
export async function partners(
  { text = '', ids }: InputOf<IncidentContracts['partners']>,
  { runtime: { db } }: RequestContext,
): Promise<OutputOf<IncidentContracts['partners']>> {
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).orderBy('p.name').limit(SHOWN)
  query = ids ? query.where('p.id', 'in', ids) : query.where('p.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(p.code || ' ' || p.name)`, 'like', pattern)
  return query.execute()
}
