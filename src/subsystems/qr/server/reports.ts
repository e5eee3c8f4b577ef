import { type RawBuilder, sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import { ofEvent, partRows, partRowsOver } from '#core/payments/server/public.ts'
import type { ReportFilterOf } from '#kernel/report.ts'
import { is, within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { CUMULATIVE_PARTS, periodsOf, qrCumulativeReport, qrReturnReport, qrReturnSummary, qrSummaryReport, RETURN_PARTS } from '../contract/reports.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { dailyReport, merchantSeen } from './daily-report.ts'

const labels = { vi, en }
const QR = { service: 'QR', type: 'PAYMENT' } as const
const count = (of: RawBuilder<string>) => sql<string>`(${of})::bigint`
const money = (hundredths: RawBuilder<string>) => sql<string>`((${hundredths}) * 0.01)::numeric(20, 2)`
/** What was cancelled is as if it had never been paid. */
const paid = (what: 'n' | 'amount' | 'fee' | 'tax') => sql<string>`${ofEvent('PAID', what)} - ${ofEvent('CANCELLED', what)}`
const both = (what: 'n' | 'amount' | 'fee' | 'tax') => sql<string>`${ofEvent('REFUNDED', what)} + ${ofEvent('CANCELLED', what)}`
/** Worked out of the sums of its line. */
const rate = sql<string | null>`null::numeric`

interface Asked {
  unitId?: string | undefined
  merchantId?: string | undefined
  partnerId?: string | undefined
}

/** Names of what conditions are about. */
async function describe({ unitId, merchantId, partnerId }: Asked, { scope }: ReportContext) {
  const [unit, merchant, partner] = await Promise.all([
    unitId ? scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', unitId).executeTakeFirst() : undefined,
    merchantId ? merchantSeen(merchantId, scope) : undefined,
    partnerId ? scope.db.selectFrom('organisation.partner as c').select(['c.code', 'c.name']).where('c.id', '=', partnerId).executeTakeFirst() : undefined,
  ])
  const named = (found: { code: string; name: string } | undefined) => found && `${found.name} (${found.code})`
  return { unitId: named(unit), merchantId: named(merchant), partnerId: named(partner) }
}

export const summaryReport = implementReport(qrSummaryReport, labels, {
  services: ['QR'],
  describe,
  query: ({ filter }, ctx) =>
    partRows(
      ctx,
      { ...QR, ...filter },
      {
        count: count(sql`${ofEvent('PAID', 'n')} + ${ofEvent('FAILED', 'n')} + ${ofEvent('OPEN', 'n')}`),
        succeeded: count(paid('n')),
        failed: count(ofEvent('FAILED', 'n')),
        other: count(sql`${ofEvent('OPEN', 'n')} + ${ofEvent('CANCELLED', 'n')}`),
        successRate: rate,
        amount: money(paid('amount')),
        refunds: count(ofEvent('REFUNDED', 'n')),
        refunded: money(ofEvent('REFUNDED', 'amount')),
        fee: money(sql`${paid('fee')} - ${ofEvent('REFUNDED', 'fee')}`),
        tax: money(sql`${paid('tax')} - ${ofEvent('REFUNDED', 'tax')}`),
        net: money(
          sql`${paid('amount')} - ${ofEvent('REFUNDED', 'amount')} - (${paid('fee')} - ${ofEvent('REFUNDED', 'fee')}) - (${paid('tax')} - ${ofEvent('REFUNDED', 'tax')})`,
        ),
      },
    ),
})

export const returnSummary = implementReport(qrReturnSummary, labels, {
  services: ['QR'],
  describe,
  query: ({ filter: { groupBy = RETURN_PARTS.group, rowBy = RETURN_PARTS.row, ...filter } }, ctx) =>
    partRows(
      ctx,
      { ...QR, ...filter, groupBy, rowBy },
      {
        refunds: count(ofEvent('REFUNDED', 'n')),
        refunded: money(ofEvent('REFUNDED', 'amount')),
        cancellations: count(ofEvent('CANCELLED', 'n')),
        cancelled: money(ofEvent('CANCELLED', 'amount')),
        returns: count(both('n')),
        returned: money(both('amount')),
        fee: money(both('fee')),
        tax: money(both('tax')),
        net: money(sql`${both('amount')} - (${both('fee')}) - (${both('tax')})`),
        turnover: money(ofEvent('PAID', 'amount')),
        returnRate: rate,
      },
    ),
})

export const cumulativeReport = implementReport(qrCumulativeReport, labels, {
  services: ['QR'],
  describe,
  query({ filter: { from, to, groupBy = CUMULATIVE_PARTS.group, rowBy = CUMULATIVE_PARTS.row, ...filter } }, ctx) {
    const nothing = {
      count: sql`0`,
      amount: sql`0`,
      before: sql`0`,
      yearBefore: sql`0`,
      monthCount: sql`0`,
      monthAmount: sql`0`,
      yearCount: sql`0`,
      yearAmount: sql`0`,
    }
    const figures = { ...nothing, beforeGrowth: rate, yearGrowth: rate }
    return partRowsOver(ctx, { ...QR, ...filter, groupBy, rowBy }, periodsOf({ from, to }), (period) => {
      const [n, amount] = [count(paid('n')), money(paid('amount'))]
      const own = {
        now: { count: n, amount },
        before: { before: amount },
        yearBefore: { yearBefore: amount },
        month: { monthCount: n, monthAmount: amount },
        year: { yearCount: n, yearAmount: amount },
      }
      return { ...figures, ...own[period] }
    })
  },
})

type ReturnFilter = ReportFilterOf<typeof qrReturnReport>

/** Refunds by the day of their journal, cancellations by the day of their payment. */
function returns({ from, to, kind, unitId, merchantId, channel, partnerId, payerBankBin }: ReturnFilter, { scope }: ReportContext) {
  const asked = [
    kind && is('r.kind')(kind),
    unitId && within('t')(unitId),
    merchantId && is('t.merchant_id')(merchantId),
    channel && is('t.channel')(channel),
    partnerId && is('t.partner_id')(partnerId),
    payerBankBin && is('t.payer_bank_bin')(payerBankBin),
  ]
  const given = sql<Record<'kind' | 'day' | 'transaction_id' | 'business_date' | 'amount' | 'fee' | 'tax' | 'reason' | 'request_ref', string>>`(
    select 'REFUND' as kind, j.business_date as day, f.transaction_id, f.business_date, f.amount, f.fee, f.tax, f.reason, f.request_ref
      from payment.refund f join ledger.journal j on j.id = f.journal_id where j.business_date between ${from}::date and ${to}::date
    union all
    select 'CANCELLATION', c.business_date, c.transaction_id, c.business_date, c.amount, c.fee, c.tax, c.reason, c.request_ref
      from payment.cancellation c where c.business_date between ${from}::date and ${to}::date)`
  return scope
    .selectFrom('payment.transaction as t')
    .innerJoin(given.as('r'), (join) => join.onRef('r.transaction_id', '=', 't.id').onRef('r.business_date', '=', 't.business_date'))
    .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', sql`coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)` as never)
    .leftJoin('organisation.unit_directory as p', 'p.id', 't.province_unit_id')
    .innerJoin('organisation.partner as c', 'c.id', 't.partner_id')
    .where('t.service', '=', QR.service)
    .where('t.type', '=', QR.type)
    .where((eb) => eb.and(asked.flatMap((one) => one || [])))
    .select(['r.day as businessDate', 't.province_unit_id as provinceId', 'p.name as provinceName', 'r.kind', 't.code', 'm.name as merchantName'])
    .select(['u.name as unitName', bankNameIn('t.payer_bank_bin').as('bankName'), 't.channel', 'c.name as partnerName'])
    .select(['t.business_date as paidOn', 't.amount as paid', 'r.amount as returned', 'r.fee', 'r.tax', 'r.reason'])
    .select([sql<string>`r.amount - r.fee - r.tax`.as('net'), sql<string>`regexp_replace(r.request_ref, '^approval:', '')`.as('requestRef')])
}

export const returnReport = implementReport(qrReturnReport, labels, {
  services: ['QR'],
  describe,
  query: ({ filter }, ctx) => returns(filter, ctx),
})

export const qrReports = [dailyReport, summaryReport, returnReport, returnSummary, cumulativeReport]
