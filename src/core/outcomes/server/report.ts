import { sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { within } from '#platform/server/list/where.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { outcomesReport } from '../contract/report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

const count = (which: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${which})::int`

/** How outcomes were found out, by partner and channel. */
export const caseReport = implementReport(
  outcomesReport,
  { vi, en },
  {
    query({ filter }, { scope, now }) {
      const from = startOfDay(filter.from)
      const until = new Date(Math.min(endOfDay(filter.to).getTime(), Math.max(now.getTime(), from.getTime())))
      // What nobody doubted until it was contradicted was decided by nobody here.
      const doubted = sql`c.cause <> 'CONTRADICTED'`
      const decided = sql<boolean>`${doubted} and c.decided_at >= ${from} and c.decided_at < ${until}`
      const by = (how: string) => count(sql<boolean>`${decided} and c.resolved_by = ${sql.lit(how)}`)
      const onStatement = sql`c.resolved_by = 'PERSON' and c.statement_verdict = c.verdict`
      const open = sql<boolean>`${doubted} and c.opened_at < ${until} and (c.decided_at is null or c.decided_at >= ${until})`
      const share = (part: number) =>
        sql<
          number | null
        >`round((percentile_cont(${sql.lit(part)}) within group (order by extract(epoch from c.decided_at - c.opened_at)) filter (where ${decided}) / 60)::numeric)::int`
      return scope
        .selectFrom('outcome.outcome_case as c')
        .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'c.partner_id' }))
        .where('c.opened_at', '<', until)
        .where(sql<boolean>`(c.decided_at is null or c.decided_at >= ${from} or c.conflict_at >= ${from})`)
        .where((eb) =>
          eb.and([
            ...(filter.unitId ? [within('c')(filter.unitId)] : []),
            ...(filter.partnerId ? [eb('c.partner_id', '=', filter.partnerId)] : []),
            ...(filter.channel ? [eb('c.channel', '=', filter.channel)] : []),
          ]),
        )
        .groupBy(['c.partner_id', 'p.name', 'c.channel'])
        .select(['c.partner_id as partnerId', 'p.name as partnerName', 'c.channel'])
        .select([count(sql<boolean>`${doubted} and c.opened_at >= ${from}`).as('opened'), count(decided).as('decided')])
        .select([by('REPORT').as('byReport'), by('INQUIRY').as('byInquiry')])
        .select([count(sql<boolean>`${decided} and ${onStatement}`).as('byStatement')])
        .select([count(sql<boolean>`${decided} and c.resolved_by = 'PERSON' and c.statement_verdict is distinct from c.verdict`).as('byPerson')])
        .select([share(0.5).as('median'), share(0.95).as('p95')])
        .select([count(open).as('open'), sql<string>`coalesce(sum(c.amount) filter (where ${open}), 0)::numeric(20, 2)`.as('openAmount')])
        .select([sql<number | null>`floor(extract(epoch from ${until}::timestamptz - min(c.occurred_at) filter (where ${open})) / 3600)::int`.as('oldest')])
        .select([count(sql<boolean>`c.conflict_at >= ${from} and c.conflict_at < ${until}`).as('contradicted')])
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
