import type { StatementFormat } from '../../contract/format.ts'
import { textOfCell } from './cells.ts'
import type { RawRow } from './raw-row.ts'
import { faultIn, type ReadOptions, readStatement, rowsOf } from './read.ts'
import { TableReader } from './table.ts'
import { Tally } from './tally.ts'
import { type Fault, type FileVerdict, type ReadRow, RULE, shown } from './verdict.ts'

/** Rows that are shown, and at most so many of those above the header. */
const ROWS = 50

export interface PreviewRow {
  read: ReadRow
  /** As they stand in the file; empty for formats without cells. */
  cells: string[]
}

export interface Preview {
  /** Titles of the columns, once the header was found. */
  titles: string[]
  headerRow?: number
  rows: PreviewRow[]
  /** The first rows of the file as they stand, to choose a header and columns from. */
  raw: { row: number; cells: string[] }[]
  /** Why the file is refused, as far as its first rows show. */
  fault?: Fault
}

/** The first rows of a file as they will be read, each with its verdict. */
export async function preview(path: string, format: StatementFormat, options: ReadOptions = {}): Promise<Preview> {
  if (format.kind === 'MT940' || format.kind === 'CAMT053') return previewMessages(path, format, options)
  const found: Preview = { titles: [], rows: [], raw: [] }
  try {
    const table = new TableReader(format, new Tally(() => undefined), options.account)
    look: for await (const rows of rowsOf(path, format)) {
      for (const raw of rows) if (!show(raw, table, found)) break look
    }
    found.titles = table.header.titles
    if (table.header.row !== undefined) found.headerRow = table.header.row
    if (!table.begun) found.fault = table.noHeader()
  } catch (error) {
    found.fault = faultIn(error)
  }
  return found
}

/** False once enough was shown. */
function show(raw: RawRow, table: TableReader, found: Preview): boolean {
  const cells = raw.cells.map((cell) => shown(textOfCell(cell)))
  if (found.raw.length < ROWS && cells.some(Boolean)) found.raw.push({ row: raw.row, cells })
  const read = table.take(raw)
  if (read && !(read.verdict === 'IGNORED' && read.rule === RULE.above)) found.rows.push({ read, cells })
  return found.rows.length < ROWS
}

class Enough extends Error {}

async function previewMessages(path: string, format: StatementFormat, options: ReadOptions): Promise<Preview> {
  const found: Preview = { titles: [], rows: [], raw: [] }
  let verdict: FileVerdict | undefined
  try {
    const take = (rows: ReadRow[]) => {
      found.rows.push(...rows.slice(0, ROWS - found.rows.length).map((read) => ({ read, cells: [] })))
      if (found.rows.length >= ROWS) throw new Enough()
    }
    verdict = await readStatement(path, format, take, options)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  if (verdict?.fault) found.fault = verdict.fault
  return found
}
