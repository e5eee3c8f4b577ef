import * as XLSX from '@e965/xlsx'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Envelope } from '#kernel/envelope.ts'

/** Cells of a sheet, row by row. A cell object ({t, v, z, f}) is kept as it is. */
export type Aoa = (string | number | boolean | null | XLSX.CellObject)[][]

/** A workbook with one sheet in either format. */
export function workbook(rows: Aoa, format: 'xlsx' | 'xls' = 'xlsx', change?: (sheet: XLSX.WorkSheet, book: XLSX.WorkBook) => void): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Dữ liệu')
  change?.(sheet, book)
  return XLSX.write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : 'xlsx', compression: true }) as Buffer
}

/** The rows of the first sheet as texts, as a spreadsheet program shows them. */
export function sheetRows(content: Buffer): string[][] {
  const book = XLSX.read(content, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }) : []
}

/** Sends a file to an upload the way a browser does. */
export async function sendUpload<Data = { id: string; version: number }>(
  app: FastifyInstance,
  path: string,
  file: { name: string; content: Buffer },
  headers: Record<string, string>,
  fields: Record<string, string> = {},
): Promise<Envelope<Data> & { status: number }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file.content)]), file.name)
  const response = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload: form as unknown as NonNullable<InjectOptions['payload']> })
  return { ...(response.json() as Envelope<Data>), status: response.statusCode }
}
