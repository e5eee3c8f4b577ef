import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { type Language, type Text, textIn } from '#kernel/language.ts'
import type { Download, RequestContext } from '#platform/server/module.ts'
import type { SheetColumn, SheetRow } from '#platform/server/spreadsheet/sheet.ts'
import { XLSX_TYPE, xlsxStream } from '#platform/server/spreadsheet/xlsx.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import type { Resolution } from '../../contract/machines.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import { rowsOf, shownRow } from './list.ts'
import { WORDS } from './words.ts'
import { cellsOf, markOf, sheetColumns } from './workbook-sheet.ts'

const LABELS = { vi, en }

/** Rows that are read at once. */
const PAGE = 1000

/** The session's code, where the desk shows it and the reader sees it. Throws SYS-404. */
export async function shownSession(place: DeskPlace, sessionId: string, { scope }: Pick<RequestContext, 'scope'>): Promise<{ id: string; code: string }> {
  const found = await scope.selectFrom('reconciliation.session as s').select(['s.id', 's.code', 's.plug']).where('s.id', '=', sessionId).executeTakeFirst()
  if (!found || !place.plugs.includes(found.plug)) throw new AppError(errors.notFound)
  return found
}

/** Open breaks of a session to be filled in: everything is locked but resolution, reason and note. */
export async function workbook(place: DeskPlace, { sessionId }: InputOf<BreakContracts['workbook']>, ctx: RequestContext): Promise<Download> {
  const { code } = await shownSession(place, sessionId, ctx)
  const { language, runtime } = ctx
  async function* rows(): AsyncGenerator<SheetRow> {
    for (let after = '0'; ; ) {
      const page = await rowsOf(place, ctx)
        .where('b.session_id', '=', sessionId)
        .where('b.status', '=', 'OPEN')
        .where('b.id', '>', after)
        .orderBy('b.id')
        .limit(PAGE)
        .execute()
      for (const row of page.map(shownRow)) yield cellsOf(row, language, markOf(runtime.config.secretKey, sessionId, row.id, String(row.version)))
      const last = page.at(-1)
      if (page.length < PAGE || !last) return
      after = last.id
    }
  }
  const texts = WORDS[language]
  const stream = xlsxStream({ sheetName: texts.bookSheet, columns: sheetColumns(language), rows: rows(), toFillIn: true, protected: true })
  return { name: `${texts.bookSheet} ${code}.xlsx`, contentType: XLSX_TYPE, stream }
}

/** What became of a filled-in workbook, row by row. Throws SYS-404. */
export async function workbookResult(
  place: DeskPlace,
  { sessionId, uploadId }: InputOf<BreakContracts['workbookResult']>,
  ctx: RequestContext,
): Promise<Download> {
  const { code } = await shownSession(place, sessionId, ctx)
  const { language, runtime } = ctx
  const book = await runtime.db
    .selectFrom('reconciliation.workbook')
    .select('id')
    .where('session_id', '=', sessionId)
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', uploadId))
    .executeTakeFirst()
  if (!book) throw new AppError(errors.notFound)
  const texts = WORDS[language]
  const { fields, enums } = LABELS[language]
  const column = (header: string, more: Partial<SheetColumn> = {}): SheetColumn => ({ header, kind: 'text', ...more })
  const columns = [
    column(texts.bookRow, { kind: 'integer', width: 7 }),
    column(texts.bookId, { width: 14 }),
    column(fields.break.reference),
    column(fields.break.difference, { kind: 'money' }),
    column(fields.break.resolution, { width: 28 }),
    column(fields.break.reason, { width: 36 }),
    column(fields.break.note, { width: 36 }),
    column(texts.bookOutcome, { width: 14 }),
    column(texts.bookResult, { width: 14 }),
    column(texts.bookProblem, { width: 60 }),
  ]
  async function* rows(): AsyncGenerator<SheetRow> {
    const stored = await runtime.db.selectFrom('reconciliation.workbook_row').selectAll().where('workbook_id', '=', uploadId).orderBy('row').execute()
    for (const one of stored)
      yield [
        String(one.row),
        one.break_id,
        one.reference,
        one.difference,
        one.resolution === null ? '' : enums.resolution[one.resolution as Resolution],
        one.reason,
        one.note,
        enums.rowOutcome[one.outcome as keyof typeof enums.rowOutcome],
        one.result === null ? '' : enums.rowResult[one.result as keyof typeof enums.rowResult],
        problemIn(one.problem, language) ?? '',
      ]
  }
  return { name: `${texts.bookResult} ${code}.xlsx`, contentType: XLSX_TYPE, stream: xlsxStream({ sheetName: texts.bookResult, columns, rows: rows() }) }
}

/** A stored problem in the language of its reader. */
export const problemIn = (problem: unknown, language: Language): string | null => (problem === null ? null : textIn(problem as Text, language))
