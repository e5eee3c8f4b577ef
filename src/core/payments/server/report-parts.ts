import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import type { DB } from '#platform/server/database/db.ts'
import type { ReportContext } from '#platform/server/module.ts'
import { type PartField, type PartsAsked, partsOf, type ReportPart } from '../contract/report-parts.ts'
import { type LinePart, type LinesAsked, reportLines } from './report-lines.ts'

const COLUMNS: Record<ReportPart, { of: LinePart[]; key: RawBuilder<unknown>; as: string }> = {
  DAY: { of: ['day'], key: sql`l.day`, as: 'day' },
  MONTH: { of: [], key: sql`to_char(l.day, 'YYYY-MM')`, as: 'month' },
  PROVINCE: { of: ['province'], key: sql`l.province_unit_id`, as: 'province_id' },
  BANK: { of: ['bank'], key: sql`l.bank_bin`, as: 'bank_bin' },
  CHANNEL: { of: ['channel'], key: sql`l.channel`, as: 'channel' },
  PARTNER: { of: ['partner'], key: sql`l.partner_id`, as: 'partner_id' },
}
const TYPES: Record<ReportPart, RawBuilder<unknown>> = {
  ...{ DAY: sql`null::date`, MONTH: sql`null::text`, PROVINCE: sql`null::bigint`, BANK: sql`null::text`, CHANNEL: sql`null::text`, PARTNER: sql`null::bigint` },
}
const PARTS = Object.keys(COLUMNS) as ReportPart[]

type Figures<F extends string> = Readonly<Record<F, RawBuilder<unknown>>>
type Rows<F extends string> = SelectQueryBuilder<DB, never, Record<F | PartField, unknown>>

/** Sums of the books by what the reader tells apart, with names. `figures` are sums over the lines l. */
export function partRows<F extends string>(ctx: ReportContext, asked: LinesAsked & PartsAsked, figures: Figures<F>): Rows<F> {
  return named(sumsByParts(ctx, asked, figures) as never, Object.keys(figures) as F[])
}

/** The same over several periods side by side: `figures` name each by the period that it is of. */
export function partRowsOver<P extends string, F extends string>(
  ctx: ReportContext,
  asked: Omit<LinesAsked, 'from' | 'to'> & PartsAsked,
  periods: Readonly<Record<P, { from: string; to: string }>>,
  figures: (period: P) => Figures<F>,
): Rows<F> {
  const names = Object.keys(periods) as P[]
  const parts = names.map((period) => {
    const own = figures(period)
    const all = Object.fromEntries(names.flatMap((one) => Object.keys(figures(one))).map((name) => [name, own[name as F] ?? sql`0`])) as Figures<F>
    return sumsByParts(ctx, { ...asked, ...periods[period] }, all)
  })
  const [first, ...rest] = parts as [(typeof parts)[number], ...typeof parts]
  const fields = [...new Set(names.flatMap((one) => Object.keys(figures(one))))] as F[]
  const whole = rest.reduce((sum, one) => sum.unionAll(one as never) as typeof sum, first)
  const keys = PARTS.map((part) => COLUMNS[part].as)
  const added = expressionBuilder<DB>()
    .selectFrom(whole.as('q') as never)
    .groupBy(keys.map((key) => sql.ref(`q.${key}`)) as never)
    .select(keys.map((key) => sql.ref(`q.${key}`).as(key)) as never)
    .select(fields.map((field) => sql`sum(${sql.ref(`q.${field}`)})`.as(field)) as never)
  return named(added as never, fields)
}

function sumsByParts<F extends string>(ctx: ReportContext, { groupBy, rowBy, ...asked }: LinesAsked & PartsAsked, figures: Figures<F>) {
  const { group, row } = partsOf({ groupBy, rowBy })
  const told = [...new Set([group, row])]
  return expressionBuilder<DB>()
    .selectFrom(
      reportLines(
        ctx,
        asked,
        told.flatMap((part) => COLUMNS[part].of),
      ).as('l'),
    )
    .groupBy(told.map((part) => COLUMNS[part].key) as never)
    .select(PARTS.map((part) => (told.includes(part) ? COLUMNS[part].key : TYPES[part]).as(COLUMNS[part].as)))
    .select(Object.entries<RawBuilder<unknown>>(figures).map(([field, sum]) => sum.as(field)))
}

function named<F extends string>(sums: SelectQueryBuilder<DB, never, object>, fields: readonly F[]): Rows<F> {
  const plain = { day: 'businessDate', month: 'month', province_id: 'provinceId', bank_bin: 'bankBin', channel: 'channel', partner_id: 'partnerId' }
  const columns = [
    ...Object.entries(plain).map(([column, field]) => sql.ref(`s.${column}`).as(field)),
    sql`(select u.name from organisation.unit_directory u where u.id = s.province_id)`.as('provinceName'),
    sql`nullif(${bankNameIn('s.bank_bin')}, '')`.as('bankName'),
    sql`(select c.name from organisation.partner c where c.id = s.partner_id)`.as('partnerName'),
    ...fields.map((field) => sql.ref(`s.${field}`).as(field)),
  ]
  // The columns are made from names, which the types of Kysely do not follow.
  return expressionBuilder<DB>()
    .selectFrom(sums.as('s') as never)
    .select(columns as never) as unknown as Rows<F>
}
