import { showDate } from '#kernel/dates.ts'
import type { FieldKind } from '#kernel/primitives.ts'
import { type ImportColumn, plain } from './columns.ts'
import type { Cell } from './workbook.ts'

/** A cell as people read it: for previews and result files. */
export function showCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'string') return cell
  if ('n' in cell) return cell.n
  return 'e' in cell ? cell.e : `${showDate(cell.d)}${cell.d.slice(10).replace('T', ' ')}`
}

/** What the contract's schema gets for a cell: the form of the wire where the cell can be read so, else the text as it stands, for the schema to refuse. Undefined for an empty one. */
export function wireValue(cell: Cell | undefined, { kind, words }: Pick<ImportColumn, 'kind' | 'words'>): unknown {
  if (cell === null || cell === undefined || cell === '') return undefined
  const text = typeof cell === 'object' ? ('n' in cell ? cell.n : 'd' in cell ? cell.d : cell.e) : showCell(cell)
  if (words) return words.get(plain(text)) ?? text
  const read = READERS[kind]
  return read ? read(cell, text) : text
}

const READERS: Partial<Record<FieldKind, (cell: Cell, text: string) => unknown>> = {
  date: (_cell, text) => dateOf(text),
  money: (cell, text) => (isNumber(cell) ? text : moneyOf(text)),
  price: (cell, text) => (isNumber(cell) ? text : moneyOf(text)),
  count: (_cell, text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  flag: (cell, text) => (typeof cell === 'boolean' ? cell : (FLAGS.get(plain(text)) ?? text)),
}

const FLAGS = new Map([
  ...['co', 'yes', 'x', '1', 'true', 'dung'].map((word) => [word, true] as const),
  ...['khong', 'no', '0', 'false', 'sai'].map((word) => [word, false] as const),
])

function isNumber(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && 'n' in cell
}

/** '1/7/2025', '01-07-2025', '01072025' and '2025-07-01' are one day. Day before month, as everywhere in Vietnam. */
function dateOf(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.replace(/T00:00:00$/, '')
}

/**
 * An amount with separators as either language writes it. A separator that comes once with other than three digits behind it divides the
 * decimals, as does the last one where both occur; all others group thousands.
 */
function moneyOf(text: string): string {
  const tight = text.replace(/[\s₫đ]|VND/gi, '')
  if (!/^-?[\d.,]+$/.test(tight)) return text
  const last = Math.max(tight.lastIndexOf('.'), tight.lastIndexOf(','))
  if (last < 0) return tight
  const both = tight.includes('.') && tight.includes(',')
  const once = tight.split(tight[last] as string).length === 2
  const decimal = both ? once : once && tight.length - last - 1 !== 3
  const whole = decimal ? tight.slice(0, last) : tight
  if (!/^-?\d{1,3}([.,]\d{3})*$|^-?\d+$/.test(whole)) return text
  return whole.replace(/[.,]/g, '') + (decimal ? `.${tight.slice(last + 1)}` : '')
}
