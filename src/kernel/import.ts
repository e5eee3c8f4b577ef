import { z } from 'zod'
import { type Contract, type DownloadContract, defineCommand, defineDownload, defineQuery, defineUpload, type UploadContract } from './contract.ts'
import { FileId } from './files.ts'
import { IMPORT_LIMITS } from './import-errors.ts'
import type { LabelName } from './labels.ts'
import type { Text } from './language.ts'
import { defineMachine } from './machine.ts'
import { Count, Flag, recordOf, Timestamp, Version } from './primitives.ts'

/**
 * The life of an import: READING the workbook, MAPPING its columns by hand where titles are not known, CHECKING the rows, READY for a decision,
 * IMPORTING, and one of three ends. The person may leave at any time and come back.
 */
export const importMachine = defineMachine({
  name: 'import.status',
  initial: 'READING',
  states: {
    READING: { tone: 'moving' },
    MAPPING: { tone: 'attention' },
    CHECKING: { tone: 'moving' },
    READY: { tone: 'attention' },
    IMPORTING: { tone: 'moving' },
    DONE: { tone: 'success', final: true },
    REFUSED: { tone: 'failure', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    recognise: { from: ['READING'], to: 'CHECKING' },
    askColumns: { from: ['READING'], to: 'MAPPING' },
    map: { from: ['MAPPING', 'READY'], to: 'CHECKING' },
    pass: { from: ['CHECKING'], to: 'READY' },
    start: { from: ['READY'], to: 'IMPORTING' },
    finish: { from: ['IMPORTING'], to: 'DONE' },
    /** What has become wrong since the preview, or a fault: the person decides again. */
    stop: { from: ['IMPORTING'], to: 'READY' },
    stopChecking: { from: ['CHECKING'], to: 'MAPPING' },
    refuse: { from: ['READING', 'CHECKING'], to: 'REFUSED' },
    cancel: { from: ['READING', 'MAPPING', 'CHECKING', 'READY'], to: 'CANCELLED' },
  },
})
export type ImportStatus = keyof typeof importMachine.states
export type ImportEvent = keyof typeof importMachine.events
/** Something goes on in the background. */
export const IMPORT_MOVING: readonly ImportStatus[] = ['READING', 'CHECKING', 'IMPORTING']

/** ALL: nothing unless every row is good. GOOD: the good rows, all of them in one transaction. */
export const IMPORT_MODES = ['ALL', 'GOOD'] as const

export const IMPORT_PAGE = 50

const head = {
  id: FileId,
  version: Version,
  status: z.enum(Object.keys(importMachine.states) as [ImportStatus, ...ImportStatus[]]),
  fileName: z.string(),
  createdAt: Timestamp,
  /** Rows of the file; of them, once checked, those that may be imported. */
  total: Count,
  good: Count,
}

export const ImportState = z.object({
  ...head,
  sheet: z.string(),
  /** More than one: only the first was read. */
  sheets: Count,
  /** Titles of the file's columns. */
  header: z.array(z.string()),
  /** Column of each field, counted from 0. */
  mapping: z.record(z.string(), z.number().int().nullable()),
  /** Rows done of the step under way. */
  done: Count,
  bad: Count,
  mode: z.enum(IMPORT_MODES).nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What was made of the rows: counts under `fields.<entity>Result` of the module's labels. */
  summary: z.record(z.string(), Count),
})
export type ImportState = z.output<typeof ImportState>

export const ImportProblem = z.object({
  /** Null when it concerns the row as a whole. */
  field: z.string().nullable(),
  message: z.string(),
})

const RowPage = z.object({
  totalRecord: Count,
  result: z.array(
    z.object({
      /** As the spreadsheet program shows it. */
      number: Count,
      /** As in the file, in the order of the header. */
      cells: z.array(z.string()),
      problems: z.array(ImportProblem),
    }),
  ),
})

const Changed = z.object({ id: FileId, version: Version })

interface Declaration<R extends z.ZodRawShape> {
  /** Base of the endpoints: '/sys/administrative-area/v1/import'. */
  path: string
  /** One right for the whole import. */
  permission: string
  summary: Text
  /** Where the labels of the columns stand: 'iam.userImport'. */
  entity: LabelName
  /** One row of the file; its fields in the order of the template. Texts, dates, enums, money and counts are made of cells by kind. */
  row: z.ZodObject<R>
  /** Fields that together may stand in the file once only. */
  unique?: readonly Extract<keyof R, string>[]
  /** Rows of one file; as many as any import takes when left out. */
  maxRows?: number
  /** What a file belongs to, where its rows do not say it: sent with the upload. Texts only. */
  input?: z.ZodRawShape
}

function endpoints({ path, permission, summary, input = {} }: Pick<Declaration<z.ZodRawShape>, 'path' | 'permission' | 'summary' | 'input'>) {
  const common = (vi: string, en: string) => ({ permission, summary: { vi: `${summary.vi}: ${vi}`, en: `${summary.en}: ${en}` } })
  return {
    template: defineDownload({ ...common('file mẫu', 'template'), path: `${path}/template`, input: {} }),
    upload: defineUpload({ ...common('tải file', 'upload'), path: `${path}/upload`, maxBytes: IMPORT_LIMITS.bytes, input, output: Changed }),
    recent: defineQuery({
      ...common('các lần nhập gần đây của mình', 'the caller’s recent imports'),
      path: `${path}/recent`,
      input: {},
      output: z.array(z.object(head)),
    }),
    state: defineQuery({ ...common('tiến độ', 'progress'), path: `${path}/state`, input: { id: FileId }, output: ImportState }),
    rows: defineQuery({
      ...common('các dòng và lỗi của từng dòng', 'rows and the errors of each'),
      method: 'POST',
      path: `${path}/rows`,
      input: { id: FileId, bad: Flag, page: z.number().int().min(1).max(IMPORT_LIMITS.rows) },
      output: RowPage,
    }),
    map: defineCommand({
      ...common('chọn cột', 'select columns'),
      path: `${path}/map`,
      input: {
        id: FileId,
        version: Version,
        mapping: recordOf(z.string().max(100), z.number().int().min(0).max(IMPORT_LIMITS.columns).nullable(), IMPORT_LIMITS.columns),
      },
      fires: [importMachine, 'map'],
      output: Changed,
    }),
    start: defineCommand({
      ...common('ghi dữ liệu', 'import the rows'),
      path: `${path}/start`,
      input: { id: FileId, version: Version, mode: z.enum(IMPORT_MODES) },
      fires: [importMachine, 'start'],
      output: Changed,
    }),
    cancel: defineCommand({
      ...common('huỷ', 'cancel'),
      path: `${path}/cancel`,
      input: { id: FileId, version: Version },
      fires: [importMachine, 'cancel'],
      output: Changed,
    }),
    result: defineDownload({ ...common('file kết quả từng dòng', 'result file, row by row'), path: `${path}/result`, input: { id: FileId } }),
  } satisfies Record<string, Contract | UploadContract | DownloadContract>
}

export interface ImportContract<R extends z.ZodRawShape = z.ZodRawShape>
  extends Omit<Declaration<R>, 'unique' | 'maxRows' | 'input'>,
    ReturnType<typeof endpoints> {
  /** Fields in the order of the template. */
  fields: readonly Extract<keyof R, string>[]
  unique: readonly Extract<keyof R, string>[]
  maxRows: number
}

export type ImportedRow<I> = I extends ImportContract<infer R> ? z.output<z.ZodObject<R>> : never

/** An import from .xlsx or .xls: template, upload, columns, check, decision and result file follow from this one declaration. */
export function defineImport<R extends z.ZodRawShape>(declaration: Declaration<R>): ImportContract<R> {
  const fields = Object.keys(declaration.row.shape) as Extract<keyof R, string>[]
  return { unique: [], maxRows: IMPORT_LIMITS.rows, ...declaration, fields, ...endpoints(declaration) }
}
