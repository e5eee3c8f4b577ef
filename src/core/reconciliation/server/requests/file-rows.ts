import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { UploadedFile } from '#platform/server/files/file.ts'
import { type ReadRow, readWorkbook } from '#platform/server/import/read.ts'
import { DELIMITERS } from '../../contract/format.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { ITEMS_MAX } from '../../contract/requests.ts'
import { isFilled, textOfCell } from '../reading/cells.ts'
import { csvRows } from '../reading/csv.ts'
import type { RawRow } from '../reading/raw-row.ts'
import { sheetKind } from '../reading/sheet.ts'

/** What is looked for in a file. */
export interface Wanted {
  /** Whether titles are the ones that are looked for: by them the delimiter of a text is found. */
  fits: (header: readonly string[]) => boolean
  /** Which rows below these titles somebody has filled in; no others count. */
  filled: (header: readonly string[]) => (row: ReadRow) => boolean
}

/** A row of a text whose cells do not stand where they should, with the cell that shows it; the whole row where that is none. */
export interface BrokenRow {
  number: number
  at: number | undefined
  value: string
  error: AppError
}

/** The titles of a file and what stands under them; blank rows are left out. */
export interface FileRows {
  header: string[]
  rows: ReadRow[]
  broken: BrokenRow[]
  /** Of a text. */
  delimiter?: string
}

/** Bytes in which a page shows itself. */
const PAGE_WITHIN = 4_096

/**
 * The rows of a file of transactions, ITEMS_MAX of them at most; none of a text in which no delimiter finds the titles. Throws IMP-*, RCQ-016,
 * RCQ-022, what `filled` throws, and RCR-* for a text that cannot be read.
 */
export async function fileRows({ name, content }: UploadedFile, wanted: Wanted): Promise<FileRows> {
  const ending = /\.(xlsx|xls|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined) throw new AppError(requestErrors.fileType)
  const format = sheetKind(content.subarray(0, PAGE_WITHIN))
  if (format === 'html') throw new AppError(requestErrors.webPage, { ending })
  if (ending !== 'csv') return await sheetOf(name, content, wanted)
  if (format) throw new AppError(importErrors.otherFormat, { ending, format })
  return await textOf(content, wanted)
}

const tooManyRows = () => new AppError(importErrors.tooManyRows, { max: ITEMS_MAX })

async function sheetOf(name: string, content: Buffer, { filled }: Wanted): Promise<FileRows> {
  const found: FileRows = { header: [], rows: [], broken: [] }
  let counts = (_row: ReadRow) => true
  try {
    for await (const part of readWorkbook(name, content)) {
      if (Array.isArray(part)) found.rows.push(...part.filter(counts))
      else {
        found.header = part.header
        counts = filled(part.header)
      }
      if (found.rows.length > ITEMS_MAX) throw tooManyRows()
    }
  } catch (error) {
    // The reader does not know that a text would do as well.
    throw error instanceof AppError && error.definition === importErrors.notSpreadsheet ? new AppError(requestErrors.fileType) : error
  }
  return found
}

/** A text in a folder of its own while it is read: the reader takes paths, because statements are large. */
async function textOf(content: Buffer, wanted: Wanted): Promise<FileRows> {
  const folder = await mkdtemp(join(tmpdir(), 'request-'))
  try {
    const path = join(folder, 'items.csv')
    await writeFile(path, content)
    let first: FileRows | undefined
    for (const delimiter of DELIMITERS) {
      const found = await recordsOf(path, delimiter, wanted)
      if (wanted.fits(found.header)) return found
      first ??= found
    }
    return first as FileRows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordsOf(path: string, delimiter: string, { fits, filled }: Wanted): Promise<FileRows> {
  const found: FileRows = { header: [], rows: [], broken: [], delimiter }
  let counts: ((row: ReadRow) => boolean) | undefined
  for await (const batch of csvRows(path, 'AUTO', delimiter)) {
    for (const raw of batch) {
      if (!raw.cells.some(isFilled)) continue
      if (!counts) {
        found.header = raw.cells.map(textOfCell)
        if (!fits(found.header)) return found
        counts = filled(found.header)
        continue
      }
      const row: ReadRow = [raw.row, ...raw.cells.map(textOfCell)]
      const broken = brokenIn(raw, found.header, delimiter)
      if (broken) found.broken.push(broken)
      else if (counts(row)) found.rows.push(row)
      if (found.rows.length + found.broken.length > ITEMS_MAX) throw tooManyRows()
    }
  }
  if (!counts) throw new AppError(importErrors.empty)
  return found
}

/** A cell that its quotation marks do not hold, or cells behind the last title: commas in amounts make more cells of one. */
function brokenIn({ row, cells, misplaced }: RawRow, header: readonly string[], delimiter: string): BrokenRow | undefined {
  if (misplaced !== undefined) return { number: row, at: misplaced, value: textOfCell(cells[misplaced]), error: new AppError(requestErrors.behindQuote) }
  const width = header.findLastIndex((title) => title !== '') + 1
  if (!cells.slice(width).some(isFilled)) return undefined
  return { number: row, at: undefined, value: cells.map(textOfCell).join(delimiter), error: new AppError(requestErrors.moreCells) }
}
