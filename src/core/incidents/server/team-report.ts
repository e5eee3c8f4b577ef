import { type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import { within } from '#platform/server/list/where.ts'
import type { Report } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { incidentTeamReport } from '../contract/team-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** The team of what nobody has taken. */
const NOBODY = { vi: 'Chưa ai nhận', en: 'Nobody yet' } as const
const ANSWERED = sql<SqlBool>`a.ended_at is not null`
const RESOLVED = sql<SqlBool>`i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null`

/** Whole minutes of working time that a share of the clocks has stayed within. */
const stayedWithin = (clock: 'a' | 'r', share: number, which: typeof ANSWERED) =>
  sql<
    string | null
  >`round((percentile_cont(${sql.lit(share)}) within group (order by ${sql.ref(`${clock}.used_ms`)}) filter (where ${which}) / 60000)::numeric)::bigint`

/** How long teams take, of the incidents of the reader's scope. */
export const teamReport: Report = implementReport(
  incidentTeamReport,
  { vi, en },
  {
    query: ({ filter: { from, to, unitId } }, { scope, language }) =>
      scope
        .selectFrom('incident.incident as i')
        .leftJoin('incident.clock as a', (join) => join.onRef('a.incident_id', '=', 'i.id').on('a.kind', '=', 'FIRST_RESPONSE'))
        .leftJoin('incident.clock as r', (join) => join.onRef('r.incident_id', '=', 'i.id').on('r.kind', '=', 'RESOLUTION'))
        .leftJoin('organisation.unit_directory as u', 'u.id', 'i.team_unit_id')
        .where('i.merged_into_id', 'is', null)
        .where('i.created_at', '>=', startOfDay(from))
        .where('i.created_at', '<', endOfDay(to))
        .$if(unitId !== undefined, (q) => q.where(within('i')(unitId as string)))
        .groupBy(['i.desk', 'i.team_unit_id', 'u.name'])
        .select(['i.desk', 'i.team_unit_id as teamId', sql<string>`coalesce(u.name, ${NOBODY[language]})`.as('teamName')])
        .select([
          sql<string>`count(*)`.as('received'),
          sql<string>`count(*) filter (where ${ANSWERED})`.as('answered'),
          stayedWithin('a', 0.5, ANSWERED).as('answerMedian'),
          stayedWithin('a', 0.95, ANSWERED).as('answerP95'),
          sql<string>`count(*) filter (where ${RESOLVED})`.as('resolved'),
          stayedWithin('r', 0.5, RESOLVED).as('resolutionMedian'),
          stayedWithin('r', 0.95, RESOLVED).as('resolutionP95'),
          sql<string>`count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED'))`.as('open'),
          sql<string>`count(*) filter (where a.state = 'BREACHED' or r.state = 'BREACHED')`.as('overdue'),
        ]),
    async describe({ unitId }, { scope }) {
      const unit = unitId
        ? await scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst()
        : undefined
      return { unitId: unit && `${unit.name} (${unit.code})` }
    },
  },
)
