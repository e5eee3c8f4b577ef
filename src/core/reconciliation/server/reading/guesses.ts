import type { Cell } from '#platform/server/import/workbook.ts'
import { DayPattern, type StatementField, type TableFormat } from '../../contract/format.ts'
import { amountReader, isFilled, readDay } from './cells.ts'
import { type Columns, Header } from './columns.ts'
import type { RawRow } from './raw-row.ts'

const AMOUNTS: readonly StatementField[] = ['amount', 'debit', 'credit', 'fee', 'tax', 'balance']
const MARKS: readonly Pick<TableFormat, 'decimal' | 'thousands'>[] = [
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: 'NONE' },
  { decimal: ',', thousands: 'NONE' },
]

/** A format with what the first rows themselves show: the day pattern, the signs of amounts, whether debits are negative, which end is first. */
export function tuned(format: TableFormat, rows: readonly RawRow[]): TableFormat {
  const header = new Header(format)
  const at = rows.findIndex((raw) => header.matches(raw))
  const columns = header.columns(rows[at])
  const below = rows.slice(at + 1)
  const dayColumn = columns.day ?? columns.valueDay
  const days = below.map(({ cells }) => dayColumn?.of(cells) ?? null).filter(isFilled)
  const amounts = AMOUNTS.flatMap((field) => below.map(({ cells }) => columns[field]?.of(cells) ?? null)).filter(isFilled)
  const dayPattern = best(DayPattern.options, (pattern) => share(days, (cell) => readDay(cell, pattern) !== undefined), format.dayPattern) ?? format.dayPattern
  const marks = best(
    MARKS,
    (one) => share(amounts, fits(one)),
    MARKS.find(({ decimal, thousands }) => decimal === format.decimal && thousands === format.thousands),
  )
  const found = { ...format, dayPattern, ...(marks ?? {}) }
  return { ...found, debitNegative: debitsNegative(found, columns, below), newestFirst: newestFirst(found, days) }
}

const fits = (marks: Pick<TableFormat, 'decimal' | 'thousands'>) => {
  const read = amountReader(marks)
  return (cell: Cell) => read(cell) !== undefined
}

const share = (cells: readonly Cell[], good: (cell: Cell) => boolean): number => cells.filter(good).length

/** The one that reads the most cells; where several do, the configured one, else the first. */
function best<T>(choices: readonly T[], score: (one: T) => number, configured: T | undefined): T | undefined {
  const scored = choices.map((one) => ({ one, score: score(one) }))
  const top = Math.max(...scored.map((one) => one.score))
  const equal = scored.filter((one) => one.score === top).map(({ one }) => one)
  return configured !== undefined && equal.includes(configured) ? configured : equal[0]
}

function debitsNegative(format: TableFormat, columns: Columns, rows: readonly RawRow[]): boolean {
  if (format.amounts !== 'DEBIT_CREDIT') return false
  const read = amountReader(format)
  const debits = rows.flatMap(({ cells }) => read(columns.debit?.of(cells) ?? null) ?? []).filter((amount) => amount !== 0n)
  return debits.length === 0 ? format.debitNegative : debits.every((amount) => amount < 0n)
}

function newestFirst(format: TableFormat, cells: readonly Cell[]): boolean {
  const days = cells.flatMap((cell) => {
    const read = readDay(cell, format.dayPattern)
    return read ? [read.at ?? read.day] : []
  })
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined || first === last ? format.newestFirst : first > last
}
