import { type RawBuilder, sql } from 'kysely'
import { type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { wasTaken } from '#core/reports/server/public.ts'
import { addDays, endOfDay, localDate } from '#kernel/dates.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import { within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { postalReport } from '../contract/postal-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { passedBlind } from './order-list.ts'

type Filter = ReportFilterOf<typeof postalReport>

const dayOf = (column: 't.sent_at' | 't.paid_at') => sql<string>`(${sql.ref(column)} at time zone 'Asia/Ho_Chi_Minh')::date`

/** Offices with orders that waited, came or ended in the period; the side that sent an order is its office. */
function rows({ from, to, unitId }: Filter, { scope, userId }: ReportContext) {
  const [sentOn, endedOn] = [dayOf('t.sent_at'), dayOf('t.paid_at')]
  const isIn = (day: RawBuilder<unknown>) => sql`${day} between ${from}::date and ${to}::date`
  const waits = (day: RawBuilder<unknown>) => sql`(t.paid_at is null or ${endedOn} ${day})`
  const parts = {
    opening: sql`${sentOn} < ${from}::date and ${waits(sql`>= ${from}::date`)}`,
    sent: isIn(sentOn),
    paid: sql`t.status = 'PAID' and ${isIn(endedOn)}`,
    returned: sql`t.status <> 'PAID' and ${isIn(endedOn)}`,
    closing: waits(sql`> ${to}::date`),
  }
  const count = (part: keyof typeof parts) => sql<string>`count(*) filter (where ${parts[part]})`
  const money = (part: keyof typeof parts) => sql<string>`coalesce(sum(t.amount) filter (where ${parts[part]}), 0)::numeric(20,2)`
  let query = scope
    .selectFrom('cash.money_order_side as e')
    .innerJoin('cash.money_order as t', (join) => join.onRef('t.id', '=', 'e.order_id').onRef('t.unit_id', '=', 'e.unit_id'))
    .leftJoin('organisation.unit_directory as u', 'u.id', 'e.unit_id')
    .leftJoin('organisation.unit_directory as p', 'p.id', 'e.province_unit_id')
    .where('t.status', '<>', 'VOID')
    .where((eb) => eb.not(passedBlind(userId)))
    .where(sql<boolean>`${sentOn} <= ${to}::date and ${waits(sql`>= ${from}::date`)}`)
  if (unitId) query = query.where(within('e')(unitId))
  return query
    .groupBy(['e.province_unit_id', 'p.name', 'e.unit_id', 'u.name'])
    .select(['e.province_unit_id as provinceId', 'p.name as provinceName', 'e.unit_id as unitId', sql<string>`coalesce(u.name, '')`.as('unitName')])
    .select([count('opening').as('opening'), money('opening').as('openingAmount'), count('sent').as('sent'), money('sent').as('sentAmount')])
    .select([count('paid').as('paid'), money('paid').as('paidAmount'), count('returned').as('returned'), money('returned').as('returnedAmount')])
    .select([count('closing').as('closing'), money('closing').as('closingAmount')])
}

/** Postal money transfers by province and office. */
export const postalTransfers = implementReport(
  postalReport,
  { vi, en },
  {
    query: ({ filter }, ctx) => rows(filter, ctx),
    async describe({ unitId }, { scope }) {
      const unit = unitId && (await scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst())
      return { unitId: unit ? `${unit.name} (${unit.code})` : undefined }
    },
  },
)

/** By this day of the month after a quarter its report has gone. */
const DUE_DAY = 5

/** The quarter that ended last before a day. */
export function lastQuarter(today: string): { name: string; from: string; to: string; due: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const begins = (quarters: number) => `${year + Math.floor(quarters / 4)}-${String((((quarters % 4) + 4) % 4) * 3 + 1).padStart(2, '0')}-01`
  const current = Math.floor((month - 1) / 3)
  const [from, next] = [begins(current - 1), begins(current)]
  return { name: `${from.slice(0, 4)}-Q${Math.floor(Number(from.slice(5, 7)) / 3) + 1}`, from, to: addDays(next, -1), due: addDays(next, DUE_DAY - 1) }
}

/** `path`: where the report stands. */
export const postalReportRule = (path: string): ControlRule =>
  defineControlRule({
    code: 'POSTAL_REPORT_DUE',
    name: { vi: 'Chưa lập báo cáo quý chuyển tiền bưu chính', en: 'Quarterly report of postal transfers not made' },
    meaning: {
      vi: 'Quý đã hết, báo cáo chuyển tiền bưu chính phải gửi trước ngày 05 tháng sau mà chưa ai lấy báo cáo của cả quý (in, xuất file hoặc gửi email).',
      en: 'A quarter has ended and its report of postal transfers is due by the 5th; nobody has taken the report of the whole quarter (print, file or email).',
    },
    severity: 'MEDIUM',
    every: 60,
    async query(db, now) {
      const { name, from, to, due } = lastQuarter(localDate(now))
      const { rows: found } = await sql<{ amount: string }>`
        select sum(t.amount)::numeric(20,2) as amount from cash.money_order t where t.status <> 'VOID' and ${dayOf('t.sent_at')} between ${from}::date and ${to}::date having count(*) > 0`.execute(
        db,
      )
      const [sent] = found
      if (!sent || (await wasTaken(db, postalReport.path, { from, to }))) return []
      const link = `${path}?${new URLSearchParams({ from, to })}`
      return [{ subject: name, label: { vi: `Báo cáo quý ${name}`, en: `Report of ${name}` }, amount: sent.amount, unitId: null, since: endOfDay(due), link }]
    },
  })
