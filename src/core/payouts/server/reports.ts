import { type RawBuilder, sql } from 'kysely'
import { noteIn } from '#core/disbursement/server/public.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import { within } from '#platform/server/list/where.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { Report, ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { moneyLeftReport, paidReport, unpaidReport } from '../contract/reports.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

type Filter = ReportFilterOf<typeof paidReport>

/** Lines of approved lists within the reader's scope, with what both reports say of each. */
function people({ programmeId, listId, unitId, method }: Filter, { scope }: ReportContext) {
  let query = scope
    .selectFrom('payout.line as t')
    .innerJoin('payout.list_directory as l', 'l.id', 't.list_id')
    .innerJoin('payout.programme as p', 'p.id', 't.programme_id')
    .select(['t.programme_id as programmeId', 'p.name as programmeName', 't.list_id as listId', sql<string>`l.code`.as('listCode'), 't.line_no as lineNo'])
    .select([
      't.id as lineId',
      't.beneficiary_code as beneficiaryCode',
      't.name',
      't.birth_date as birthDate',
      maskedColumn('t.identity_number').as('identityNumber'),
    ])
    .select([sql<string>`to_char(t.month, 'MM/YYYY')`.as('month'), 't.amount', 't.method'])
  if (programmeId) query = query.where('t.programme_id', '=', programmeId)
  if (listId) query = query.where('t.list_id', '=', listId)
  if (unitId) query = query.where(within('t')(unitId))
  if (method) query = query.where('t.method', '=', method)
  return query
}

const paid = (filter: Filter, ctx: ReportContext) =>
  people(filter, ctx)
    .leftJoin('organisation.unit_directory as u', 'u.id', 't.paid_unit_id')
    .leftJoin('cash.slip as s', 's.id', 't.slip_id')
    .where('t.status', '=', 'PAID')
    .where('t.paid_on', '>=', filter.from)
    .where('t.paid_on', '<=', filter.to)
    .select([sql<string>`coalesce(u.name, '')`.as('unitName'), sql<string>`t.paid_on`.as('paidOn'), 't.receiver_name as receiverName', 's.code as slipCode'])

/** The day on which a line that is never paid any more came to its end. */
const endedOn: RawBuilder<string> = sql`(t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date`
const ENDED = sql`('RETURNED', 'CARRIED')`

/** Approved by the end of the period and not paid by then; one that came back before the period is an earlier report's. */
const unpaid = (filter: Filter, ctx: ReportContext) =>
  people(filter, ctx)
    .leftJoin('organisation.unit_directory as u', 'u.id', 't.unit_id')
    .where(sql<boolean>`l.approved_on <= ${filter.to}::date`)
    .where('t.status', '<>', 'CANCELLED')
    .where(sql<boolean>`(t.status <> 'PAID' or t.paid_on > ${filter.to}::date)`)
    .where(sql<boolean>`(t.status not in ${ENDED} or ${endedOn} >= ${filter.from}::date)`)
    .select([sql<string>`coalesce(u.name, '')`.as('unitName'), noteIn(ctx.language, 't.hold_reason').as('holdReason')])
    .select(sql<string>`case when t.status = 'PAID' or (t.status in ${ENDED} and ${endedOn} > ${filter.to}::date) then 'UNPAID' else t.status end`.as('status'))
    .select(
      sql<
        string | null
      >`(select n.code from payout.line f join payout.list_directory n on n.id = f.list_id where f.from_line_id = t.id and f.status <> 'CANCELLED')`.as(
        'nextCode',
      ),
    )

/** As it stood on the last day: what had been paid or had come to its end by then. Lists whose account was empty before the period are an earlier report's. */
function moneyLeft({ from, to, programmeId, listId, unitId }: ReportFilterOf<typeof moneyLeftReport>, { scope, language }: ReportContext) {
  // Written out: PostgreSQL takes two parameters for two expressions, and would not know again what it groups by.
  const isPaid = sql`(t.status = 'PAID' and t.paid_on <= ${sql.lit(to)}::date)`
  const isEnded = sql`(t.status in ${ENDED} and ${endedOn} <= ${sql.lit(to)}::date)`
  const part = sql<string>`case when ${isPaid} then t.method when not ${isEnded} then 'WAITING' when t.hold_reason <> '' then 'HELD'
    when t.method = 'ACCOUNT' then 'NOT_TRANSFERRED' else 'NOT_FETCHED' end`
  const reason = sql<string>`case when ${isEnded} then ${noteIn(language, 't.hold_reason')} else '' end`
  const money = (which: RawBuilder<unknown>) => sql<string>`coalesce(sum(t.amount) filter (where ${which}), 0)::numeric(20,2)`
  let query = scope
    .selectFrom('payout.line as t')
    .innerJoin('payout.list_directory as l', 'l.id', 't.list_id')
    .innerJoin('payout.programme as p', 'p.id', 't.programme_id')
    .where('t.status', '<>', 'CANCELLED')
    .where(sql<boolean>`l.approved_on <= ${to}::date and (l.closed_on is null or l.closed_on >= ${from}::date)`)
  if (programmeId) query = query.where('t.programme_id', '=', programmeId)
  if (listId) query = query.where('t.list_id', '=', listId)
  if (unitId) query = query.where(within('t')(unitId))
  return query
    .groupBy(['t.programme_id', 'p.name', 't.list_id', sql`l.code`, 't.month', part, reason])
    .select(['t.programme_id as programmeId', 'p.name as programmeName', 't.list_id as listId', sql<string>`l.code`.as('listCode')])
    .select([sql<string>`to_char(t.month, 'MM/YYYY')`.as('month'), part.as('part'), reason.as('holdReason'), sql<string>`count(*)`.as('lines')])
    .select([sql<string>`sum(t.amount)::numeric(20,2)`.as('amount'), money(isPaid).as('paid')])
    .select([money(sql`${isEnded} and t.status = 'RETURNED'`).as('returned'), money(sql`${isEnded} and t.status = 'CARRIED'`).as('carried')])
    .select([money(sql`not ${isPaid} and not ${isEnded}`).as('waiting'), money(isEnded).as('left')])
}

/** Names for the head of the paper. */
async function describe({ programmeId, listId, unitId }: Pick<Filter, 'programmeId' | 'listId' | 'unitId'>, { scope }: ReportContext) {
  const { db } = scope
  const [programme, list, unit] = await Promise.all([
    programmeId ? db.selectFrom('payout.programme').select('name').where('id', '=', programmeId).executeTakeFirst() : undefined,
    listId ? db.selectFrom('payout.list_directory').select('code').where('id', '=', listId).executeTakeFirst() : undefined,
    unitId ? scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst() : undefined,
  ])
  return { programmeId: programme?.name, listId: list?.code ?? undefined, unitId: unit && `${unit.name} (${unit.code})` }
}

/** What payers are told: who was paid, who was not, and what is left of their money. */
export const payoutReports: readonly Report[] = [
  implementReport(paidReport, { vi, en }, { query: ({ filter }, ctx) => paid(filter, ctx), describe }),
  implementReport(unpaidReport, { vi, en }, { query: ({ filter }, ctx) => unpaid(filter, ctx), describe }),
  implementReport(moneyLeftReport, { vi, en }, { query: ({ filter }, ctx) => moneyLeft(filter, ctx), describe }),
]
