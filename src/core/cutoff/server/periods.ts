import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { textIn } from '#kernel/language.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, is, oneOf, within } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { getPeriod, listPeriods } from '../contract/periods.ts'
import { type CutOffCheck, type LateJournals, runChecks, type Span } from './check.ts'
import { periods, spanOf } from './record.ts'
import { withinUnit } from './snapshot.ts'

const LATE_DAYS = 62
const LATE_SHOWN = 200

export function registerPeriods(on: Registrar, checks: readonly CutOffCheck[], late: LateJournals | undefined): void {
  on.list(listPeriods, {
    query: rowsOf,
    where: {
      service: is('p.service'),
      unitId: within('p'),
      granularity: is('p.granularity'),
      status: oneOf('p.status'),
      period: days('p.starts_on'),
    },
    key: 'p.id',
    sort: { startsOn: 'p.starts_on', code: 'p.code', closedAt: 'p.closed_at' },
  })
  on.query(getPeriod, async ({ id }, ctx) => {
    const { runtime, language, scope } = ctx
    const row = await rowsOf(ctx).select('p.note').where('p.id', '=', id).executeTakeFirst()
    const period = await scope.selectFrom('cutoff.period as p').selectAll().where('p.id', '=', id).executeTakeFirst()
    if (!row || !period) throw new AppError(errors.notFound)
    const span = spanOf(period)
    const ended = row.status === 'CLOSED'
    const results = ended ? [] : await runChecks(runtime.db, checks, span)
    const { snapshots, lines } = await kept(ctx, id)
    return {
      ...row,
      ...{ status: row.status as 'OPEN', granularity: row.granularity as 'DAY', endsOn: row.endsOn as string },
      checkedAt: instant(row.checkedAt),
      submittedAt: instant(row.submittedAt),
      closedAt: instant(row.closedAt),
      checks: results.map(({ check, found }) => ({ check: check.name, title: check.title[language], count: found.reduce((sum, { count }) => sum + count, 0) })),
      blocking: results.flatMap(({ check, found }) =>
        found.map(({ owner, label, count, since, link }) => ({
          ...{ check: check.name, owner, label: textIn(label, language), count, since: instant(since), link: link ?? null },
        })),
      ),
      snapshots,
      lines,
      late: snapshots.length > 0 ? await lateJournals(ctx, span, late) : [],
    }
  })
}

const instant = (at: Date | null) => at && isoLocal(at)

function rowsOf({ scope }: RequestContext) {
  return scope
    .selectFrom('cutoff.period as p')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'p.unit_id' }))
    .leftJoin(...lookup('cutoff.snapshot as s', { 's.period_id': 'p.id', 's.number': 'p.closings' }))
    .select([
      'p.id',
      'p.code',
      'p.service',
      sql<string>`${sql.ref('u.name')}`.as('unitName'),
      'p.granularity',
      'p.starts_on as startsOn',
      'p.ends_on as endsOn',
      'p.status',
    ])
    .select(['p.blockers', 'p.checked_at as checkedAt', 'p.submitted_by as submittedBy', 'p.submitted_at as submittedAt', 'p.closed_by as closedBy'])
    .select(['p.closed_at as closedAt', 's.code as snapshotCode', pendingRequest(periods.subject, 'p.id').as('pendingRequestId'), 'p.version'])
}

/** All snapshots of a period, newest first, and the lines of the last one beside those of the one before. */
async function kept({ db }: RequestContext, periodId: string) {
  const rows = await db
    .selectFrom('cutoff.snapshot')
    .select(['id', 'code', 'closed_at', 'closed_by', 'journals', 'entries', 'debit', 'hash'])
    .where('period_id', '=', periodId)
    .orderBy('number', 'desc')
    .execute()
  const snapshots = rows.map(({ code, closed_at, closed_by, journals, entries, debit, hash }) => ({
    ...{ code, closedAt: isoLocal(closed_at), closedBy: closed_by, journals: Number(journals), entries: Number(entries), debit, hash },
  }))
  const [last, before] = rows
  if (!last) return { snapshots, lines: [] }
  const { rows: lines } = await sql<{
    class: 'ASSET'
    number: string
    name: string
    debitBefore: string | null
    debit: string | null
    creditBefore: string | null
    credit: string | null
    debitChange: string | null
    creditChange: string | null
  }>`
    select coalesce(n.class, o.class) as class, coalesce(n.number, o.number) as number, coalesce(n.name, o.name) as name,
        o.debit as "debitBefore", n.debit, o.credit as "creditBefore", n.credit,
        case when ${before !== undefined} then (coalesce(n.debit, 0) - coalesce(o.debit, 0))::numeric(30,2) end as "debitChange",
        case when ${before !== undefined} then (coalesce(n.credit, 0) - coalesce(o.credit, 0))::numeric(30,2) end as "creditChange"
      from (select * from cutoff.snapshot_line where snapshot_id = ${last.id}) n
      full join (select * from cutoff.snapshot_line where snapshot_id = ${before?.id ?? null}) o on o.number = n.number and o.currency = n.currency
     order by 2`.execute(db)
  return { snapshots, lines }
}

/** What happened within the span, or belongs to it by its own word, and was posted after it: an adjustment of a later period. */
async function lateJournals({ runtime }: RequestContext, span: Span, named: LateJournals | undefined) {
  const { service, unitId, from, to } = span
  const { rows } = await sql<{ id: string; description: string; occurredAt: Date; businessDate: string; amount: string }>`
    select j.id, j.description, j.occurred_at as "occurredAt", j.business_date as "businessDate",
        (select coalesce(sum(e.amount), 0)::numeric(20,2) from ledger.entry e where e.journal_id = j.id and e.side = 'D') as amount
      from ledger.journal j
     where j.service = ${service} and ${withinUnit(sql`j.office_unit_id`, unitId)}
       and j.business_date > ${to}::date and j.business_date <= ${to}::date + ${LATE_DAYS}::integer
       and (j.occurred_at >= (${from}::date::timestamp at time zone 'Asia/Ho_Chi_Minh') and j.occurred_at < ((${to}::date + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh')
         ${named ? sql`or j.id in (${named(span)})` : sql``})
     order by j.id limit ${LATE_SHOWN}`.execute(runtime.db)
  return rows.map((row) => ({ ...row, occurredAt: isoLocal(row.occurredAt) }))
}
