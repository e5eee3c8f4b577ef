import { z } from 'zod'
import type { Adds, Contract, ListContract, PageInfo } from './contract.ts'
import { PageInfo as PageInfoSchema } from './contract.ts'
import type { LabelName } from './labels.ts'
import type { Text } from './language.ts'
import { withRanges } from './ranges.ts'

/** A level of grouping: rows with one value of `by` stand together under a line with its subtotals, named by the field `name` (`by` itself when left out). */
export interface ReportGroup<Field extends string = string> {
  by: Field
  name?: Field
}

/** Figures over the whole result by one field, a line or bar each. */
export interface ReportChart<Field extends string = string> {
  by: Field
  /** Shown as bars, on the left axis. */
  bars: readonly Field[]
  /** Shown as a line, on the right axis. */
  line?: Field
}

/** How a report stands where its reader chooses. */
export interface ReportArrangement<Field extends string = string> {
  groups: readonly ReportGroup<Field>[]
  order: readonly Field[]
  /** Columns that say nothing in it: those of groups, and those that are not told apart. */
  hides: readonly Field[]
  chart?: ReportChart<Field>
}

/** A figure that is worked out of the sums of its line, so that it is right on every level: a row, a subtotal, the total; null where it says nothing. */
export type ReportRate = (line: Readonly<Record<string, unknown>>) => number | string | null

type Shape = z.ZodRawShape
/** A report is always about a period: `from` and `to`, both days included. */
export interface PeriodShape extends z.core.$ZodLooseShape {
  from: z.ZodType<string>
  to: z.ZodType<string>
}
type Fields<R extends Shape> = Extract<keyof R, string>
type FilterValues<F extends Shape> = z.output<z.ZodObject<F, z.core.$strict>>
type Row<R extends Shape> = z.output<z.ZodObject<R>>

/** A subtotal: the fields of its group and of those before it, and what is added up; everything else is null. */
export type ReportLine<R extends Shape = Shape> = { [K in keyof Row<R>]: Row<R>[K] | null }

export interface ReportPage<R extends Shape = Shape> {
  result: Row<R>[]
  totalRecord: number
  /** Subtotals of the groups that rows of this page belong to, over all of their rows. `level` counts from 1, `rows` is what was added up. */
  groups: { level: number; rows: number; row: ReportLine<R> }[]
  totals: ReportLine<R>
  chart: ReportLine<R>[]
}

/** A report ready for paper: words and figures as they are shown, in one language. */
export const ReportDocument = z.object({
  title: z.string(),
  /** Who issues it, top left: the unit of who takes it under the one it belongs to. */
  issuer: z.array(z.string()),
  /** Number of the form, top right. */
  form: z.string(),
  /** Period and conditions, the unit of money. */
  head: z.array(z.string()),
  /** Who took it and when: on every page. */
  taken: z.string(),
  /** When, as the file notes it: drawn again it is the same to the last byte. */
  takenAt: z.iso.datetime({ offset: true }).optional(),
  orientation: z.enum(['landscape', 'portrait']),
  /** Size of the table's letters against the usual, where figures need it to stand in one line. */
  scale: z.number().optional(),
  columns: z.array(z.object({ header: z.string(), align: z.enum(['left', 'right']), weight: z.number() })),
  /** In order: a group's line (level from 1, its name and number of rows in `name`) before what is in it; rows have level 0. The last is the grand total, level -1. */
  lines: z.array(z.object({ level: z.number().int(), name: z.string(), cells: z.array(z.string()) })),
  /** The grand total in words; empty where there is none. */
  words: z.string(),
  /** Place and day above the signatures. */
  place: z.string(),
  signatures: z.array(z.object({ role: z.string(), hint: z.string() })),
})
export type ReportDocument = z.output<typeof ReportDocument>

export const REPORT_FORMATS = ['xlsx', 'pdf'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

interface PageInput<F extends Shape> {
  searchSdi: FilterValues<F>
  pageInfo: PageInfo
}
type RawFilter<F extends Shape> = z.input<z.ZodObject<F, z.core.$strict>>

/** Where a figure leads: the list with the rows behind it, and the filter that finds them. */
export interface ReportDrill<F extends Shape = Shape, R extends Shape = Shape> {
  list: ListContract | ReportContract
  /** By field, from a row, a subtotal (fields outside its group are absent) or the grand total (all absent); null: to nothing. */
  fields: Partial<Record<Fields<R>, (row: Partial<Row<R>>, filter: FilterValues<F>) => Record<string, unknown> | null>>
}

export interface ReportContract<F extends Shape = Shape, R extends Shape = Shape>
  extends Contract<z.ZodType<PageInput<F>, { searchSdi: RawFilter<F>; pageInfo: PageInfo }>, z.ZodType<ReportPage<R>>> {
  kind: 'report'
  /** Where the labels of filters and columns stand: 'qr.dailyReport'. */
  entity: LabelName
  /** Its name: key under `screens` of the module's labels. */
  title: string
  /** Number of its form, as paper names it. */
  form: string
  filter: z.ZodObject<F, z.core.$strict>
  row: z.ZodObject<R>
  groups: readonly ReportGroup[]
  order: readonly string[]
  totals: readonly string[]
  adds: Adds
  /** The total that is written out in words. */
  inWords: string | undefined
  chart: ReportChart | undefined
  /** What stands in place of groups, order and chart, by the conditions. */
  arrange: ((filter: Readonly<Record<string, unknown>>) => ReportArrangement) | undefined
  hides: readonly string[]
  /** Rows and groups in which all of these are nothing are left out; sums are made of all rows. Empty: every row stands. */
  only: readonly string[]
  rates: Readonly<Record<string, ReportRate>>
  drill: ReportDrill | undefined
  /** Columns that stand on the screen and in the spreadsheet, but not on paper. */
  notPrinted: readonly string[]
  orientation: 'landscape' | 'portrait'
  /** The longest period, both days counted. */
  maxDays: number
  /** Goes up with each change of what the report says: kept runs are compared with runs of their own definition. */
  definition: number
  /** Columns of today's state (names), which are no part of what a kept run proves. */
  current: readonly string[]
  /** POST path + /print: the whole of it as a ReportDocument; same permission. */
  print: Contract<z.ZodType<{ searchSdi: FilterValues<F> }, { searchSdi: RawFilter<F> }>, typeof ReportDocument>
  /** POST /report/export + path: a file; permission of the same base and /export. */
  export: Contract<z.ZodType<{ searchSdi: FilterValues<F>; format: ReportFormat }, { searchSdi: RawFilter<F>; format: ReportFormat }>>
}

export type ReportRowOf<C> = C extends ReportContract<infer _F, infer R> ? Row<R> : never
export type ReportFilterOf<C> = C extends ReportContract<infer F, infer _R> ? FilterValues<F> : never

interface Declaration<F extends PeriodShape, R extends Shape, L extends ListContract | ReportContract> {
  path: string
  permission: string
  summary: Text
  entity: LabelName
  title: string
  /** Number of its form, as the top of a print names it: '01/BC'. */
  form: string
  filter: F
  row: z.ZodObject<R>
  /** Outermost first. */
  groups: readonly ReportGroup<Fields<R>>[]
  /** Order of the rows inside their groups; the fields together are unique. */
  order: readonly Fields<R>[]
  totals: readonly Fields<R>[]
  adds?: Adds<Fields<R>>
  inWords?: Fields<R>
  chart?: ReportChart<Fields<R>>
  arrange?: (filter: Readonly<Record<string, unknown>>) => ReportArrangement
  /** Figures of which a row has something, or it does not stand in the report. */
  only?: readonly Fields<R>[]
  rates?: Partial<Record<Fields<R>, ReportRate>>
  drill?: { list: L; fields: Partial<Record<Fields<R>, (row: Partial<Row<R>>, filter: FilterValues<F>) => z.input<L['filter']> | null>> }
  definition?: number
  current?: readonly Fields<R>[]
  notPrinted?: readonly Fields<R>[]
  orientation?: 'landscape' | 'portrait'
  maxDays?: number
}

/** The report as it stands under these conditions. */
export function arranged<C extends Pick<ReportContract, 'arrange'>>(contract: C, filter: Readonly<Record<string, unknown>>): C {
  return contract.arrange ? { ...contract, ...contract.arrange(filter) } : contract
}

/** Whether a field says something of many rows together. */
export const isSummed = ({ totals, rates }: Pick<ReportContract, 'totals' | 'rates'>, field: string): boolean => totals.includes(field) || field in rates

const SEARCH = '/search'

/**
 * A report: POST .../search with {searchSdi, pageInfo} → rows of a page with the subtotals of their groups, grand totals and chart,
 * all made by the server from one query; the whole for print under .../print, xlsx and PDF under /report/export.
 */
export function defineReport<F extends PeriodShape, R extends Shape, L extends ListContract | ReportContract>(
  declaration: Declaration<F, R, L>,
): ReportContract<F, R> {
  const { path, permission, summary, row, entity, title, form, groups, totals, order } = declaration
  if (!path.endsWith(SEARCH)) throw new Error(`a report's path ends in ${SEARCH}: ${path}`)
  if (!permission.endsWith('/view')) throw new Error(`a report's permission ends in /view: ${permission}`)
  const maxDays = declaration.maxDays ?? 92
  const filter = withRanges(z.strictObject(declaration.filter), { maxDays })
  const base = path.slice(0, -SEARCH.length)
  const line = z.object(Object.fromEntries(Object.entries(row.shape).map(([field, schema]) => [field, (schema as z.ZodType).nullable()])))
  const common = { method: 'POST', idempotent: false } as const
  const output = z.object({
    result: z.array(row),
    totalRecord: z.number().int(),
    groups: z.array(z.object({ level: z.number().int(), rows: z.number().int(), row: line })),
    totals: line,
    chart: z.array(line),
  })
  return {
    ...common,
    kind: 'report',
    ...{ path, permission, summary, entity, title, form, filter, row, groups, totals, order },
    adds: (declaration.adds ?? {}) as Adds,
    inWords: declaration.inWords,
    chart: declaration.chart,
    arrange: declaration.arrange,
    hides: [],
    only: declaration.only ?? [],
    rates: (declaration.rates ?? {}) as Record<string, ReportRate>,
    drill: declaration.drill as ReportDrill | undefined,
    notPrinted: declaration.notPrinted ?? [],
    orientation: declaration.orientation ?? 'landscape',
    maxDays,
    definition: declaration.definition ?? 1,
    current: declaration.current ?? [],
    input: z.strictObject({ searchSdi: filter, pageInfo: PageInfoSchema }),
    // A line has the fields of the row, each of which may be null; zod does not see that through the loop above.
    output: output as unknown as z.ZodType<ReportPage<R>>,
    print: {
      ...common,
      kind: 'query',
      path: `${base}/print`,
      permission,
      summary: { vi: `Bản in: ${summary.vi}`, en: `For print: ${summary.en}` },
      input: z.strictObject({ searchSdi: filter }),
      output: ReportDocument,
    },
    export: {
      ...common,
      kind: 'export',
      path: `/report/export${base}`,
      permission: permission.replace(/\/view$/, '/export'),
      summary: { vi: `Xuất ra file: ${summary.vi}`, en: `Export to a file: ${summary.en}` },
      input: z.strictObject({ searchSdi: filter, format: z.enum(REPORT_FORMATS) }),
      output: z.any(),
    },
  }
}
