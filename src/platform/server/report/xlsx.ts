import type { Readable } from 'node:stream'
import { fill, LOCALES } from '#kernel/language.ts'
import { arranged } from '#kernel/report.ts'
import { openCursor } from '../list/cursor.ts'
import type { Report, Runtime, ServerModule } from '../module.ts'
import { cellKind, type SheetColumn, type SheetLine, type SheetRow } from '../spreadsheet/sheet.ts'
import { xlsxStream } from '../spreadsheet/xlsx.ts'
import { inWords, placeOf } from './document.ts'
import { beginRun, STATEMENT_TIMEOUT_MS, type Taking } from './kept-run.ts'
import { layoutOf, type ReportColumn } from './layout.ts'
import type { ReportReader } from './report.ts'
import { fieldsOf, rowsOf } from './run.ts'
import { type DbLine, DETAIL, linesStatement, TOTAL } from './sql.ts'
import { reportTexts } from './texts.ts'

type Fields = Record<string, unknown>

/** Characters, fewer than in the file of a list: a report has many columns and goes on paper; headings take a second line. */
const WIDTHS: Partial<Record<ReportColumn['kind'], number>> = { money: 17, price: 15, count: 9, date: 12, timestamp: 19, code: 16, note: 34 }
const TEXT_WIDTH = 20

/**
 * A report as .xlsx, streamed: title, conditions and reader above, rows with their subtotals, grand total, words and signatures below.
 * Ending the stream ends the query, and so does `signal`.
 */
export async function reportXlsx(
  { db, pool }: Pick<Runtime, 'db' | 'pool'>,
  declared: Report,
  filter: Fields,
  reader: ReportReader,
  modules: readonly ServerModule[],
  taking: Taking,
  signal?: AbortSignal,
): Promise<Readable> {
  const contract = arranged(declared.contract, filter)
  const report = { ...declared, contract }
  const { language } = reader
  const run = await beginRun(db, report, filter, reader)
  const layout = await layoutOf(report, filter, reader, modules, run.code)
  const cursor = await openCursor<DbLine>(pool, linesStatement(db, contract, rowsOf(report, filter, reader)), STATEMENT_TIMEOUT_MS, {
    scopeSql: reader.scope.sql,
    signal,
  })
  const toFields = fieldsOf(contract)
  const texts = reportTexts[language]
  const foot: SheetRow[] = []
  const rows = async function* (): AsyncGenerator<SheetLine> {
    let number = 0
    for await (const line of cursor.rows) {
      const row = toFields(line)
      run.add(line)
      const cells = layout.columns.map((column) => cellOf(column, row[column.field]))
      if (line._level === DETAIL) yield { cells: [String(++number), ...cells], bold: false, depth: contract.groups.length }
      else if (line._level === TOTAL) {
        // A file ends with its total only where its run is kept.
        const { rows: count, hash } = await run.keep(taking)
        foot.push(
          [fill(texts.rows, { n: count.toLocaleString(LOCALES[language]) })],
          [`SHA-256: ${hash}`],
          [inWords(report, row, language)],
          [],
          ...signatures(layout.columns, reader),
        )
        yield { cells: [texts.total, ...cells], bold: true, depth: 0 }
      } else yield { cells: [layout.groupName(line._level, row), ...keepTotals(layout.columns, cells)], bold: true, depth: line._level - 1 }
    }
  }
  const columns: SheetColumn[] = [
    { header: texts.number, kind: 'integer', width: 7 },
    ...layout.columns.map(({ header, kind }) => ({ header, kind: cellKind(kind), width: WIDTHS[kind] ?? TEXT_WIDTH })),
  ]
  const stream = xlsxStream({ sheetName: layout.title, head: [layout.title, ...layout.head, layout.taken], columns, rows: rows(), foot })
  stream.once('close', () => cursor.close())
  return stream
}

function cellOf({ words }: ReportColumn, value: unknown): string | boolean | null {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
  return words[String(value)] ?? String(value)
}

/** A group's line names its group in the first cell; beside it stand sums only. */
function keepTotals(columns: readonly ReportColumn[], cells: SheetRow): (string | boolean | null)[] {
  return cells.map((cell, at) => (columns[at]?.total ? cell : null))
}

/** The signatures side by side, spread over the columns. */
function signatures(columns: readonly ReportColumn[], reader: ReportReader): SheetRow[] {
  const { signatures: people } = reportTexts[reader.language]
  const width = columns.length + 1
  const place = (at: number) => Math.floor((at * width) / people.length) + 1
  const spread = (texts: readonly string[]): SheetRow => {
    const row: (string | null)[] = Array.from({ length: width }, () => null)
    texts.forEach((text, at) => {
      row[Math.min(place(at), width - 1)] = text
    })
    return row
  }
  return [
    spread(people.map((_person, at) => (at === people.length - 1 ? placeOf(reader) : ''))),
    spread(people.map(({ role }) => role)),
    spread(people.map(({ hint }) => hint)),
  ]
}
