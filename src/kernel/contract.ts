import { z } from 'zod'
import type { LabelName } from './labels.ts'
import type { Text } from './language.ts'
import type { MachineEvent } from './machine.ts'
import { Id, Version } from './primitives.ts'
import { type PeriodRule, withRanges } from './ranges.ts'
import type { Split } from './split.ts'
import { ruleError } from './validation-texts.ts'

/**
 * Who may call: a permission uri ('user-permission/roles/view'), or one of the
 * three named exceptions: PUBLIC (nobody signed in), SIGNED_IN (any session), GATEWAY (HMAC-signed channel).
 */
export const PUBLIC = 'public'
export const SIGNED_IN = 'signed-in'
export const GATEWAY = 'gateway'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The events of a machine that a command fires: it may be called while the record is in one of their from-states. */
export interface Firing<E extends string = string> {
  machine: { name: string; events: Record<E, MachineEvent<string>> }
  events: readonly E[]
}

type Fires<E extends string> = readonly [machine: Firing<E>['machine'], ...events: NoInfer<E>[]]

export interface Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: 'query' | 'command' | 'list' | 'report' | 'export' | 'upload' | 'download'
  method: Method
  /** Below /api, with {param} places that are fields of the input. */
  path: string
  permission: string
  input: I
  output: O
  /** Commands that move money need the Idempotency-Key header. */
  idempotent: boolean
  /** One line for the API reference; in the audit log the name of the action. */
  summary: Text
  /** Of a command that moves a record along its machine. */
  fires?: Firing
}

export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.output<I> : never
export type RawInputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never

interface Common {
  path: string
  permission: string
  summary: Text
}

/** A call that changes nothing. GET carries its input as query strings, so its fields are strings. */
export function defineQuery<I extends z.ZodRawShape, O extends z.ZodType>(
  declaration: Common & { method?: 'GET' | 'POST'; input: I; output: O },
): Contract<z.ZodObject<I, z.core.$strict>, O> {
  return {
    ...declaration,
    kind: 'query',
    method: declaration.method ?? 'GET',
    input: z.strictObject(declaration.input),
    idempotent: false,
  }
}

/** What a change answers unless it says otherwise: the record as it stands now. */
export const Changed = z.object({ id: Id, version: Version })

/**
 * A call that changes something: runs in one database transaction, audited. `fires: [machine, event, …]` names what it does to the state
 * of its record; several events where the input says which. Screens offer it in the from-states only.
 */
export function defineCommand<I extends z.ZodRawShape, O extends z.ZodType = typeof Changed, const E extends string = never>({
  fires,
  output = Changed as z.ZodType as O,
  ...declaration
}: Common & { method?: Exclude<Method, 'GET'>; input: I; output?: O; idempotent?: boolean; fires?: Fires<E> }): Contract<z.ZodObject<I, z.core.$strict>, O> {
  return {
    ...declaration,
    ...firing(fires),
    kind: 'command',
    method: declaration.method ?? 'POST',
    input: z.strictObject(declaration.input),
    output,
    idempotent: declaration.idempotent ?? false,
  }
}

function firing<E extends string>(fires: Fires<E> | undefined): { fires?: Firing } {
  if (!fires) return {}
  const [machine, ...events] = fires
  return { fires: { machine, events } }
}

export interface UploadContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends Contract<I, O> {
  kind: 'upload'
  /** Bytes of the file at most. */
  maxBytes: number
}

/** A command that brings one file: multipart/form-data, the fields of the input (texts) before the part called `file`. */
export function defineUpload<I extends z.ZodRawShape, O extends z.ZodType>(
  declaration: Common & { input: I; output: O; maxBytes: number },
): UploadContract<z.ZodObject<I, z.core.$strict>, O> {
  return { ...declaration, kind: 'upload', method: 'POST', input: z.strictObject(declaration.input), idempotent: false }
}

export interface DownloadContract<I extends z.ZodType = z.ZodType> extends Contract<I> {
  kind: 'download'
}

/** A call that answers with a file instead of an envelope. GET; refusals are envelopes. */
export function defineDownload<I extends z.ZodRawShape>(declaration: Common & { input: I }): DownloadContract<z.ZodObject<I, z.core.$strict>> {
  return { ...declaration, kind: 'download', method: 'GET', input: z.strictObject(declaration.input), output: z.any(), idempotent: false }
}

/** Rows of one bulk action at most. */
export const BULK_MAX = 100

const BulkRows = z
  .array(z.strictObject({ id: Id, version: Version }))
  .min(1)
  .max(BULK_MAX)
/** What became of each row: `code` and `message` say why it was refused. */
const BulkOutput = z.object({
  done: z.number().int(),
  refused: z.number().int(),
  results: z.array(z.object({ id: Id, code: z.string().nullable(), message: z.string().nullable() })),
})
export type BulkOutput = z.output<typeof BulkOutput>
export type BulkRow = z.output<typeof BulkRows>[number]

export interface BulkContract<I extends z.ZodRawShape = z.ZodRawShape>
  extends Contract<z.ZodObject<I & { rows: typeof BulkRows }, z.core.$strict>, typeof BulkOutput> {
  bulk: true
}

/**
 * One action on several rows, each in a transaction of its own; `input` is what is the same for all. A query by kind because of that, and
 * without an Idempotency-Key: each row is guarded by the version that was seen, so sending it again changes nothing.
 */
export function defineBulk<I extends z.ZodRawShape, const E extends string = never>({
  fires,
  ...declaration
}: Common & { input: I; fires?: Fires<E> }): BulkContract<I> {
  return {
    ...declaration,
    ...firing(fires),
    kind: 'query',
    method: 'POST',
    input: z.strictObject({ ...declaration.input, rows: BulkRows }),
    output: BulkOutput,
    idempotent: false,
    bulk: true,
  }
}

export const PAGE_SIZES = [15, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 15

export const PageInfo = z.strictObject({
  currentPage: z.number().int().min(1).max(1_000_000),
  pageSize: z.union([z.literal(15), z.literal(50), z.literal(100)], { error: ruleError('pageSize') }),
})
export type PageInfo = z.output<typeof PageInfo>

type FilterSchema<F extends z.ZodRawShape> = z.ZodObject<F, z.core.$strict>

interface SortInput<S extends string> {
  field: S
  direction: 'asc' | 'desc'
}

interface ListInput<Filter, S extends string> {
  searchSdi: Filter
  pageInfo: PageInfo
  sort?: SortInput<S> | undefined
}

interface ExportInput<Filter, S extends string, Field extends string> {
  searchSdi: Filter
  sort?: SortInput<S> | undefined
  format: 'xlsx' | 'csv'
  columns?: Field[] | undefined
}

type RawExportInput<Filter, S extends string, Field extends string> = Partial<ExportInput<Filter, S, Field>> & { searchSdi: Filter }

export interface ListContract<F extends z.ZodRawShape = z.ZodRawShape, R extends z.ZodRawShape = z.ZodRawShape, S extends string = string>
  extends Contract<z.ZodType<ListInput<z.output<FilterSchema<F>>, S>, ListInput<z.input<FilterSchema<F>>, S>>, z.ZodType<Page<z.output<z.ZodObject<R>>>>> {
  kind: 'list'
  /** Where the labels of the fields stand: 'masterdata.globalList' is `fields.globalList` of the labels of masterdata. */
  entity: LabelName
  /** Checks its ranges too: `shape` has the fields by themselves. */
  filter: FilterSchema<F>
  period: PeriodRule | undefined
  row: z.ZodObject<R>
  sortKeys: readonly S[]
  defaultSort: SortInput<S>
  /** Money or count fields summed by the server over the whole result. */
  sums: readonly string[]
  split: Split | undefined
  adds: Adds
  /** The blob endpoint of the same list: POST /report/export + path without /search. */
  export: ExportContract<F, R, S>
}

export interface ExportContract<F extends z.ZodRawShape = z.ZodRawShape, R extends z.ZodRawShape = z.ZodRawShape, S extends string = string>
  extends Contract<
    z.ZodType<ExportInput<z.output<FilterSchema<F>>, S, Extract<keyof R, string>>, RawExportInput<z.input<FilterSchema<F>>, S, Extract<keyof R, string>>>
  > {
  kind: 'export'
}

export type FilterOf<L> = L extends ListContract<infer F, z.ZodRawShape, string> ? z.output<z.ZodObject<F, z.core.$strict>> : never
export type RowOf<L> = L extends ListContract<z.ZodRawShape, infer R, string> ? z.output<z.ZodObject<R>> : never
export type SortKeyOf<L> = L extends ListContract<z.ZodRawShape, z.ZodRawShape, infer S> ? S : never

/** Fields of money that add up in each line, be it a row or a total: `net: ['amount', '-fee']`. What is not known is null, and says nothing. */
export type Adds<Field extends string = string> = Partial<Record<Field, readonly (Field | `-${Field}`)[]>>

export type Sums = Record<string, string | null>

export interface Page<Row> {
  result: Row[]
  totalRecord: number
  /** Decimal strings by field, over the whole result; null where nothing of it is added up. */
  sums: Sums
  /** Of a list whose totals are split: rows and sums of each value there is. */
  split?: { value: string; rows: number; sums: Sums }[] | undefined
}

const SumsField = z.record(z.string(), z.string().nullable())
const SplitField = z.object({ value: z.string(), rows: z.number().int(), sums: SumsField })

/**
 * A list: POST .../search with {searchSdi, pageInfo, sort?} → {result, totalRecord, sums}, and its export.
 * `permission` ends in /view; the export asks for the same base with /export.
 */
export function defineList<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  const S extends Extract<keyof R, string>,
  const T extends Extract<keyof R, string> = never,
>(
  declaration: Common & {
    entity: LabelName
    filter: F
    /** Where `from` and `to` are needed, or bounded. */
    period?: PeriodRule
    row: z.ZodObject<R>
    sort: readonly S[]
    defaultSort: `${'-' | ''}${NoInfer<S>}`
    sums?: readonly T[]
    /** Needed where sums stand beside a state: a total of several states must say what it is. */
    split?: Split<Extract<keyof R, string>>
    adds?: Adds<Extract<keyof R, string>>
  },
): ListContract<F, R, S> {
  if (!declaration.path.endsWith('/search')) throw new Error(`a list path ends in /search: ${declaration.path}`)
  if (!declaration.permission.endsWith('/view') && ![PUBLIC, SIGNED_IN].includes(declaration.permission))
    throw new Error(`a list's permission ends in /view: ${declaration.permission}`)
  const filter = withRanges(z.strictObject(declaration.filter), declaration.period)
  const sort = z.strictObject({ field: z.enum(declaration.sort as readonly [S, ...S[]]), direction: z.enum(['asc', 'desc']) }).optional()
  const { path, permission, summary, entity, row } = declaration
  const descending = declaration.defaultSort.startsWith('-')
  type Field = Extract<keyof R, string>
  const exportContract: ExportContract<F, R, S> = {
    kind: 'export',
    method: 'POST',
    path: `/report/export${path.slice(0, -'/search'.length)}`,
    permission: permission.replace(/\/view$/, '/export'),
    summary: { vi: `Xuất ra file: ${summary.vi}`, en: `Export to a file: ${summary.en}` },
    input: z.strictObject({
      searchSdi: filter,
      sort,
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
      /** Fields in the order of the screen; all when left out. */
      columns: z
        .array(z.enum(Object.keys(row.shape) as [Field, ...Field[]]))
        .min(1)
        .max(Object.keys(row.shape).length)
        .refine((fields) => new Set(fields).size === fields.length, { error: ruleError('repeated') })
        .optional(),
    }),
    output: z.any(),
    idempotent: false,
  }
  return {
    kind: 'list',
    method: 'POST',
    path,
    permission,
    summary,
    entity,
    filter,
    period: declaration.period,
    row,
    sortKeys: declaration.sort,
    defaultSort: { field: (descending ? declaration.defaultSort.slice(1) : declaration.defaultSort) as S, direction: descending ? 'desc' : 'asc' },
    sums: declaration.sums ?? [],
    split: declaration.split,
    adds: (declaration.adds ?? {}) as Adds,
    input: z.strictObject({ searchSdi: filter, pageInfo: PageInfo, sort }),
    output: z.object({ result: z.array(row), totalRecord: z.number().int(), sums: SumsField, split: z.array(SplitField).optional() }),
    idempotent: false,
    export: exportContract,
  }
}
