import * as XLSX from '@e965/xlsx'
import { AppError } from '#kernel/errors.ts'
import { IMPORT_LIMITS, importErrors } from '#kernel/import-errors.ts'
import { type Format, unpack } from './archive.ts'

/**
 * A cell as it was kept: a text in NFC without odd spaces, a number as its decimal digits, a date as Excel keeps it ('YYYY-MM-DD', with the time
 * behind it where there is one), true or false, or the error that a formula ended in. Formulas are their last value.
 */
export type Cell = null | string | boolean | { n: string } | { d: string } | { e: string }

export interface SheetFacts {
  sheet: string
  /** Sheets of the workbook; only the first is read. */
  sheets: number
  /** Titles of the columns; '' where there is none. */
  header: string[]
  rows: number
}

export interface ReadSheet extends SheetFacts {
  /** Row number in the sheet, as the spreadsheet program shows it, and a cell a column. Rows without any content are left out. */
  cells: () => Iterable<[number: number, ...cells: Cell[]]>
}

const OPTIONS: XLSX.ParsingOptions = {
  type: 'buffer',
  dense: true,
  sheets: 0,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  cellStyles: false,
  cellDates: false,
  bookVBA: false,
}

/** Reads the first sheet of a workbook whose format is known. Throws the AppErrors of the import; runs in a process of its own, because a hostile file may take any time and memory. */
export async function readSheet(content: Buffer, format: Format): Promise<ReadSheet> {
  const bytes = format === 'xlsx' ? repacked(await unpack(content)) : content
  const book = parsed(bytes)
  const name = book.SheetNames[0]
  const sheet = name === undefined ? undefined : book.Sheets[name]
  if (name === undefined || !sheet) throw new AppError(importErrors.empty)
  const rows = ((sheet as { '!data'?: (XLSX.CellObject | undefined)[][] })['!data'] ?? []) as (XLSX.CellObject | undefined)[][]
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  const cellsOf = (row: number) => (rows[row] ?? []).map((cell) => cellOf(cell, date1904))
  const filled = [...rows.keys()].filter((row) => rows[row]?.some((cell) => cell !== undefined && !isBlank(cellOf(cell, date1904))))
  const [top, ...below] = filled
  if (top === undefined || below.length === 0) throw new AppError(importErrors.empty)
  if (below.length > IMPORT_LIMITS.rows) throw new AppError(importErrors.tooManyRows, { max: IMPORT_LIMITS.rows })
  if ((sheet['!merges'] ?? []).some((range) => range.s.r <= top && range.e.r >= top && range.s.c < range.e.c)) throw new AppError(importErrors.mergedHeader)
  const titles = cellsOf(top).map(titleOf)
  const width = titles.findLastIndex((title) => title !== '') + 1
  if (width > IMPORT_LIMITS.columns) throw new AppError(importErrors.tooManyColumns, { max: IMPORT_LIMITS.columns })
  return {
    sheet: cleanText(name),
    sheets: book.SheetNames.length,
    header: Array.from({ length: width }, (_none, at) => titles[at] ?? ''),
    rows: below.length,
    cells: function* () {
      for (const row of below) {
        const cells = cellsOf(row)
        yield [row + 1, ...Array.from({ length: width }, (_none, at): Cell => cells[at] ?? null)]
      }
    },
  }
}

function parsed(bytes: Buffer): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, OPTIONS)
  } catch (error) {
    if (error instanceof RangeError) throw new AppError(importErrors.tooHeavy)
    throw new AppError(/password|encrypt/i.test(String(error)) ? importErrors.encrypted : importErrors.damaged)
  }
}

/** The unpacked parts as an archive without compression: what the reader opens is what was counted, whatever else the file held. */
function repacked(parts: Map<string, Buffer>): Buffer {
  const archive = XLSX.CFB.utils.cfb_new()
  for (const [name, content] of parts) XLSX.CFB.utils.cfb_add(archive, `/${name}`, content)
  return XLSX.CFB.write(archive, { fileType: 'zip', type: 'buffer', compression: false }) as unknown as Buffer
}

function isBlank(cell: Cell): boolean {
  return cell === null || cell === ''
}

function titleOf(cell: Cell): string {
  if (cell === null || typeof cell === 'boolean') return ''
  return typeof cell === 'string' ? cell : 'n' in cell ? cell.n : 'd' in cell ? cell.d : ''
}

/** One spelling of a text: composed letters, ordinary spaces, nothing invisible. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
      .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
      .trim()
  )
}

/** What a cell of SheetJS holds. */
export function cellOf(cell: XLSX.CellObject | undefined, date1904: boolean): Cell {
  if (cell?.v === undefined || cell.v === null) return null
  switch (cell.t) {
    case 's':
      return cleanText(String(cell.v))
    case 'b':
      return Boolean(cell.v)
    case 'n':
      return numberOf(Number(cell.v), String(cell.z ?? ''), date1904)
    case 'e':
      return { e: ERRORS[Number(cell.v)] ?? '#ERROR!' }
    default:
      return null
  }
}

const ERRORS: Record<number, string> = { 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A', 43: '#GETTING_DATA' }

function numberOf(value: number, format: string, date1904: boolean): Cell {
  if (!Number.isFinite(value)) return { e: '#NUM!' }
  if (XLSX.SSF.is_date(format)) {
    const date = dateOf(value, date1904)
    if (date) return { d: date }
  }
  const digits = decimal(value)
  // A code that Excel keeps as a number and shows with its leading zeros.
  const zeros = /^0{2,20}$/.test(format) && /^\d+$/.test(digits)
  return { n: zeros ? digits.padStart(format.length, '0') : digits }
}

const two = (part: number) => String(part).padStart(2, '0')

function dateOf(serial: number, date1904: boolean): string | undefined {
  const parts = XLSX.SSF.parse_date_code(serial, { date1904 }) as { y: number; m: number; d: number; H: number; M: number; S: number } | null
  if (!parts || parts.y < 1900) return undefined
  const day = `${parts.y}-${two(parts.m)}-${two(parts.d)}`
  const time = `${two(parts.H)}:${two(parts.M)}:${two(Math.floor(parts.S))}`
  return time === '00:00:00' ? day : `${day}T${time}`
}

/** The digits of a number as a spreadsheet shows them, 15 at most, without an exponent. */
function decimal(value: number): string {
  const short = Number(value.toPrecision(15))
  if (Number.isSafeInteger(short)) return String(short)
  if (Math.abs(short) >= 1e21) return String(short)
  return Number.isInteger(short)
    ? BigInt(short).toString()
    : short.toFixed(Math.min(20, 15 - Math.min(15, Math.floor(Math.log10(Math.abs(short))) + 1))).replace(/\.?0+$/, '')
}
