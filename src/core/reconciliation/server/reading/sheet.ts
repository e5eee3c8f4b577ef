import { readFile, stat } from 'node:fs/promises'
import * as XLSX from '@e965/xlsx'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { formatOf, unpack } from '#platform/server/import/archive.ts'
import { cellOf } from '#platform/server/import/workbook.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { folded } from './cells.ts'
import { htmlRows } from './html.ts'
import type { RawRow } from './raw-row.ts'
import { sampleOf } from './text-source.ts'
import { READING_LIMITS, refuse } from './verdict.ts'
import { Workbook } from './workbook-xml.ts'

export type SheetKind = 'xlsx' | 'xls' | 'html'

/** What the first bytes show. Banks save pages as .xls. */
export function sheetKind(sample: Buffer): SheetKind | undefined {
  if (sample.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  if (sample.subarray(0, 4).toString('hex') === 'd0cf11e0') return 'xls'
  const text = sample.includes(0) ? sample.toString('utf16le') : sample.toString('latin1')
  return /<(html|table|!doctype html)[\s>]/i.test(text) ? 'html' : undefined
}

/** The rows of a sheet: of the first one, where none is named. */
export async function* sheetRows(path: string, name: string | undefined): AsyncGenerator<RawRow[]> {
  const sample = await sampleOf(path)
  if (sample.length === 0) refuse(fileErrors.empty)
  const kind = sheetKind(sample)
  if (!kind) refuse(fileErrors.notWorkbook)
  if (kind === 'html') yield* htmlRows(path)
  else if (kind === 'xls') yield* xlsRows(await workbookOf(path), name)
  else yield* xlsxRows(await workbookOf(path), name)
}

async function workbookOf(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > READING_LIMITS.workbookBytes) refuse(fileErrors.sheetTooLarge, { megabytes: READING_LIMITS.workbookBytes / 1_048_576 })
  return readFile(path)
}

async function* xlsxRows(content: Buffer, name: string | undefined): AsyncGenerator<RawRow[]> {
  formatOf('statement.xlsx', content)
  const book = new Workbook(await unpack(content))
  yield* book.rows(pick(book.sheets, name))
}

function pick(sheets: readonly string[], name: string | undefined): number {
  if (sheets.length === 0) refuse(fileErrors.damaged)
  if (name === undefined || name === '') return 0
  const at = sheets.findIndex((sheet) => folded(sheet) === folded(name))
  return at >= 0 ? at : refuse(fileErrors.sheetMissing, { sheet: name })
}

const OPTIONS: XLSX.ParsingOptions = { type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false, bookVBA: false }

async function* xlsRows(content: Buffer, name: string | undefined): AsyncGenerator<RawRow[]> {
  formatOf('statement.xls', content)
  const book = parsed(content)
  const sheet = book.Sheets[book.SheetNames[pick(book.SheetNames, name)] ?? '']
  const rows = ((sheet as { '!data'?: (XLSX.CellObject | undefined)[][] } | undefined)?.['!data'] ?? []) as ((XLSX.CellObject | undefined)[] | undefined)[]
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  for (let from = 0; from < rows.length; from += READING_LIMITS.batch) {
    const some = rows.slice(from, from + READING_LIMITS.batch)
    yield some.map((cells, at) => ({ row: from + at + 1, cells: Array.from(cells ?? [], (cell) => cellOf(cell, date1904)) }))
  }
}

function parsed(content: Buffer): XLSX.WorkBook {
  try {
    return XLSX.read(content, OPTIONS)
  } catch (error) {
    throw new AppError(/password|encrypt/i.test(String(error)) ? importErrors.encrypted : importErrors.damaged)
  }
}
