import { type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { within } from '#platform/server/list/where.ts'
import type { Report } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { incidentPartnerReport } from '../contract/partner-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { count, isBreached, isOverdue, lateBy } from './report-sql.ts'

const OPEN = sql<SqlBool>`k.ended_at is null`
/** What came from the reporter ended the wait, so that it says nothing of an answer of the partner's. */
const BY_REPORTER = sql<SqlBool>`exists (select from incident.incident_event e
  where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at)`
/** One incident counts for one partner. */
const LAST_WAIT = sql<SqlBool>`i.merged_into_id is null
  and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id)`

/** How partners answer, of the incidents of the reader's scope. */
export const partnerReport: Report = implementReport(
  incidentPartnerReport,
  { vi, en },
  {
    query({ filter: { from, to, unitId, partnerId } }, { scope, now }) {
      const began = sql<SqlBool>`w.started_at >= ${startOfDay(from)} and w.started_at < ${endOfDay(to)}`
      const answered = sql<SqlBool>`${began} and not ${OPEN} and not ${BY_REPORTER}`
      const late = sql<SqlBool>`${began} and ${LAST_WAIT} and ${isOverdue(now)}`
      const hours = (figure: ReturnType<typeof sql>) => sql<string | null>`ceil((${figure} filter (where ${answered}) / 3600000.0)::numeric)::bigint`
      return scope
        .selectFrom('incident.incident as i')
        .innerJoin('incident.clock as k', (join) => join.onRef('k.incident_id', '=', 'i.id').on('k.kind', '=', 'PARTNER'))
        .innerJoin('incident.clock_interval as w', (join) => join.onRef('w.clock_id', '=', 'k.id').on('w.seq', '=', 1))
        .leftJoin('incident.clock as a', (join) => join.onRef('a.incident_id', '=', 'i.id').on('a.kind', '=', 'FIRST_RESPONSE'))
        .leftJoin('incident.clock as r', (join) => join.onRef('r.incident_id', '=', 'i.id').on('r.kind', '=', 'RESOLUTION'))
        .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'k.partner_id' }))
        .where('k.state', '<>', 'STOPPED')
        .where(sql<SqlBool>`(${began} or ${OPEN})`)
        .$if(unitId !== undefined, (q) => q.where(within('i')(unitId as string)))
        .$if(partnerId !== undefined, (q) => q.where('k.partner_id', '=', partnerId as string))
        .groupBy(['k.partner_id', 'p.name'])
        .select([sql<string>`k.partner_id`.as('partnerId'), sql<string>`p.name`.as('partnerName')])
        .select([
          count(began).as('asked'),
          count(answered).as('answered'),
          count(sql<SqlBool>`${answered} and k.state = 'MET'`).as('inTime'),
          count(sql<SqlBool>`${answered} and k.state = 'BREACHED'`).as('late'),
          count(sql<SqlBool>`${began} and not ${OPEN} and ${BY_REPORTER}`).as('unanswered'),
          hours(sql`percentile_cont(0.5) within group (order by k.used_ms)`).as('median'),
          hours(sql`max(k.used_ms)`).as('longest'),
          count(OPEN).as('open'),
          count(sql<SqlBool>`${OPEN} and ${isBreached('k', now)}`).as('openLate'),
        ])
        .select([
          count(late).as('overdue'),
          lateBy(late, 'OURS').as('lateOurs'),
          lateBy(late, 'PARTNER').as('latePartner'),
          lateBy(late, 'CUSTOMER').as('lateCustomer'),
          lateBy(late, null).as('lateUnknown'),
        ])
    },
    async describe({ unitId, partnerId }, { scope }) {
      const [unit, partner] = await Promise.all([
        unitId ? scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst() : undefined,
        partnerId ? scope.db.selectFrom('organisation.partner as p').select(['p.code', 'p.name']).where('p.id', '=', partnerId).executeTakeFirst() : undefined,
      ])
      const named = (one: { code: string; name: string } | undefined) => one && `${one.name} (${one.code})`
      return { unitId: named(unit), partnerId: named(partner) }
    },
  },
)
