import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { ofEvent, reportLines } from '#core/payments/server/public.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import type { Scope } from '#platform/server/scope.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

type Filter = ReportFilterOf<typeof qrDailyReport>

/** Sums of the books by day, merchant and unit, with names. The scope stands in the lines; around them names are read, nothing else. */
function rows(filter: Filter, ctx: ReportContext) {
  const count = (of: RawBuilder<string>) => sql<string>`(${of})::bigint`
  const money = (hundredths: RawBuilder<string>) => sql<string>`((${hundredths}) * 0.01)::numeric(20, 2)`
  const unit = sql<string>`coalesce(l.office_unit_id, l.district_unit_id, l.province_unit_id, l.head_unit_id)`
  // What was cancelled is as if it had never been paid.
  const paid = (what: 'n' | 'amount') => sql<string>`${ofEvent('PAID', what)} - ${ofEvent('CANCELLED', what)}`
  const charged = (what: 'fee' | 'tax') => sql<string>`${ofEvent('PAID', what)} - ${ofEvent('CANCELLED', what)} - ${ofEvent('REFUNDED', what)}`
  const sums = expressionBuilder<DB>()
    .selectFrom(reportLines(ctx, { service: 'QR', type: 'PAYMENT', ...filter }, ['day', 'merchant']).as('l'))
    .groupBy(['l.day', 'l.merchant_id', 'l.head_unit_id', 'l.province_unit_id', 'l.district_unit_id', 'l.office_unit_id'])
    .select(['l.day', 'l.merchant_id', 'l.province_unit_id', 'l.district_unit_id', unit.as('unit_id')])
    .select([
      count(sql`${ofEvent('PAID', 'n')} + ${ofEvent('FAILED', 'n')} + ${ofEvent('OPEN', 'n')}`).as('count'),
      count(paid('n')).as('succeeded'),
      count(ofEvent('FAILED', 'n')).as('failed'),
      count(sql`${ofEvent('OPEN', 'n')} + ${ofEvent('CANCELLED', 'n')}`).as('other'),
      count(ofEvent('LATE', 'n')).as('late'),
      count(ofEvent('REFUNDED', 'n')).as('refunds'),
    ])
    .select([
      money(paid('amount')).as('amount'),
      money(ofEvent('LATE', 'amount')).as('lateAmount'),
      money(ofEvent('REFUNDED', 'amount')).as('refunded'),
      money(charged('fee')).as('fee'),
      money(charged('tax')).as('tax'),
    ])
    .as('s')
  return expressionBuilder<DB>()
    .selectFrom(sums)
    .leftJoin('merchants.merchant_directory as m', 'm.id', 's.merchant_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .leftJoin('organisation.unit_directory as d', 'd.id', 's.district_unit_id')
    .leftJoin('organisation.unit_directory as p', 'p.id', 's.province_unit_id')
    .select(['s.day as businessDate', 's.province_unit_id as provinceId', 'p.name as provinceName', 'd.name as districtName', 's.unit_id as unitId'])
    .select(['u.name as unitName', 's.merchant_id as merchantId', 'm.code as merchantCode', 'm.name as merchantName'])
    .select(['s.count', 's.succeeded', 's.failed', 's.other', 's.refunds', 's.amount', 's.late', 's.lateAmount', 's.refunded', 's.fee', 's.tax'])
    .select(sql<string>`s.amount - s.refunded - s.fee - s.tax`.as('net'))
}

/** A merchant of the scope, or, for partner staff, who look after none, one that their own channel was used to pay. */
export function merchantSeen(id: string, scope: Scope): Promise<{ code: string; name: string } | undefined> {
  const own = scope.selectFrom('merchants.merchant as own').select('own.id').whereRef('own.id', '=', sql.ref('m.id'))
  const paid = scope.selectFrom('payment.transaction as t').select('t.id').where('t.service', '=', 'QR').whereRef('t.merchant_id', '=', sql.ref('m.id'))
  return scope.db
    .selectFrom('merchants.merchant_directory as m')
    .select(['m.code', 'm.name'])
    .where('m.id', '=', id)
    .where((eb) => eb.or([eb.exists(own), eb.exists(paid)]))
    .$castTo<{ code: string; name: string }>()
    .executeTakeFirst()
}

/** QR payments and refunds by day, province and merchant. */
export const dailyReport = implementReport(
  qrDailyReport,
  { vi, en },
  {
    services: ['QR'],
    query: ({ filter }, ctx) => rows(filter, ctx),
    async describe({ unitId, merchantId }, { scope }) {
      const [unit, merchant] = await Promise.all([
        unitId ? scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst() : undefined,
        merchantId ? merchantSeen(merchantId, scope) : undefined,
      ])
      const named = (one: { code: string; name: string } | undefined) => one && `${one.name} (${one.code})`
      return { unitId: named(unit), merchantId: named(merchant) }
    },
  },
)
