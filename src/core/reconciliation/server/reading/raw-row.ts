import type { Cell } from '#platform/server/import/workbook.ts'

/** A row of a file before anything is made of it. */
export interface RawRow {
  row: number
  cells: readonly Cell[]
  /** The cell that goes on behind its closing quotation mark. */
  misplaced?: number
  /** The file ended inside of it. */
  unended?: boolean
}

export function rawRow(row: number, cells: readonly Cell[], misplaced?: number): RawRow {
  return misplaced === undefined ? { row, cells } : { row, cells, misplaced }
}
