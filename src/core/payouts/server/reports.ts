import { type RawBuilder, sql } from 'kysely'
import type { ReportFilterOf } from '#kernel/report.ts'
import { within } from '#platform/server/list/where.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { Report, ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { paidReport, unpaidReport } from '../contract/reports.ts'
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
    .select([sql<string>`coalesce(u.name, '')`.as('unitName'), 't.hold_reason as holdReason'])
    .select(sql<string>`case when t.status = 'PAID' or (t.status in ${ENDED} and ${endedOn} > ${filter.to}::date) then 'UNPAID' else t.status end`.as('status'))
    .select(
      sql<
        string | null
      >`(select n.code from payout.line f join payout.list_directory n on n.id = f.list_id where f.from_line_id = t.id and f.status <> 'CANCELLED')`.as(
        'nextCode',
      ),
    )

/** Names for the head of the paper. */
async function describe({ programmeId, listId, unitId }: Filter, { scope }: ReportContext) {
  const { db } = scope
  const [programme, list, unit] = await Promise.all([
    programmeId ? db.selectFrom('payout.programme').select('name').where('id', '=', programmeId).executeTakeFirst() : undefined,
    listId ? db.selectFrom('payout.list_directory').select('code').where('id', '=', listId).executeTakeFirst() : undefined,
    unitId ? scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst() : undefined,
  ])
  return { programmeId: programme?.name, listId: list?.code ?? undefined, unitId: unit && `${unit.name} (${unit.code})` }
}

/** What payers are told: who was paid, and who was not. */
export const payoutReports: readonly Report[] = [
  implementReport(paidReport, { vi, en }, { query: ({ filter }, ctx) => paid(filter, ctx), describe }),
  implementReport(unpaidReport, { vi, en }, { query: ({ filter }, ctx) => unpaid(filter, ctx), describe }),
]
