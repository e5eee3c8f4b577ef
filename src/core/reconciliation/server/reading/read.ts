import { AppError } from '#kernel/errors.ts'
import type { StatementFormat, TableFormat } from '../../contract/format.ts'
import { readCamt053 } from './camt053.ts'
import { csvRows } from './csv.ts'
import { readMt940 } from './mt940.ts'
import type { RawRow } from './raw-row.ts'
import { sheetRows } from './sheet.ts'
import { TableReader } from './table.ts'
import { Tally } from './tally.ts'
import { linesOf } from './text-source.ts'
import { type Fault, type FileVerdict, faultOf, type ReadRow } from './verdict.ts'

export interface ReadOptions {
  /** The account that lines must be of, where the file holds several; a file without it is refused. */
  account?: string
}

/**
 * Reads a statement: each row that is not blank gets one verdict, in batches and in the order of the file; the answer says what the file is as
 * a whole. A file that is refused has a `fault`, whatever batches came before it. Any other exception is one of `onBatch` or of the system.
 */
export async function readStatement(
  path: string,
  format: StatementFormat,
  onBatch: (rows: ReadRow[]) => Promise<void> | void,
  { account }: ReadOptions = {},
): Promise<FileVerdict> {
  const tally = new Tally(onBatch)
  try {
    const verdict = await read(path, format, tally, account)
    await tally.flush()
    return verdict
  } catch (error) {
    const fault = faultIn(error)
    await tally.flush()
    return { ...tally.verdict(), fault }
  }
}

async function read(path: string, format: StatementFormat, tally: Tally, account: string | undefined): Promise<FileVerdict> {
  if (format.kind === 'MT940') return readMt940(path, format, tally, account)
  if (format.kind === 'CAMT053') return readCamt053(path, format, tally, account)
  const table = new TableReader(format, tally, account)
  for await (const rows of rowsOf(path, format)) {
    for (const raw of rows) {
      const row = table.take(raw)
      if (row && tally.add(row)) await tally.flush()
    }
  }
  return table.finish(tally.verdict())
}

/** The rows of a table as they stand in the file. */
export function rowsOf(path: string, format: TableFormat): AsyncIterable<RawRow[]> {
  if (format.kind === 'CSV') return csvRows(path, format.encoding, format.delimiter)
  if (format.kind === 'FIXED') return fixedRows(path, format)
  return sheetRows(path, format.sheet)
}

async function* fixedRows(path: string, format: Extract<TableFormat, { kind: 'FIXED' }>): AsyncGenerator<RawRow[]> {
  for await (const lines of linesOf(path, format.encoding))
    yield lines.map(({ row, text, unended }) => ({ row, cells: [text], ...(unended ? { unended } : {}) }))
}

/** A refusal as it is kept; anything else is thrown on. */
export function faultIn(error: unknown): Fault {
  if (!(error instanceof AppError)) throw error
  return faultOf(error.definition, error.params as Fault['params'])
}
