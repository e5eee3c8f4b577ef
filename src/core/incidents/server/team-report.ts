import { type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import { within } from '#platform/server/list/where.ts'
import type { Report } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { incidentTeamReport } from '../contract/team-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { count, isOverdue, lateBy } from './report-sql.ts'

/** The team of what nobody has taken. */
const NOBODY = { vi: 'Chưa ai nhận', en: 'Nobody yet' } as const
const DAY_MS = 86_400_000
const OPEN = sql<SqlBool>`i.status not in ('RESOLVED', 'CLOSED', 'REJECTED')`
const RESOLVED = sql<SqlBool>`i.reported and i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null`
const ANSWERED = sql<SqlBool>`i.reported and a.ended_at is not null`
const REOPENED = sql<SqlBool>`i.reported and i.reopened > 0`
/** Has ended at least once. */
const ENDED = sql<SqlBool>`(${RESOLVED} or ${REOPENED})`

/** Whole minutes of working time that a share of the clocks has stayed within. */
const stayedWithin = (clock: 'a' | 'r', share: number, which: typeof ANSWERED) =>
  sql<
    string | null
  >`round((percentile_cont(${sql.lit(share)}) within group (order by ${sql.ref(`${clock}.used_ms`)}) filter (where ${which}) / 60000)::numeric)::bigint`

/** How long teams take, what came back and what lies open, of the incidents of the reader's scope. */
export const teamReport: Report = implementReport(
  incidentTeamReport,
  { vi, en },
  {
    query({ filter: { from, to, unitId } }, { scope, language, now }) {
      const incidents = scope
        .selectFrom('incident.incident as i')
        .where('i.merged_into_id', 'is', null)
        .where('i.created_at', '<', endOfDay(to))
        .where((eb) => eb.or([eb('i.created_at', '>=', startOfDay(from)), OPEN]))
        .$if(unitId !== undefined, (q) => q.where(within('i')(unitId as string)))
        .select(['i.id', 'i.desk', 'i.team_unit_id', 'i.status', 'i.cause', 'i.reopened', 'i.created_at'])
        .select(sql<boolean>`i.created_at >= ${startOfDay(from)}`.as('reported'))
        // The money of a record is at risk once, however many open incidents are about it.
        .select(
          sql<
            string | null
          >`case when ${OPEN} and row_number() over (partition by ${OPEN}, i.subject_type, i.subject_id order by i.id) = 1 then i.amount end`.as('at_risk'),
        )
      const overdue = sql<SqlBool>`i.reported and ${isOverdue(now)}`
      /** Open for more than some days and at most others. */
      const aged = (over: number, most: number) => {
        const past = (days: number) => new Date(now.getTime() - days * DAY_MS)
        const young = most === Infinity ? sql<SqlBool>`true` : sql<SqlBool>`i.created_at >= ${past(most)}`
        return count(over === 0 ? sql<SqlBool>`${OPEN} and ${young}` : sql<SqlBool>`${OPEN} and ${young} and i.created_at < ${past(over)}`)
      }
      return scope.db
        .selectFrom(incidents.as('i'))
        .leftJoin('incident.clock as a', (join) => join.onRef('a.incident_id', '=', 'i.id').on('a.kind', '=', 'FIRST_RESPONSE'))
        .leftJoin('incident.clock as r', (join) => join.onRef('r.incident_id', '=', 'i.id').on('r.kind', '=', 'RESOLUTION'))
        .leftJoin('organisation.unit_directory as u', 'u.id', 'i.team_unit_id')
        .groupBy(['i.desk', 'i.team_unit_id', 'u.name'])
        .select(['i.desk', 'i.team_unit_id as teamId', sql<string>`coalesce(u.name, ${NOBODY[language]})`.as('teamName')])
        .select([
          count(sql<SqlBool>`i.reported`).as('received'),
          count(ANSWERED).as('answered'),
          stayedWithin('a', 0.5, ANSWERED).as('answerMedian'),
          stayedWithin('a', 0.95, ANSWERED).as('answerP95'),
          count(RESOLVED).as('resolved'),
          stayedWithin('r', 0.5, RESOLVED).as('resolutionMedian'),
          stayedWithin('r', 0.95, RESOLVED).as('resolutionP95'),
          count(REOPENED).as('reopened'),
          sql<string | null>`round(100.0 * count(*) filter (where ${REOPENED}) / nullif(count(*) filter (where ${ENDED}), 0))::bigint`.as('reopenRate'),
        ])
        .select([
          count(overdue).as('overdue'),
          lateBy(overdue, 'OURS').as('lateOurs'),
          lateBy(overdue, 'PARTNER').as('latePartner'),
          lateBy(overdue, 'CUSTOMER').as('lateCustomer'),
          lateBy(overdue, null).as('lateUnknown'),
          count(OPEN).as('open'),
          aged(0, 1).as('openDay'),
          aged(1, 3).as('openThreeDays'),
          aged(3, 7).as('openWeek'),
          aged(7, Infinity).as('openOlder'),
          sql<string>`coalesce(sum(i.at_risk), 0)::numeric(20, 2)`.as('openAmount'),
        ])
    },
    async describe({ unitId }, { scope }) {
      const unit = unitId
        ? await scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst()
        : undefined
      return { unitId: unit && `${unit.name} (${unit.code})` }
    },
  },
)
