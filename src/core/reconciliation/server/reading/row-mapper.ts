import type { ErrorDefinition } from '#kernel/errors.ts'
import { fold } from '#kernel/text.ts'
import type { Cell } from '#platform/server/import/workbook.ts'
import type { DayPattern, LineStatus, StatementField, TableFormat } from '../../contract/format.ts'
import { rowErrors } from '../../contract/reading-errors.ts'
import { type AmountReader, amountReader, isFilled, OTHER_ORDER, readDay, readTime, textOfCell } from './cells.ts'
import { type Column, type Columns, filledBeyond, letters } from './columns.ts'
import type { RawRow } from './raw-row.ts'
import { faultOf, LENGTHS, type ReadRow, type StatementLine, shown } from './verdict.ts'

type TextField = keyof typeof LENGTHS
const TEXT_FIELDS: readonly Exclude<TextField, 'status'>[] = ['reference', 'documentNo', 'counterAccount', 'counterName', 'text']

/** A cell that cannot be read; thrown inside of this file only. */
class Rejected {
  readonly column: Column | undefined
  readonly cell: Cell
  readonly error: ErrorDefinition
  readonly params: Record<string, string | number>

  constructor(error: ErrorDefinition, column: Column | undefined, cell: Cell, params: Record<string, string | number> = {}) {
    this.column = column
    this.cell = cell
    this.error = error
    this.params = params
  }
}

/** A day in the other order of day and month, and where it was seen. */
export interface OtherOrder {
  row: number
  column: string
  value: string
  found: DayPattern
}

/** Makes lines of rows, one after the other: what is filled down comes from the rows above. */
export class RowMapper {
  /** The first day that only reads in the other order, while no day proves the configured one. */
  otherOrder: OtherOrder | undefined
  readonly columns: Columns
  readonly #format: TableFormat
  readonly #width: number
  readonly #amount: AmountReader
  readonly #filled: ReadonlySet<StatementField>
  readonly #above = new Map<StatementField, Cell>()
  readonly #statuses: ReadonlyMap<string, LineStatus>
  readonly #signs: ReadonlyMap<string, bigint>
  #provesOrder = false

  constructor(format: TableFormat, columns: Columns, width: number) {
    this.columns = columns
    this.#format = format
    this.#width = width
    this.#amount = amountReader(format)
    this.#filled = new Set(format.fillDown)
    this.#statuses = new Map(Object.entries(format.statuses).map(([word, status]) => [fold(word), status]))
    this.#signs = new Map([
      ...(format.signs?.credit ?? []).map((word) => [fold(word), 1n] as const),
      ...(format.signs?.debit ?? []).map((word) => [fold(word), -1n] as const),
    ])
  }

  get otherDayOrder(): OtherOrder | undefined {
    return this.#provesOrder ? undefined : this.otherOrder
  }

  read(raw: RawRow): ReadRow {
    try {
      return { row: raw.row, verdict: 'ACCEPTED', line: this.#line(raw) }
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const column = error.column?.title ?? '—'
      const params = { row: raw.row, column, ...error.params }
      return { row: raw.row, verdict: 'REJECTED', column, value: shown(textOfCell(error.cell)), error: faultOf(error.error, params) }
    }
  }

  account(raw: RawRow): string {
    return this.#text(raw, 'account', 64)
  }

  /** An amount of a column as it stands; undefined for a blank cell. */
  sumOf(raw: RawRow, column: Column | undefined): bigint | undefined {
    const cell = column?.of(raw.cells)
    return cell !== undefined && isFilled(cell) ? this.#amount(cell) : undefined
  }

  #line(raw: RawRow): StatementLine {
    if (raw.misplaced !== undefined) throw this.#wrong(rowErrors.quote, raw, raw.misplaced)
    const beyond = this.#width > 0 ? filledBeyond(raw.cells, this.#width) : undefined
    if (beyond !== undefined) throw this.#wrong(rowErrors.tooManyCells, raw, beyond)
    const { day, at, rest } = this.#day(raw)
    const [fee, tax] = [this.#charge(raw, 'fee'), this.#charge(raw, 'tax')]
    const amount = this.#signed(raw, fee !== undefined || tax !== undefined)
    const line: StatementLine = {
      day,
      amount,
      fee: fee ?? 0n,
      tax: tax ?? 0n,
      reference: '',
      documentNo: '',
      counterAccount: '',
      counterName: '',
      text: '',
      status: this.#status(raw),
    }
    if (at !== undefined) line.at = at
    const balance = this.#optional(raw, 'balance')
    if (balance !== undefined) line.balance = this.#turned ? -balance : balance
    for (const field of TEXT_FIELDS) line[field] = this.#text(raw, field, LENGTHS[field])
    if (this.#format.dayAndDocument) line.documentNo = rest
    return line
  }

  #wrong(error: ErrorDefinition, { cells }: RawRow, at: number): Rejected {
    return new Rejected(error, { title: letters(at + 1), of: () => null }, cells[at] ?? null)
  }

  /** A signed column of someone who sees it the other way round. */
  get #turned(): boolean {
    return this.#format.amounts === 'SIGNED' && this.#format.moneyIn === 'DEBIT'
  }

  #cell(raw: RawRow, field: StatementField): Cell {
    const column = this.columns[field]
    if (!column) return null
    const cell = column.of(raw.cells)
    if (typeof cell === 'object' && cell !== null && 'e' in cell) throw new Rejected(rowErrors.cellError, column, cell)
    if (!this.#filled.has(field)) return cell
    if (isFilled(cell)) this.#above.set(field, cell)
    return this.#above.get(field) ?? null
  }

  #text(raw: RawRow, field: StatementField, max: number): string {
    const column = this.columns[field]
    if (!column) return ''
    const text = textOfCell(this.#cell(raw, field))
    if (text.length > max) throw new Rejected(rowErrors.tooLong, column, text, { max })
    return text
  }

  #day(raw: RawRow): { day: string; at?: string; rest: string } {
    const { dayPattern: pattern, dayAndDocument } = this.#format
    const field = this.columns.day && (!this.columns.valueDay || isFilled(this.#cell(raw, 'day'))) ? 'day' : 'valueDay'
    const column = this.columns[field]
    const cell = this.#cell(raw, field)
    if (!isFilled(cell)) throw new Rejected(rowErrors.dayMissing, column, cell)
    const read = readDay(cell, pattern)
    const good = read !== undefined && (read.rest === '' || (dayAndDocument && read.rest.length <= LENGTHS.documentNo))
    if (!read || !good) {
      this.#noteOrder(raw, column, cell)
      throw new Rejected(rowErrors.day, column, cell, { pattern })
    }
    if (!this.#provesOrder) this.#provesOrder = provesOrder(cell, pattern)
    const time = this.#cell(raw, 'time')
    if (!this.columns.time || !isFilled(time)) return read
    const clock = typeof time === 'object' && time !== null && 'd' in time ? time.d.slice(11) : textOfCell(time)
    const at = readTime(read.day, clock)
    if (at === undefined) throw new Rejected(rowErrors.time, this.columns.time, time)
    return { ...read, at }
  }

  #noteOrder(raw: RawRow, column: Column | undefined, cell: Cell): void {
    const found = OTHER_ORDER[this.#format.dayPattern]
    if (this.otherOrder || !found || !readDay(cell, found)) return
    this.otherOrder = { row: raw.row, column: column?.title ?? '—', value: shown(textOfCell(cell)), found }
  }

  /** The amount in a column as it stands; undefined where it is blank. */
  #optional(raw: RawRow, field: StatementField): bigint | undefined {
    const column = this.columns[field]
    if (!column) return undefined
    const cell = this.#cell(raw, field)
    if (!isFilled(cell)) return undefined
    const amount = this.#amount(cell)
    if (amount !== undefined) return amount
    const { decimal, thousands } = this.#format
    throw new Rejected(rowErrors.amount, column, cell, { decimal, thousands: thousands === 'NONE' ? '' : thousands })
  }

  #charge(raw: RawRow, field: 'fee' | 'tax'): bigint | undefined {
    const charge = this.#optional(raw, field)
    return charge !== undefined && this.#format.feeNegative ? -charge : charge
  }

  /** The amount as we see it. `charged`: a row of fees alone has no amount of its own. */
  #signed(raw: RawRow, charged: boolean): bigint {
    if (this.#format.amounts === 'DEBIT_CREDIT') return this.#debitCredit(raw, charged)
    const amount = this.#optional(raw, 'amount') ?? (charged ? 0n : undefined)
    if (amount === undefined) throw new Rejected(rowErrors.amountMissing, this.columns.amount, null)
    if (this.#format.amounts === 'SIGNED') return this.#turned ? -amount : amount
    const word = this.#cell(raw, 'sign')
    const sign = this.#signs.get(fold(textOfCell(word)))
    if (sign === undefined) throw new Rejected(rowErrors.sign, this.columns.sign, word)
    return this.#format.moneyIn === 'DEBIT' ? -sign * amount : sign * amount
  }

  #debitCredit(raw: RawRow, charged: boolean): bigint {
    const { debitNegative, moneyIn } = this.#format
    const [debit, credit] = [this.#optional(raw, 'debit'), this.#optional(raw, 'credit')]
    if (debit === undefined && credit === undefined && !charged) throw new Rejected(rowErrors.amountMissing, this.columns.debit, null)
    const [out, into] = [debit ?? 0n, credit ?? 0n]
    if (out !== 0n && into !== 0n) throw new Rejected(rowErrors.amountTwice, this.columns.credit, this.#cell(raw, 'credit'))
    if (out !== 0n && out < 0n !== debitNegative) throw new Rejected(rowErrors.debitSign, this.columns.debit, this.#cell(raw, 'debit'))
    const amount = into + (debitNegative ? out : -out)
    return moneyIn === 'DEBIT' ? -amount : amount
  }

  #status(raw: RawRow): string {
    if (!this.columns.status) return ''
    const word = this.#text(raw, 'status', LENGTHS.status)
    const status = this.#statuses.get(fold(word))
    if (status === undefined) throw new Rejected(rowErrors.status, this.columns.status, word)
    return status
  }
}

/** True for a day that only the configured order of day and month can read. */
function provesOrder(cell: Cell, pattern: DayPattern): boolean {
  const other = OTHER_ORDER[pattern]
  return other !== undefined && readDay(cell, other) === undefined
}
