import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { is, oneOf, words } from '#platform/server/list/where.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { listDuties, recordReport } from '../contract/duties.ts'
import { payoutErrors } from '../contract/errors.ts'
import { firstDay } from '../contract/words.ts'
import { inTransitOf } from './list-query.ts'

/** Days before a deadline from which it is asked for. */
const SOON = 5
/** Months back that are listed. */
const MONTHS = 12

interface Duty {
  id: string
  programmeId: string
  programmeCode: string
  programmeName: string
  partnerName: string
  month: string
  monthStart: string
  listDue: string | null
  listState: string
  cameOn: string | null
  lines: number
  total: string
  moneyState: string
  missing: string
  paid: string
  unpaid: string
  reportDue: string | null
  reportState: string
  sentOn: string | null
  reference: string | null
}

const stateBy = (done: RawBuilder<unknown>, due: RawBuilder<unknown>, today: string) =>
  sql`case when ${done} then 'DONE' when ${due} is null then 'NONE' when ${due} < ${today}::date then 'LATE' when ${due} - ${SOON}::int <= ${today}::date then 'DUE' else 'OPEN' end`

/** A row a programme and month: those with lists, and those whose list is or will be due; the next month is the last. */
const duties = (today: string): RawBuilder<Duty> => sql<Duty>`(
  select (p.id * 1000000 + to_char(m.month, 'YYYYMM')::bigint) as id, p.id as "programmeId", p.code as "programmeCode", p.name as "programmeName", o.name as "partnerName",
      to_char(m.month, 'MM/YYYY') as month, m.month as "monthStart", d.list_due as "listDue", f.came_on as "cameOn", f.lines, f.total, x.missing, f.paid, f.unpaid,
      d.report_due as "reportDue", s.sent_on as "sentOn", s.reference,
      ${stateBy(sql`f.came_on is not null`, sql`d.list_due`, today)} as "listState",
      ${stateBy(sql`f.came_on is not null and x.missing = 0`, sql`d.list_due`, today)} as "moneyState",
      case when f.approved = 0 and s.sent_on is null then 'NONE' else ${stateBy(sql`s.sent_on is not null`, sql`d.report_due`, today)} end as "reportState"
    from payout.programme p
      join organisation.partner o on o.id = p.partner_id
      cross join lateral (
        select g::date as month from generate_series(date_trunc('month', ${today}::date) - make_interval(months => ${MONTHS}::int), date_trunc('month', ${today}::date) + interval '1 month',
          interval '1 month') g
      ) m
      cross join lateral (select (m.month - interval '1 month')::date + p.list_day - 1 as list_due, m.month + p.report_day - 1 as report_due) d
      cross join lateral (
        select count(*)::int as lists, coalesce(sum(l.line_count), 0)::int as lines, coalesce(sum(l.total), 0)::numeric(20,2) as total,
            min((l.created_at at time zone 'Asia/Ho_Chi_Minh')::date) filter (where l.line_count > 0) as came_on, count(*) filter (where l.account_id is not null) as approved,
            coalesce(sum(l.total) filter (where l.account_id is null), 0) as waiting,
            coalesce(sum(l.total - l.returned_total - b.left), 0)::numeric(20,2) as paid, coalesce(sum(b.left + l.returned_total), 0)::numeric(20,2) as unpaid
          from payout.list l left join ledger.account a on a.id = l.account_id cross join lateral (select coalesce(a.balance + ${inTransitOf('l.id')}, l.total) as left) b where l.programme_id = p.id and l.month = m.month and l.status <> 'CANCELLED'
      ) f
      left join payout.funds pf on pf.partner_id = p.partner_id
      left join ledger.account fa on fa.id = pf.account_id
      cross join lateral (select greatest(0, f.waiting - coalesce(fa.balance, 0))::numeric(20,2) as missing) x
      left join lateral (select r.sent_on, r.reference from payout.report_sent r where r.programme_id = p.id and r.month = m.month order by r.id desc limit 1) s on true
    where f.lists > 0 or (p.status = 'ACTIVE' and coalesce(d.list_due, m.month) >= (p.created_at at time zone 'Asia/Ho_Chi_Minh')::date)
  )`

const FIELDS = [
  ...(['t.id', 't.programmeId', 't.programmeName', 't.partnerName', 't.month', 't.monthStart', 't.listDue', 't.listState', 't.cameOn', 't.lines'] as const),
  ...(['t.total', 't.moneyState', 't.missing', 't.paid', 't.unpaid', 't.reportDue', 't.reportState', 't.sentOn', 't.reference'] as const),
] as const
const rowsOf = ({ db, now }: RequestContext) => db.selectFrom(duties(localDate(now)).as('t')).select([...FIELDS])
type Row = ReturnType<typeof rowsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const dutyList: ListHandler<typeof listDuties, Row> = {
  query: rowsOf,
  where: {
    text: words('t.programmeCode', 't.programmeName', 't.partnerName'),
    programmeId: is('t.programmeId'),
    month: (month) => sql`${sql.ref('t.monthStart')} = ${firstDay(month)}::date`,
    listState: oneOf('t.listState'),
    moneyState: oneOf('t.moneyState'),
    reportState: oneOf('t.reportState'),
  },
  key: 't.id',
  sort: { month: 't.monthStart', programmeName: 't.programmeName', reportDue: 't.reportDue' },
}

/** What is late: lists and money that have not come, or reports that have not gone. */
export async function lateDuties(db: Queryable, now: Date, which: 'COMING' | 'REPORT'): Promise<Duty[]> {
  const late = which === 'REPORT' ? sql`t."reportState" = 'LATE'` : sql`'LATE' in (t."listState", t."moneyState")`
  const { rows } = await sql<Duty>`select * from ${duties(localDate(now))} t where ${late} order by t."monthStart", t.id limit 1000`.execute(db)
  return rows
}

/** What the audit log calls it. */
export const REPORT_SENT = 'payout.report_sent'

/** Throws PYL-046 for a month without an approved list, PYL-047 at its field. */
export async function record(input: InputOf<typeof recordReport>, ctx: CommandContext): Promise<OutputOf<typeof recordReport>> {
  const { tx, now, session, language } = ctx
  const { programmeId, month, sentOn, reference, note = '' } = input
  if (sentOn > localDate(now)) throw refusedField('sentOn', payoutErrors.sentLater, language)
  const approved = await tx
    .selectFrom('payout.list')
    .select('id')
    .where('programme_id', '=', programmeId)
    .where('month', '=', firstDay(month))
    .where('account_id', 'is not', null)
    .executeTakeFirst()
  if (!approved) throw new AppError(payoutErrors.reportWithoutList, { month })
  const { id } = await tx
    .insertInto('payout.report_sent')
    .values({ programme_id: programmeId, month: firstDay(month), sent_on: sentOn, reference, note, created_by: session.account, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.subject(REPORT_SENT, id, { after: { programmeId, month, sentOn, reference, note } })
  return { id }
}
