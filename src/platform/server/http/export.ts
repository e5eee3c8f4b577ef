import type { Readable } from 'node:stream'
import { isoLocal } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { openCursor } from '../list/cursor.ts'
import { sheetOf } from '../list/export.ts'
import { type ListInput, orderOf, rowMapper } from '../list/list.ts'
import { compile, ordered } from '../list/select.ts'
import type { RequestContext } from '../module.ts'
import { CSV_TYPE, csvStream } from '../spreadsheet/csv.ts'
import type { SheetRow } from '../spreadsheet/sheet.ts'
import { XLSX_TYPE, xlsxStream } from '../spreadsheet/xlsx.ts'
import { attachment } from './disposition.ts'
import { type ExportEntry, endpointName, type Registry } from './registry.ts'
import { createSlots } from './slots.ts'

/** Exports of one process at the same time: each holds a connection and a part of a core. */
const slots = createSlots(4)
/** One statement of an export; sorting millions of rows takes its time. */
const STATEMENT_TIMEOUT_MS = 600_000

interface ExportInput extends Pick<ListInput, 'searchSdi' | 'sort'> {
  format: 'xlsx' | 'csv'
  columns?: string[]
}

/** What an export is called in a language, without its ending. */
export type ExportTitle = (entry: ExportEntry, language: Language) => string

/**
 * Answers with the whole result of a list as a file, streamed: same filter, scope and order as on the screen, same labels, sums at the end.
 * Who took what is in the audit trail. When the caller goes away, the query ends.
 */
export async function sendExport(entry: ExportEntry, input: ExportInput, ctx: RequestContext, registry: Registry, title: ExportTitle): Promise<Readable> {
  const { contract, handler, module } = entry.list
  const { runtime, reply, request, language } = ctx
  await audit(entry, input, ctx)
  const release = await slots.take(request.signal)
  try {
    const query = compile<Record<string, unknown>>(
      runtime.db,
      ordered(handler.query({ filter: input.searchSdi }, ctx).toOperationNode(), orderOf(contract, handler, input.sort)),
    )
    const cursor = await openCursor(runtime.pool, query, STATEMENT_TIMEOUT_MS, ctx.scope.sql)
    const sheet = sheetOf(contract, module, registry.modules, language, input.columns)
    const toFields = rowMapper(contract, handler)
    const rows = async function* (): AsyncGenerator<SheetRow> {
      for await (const row of cursor.rows) yield sheet.toRow(toFields(row))
      sheet.finish()
    }
    const name = title(entry, language)
    const options = { columns: sheet.columns, rows: rows(), ...(sheet.totals ? { totals: sheet.totals } : {}) }
    const stream = input.format === 'csv' ? csvStream(options) : xlsxStream({ ...options, sheetName: name })
    stream.once('close', () => {
      cursor.close()
      release()
    })
    reply
      .type(input.format === 'csv' ? CSV_TYPE : XLSX_TYPE)
      .header('content-disposition', attachment(`${name} ${isoLocal(ctx.now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}.${input.format}`))
    return stream
  } catch (error) {
    release()
    throw error
  }
}

function audit(entry: ExportEntry, input: ExportInput, ctx: RequestContext): Promise<void> {
  return ctx.runtime.db.transaction().execute((tx) =>
    ctx.runtime.audit.write(tx, {
      actor: `user:${ctx.session.account}`,
      action: endpointName(entry.contract),
      subjectType: `${entry.module.name}.${entry.list.contract.entity}`,
      subjectId: null,
      after: input,
      traceId: ctx.traceId,
      ip: ctx.ip,
    }),
  )
}
