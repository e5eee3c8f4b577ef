import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { UploadedFile } from '#platform/server/files/file.ts'
import { type ReadRow, readWorkbook } from '#platform/server/import/read.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { ITEMS_MAX } from '../../contract/requests.ts'
import { isFilled, textOfCell } from '../reading/cells.ts'
import { csvRows } from '../reading/csv.ts'
import type { RawRow } from '../reading/raw-row.ts'
import { sheetKind } from '../reading/sheet.ts'

/** The titles of a file and what stands under them; blank rows are left out. */
export interface FileRows {
  header: string[]
  rows: ReadRow[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * The rows of a file of transactions, ITEMS_MAX of them at most. `fits` says whether titles are the ones that are looked for: by them the
 * delimiter of a text is found. Throws IMP-*, RCQ-016, and RCR-* for a text that cannot be read.
 */
export async function fileRows({ name, content }: UploadedFile, fits: (header: readonly string[]) => boolean): Promise<FileRows> {
  const ending = /\.(xlsx|xls|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined) throw new AppError(requestErrors.fileType)
  if (ending !== 'csv') return await sheetOf(name, content)
  const format = sheetKind(content.subarray(0, 512))
  if (format === 'html') throw new AppError(requestErrors.fileType)
  if (format) throw new AppError(importErrors.otherFormat, { ending, format })
  return await textOf(content, fits)
}

const tooManyRows = () => new AppError(importErrors.tooManyRows, { max: ITEMS_MAX })

async function sheetOf(name: string, content: Buffer): Promise<FileRows> {
  const found: FileRows = { header: [], rows: [] }
  try {
    for await (const part of readWorkbook(name, content)) {
      if (Array.isArray(part)) found.rows.push(...part)
      else found.header = part.header
      if (found.rows.length > ITEMS_MAX) throw tooManyRows()
    }
  } catch (error) {
    // The reader does not know that a text would do as well.
    throw error instanceof AppError && error.definition === importErrors.notSpreadsheet ? new AppError(requestErrors.fileType) : error
  }
  return found
}

/** A text in a folder of its own while it is read: the reader takes paths, because statements are large. */
async function textOf(content: Buffer, fits: (header: readonly string[]) => boolean): Promise<FileRows> {
  const folder = await mkdtemp(join(tmpdir(), 'request-'))
  try {
    const path = join(folder, 'items.csv')
    await writeFile(path, content)
    let first: FileRows | undefined
    for (const delimiter of DELIMITERS) {
      const found = await recordsOf(path, delimiter)
      if (fits(found.header)) return found
      first ??= found
    }
    return first as FileRows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordsOf(path: string, delimiter: string): Promise<FileRows> {
  let header: RawRow | undefined
  const rows: ReadRow[] = []
  for await (const batch of csvRows(path, 'AUTO', delimiter)) {
    for (const raw of batch) {
      if (!raw.cells.some(isFilled)) continue
      if (!header) header = raw
      else if (rows.push([raw.row, ...raw.cells.map(textOfCell)]) > ITEMS_MAX) throw tooManyRows()
    }
  }
  if (!header || rows.length === 0) throw new AppError(importErrors.empty)
  return { header: header.cells.map(textOfCell), rows }
}
