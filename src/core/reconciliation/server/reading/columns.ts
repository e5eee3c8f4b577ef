import type { Cell } from '#platform/server/import/workbook.ts'
import type { ColumnPlace, StatementField, TableFormat } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { beginsWith, folded, isFilled, textOfCell, tidy } from './cells.ts'
import type { RawRow } from './raw-row.ts'
import { READING_LIMITS, refuse } from './verdict.ts'

export interface Column {
  /** As people find it in the file: its title, else its place. */
  title: string
  of: (cells: readonly Cell[]) => Cell
}

/** A column of the file for each field that has one. */
export type Columns = Partial<Record<StatementField, Column>>

/** Titles of a header row, folded; '' where there is none. */
const titlesOf = ({ cells }: RawRow): string[] => cells.map((cell) => folded(textOfCell(cell)))

/** Letters as spreadsheet programs count columns: 1 → A, 27 → AA. */
export function letters(place: number): string {
  return place > 26 ? letters(Math.floor((place - 1) / 26)) + letters(((place - 1) % 26) + 1) : String.fromCharCode(64 + place)
}

/** The header that a table begins with, and what its titles say of the columns. */
export class Header {
  readonly #format: TableFormat
  readonly #sought: string[] | undefined
  titles: string[] = []
  row: number | undefined

  constructor(format: TableFormat) {
    this.#format = format
    this.#sought = format.header && 'find' in format.header ? format.header.find.map(folded) : undefined
  }

  /** Columns that have a title, and those between them. */
  get width(): number {
    return this.titles.findLastIndex((title) => title !== '') + 1
  }

  /** True when this row is the header, by its number or its titles. */
  matches(raw: RawRow): boolean {
    const { header } = this.#format
    if (!header) return false
    if ('row' in header) return raw.row === header.row
    return isHeader(titlesOf(raw), this.#sought ?? [])
  }

  /** The columns that the format maps, once the header is known. Refuses titles that are missing or stand there twice. */
  columns(raw: RawRow | undefined): Columns {
    if (raw) {
      this.titles = raw.cells.map((cell) => textOfCell(cell))
      this.row = raw.row
    }
    const missing: string[] = []
    const twice: string[] = []
    const columns: Columns = {}
    for (const { field, by } of this.#format.columns) {
      const column = this.at(by)
      if (typeof column !== 'string') columns[field] = column
      else if ('name' in by) (column === 'MISSING' ? missing : twice).push(by.name)
    }
    const row = this.row ?? 1
    if (missing.length > 0) refuse(fileErrors.columnMissing, { row, columns: missing.join(', ') })
    if (twice.length > 0) refuse(fileErrors.columnTwice, { row, columns: twice.join(', ') })
    return columns
  }

  at(by: ColumnPlace): Column | 'MISSING' | 'TWICE' {
    if ('start' in by) {
      const { start, width } = by
      return { title: `${start}–${start + width - 1}`, of: (cells) => sliceOf(cells, start - 1, width) }
    }
    const index = 'place' in by ? by.place - 1 : indexOf(this.titles.map(folded), folded(by.name))
    if (typeof index === 'string') return index
    const title = 'name' in by ? (this.titles[index] ?? by.name) : this.titles[index] || letters(by.place)
    return { title, of: (cells) => cells[index] ?? null }
  }

  /** What is sought, for the refusal. */
  get wanted(): string {
    const { header } = this.#format
    return header && 'find' in header ? header.find.join(', ') : String(header && 'row' in header ? header.row : 1)
  }

  /** True for a row that repeats the titles. */
  repeats(raw: RawRow): boolean {
    if (this.titles.length === 0 || raw.cells.length < this.titles.length) return false
    return this.titles.every((title, at) => title === '' || title === textOfCell(raw.cells[at]))
  }
}

function sliceOf(cells: readonly Cell[], from: number, width: number): Cell {
  const [line] = cells
  return typeof line === 'string' ? line.slice(from, from + width) : null
}

/** The exact title, else the only one that begins so. */
function indexOf(titles: readonly string[], sought: string): number | 'MISSING' | 'TWICE' {
  for (const fits of [(title: string) => title === sought, (title: string) => beginsWith(title, sought)]) {
    const found = titles.flatMap((title, at) => (fits(title) ? [at] : []))
    if (found.length > 1) return 'TWICE'
    if (found[0] !== undefined) return found[0]
  }
  return 'MISSING'
}

/** True for titles among which each of the sought ones is. */
export function isHeader(titles: readonly string[], sought: readonly string[]): boolean {
  return sought.every((text) => titles.some((title) => title === text || beginsWith(title, text)))
}

/** The first filled cell and what stands in those behind it. */
export function headOf(cells: readonly Cell[]): { text: string; rest: readonly Cell[] } | undefined {
  for (let at = 0; at < cells.length; at++) {
    if (isFilled(cells[at])) return { text: textOfCell(cells[at]), rest: cells.slice(at + 1) }
  }
  return undefined
}

/** Place of the last filled cell beyond a width; undefined where there is none. */
export function filledBeyond(cells: readonly Cell[], width: number): number | undefined {
  for (let at = width; at < cells.length; at++) if (isFilled(cells[at])) return at
  return undefined
}

/** What stands behind words in a cell ('Số tài khoản: 0011'), or in the filled cells after it. */
export function valuesBehind(text: string, words: string, rest: readonly Cell[]): Cell[] {
  const colon = text.indexOf(':')
  const own = colon >= 0 ? text.slice(colon + 1) : text.split(/\s+/).slice(words.split(' ').length).join(' ')
  return [...(tidy(own) === '' ? [] : [tidy(own)]), ...rest.filter(isFilled)]
}

/** Refuses a row that is wider than any statement. */
export function requireWidth({ row, cells }: RawRow): void {
  if (cells.length > READING_LIMITS.columns) refuse(fileErrors.tooManyColumns, { row, max: READING_LIMITS.columns })
}
