import { type SqlBool, sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { IncidentView } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { INCIDENT } from './record.ts'

const ended = sql<SqlBool>`i.status in ('RESOLVED', 'CLOSED', 'REJECTED')`
export const isLate = (now: Date) => sql<boolean>`(i.due_at is not null and i.due_at < ${now})`

/** What lists, the board and the detail show of the incidents of a desk within the reader's scope. */
export function rowsOf({ desk }: Pick<IncidentContracts, 'desk'>, { scope, session: { userId }, language, now }: RequestContext) {
  return scope
    .selectFrom('incident.incident as i')
    .leftJoin(...lookup('incident.category as c', { 'c.id': 'i.category_id' }))
    .leftJoin(...lookup('iam.person as a', { 'a.id': 'i.assignee_id' }))
    .leftJoin(...lookup('iam.person as h', { 'h.id': 'i.held_by_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'i.asked_partner_id' }))
    .leftJoin(...lookup('organisation.unit_directory as tu', { 'tu.id': 'i.team_unit_id' }))
    .leftJoin('organisation.unit_directory as u', (join) =>
      join.on(sql<SqlBool>`u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)`),
    )
    .where('i.desk', '=', desk)
    .select(['i.id', 'i.code', sql<string>`${sql.ref(language === 'vi' ? 'c.name' : 'c.name_en')}`.as('categoryName'), 'i.priority', 'i.status'])
    .select(['i.subject_code as subjectCode', 'i.amount', 'i.reporter_name as reporterName', 'a.full_name as assigneeName', 'i.due_at as dueAt'])
    .select('tu.name as teamName')
    .select([isLate(now).as('late'), sql<string>`coalesce(${sql.ref('u.name')}, '')`.as('unitName'), 'p.name as partnerName', 'i.reports', 'i.channel'])
    .select([
      'i.created_at as createdAt',
      sql<string>`coalesce((select maker.full_name from iam.person maker where maker.account = i.created_by), i.created_by)`.as('createdBy'),
      'i.answered_at as answeredAt',
      'i.resolved_at as resolvedAt',
      'i.updated_at as updatedAt',
    ])
    .select(sql<string | null>`case when i.held_until > ${now} then ${sql.ref('h.full_name')} end`.as('heldBy'))
    .select(sql<boolean>`(i.assignee_id is not distinct from ${userId}::bigint)`.as('mine'))
    .select(sql<boolean>`(i.held_until > ${now} and i.held_by_id <> ${userId}::bigint) is true`.as('heldByOther'))
    .select([pendingRequest(INCIDENT, 'i.id').as('pendingRequestId'), 'i.version'])
}

type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

/** What a view shows of the incidents `i`. */
export function viewed(view: IncidentView, userId: string, now: Date) {
  switch (view) {
    case 'MINE':
      return sql<SqlBool>`i.assignee_id = ${userId} and not ${ended}`
    case 'TEAM':
      return sql<SqlBool>`i.team_unit_id = (select me.unit_id from iam.person me where me.id = ${userId}) and not ${ended}`
    case 'OVERDUE':
      return sql<SqlBool>`${isLate(now)} and not ${ended}`
    case 'UNASSIGNED':
      return sql<SqlBool>`i.assignee_id is null and not ${ended}`
    case 'OPEN':
      return sql<SqlBool>`not ${ended}`
  }
}

export const incidentList = (contracts: IncidentContracts): ListHandler<IncidentContracts['list'], Row> => ({
  query: (ctx) => rowsOf(contracts, ctx),
  where: {
    text: words(
      'i.code',
      sql`coalesce(i.subject_code, '')`,
      'i.reporter_name',
      sql`coalesce(i.reporter_phone, '')`,
      sql`coalesce(i.partner_case, '')`,
      'i.description',
    ),
    view: (view, { session, now }) => viewed(view, session.userId, now),
    status: oneOf('i.status'),
    priority: oneOf('i.priority'),
    categoryId: is('i.category_id'),
    assigneeId: is('i.assignee_id'),
    teamId: is('i.team_unit_id'),
    partnerId: is('i.asked_partner_id'),
    unitId: within('i'),
    channel: oneOf('i.channel'),
    period: daysOfTime('i.created_at'),
  },
  key: 'i.id',
  sort: { code: 'i.code', createdAt: 'i.created_at', dueAt: 'i.due_at', amount: 'i.amount', updatedAt: 'i.updated_at', resolvedAt: 'i.resolved_at' },
})
