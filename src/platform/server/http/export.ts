import type { Readable } from 'node:stream'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { byUser } from '../audit/audit.ts'
import { openCursor } from '../list/cursor.ts'
import { sheetOf } from '../list/export.ts'
import { type ListInput, orderOf, rowMapper, selectOf } from '../list/list.ts'
import { compile, countUpTo, ordered } from '../list/select.ts'
import type { RequestContext } from '../module.ts'
import { CSV_TYPE, csvStream } from '../spreadsheet/csv.ts'
import type { SheetRow } from '../spreadsheet/sheet.ts'
import { XLSX_TYPE, xlsxStream } from '../spreadsheet/xlsx.ts'
import { successEnvelope } from './call.ts'
import { departureOf } from './departure.ts'
import { attachment } from './disposition.ts'
import { reading } from './reading.ts'
import { type ExportEntry, endpointName, type Registry } from './registry.ts'
import { createSlots, inSlot } from './slots.ts'

/** Exports of one process at the same time: each holds a connection and a part of a core. */
const slots = createSlots(4, 2)
/** One statement of an export; sorting millions of rows takes its time. */
const STATEMENT_TIMEOUT_MS = 600_000

export interface ExportInput extends Pick<ListInput, 'searchSdi' | 'sort'> {
  format: 'xlsx' | 'csv'
  columns?: string[] | undefined
}

/** What an export is called in a language, without its ending. */
export type ExportTitle = (entry: ExportEntry, language: Language) => string

/** Takes over an export that is too long to be waited for; answers what the caller gets instead of a file. */
export type LargeExport = (entry: ExportEntry, input: ExportInput, title: string, ctx: RequestContext) => Promise<unknown>

export interface ExportOptions {
  registry: Registry
  title: ExportTitle
  large: LargeExport | undefined
}

export interface ExportFile {
  name: string
  contentType: string
  stream: Readable
}

/**
 * Answers with the whole result of a list as a file, streamed; with what `large` says where there are more rows than are streamed;
 * with EXP-001 where there are none. Who took what is in the audit trail. When the caller goes away, the query ends.
 */
export async function sendExport(entry: ExportEntry, input: ExportInput, ctx: RequestContext, options: ExportOptions): Promise<unknown> {
  const { reply, language, runtime } = ctx
  const signal = departureOf(reply)
  const title = options.title(entry, language)
  const most = runtime.config.exportJobRows
  const n = await reading(ctx, () => countRows(entry, input, ctx, most + 1))
  if (n === 0) throw new AppError(errors.exportEmpty)
  await audit(entry, input, ctx)
  if (n > most && options.large) {
    reply.code(202)
    return successEnvelope(await options.large(entry, input, title, ctx), language, ctx.traceId)
  }
  return inSlot(slots, ctx.session.userId, signal, async () => {
    const { name, contentType, stream } = await openExport(entry, input, ctx, { registry: options.registry, title, signal })
    reply.type(contentType).header('content-disposition', attachment(name))
    return stream
  })
}

/** Rows of the result, counted no further than `most`. */
export async function countRows({ list: { contract, handler } }: ExportEntry, input: ExportInput, ctx: RequestContext, most: number): Promise<number> {
  const { db } = ctx.runtime
  const select = selectOf(contract, handler, input.searchSdi, ctx)
  const { rows } = await ctx.scope.getExecutor().executeQuery(compile<{ n: number }>(db, countUpTo(select, most)))
  return rows[0]?.n ?? 0
}

/**
 * The whole result of a list as a file: same filter, scope and order as on the screen, same labels, sums at the end. Destroying the stream
 * ends the query, and so does `signal`. `onRow` hears of every row that was read.
 */
export async function openExport(
  entry: ExportEntry,
  input: ExportInput,
  ctx: RequestContext,
  { registry, title, signal, onRow = () => undefined }: { registry: Registry; title: string; signal?: AbortSignal; onRow?: () => void },
): Promise<ExportFile> {
  const { contract, handler } = entry.list
  const { runtime, language } = ctx
  const select = selectOf(contract, handler, input.searchSdi, ctx)
  const query = compile<Record<string, unknown>>(runtime.db, ordered(select, orderOf(contract, handler, input.sort)))
  const cursor = await openCursor(runtime.pool, query, STATEMENT_TIMEOUT_MS, { scopeSql: ctx.scope.sql, signal })
  const sheet = sheetOf(contract, registry.modules, language, input.columns)
  const toFields = rowMapper(contract, handler)
  const rows = async function* (): AsyncGenerator<SheetRow> {
    for await (const row of cursor.rows) {
      onRow()
      yield sheet.toRow(toFields(row))
    }
    sheet.finish()
  }
  const options = { columns: sheet.columns, rows: rows(), ...(sheet.totals ? { totals: sheet.totals } : {}) }
  const stream = input.format === 'csv' ? csvStream(options) : xlsxStream({ ...options, sheetName: title })
  stream.once('close', () => cursor.close())
  return {
    name: `${title} ${isoLocal(ctx.now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}.${input.format}`,
    contentType: input.format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    stream,
  }
}

function audit(entry: ExportEntry, input: ExportInput, ctx: RequestContext): Promise<void> {
  const taken = { action: endpointName(entry.contract), subjectType: entry.list.contract.entity, subjectId: null, after: input }
  return ctx.runtime.db.transaction().execute((tx) => ctx.runtime.audit.write(tx, { ...byUser(ctx.session.account, ctx), ...taken }))
}
