import { type CellKind, isPlainNumber, localTimestamp, looksLikeFormula, type SheetRow } from './sheet.ts'
import { type ByteSink, MOST_PER_CHARACTER } from './sink.ts'

/** Places in cellXfs of STYLES_XML. */
const STYLE = { header: 1, text: 2, literal: 3, integer: 4, money: 5, date: 6, timestamp: 7, bool: 8 } as const
/** The style of an ordinary cell of a kind. */
export function styleOf(kind: CellKind): number {
  return STYLE[kind]
}

/** Of a text that may be changed in a sheet that is protected: stands behind the bold twins. */
const OPEN = 16

/** Every style from `text` on has a bold twin for the totals row, this much further on. */
const BOLD = 7

const xf = (format: number, font: number, more = '') =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}${more}/>`
const cellStyles = (font: number) =>
  [xf(49, font), xf(49, font, ' quotePrefix="1"'), xf(3, font), xf(4, font), xf(164, font), xf(165, font), xf(0, font)].join('')

/** Fonts, number formats and the styles cells refer to. Format 49 is text, 3 is #,##0 and 4 is #,##0.00. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDF0F5"/><bgColor indexed="64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF8E1"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="17"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1" quotePrefix="1"><alignment vertical="center" wrapText="1"/></xf>${cellStyles(0)}${cellStyles(1)}<xf numFmtId="49" fontId="0" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyProtection="1"><protection locked="0"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Excel refuses a whole file for one longer text. */
const MAX_TEXT = 32_767

/** Writes a column's cells. A value that is not of the column's kind is written as text, never dropped. */
export type CellWriter = (sink: ByteSink, value: string | null | boolean | undefined) => void

const EMPTY = Buffer.from('<c/>')
const TEXT_END = Buffer.from('</t></is></c>')
const VALUE_END = Buffer.from('</v></c>')
/** More than any beginning and end of a cell together. */
const FRAME = 96

const textStart = (style: number, more = '') => Buffer.from(`<c s="${style}" t="inlineStr"><is><t${more}>`)
const valueStart = (style: number, more = '') => Buffer.from(`<c s="${style}"${more}><v>`)
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x09

/**
 * A text cell. The type inlineStr is never read as a formula; text that looks like one also gets the quote prefix, so that it survives
 * a saving as csv.
 */
function textWriter(bold: number): CellWriter {
  const plain = textStart(STYLE.text + bold)
  const spaced = textStart(STYLE.text + bold, ' xml:space="preserve"')
  const literal = textStart(STYLE.literal + bold, ' xml:space="preserve"')
  const truth = valueStart(STYLE.bool + bold, ' t="b"')
  return (sink, value) => {
    if (typeof value === 'string' && value !== '') {
      const text = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value
      sink.reserve(FRAME + MOST_PER_CHARACTER * text.length)
      if (looksLikeFormula(text)) sink.constant(literal)
      else sink.constant(isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1)) ? spaced : plain)
      sink.xml(text)
      sink.constant(TEXT_END)
      return
    }
    sink.reserve(FRAME)
    if (typeof value !== 'boolean') return sink.constant(EMPTY)
    sink.constant(truth)
    sink.ascii(value ? '1' : '0')
    sink.constant(VALUE_END)
  }
}

/** True when a spreadsheet's number (15 significant digits) holds the whole of it. */
function fitsNumber(text: string): boolean {
  if (!isPlainNumber(text)) return false
  if (text.length <= 15) return true
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return trimmed.replace('.', '').replace(/^-?0*/, '').length <= 15
}

/** The decimal string goes into the file as it is: no JavaScript number in between. What a spreadsheet would round stays text. */
const numberWriter =
  (style: number, withFraction = style) =>
  (bold: number): CellWriter => {
    const whole = valueStart(style + bold)
    const parted = valueStart(withFraction + bold)
    const text = textWriter(bold)
    return (sink, value) => {
      if (typeof value !== 'string' || !fitsNumber(value)) return text(sink, value)
      sink.reserve(FRAME + value.length)
      sink.constant(withFraction !== style && value.includes('.') ? parted : whole)
      sink.ascii(value)
      sink.constant(VALUE_END)
    }
  }

/** The decimal number of `length` digits at a place; negative when one of them is no digit. (No slices: this runs for every cell.) */
function digits(text: string, at: number, length: number): number {
  let value = 0
  for (let end = at + length; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (!(digit >= 0 && digit <= 9)) return -1_000_000
    value = (value * 10 + digit) | 0
  }
  return value
}

const DAY_MS = 86_400_000
const SERIAL_ZERO = Date.UTC(1899, 11, 30)
const DASH = 0x2d
/** Serial numbers of the days seen, by their digits as one number: days repeat. */
const serials = new Map<number, number>()

/**
 * Days since the spreadsheet's day zero of the 'YYYY-MM-DD' that begins the text; 0 for what is no day or lies before 1 March 1900,
 * where its calendar is wrong.
 */
function daySerial(text: string): number {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return 0
  const key = digits(text, 0, 4) * 10_000 + digits(text, 5, 2) * 100 + digits(text, 8, 2)
  if (key < 0) return 0
  let serial = serials.get(key)
  if (serial === undefined) {
    const day = text.slice(0, 10)
    const at = Date.parse(`${day}T00:00:00Z`)
    // JavaScript takes 30 February for 2 March.
    const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
    serial = exists ? Math.max((at - SERIAL_ZERO) / DAY_MS, 0) : 0
    if (serial < 61) serial = 0
    if (serials.size > 50_000) serials.clear()
    serials.set(key, serial)
  }
  return serial
}

function dateWriter(bold: number): CellWriter {
  const start = valueStart(STYLE.date + bold)
  const text = textWriter(bold)
  return (sink, value) => {
    const serial = typeof value === 'string' && value.length === 10 ? daySerial(value) : 0
    if (serial === 0) return text(sink, value)
    sink.reserve(FRAME)
    sink.constant(start)
    sink.integer(serial)
    sink.constant(VALUE_END)
  }
}

/** Every second of a day as its fraction, '.354166667' for half past eight; filled as they come. */
const fractions: string[] = []

function fractionOf(seconds: number): string {
  fractions[seconds] ??= (seconds / 86_400).toFixed(9).slice(1)
  return fractions[seconds] as string
}

function timestampWriter(bold: number): CellWriter {
  const start = valueStart(STYLE.timestamp + bold)
  const text = textWriter(bold)
  return (sink, value) => {
    const local = typeof value === 'string' ? localTimestamp(value) : undefined
    const serial = local ? daySerial(local) : 0
    const seconds = local ? digits(local, 11, 2) * 3600 + digits(local, 14, 2) * 60 + digits(local, 17, 2) : -1
    if (serial === 0 || seconds < 0 || seconds >= 86_400) return text(sink, value)
    sink.reserve(FRAME)
    sink.constant(start)
    sink.integer(serial)
    sink.ascii(fractionOf(seconds))
    sink.constant(VALUE_END)
  }
}

const writers: Record<CellKind, (bold: number) => CellWriter> = {
  text: textWriter,
  // Per cents are counts with decimals, which a whole-number format would round away.
  integer: numberWriter(STYLE.integer, STYLE.money),
  money: numberWriter(STYLE.money),
  date: dateWriter,
  timestamp: timestampWriter,
  bool: textWriter,
}

const OPEN_EMPTY = Buffer.from(`<c s="${OPEN}"/>`)

/** Cells of a column that people fill in, in a sheet that is protected otherwise. */
export function openCellWriter(): CellWriter {
  const start = textStart(OPEN, ' xml:space="preserve"')
  return (sink, value) => {
    const text = typeof value === 'string' ? value.slice(0, MAX_TEXT) : ''
    sink.reserve(FRAME + MOST_PER_CHARACTER * text.length)
    if (text === '') return sink.constant(OPEN_EMPTY)
    sink.constant(start)
    sink.xml(text)
    sink.constant(TEXT_END)
  }
}

export function cellWriter(kind: CellKind, bold = false): CellWriter {
  return writers[kind](bold ? BOLD : 0)
}

export function writeHeaderCell(sink: ByteSink, text: string): void {
  sink.reserve(FRAME + MOST_PER_CHARACTER * text.length)
  sink.constant(textStart(STYLE.header, ' xml:space="preserve"'))
  sink.xml(text.slice(0, MAX_TEXT))
  sink.constant(TEXT_END)
}

const ROW_START = Buffer.from('<row>')
const ROW_END = Buffer.from('</row>')

/** Rows inside of groups can be folded away; a spreadsheet knows seven levels. */
const DEEP_ROW_START = Array.from({ length: 8 }, (_, depth) => Buffer.from(`<row outlineLevel="${depth}">`))

export function writeRow(sink: ByteSink, cells: readonly CellWriter[], row: SheetRow, depth = 0): void {
  sink.reserve(FRAME)
  sink.constant(depth > 0 ? (DEEP_ROW_START[Math.min(depth, 7)] as Buffer) : ROW_START)
  for (let at = 0; at < cells.length; at++) (cells[at] as CellWriter)(sink, row[at])
  sink.reserve(FRAME)
  sink.constant(ROW_END)
}
