import type { FieldKind } from '#kernel/primitives.ts'

/** What a column holds: decides how a cell is written, formatted and aligned. */
export type CellKind = 'text' | 'integer' | 'money' | 'date' | 'timestamp' | 'bool'

const CELLS: Partial<Record<FieldKind, CellKind>> = { money: 'money', price: 'money', count: 'integer', date: 'date', timestamp: 'timestamp', flag: 'bool' }
/** How a field of a contract stands in a cell. */
export const cellKind = (kind: FieldKind): CellKind => CELLS[kind] ?? 'text'

export interface SheetColumn {
  header: string
  kind: CellKind
  /** Width in characters; by kind and header when left out. */
  width?: number
  /** For the program alone, as what tells a row again when the file comes back. */
  hidden?: boolean
  /** People fill it in, with one of these words where some are named; in a protected sheet nothing else can be changed. */
  open?: { words?: readonly string[] }
}

/** One value a column, all as text: money and integers as decimal strings, dates 'YYYY-MM-DD', timestamps ISO 8601 with offset. */
export type SheetRow = readonly (string | null | boolean)[]

/** A row that stands out: a group's subtotals in bold, or a row inside of groups, which a spreadsheet program can fold away. */
export interface SheetLine {
  cells: SheetRow
  bold: boolean
  /** How many groups it is in; 0 for none. */
  depth: number
}

export interface SheetOptions {
  columns: readonly SheetColumn[]
  rows: AsyncIterable<SheetRow | SheetLine>
  /** A last, bold row; a text in a number column stays text. */
  totals?: SheetRow
}

/** Text that a spreadsheet would take for a formula when the file is opened as csv, or saved as csv and opened again. */
export function looksLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d: // =
    case 0x2b: // +
    case 0x2d: // -
    case 0x40: // @
    case 0x09:
    case 0x0a:
    case 0x0d:
    case 0xff1d: // the same signs in full width
    case 0xff0b:
    case 0xff0d:
    case 0xff20:
      return true
    default:
      return false
  }
}

/** True for a plain decimal number: what may stand in a number cell as it is. (A loop: it runs for every cell, and is twice as fast as a pattern.) */
export function isPlainNumber(text: string): boolean {
  let at = text.charCodeAt(0) === 0x2d ? 1 : 0
  let digits = 0
  let dots = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (code === 0x2e && digits > 0 && dots === 0) {
      dots = 1
      digits = 0
    } else return false
  }
  return digits > 0
}

/** The instant as text that begins 'YYYY-MM-DD?HH:mm:ss' in local time (UTC+7), from an ISO timestamp; undefined for anything else. */
export function localTimestamp(iso: string): string | undefined {
  // The wire carries the local offset already; then the digits are the local time as they stand.
  if (iso.length >= 25 && iso.charCodeAt(10) === 0x54 && iso.endsWith('+07:00')) return iso
  const at = Date.parse(iso)
  return Number.isNaN(at) ? undefined : new Date(at + 7 * 3_600_000).toISOString()
}
