import type { StatementFormat } from '../../contract/format.ts'
import { textOfCell } from './cells.ts'
import type { RawRow } from './raw-row.ts'
import { faultIn, type ReadOptions, readStatement, rowsOf } from './read.ts'
import { TableReader } from './table.ts'
import { Tally } from './tally.ts'
import { type Fault, type ReadRow, RULE, shown } from './verdict.ts'

/** Rows that are shown from the header on, and at most so many of those above it. */
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
  /** Of the whole file, as its import counts them. */
  counts: Record<ReadRow['verdict'], number>
  /** The first rows of the file as they stand, to choose a header and columns from. */
  raw: { row: number; cells: string[] }[]
  /** Why the file is refused, as far as its rows show one by one. */
  fault?: Fault
}

/** The first rows of a file as they will be read, each with its verdict. */
export async function preview(path: string, format: StatementFormat, options: ReadOptions = {}): Promise<Preview> {
  if (format.kind === 'MT940' || format.kind === 'CAMT053') return previewMessages(path, format, options)
  const found = nothing()
  try {
    const table = new TableReader(format, new Tally(() => undefined), options.account)
    let ahead = true
    for await (const rows of rowsOf(path, format)) {
      for (const raw of rows) {
        const read = table.take(raw)
        if (read) found.counts[read.verdict]++
        if (ahead) ahead = show(raw, read, found)
      }
    }
    found.titles = table.header.titles
    if (table.header.row !== undefined) found.headerRow = table.header.row
    if (!table.begun) found.fault = table.noHeader()
  } catch (error) {
    found.fault = faultIn(error)
  }
  return found
}

const nothing = (): Preview => ({ titles: [], rows: [], counts: { ACCEPTED: 0, IGNORED: 0, REJECTED: 0 }, raw: [] })

const isAbove = (read: ReadRow) => read.verdict === 'IGNORED' && read.rule === RULE.above

/** False once enough was shown. */
function show(raw: RawRow, read: ReadRow | undefined, found: Preview): boolean {
  const cells = raw.cells.map((cell) => shown(textOfCell(cell)))
  if (found.raw.length < ROWS && cells.some(Boolean)) found.raw.push({ row: raw.row, cells })
  const above = found.rows.filter((one) => isAbove(one.read)).length
  if (read && !(isAbove(read) && above >= ROWS)) found.rows.push({ read, cells })
  return found.rows.length - above < ROWS
}

async function previewMessages(path: string, format: StatementFormat, options: ReadOptions): Promise<Preview> {
  const found = nothing()
  const take = (rows: ReadRow[]) => {
    for (const { verdict } of rows) found.counts[verdict]++
    found.rows.push(...rows.slice(0, ROWS - found.rows.length).map((read) => ({ read, cells: [] })))
  }
  const { fault } = await readStatement(path, format, take, options)
  if (fault) found.fault = fault
  return found
}
