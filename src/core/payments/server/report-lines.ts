import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#kernel/dates.ts'
import { days, is, within } from '#platform/server/list/where.ts'
import type { ReportContext } from '#platform/server/module.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import type { TransactionType } from '../contract/transaction.ts'

/** What is asked of the sums by ledger day and event; both days included. */
export interface LinesAsked {
  service: string
  type: TransactionType
  from: string
  to: string
  unitId?: string | undefined
  merchantId?: string | undefined
  channel?: string | undefined
  bankBin?: string | undefined
  partnerId?: string | undefined
}

/** What a report tells apart. Channels always are; months where days are not asked for. */
export type LinePart = 'day' | 'province' | 'bank' | 'partner' | 'channel' | 'merchant'

/** What has happened, as the kept lines name it. LATE is what belongs to an earlier day of what is PAID and not CANCELLED. */
export type LineEvent = 'PAID' | 'LATE' | 'FAILED' | 'OPEN' | 'REFUNDED' | 'CANCELLED'

type Conditions = (Expression<SqlBool> | false | undefined | '')[]

/**
 * What has happened to transactions of a service by the day of the books, within the scope: the fewest kept lines that tell the asked parts
 * apart, and what is not folded into them yet. Add them up by what is needed; of a month its lines stand under its first day.
 */
export function reportLines(ctx: Pick<ReportContext, 'scope' | 'grant'>, asked: LinesAsked, parts: readonly LinePart[]) {
  const unfolded = linesOf(ctx, 'payment.report_delta', asked, ofUnit(asked))
  if (parts.includes('merchant') || asked.merchantId || !fitsProvinces(ctx.grant))
    return linesOf(ctx, 'payment.report_detail', asked, ofUnit(asked)).unionAll(unfolded)
  const kept = linesOf(ctx, 'payment.report_sum', asked, [grainOf(ctx.grant, asked, parts), above(asked)])
  if (!asked.unitId) return kept.unionAll(unfolded)
  // A unit stands at one level, so one of the two finds nothing.
  return kept.unionAll(linesOf(ctx, 'payment.report_detail', asked, [below(asked.unitId)])).unionAll(unfolded)
}

/** A sum of the lines of an event, as a whole number (of hundredths). */
export const ofEvent = (event: LineEvent, what: 'n' | 'amount' | 'fee' | 'tax', alias = 'l') =>
  sql<string>`coalesce(sum(${sql.ref(`${alias}.${what}`)}) filter (where ${sql.ref(`${alias}.event`)} = ${sql.lit(event)}), 0)`

/** Whether somebody sees provinces as a whole, or none: lines of sums say nothing of units below. */
function fitsProvinces(grant: ScopeGrant): boolean {
  const high = ({ level }: { level: string }) => level === 'HEAD_OFFICE' || level === 'PROVINCE'
  if (grant.kind === 'UNIT_AND_BELOW') return high(grant.unit)
  return grant.kind === 'UNITS' ? grant.units.every(high) : grant.kind === 'ALL' || grant.kind === 'PARTNER'
}

/** The grain of payment.report_sum with the fewest lines, and its days. */
function grainOf(grant: ScopeGrant, asked: LinesAsked, parts: readonly LinePart[]): RawBuilder<SqlBool> {
  const needs = [
    (parts.includes('province') || asked.unitId || grant.kind === 'UNIT_AND_BELOW' || grant.kind === 'UNITS') && 'PROVINCE',
    (parts.includes('bank') || asked.bankBin) && 'BANK',
    (parts.includes('partner') || asked.partnerId || grant.kind === 'PARTNER') && 'PARTNER',
  ].filter(Boolean)
  const inDays = (grain: unknown, from: string, to: string) => sql<SqlBool>`(s.grain = ${sql.lit(grain)} and s.day between ${from}::date and ${to}::date)`
  if (needs.length < 2) return inDays(needs[0] ?? 'PROVINCE', asked.from, asked.to)
  const [day, month] = needs.includes('PARTNER') ? ['DAY', 'MONTH'] : ['PROVINCE_BANK', 'PROVINCE_BANK_MONTH']
  const whole = parts.includes('day') ? undefined : wholeMonths(asked)
  if (!whole) return inDays(day, asked.from, asked.to)
  const ends = [
    ...(asked.from < whole.from ? [inDays(day, asked.from, addDays(whole.from, -1))] : []),
    ...(whole.to < asked.to ? [inDays(day, addDays(whole.to, 1), asked.to)] : []),
  ]
  return sql<SqlBool>`(${sql.join([inDays(month, whole.from, whole.to), ...ends], sql` or `)})`
}

/** The months that lie in a period as a whole. */
function wholeMonths({ from, to }: { from: string; to: string }): { from: string; to: string } | undefined {
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`
  const first = firstOf(from) === from ? from : firstOf(addDays(firstOf(from), 31))
  const after = firstOf(addDays(to, 1))
  return first < after ? { from: first, to: addDays(after, -1) } : undefined
}

const conditions = ({ service, type, channel, bankBin, partnerId }: LinesAsked): Conditions => [
  is('s.service')(service),
  is('s.type')(type),
  channel && is('s.channel')(channel),
  bankBin && is('s.bank_bin')(bankBin),
  partnerId && is('s.partner_id')(partnerId),
]

const ofUnit = ({ unitId, merchantId }: LinesAsked): Conditions => [unitId && within('s')(unitId), merchantId && is('s.merchant_id')(merchantId)]
const above = ({ unitId }: LinesAsked) => unitId && sql<SqlBool>`(s.head_unit_id = ${unitId} or s.province_unit_id = ${unitId})`
const below = (unitId: string) => sql<SqlBool>`(s.district_unit_id = ${unitId} or s.office_unit_id = ${unitId})`

function linesOf(
  { scope }: Pick<ReportContext, 'scope'>,
  table: 'payment.report_delta' | 'payment.report_detail' | 'payment.report_sum',
  asked: LinesAsked,
  further: Conditions,
) {
  const conditionsOf = [...conditions(asked), days('s.day')(asked), ...further]
  // The three have the same columns, but that sums are of all merchants.
  const merchant = table === 'payment.report_sum' ? sql<string | null>`null::bigint` : sql<string | null>`s.merchant_id`
  return scope
    .selectFrom(`${table as 'payment.report_detail'} as s`)
    .where((eb) => eb.and(conditionsOf.flatMap((one) => one || [])))
    .select(['s.day', 's.event', 's.channel', 's.partner_id', 's.bank_bin', merchant.as('merchant_id')])
    .select(['s.head_unit_id', 's.province_unit_id', 's.district_unit_id', 's.office_unit_id', 's.n', 's.amount', 's.fee', 's.tax'])
}
