import { type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { endOfDay, startOfDay, TIME_ZONE } from '#kernel/dates.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import type { DB } from '#platform/server/database/db.ts'
import { within } from '#platform/server/list/where.ts'
import { implementReport } from '#platform/server/report/report.ts'
import type { Scope } from '#platform/server/scope.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

type Filter = ReportFilterOf<typeof qrDailyReport>
type Scoped = DB & { t: DB['payment.transaction'] }

const PLACE = ['t.merchant_id', 't.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id'] as const
const charged = sql<boolean>`t.status in (${sql.join(PAID_STATUSES)})`
const none = sql<string>`0::bigint`
const whole = (value: RawBuilder<unknown>) => sql<string>`coalesce(${value}, 0)::bigint`

/** The conditions of the filter on a transaction but its day. */
function matches({ unitId, merchantId, channel }: Filter) {
  return (eb: ExpressionBuilder<Scoped, 't'>) =>
    eb.and([
      eb('t.service', '=', 'QR'),
      eb('t.type', '=', 'PAYMENT'),
      ...(channel ? [eb('t.channel', '=', channel)] : []),
      ...(merchantId ? [eb('t.merchant_id', '=', merchantId)] : []),
      ...(unitId ? [within('t')(unitId)] : []),
    ])
}

/** Payments by their business date. Sums are whole hundredths, which the covering index holds. */
function paid(filter: Filter, scope: Scope) {
  return scope
    .selectFrom('payment.transaction as t')
    .where(matches(filter))
    .where('t.business_date', '>=', filter.from)
    .where('t.business_date', '<=', filter.to)
    .groupBy(['t.business_date', ...PLACE])
    .select(['t.business_date as day', ...PLACE])
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`count(*) filter (where ${charged})`.as('succeeded'),
      sql<string>`count(*) filter (where t.status = 'FAILED')`.as('failed'),
      whole(sql`sum(t.amount_hundredths) filter (where ${charged})`).as('amount'),
      whole(sql`sum(t.fee_hundredths) filter (where ${charged})`).as('fee'),
      whole(sql`sum(t.tax_hundredths) filter (where ${charged})`).as('tax'),
      none.as('refunds'),
      none.as('refunded'),
      none.as('late'),
      none.as('late_amount'),
    ])
}

/** Of the payments of a day, those that belong to an earlier one; found by an index of their own. */
function late(filter: Filter, scope: Scope) {
  return scope
    .selectFrom('payment.transaction as t')
    .where(matches(filter))
    .where('t.late_of', 'is not', null)
    .where('t.business_date', '>=', filter.from)
    .where('t.business_date', '<=', filter.to)
    .groupBy(['t.business_date', ...PLACE])
    .select(['t.business_date as day', ...PLACE])
    .select([none.as('count'), none.as('succeeded'), none.as('failed'), none.as('amount'), none.as('fee'), none.as('tax'), none.as('refunds')])
    .select([none.as('refunded'), sql<string>`count(*)`.as('late'), whole(sql`sum(t.amount_hundredths) filter (where ${charged})`).as('late_amount')])
}

/** Refunds by the day they were posted on, whatever day the payment was; what they took of fee and tax counts against them. */
function refunded(filter: Filter, scope: Scope) {
  const day = sql<string>`(r.refunded_at at time zone ${sql.lit(TIME_ZONE)})::date`
  return scope
    .selectFrom('payment.transaction as t')
    .innerJoin('payment.refund as r', (join) => join.onRef('r.transaction_id', '=', 't.id').onRef('r.business_date', '=', 't.business_date'))
    .where(matches(filter) as never)
    .where('r.refunded_at', '>=', startOfDay(filter.from))
    .where('r.refunded_at', '<', endOfDay(filter.to))
    .groupBy([day, ...PLACE])
    .select([day.as('day'), ...PLACE])
    .select([
      none.as('count'),
      none.as('succeeded'),
      none.as('failed'),
      none.as('amount'),
      whole(sql`-sum(r.fee) * 100`).as('fee'),
      whole(sql`-sum(r.tax) * 100`).as('tax'),
      sql<string>`count(*)`.as('refunds'),
      whole(sql`sum(r.amount) * 100`).as('refunded'),
      none.as('late'),
      none.as('late_amount'),
    ])
}

/** The parts as one row a day, merchant and unit, with names. The scope stands in each part; around them names are read, nothing else. */
function rows(filter: Filter, scope: Scope) {
  const money = (hundredths: 'f.amount' | 'f.late_amount' | 'f.refunded' | 'f.fee' | 'f.tax') =>
    sql<string>`(sum(${sql.ref(hundredths)}) * 0.01)::numeric(20, 2)`
  const total = (count: 'f.count' | 'f.late' | 'f.succeeded' | 'f.failed' | 'f.refunds') => sql<string>`sum(${sql.ref(count)})::bigint`
  const unit = sql<string>`coalesce(f.office_unit_id, f.district_unit_id, f.province_unit_id, f.head_unit_id)`
  const facts = paid(filter, scope).unionAll(refunded(filter, scope)).unionAll(late(filter, scope)).as('f')
  const sums = expressionBuilder<DB>()
    .selectFrom(facts)
    .groupBy(['f.day', 'f.merchant_id', 'f.head_unit_id', 'f.province_unit_id', 'f.district_unit_id', 'f.office_unit_id'])
    .select(['f.day', 'f.merchant_id', 'f.province_unit_id', 'f.district_unit_id', unit.as('unit_id')])
    .select([total('f.count').as('count'), total('f.succeeded').as('succeeded'), total('f.failed').as('failed'), total('f.refunds').as('refunds')])
    .select([
      total('f.late').as('late'),
      money('f.late_amount').as('lateAmount'),
      money('f.amount').as('amount'),
      money('f.refunded').as('refunded'),
      money('f.fee').as('fee'),
      money('f.tax').as('tax'),
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
    .select(['s.count', 's.succeeded', 's.failed', sql<string>`s.count - s.succeeded - s.failed`.as('other'), 's.refunds'])
    .select(['s.amount', 's.late', 's.lateAmount', 's.refunded', 's.fee', 's.tax', sql<string>`s.amount - s.refunded - s.fee - s.tax`.as('net')])
}

/** A merchant of the scope, or, for partner staff, who look after none, one that their own channel was used to pay. */
function merchantSeen(id: string, scope: Scope): Promise<{ code: string; name: string } | undefined> {
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
    query: ({ filter }, { scope }) => rows(filter, scope),
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
