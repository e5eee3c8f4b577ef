import { isDateOnly, isoLocal } from '#kernel/dates.ts'
import { fold } from '#kernel/text.ts'
import { type Cell, cleanText } from '#platform/server/import/workbook.ts'
import { DayPattern, type TableFormat } from '../../contract/format.ts'

/** Characters that a text may hold to be as it should already: what shows, in its composed form. */
const PLAIN = /^[ -~\u00c0-\u024f\u1ea0-\u1eff]*$/

/** One spelling of a text of the file, on one line. */
export function tidy(text: string): string {
  if (text === '') return text
  const clean = PLAIN.test(text) ? text.trim() : cleanText(text).replace(/[\n\t\r]/g, ' ')
  return clean.includes('  ') ? clean.replace(/ {2,}/g, ' ') : clean
}

/** A cell as a text: numbers and days as the spreadsheet keeps them. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return tidy(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return 'n' in cell ? cell.n : 'd' in cell ? cell.d : cell.e
}

export function isFilled(cell: Cell | undefined): boolean {
  if (typeof cell !== 'string') return cell !== null && cell !== undefined
  const first = cell.charCodeAt(0)
  // Most cells begin with what shows; only others are looked through.
  return (first > 0x20 && first < 0x7f) || (cell !== '' && tidy(cell) !== '')
}

/** A title without diacritics, case and spaces around signs: 'Nợ / Debit' and 'NỢ/DEBIT:' are one. */
export function folded(text: string): string {
  return fold(tidy(text))
    .replace(/\s*([/\-()])\s*/g, '$1')
    .replace(/\s*[:*]$/, '')
}

/** True when `text` is `beginning`, or goes on behind it with something other than a letter or digit. Both are folded. */
export function beginsWith(text: string, beginning: string): boolean {
  return text.startsWith(beginning) && !/[a-z0-9]/.test(text.charAt(beginning.length))
}

const MINUS = /^[-\u2212\u2013]/
const MARKS = /^\+|VND|₫|đ(?=$|\s)|\s(?=$)/gi
const MOST_DIGITS = 16
const WHOLE = /^\d{1,16}$/

/** An amount as the format writes it, in hundredths; undefined for anything else. */
export type AmountReader = (cell: Cell) => bigint | undefined

/**
 * Groups of thousands must be whole, decimals two at most but for zeros, and no other sign may stand in between: what is written otherwise is not guessed
 * at. Three digits behind the decimal mark are a group of thousands in another notation, zeros or not: 150.000 is never 150.
 */
export function amountReader({ decimal, thousands }: Pick<TableFormat, 'decimal' | 'thousands'>): AmountReader {
  const point = `\\${decimal}`
  const group = thousands === 'NONE' ? undefined : thousands === ' ' ? ' ' : `\\${thousands}`
  const whole = group ? `\\d{1,3}(?:${group}\\d{3})+|\\d+` : '\\d+'
  const pattern = new RegExp(`^(${whole})(?:${point}(?!\\d{3}$)(\\d{0,2})0*)?$`)
  const groups = group ? new RegExp(group, 'g') : undefined
  return (cell) => {
    if (typeof cell === 'object' && cell !== null) return 'n' in cell ? plainNumber(cell.n) : undefined
    if (typeof cell !== 'string') return undefined
    if (WHOLE.test(cell)) return BigInt(`${cell}00`)
    let text = tidy(cell).replace(MARKS, '').trim()
    let negative = false
    if (MINUS.test(text) || text.endsWith('-')) {
      negative = true
      text = text.replace(MINUS, '').replace(/-$/, '').trim()
    } else if (text.startsWith('(') && text.endsWith(')')) {
      negative = true
      text = text.slice(1, -1)
    }
    const [, digits, part = ''] = pattern.exec(text) ?? []
    return digits === undefined ? undefined : hundredths(groups ? digits.replace(groups, '') : digits, part, negative)
  }
}

function plainNumber(text: string): bigint | undefined {
  const [, minus, digits = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return digits === '' ? undefined : hundredths(digits, part, minus === '-')
}

/** Digits before and behind the decimal mark as hundredths; undefined for more than any amount has. */
export function hundredths(digits: string, part: string, negative: boolean): bigint | undefined {
  if (digits.length > MOST_DIGITS && digits.replace(/^0+/, '').length > MOST_DIGITS) return undefined
  const value = BigInt(digits + part.padEnd(2, '0'))
  return negative ? -value : value
}

export interface ReadDay {
  day: string
  at?: string
  /** What stands behind the day, and is no time. */
  rest: string
}

interface Pattern {
  pattern: RegExp
  order: 'DMY' | 'MDY' | 'YMD'
}

const REST = '(?:[T\\s]\\s*(\\S.*))?$'
const spread = (sign: string): Record<'DMY' | 'MDY' | 'YMD', RegExp> => ({
  DMY: new RegExp(`^(\\d{1,2})${sign}(\\d{1,2})${sign}(\\d{4})${REST}`),
  MDY: new RegExp(`^(\\d{1,2})${sign}(\\d{1,2})${sign}(\\d{4})${REST}`),
  YMD: new RegExp(`^(\\d{4})${sign}(\\d{1,2})${sign}(\\d{1,2})${REST}`),
})
const [SLASH, DASH, DOT] = [spread('/'), spread('-'), spread('\\.')]
const PATTERNS: Record<DayPattern, Pattern> = {
  'DD/MM/YYYY': { pattern: SLASH.DMY, order: 'DMY' },
  'DD-MM-YYYY': { pattern: DASH.DMY, order: 'DMY' },
  'DD.MM.YYYY': { pattern: DOT.DMY, order: 'DMY' },
  'MM/DD/YYYY': { pattern: SLASH.MDY, order: 'MDY' },
  'YYYY-MM-DD': { pattern: DASH.YMD, order: 'YMD' },
  'YYYY/MM/DD': { pattern: SLASH.YMD, order: 'YMD' },
  YYYYMMDD: { pattern: new RegExp(`^(\\d{4})(\\d{2})(\\d{2})${REST}`), order: 'YMD' },
  DDMMYYYY: { pattern: new RegExp(`^(\\d{2})(\\d{2})(\\d{4})${REST}`), order: 'DMY' },
  'DD/MM/YY': { pattern: new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{2})${REST}`), order: 'DMY' },
  'DD-MM-YY': { pattern: new RegExp(`^(\\d{1,2})-(\\d{1,2})-(\\d{2})${REST}`), order: 'DMY' },
}

/** The patterns that differ by the order of day and month alone. */
export const OTHER_ORDER: Partial<Record<DayPattern, DayPattern>> = { 'DD/MM/YYYY': 'MM/DD/YYYY', 'MM/DD/YYYY': 'DD/MM/YYYY' }

/** Days that were read, by pattern and the characters that they were read of: a file has few of them. */
const known = new Map<DayPattern, Map<string, string>>(DayPattern.options.map((pattern) => [pattern, new Map()]))
const KNOWN = 4_000
const SPREAD = 10

const padded = (part: string) => (part.length === 1 ? `0${part}` : part)

/** A day with what stands behind it: a time of day, or something that is left to the caller. Undefined for no day in this pattern. */
export function readDay(cell: Cell, pattern: DayPattern): ReadDay | undefined {
  if (typeof cell === 'object' && cell !== null && 'd' in cell) {
    const day = cell.d.slice(0, 10)
    if (!isDateOnly(day)) return undefined
    return cell.d.length > 10 ? { day, at: instant(day, cell.d.slice(11)), rest: '' } : { day, rest: '' }
  }
  const text = textOfCell(cell)
  const days = known.get(pattern)
  const before = days?.get(text.length > SPREAD && /[T ]/.test(text.charAt(SPREAD)) ? text.slice(0, SPREAD) : text)
  if (before !== undefined) return text.length > SPREAD ? withTime(before, text.slice(SPREAD + 1)) : { day: before, rest: '' }
  const { pattern: shape, order } = PATTERNS[pattern]
  const [, one, two, three, rest = ''] = shape.exec(text) ?? []
  if (one === undefined || two === undefined || three === undefined) return undefined
  const year = order === 'YMD' ? one : three.length === 2 ? `20${three}` : three
  const month = order === 'MDY' ? one : two
  const date = order === 'YMD' ? three : order === 'MDY' ? two : one
  const day = `${year}-${padded(month)}-${padded(date)}`
  if (!isDateOnly(day)) return undefined
  const spelling = text.slice(0, text.length - rest.length).replace(/[T ]+$/, '')
  if (days && days.size < KNOWN && spelling.length === SPREAD) days.set(spelling, day)
  return withTime(day, rest)
}

function withTime(day: string, text: string): ReadDay {
  const rest = text.trim()
  if (rest === '') return { day, rest }
  const at = readTime(day, rest)
  // With an offset of its own the instant may lie on another day here.
  return at ? { day: at.slice(0, 10), at, rest: '' } : { day, rest }
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(AM|PM|SA|CH)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** A time of a day as ISO 8601 with the local offset; undefined for anything else. */
export function readTime(day: string, text: string): string | undefined {
  if (CLOCK.test(text)) return `${day}T${text}+07:00`
  const [, hour, minute, second = '00', half, offset] = TIME.exec(text) ?? []
  if (hour === undefined || minute === undefined || Number(minute) > 59 || Number(second) > 59) return undefined
  const hours = half ? (Number(hour) % 12) + (/^(PM|CH)$/i.test(half) ? 12 : 0) : Number(hour)
  if (hours > 23 || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined
  const local = `${day}T${padded(String(hours))}:${minute}:${second}`
  if (!offset) return `${local}+07:00`
  const zoned = new Date(`${local}${offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()}`)
  return Number.isNaN(zoned.getTime()) ? undefined : isoLocal(zoned)
}

const instant = (day: string, time: string): string => `${day}T${time}+07:00`
