import { formatMoney } from '#kernel/money.ts'
import type { Cell } from '#platform/server/import/workbook.ts'
import type { StatementField, TableFormat, Trailer } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { type AmountReader, amountReader, beginsWith, folded, isFilled, textOfCell } from './cells.ts'
import { Header, headOf, requireWidth, valuesBehind } from './columns.ts'
import type { RawRow } from './raw-row.ts'
import { RowMapper } from './row-mapper.ts'
import { BalanceChain, movementOf, type Tally } from './tally.ts'
import { type ControlSums, type Fault, type FileVerdict, faultOf, READING_LIMITS, type ReadRow, RULE, refuse } from './verdict.ts'

interface Rule {
  name: string
  texts: string[]
}

const SUMS: ReadonlySet<StatementField> = new Set(['amount', 'debit', 'credit', 'fee', 'tax', 'balance'])

/** An account number among what stands behind its label. */
const ACCOUNT = /[0-9A-Za-z]{6,34}/

/** Reads the rows of a table: finds its header, gives each row its verdict, follows balances and control totals. */
export class TableReader {
  readonly header: Header
  readonly #format: TableFormat
  readonly #tally: Tally
  readonly #account: string | undefined
  readonly #amount: AmountReader
  readonly #labels: { kind: 'account' | 'opening' | 'closing'; words: string }[]
  readonly #skip: Rule[]
  readonly #trailer: { find: string; of: Trailer } | undefined
  readonly #chains = new Map<string, BalanceChain>()
  readonly #sums = { count: 0, sum: 0n, debit: 0n, credit: 0n }
  #mapper: RowMapper | undefined
  #current = ''
  #stated: { expected: ControlSums; row: number; column: string } | undefined
  #unended: RawRow | undefined
  #last = 0

  constructor(format: TableFormat, tally: Tally, account?: string) {
    this.#format = format
    this.#tally = tally
    this.#account = account
    this.header = new Header(format)
    this.#amount = amountReader(format)
    this.#skip = format.skip.map(({ name, texts }) => ({ name, texts: texts.map(folded) }))
    this.#labels = (['account', 'opening', 'closing'] as const).flatMap((kind) => (format.labels[kind] ?? []).map((text) => ({ kind, words: folded(text) })))
    this.#trailer = format.trailer && { find: folded(format.trailer.find), of: format.trailer }
    if (!format.header) this.#begin(undefined)
  }

  /** The verdict on a row; undefined for a blank one. */
  take(raw: RawRow): ReadRow | undefined {
    const first = raw.cells.find(isFilled)
    if (first === undefined) return undefined
    this.#last = raw.row
    requireWidth(raw)
    if (!this.#mapper) return this.#above(raw)
    return this.#named(raw, first) ?? this.#line(raw, this.#mapper)
  }

  /** True once the header was found, or where none is needed. */
  get begun(): boolean {
    return this.#mapper !== undefined
  }

  noHeader(): Fault {
    return faultOf(fileErrors.headerNotFound, { titles: this.header.wanted })
  }

  #begin(raw: RawRow | undefined): RowMapper {
    const columns = this.header.columns(raw)
    const places = this.#format.columns.map(({ by }) => ('place' in by ? by.place : 0))
    // Only a text can shift its cells, by a delimiter inside of one.
    const width = this.#format.kind === 'CSV' && raw ? Math.max(this.header.width, ...places) : 0
    this.#mapper = new RowMapper(this.#format, columns, width)
    return this.#mapper
  }

  #above(raw: RawRow): ReadRow {
    if (this.header.matches(raw)) {
      this.#begin(raw)
      return ignored(raw, RULE.header)
    }
    if (raw.row > READING_LIMITS.headerWithin) refuse(fileErrors.headerNotFound, { titles: this.header.wanted })
    let rule: string = RULE.above
    raw.cells.forEach((cell, at) => {
      if (isFilled(cell)) rule = this.#label(raw, folded(textOfCell(cell)), { text: textOfCell(cell), rest: raw.cells.slice(at + 1) }) ?? rule
    })
    return ignored(raw, rule)
  }

  /** Rows among the lines that are none: titles again, labels, what is skipped, the trailer. */
  #named(raw: RawRow, first: Cell): ReadRow | undefined {
    // A line begins with a number, a day or a code far more often than with words.
    if (typeof first !== 'string' || (/^\s*\d/.test(first) && this.#format.kind !== 'FIXED')) return undefined
    const head = headOf(raw.cells)
    if (!head) return undefined
    const text = folded(head.text)
    if (this.#trailer && beginsWith(text, this.#trailer.find)) return this.#end(raw, this.#trailer.of)
    if (this.header.repeats(raw)) return ignored(raw, RULE.header)
    const rule = this.#skip.find(({ texts }) => texts.some((one) => beginsWith(text, one)))
    if (rule) return ignored(raw, rule.name)
    const label = this.#label(raw, text, head)
    return label ? ignored(raw, label) : undefined
  }

  /** Takes in what a label says, and names the rule by which its row is no line. */
  #label(raw: RawRow, text: string, head: { text: string; rest: readonly Cell[] }): string | undefined {
    const label = this.#labels.find(({ words }) => beginsWith(text, words))
    if (!label) return undefined
    const values = valuesBehind(head.text, label.words, head.rest)
    if (label.kind === 'account') {
      const found = values.flatMap((value) => ACCOUNT.exec(textOfCell(value).replace(/[\s.-]/g, '')) ?? [])[0]
      if (found) this.#enter(found)
      return RULE.account
    }
    const value = values.flatMap((one) => this.#amount(one) ?? [])[0]
    if (value !== undefined) this.#chain(this.#current)[label.kind] = { row: raw.row, value }
    return label.kind === 'opening' ? RULE.opening : RULE.closing
  }

  #enter(account: string): void {
    // A balance that was stated above the first account is of that account.
    const unnamed = this.#current === '' ? this.#chains.get('') : undefined
    if (unnamed && !this.#chains.has(account)) {
      this.#chains.delete('')
      this.#chains.set(account, unnamed)
    }
    this.#current = account
    this.#tally.accounts.add(account)
  }

  #chain(account: string): BalanceChain {
    let chain = this.#chains.get(account)
    if (!chain) {
      chain = new BalanceChain()
      this.#chains.set(account, chain)
    }
    return chain
  }

  #line(raw: RawRow, mapper: RowMapper): ReadRow {
    if (mapper.columns.account) {
      const own = mapper.account(raw)
      if (own && own !== this.#current) this.#enter(own)
    }
    if (raw.unended) this.#unended = raw
    this.#count(raw, mapper)
    if (this.#account !== undefined && this.#current !== '' && this.#current !== this.#account) return ignored(raw, RULE.otherAccount)
    const read = mapper.read(raw)
    if (read.verdict === 'ACCEPTED') {
      const { line } = read
      const charges = this.#format.balanceIncludes === 'AMOUNT' ? 0n : line.fee + line.tax
      this.#chain(this.#current).add(raw.row, movementOf(line) - charges, line.balance)
    }
    return read
  }

  /** What the trailer is held against: rows, and columns as they stand. */
  #count(raw: RawRow, mapper: RowMapper): void {
    if (!this.#trailer) return
    this.#sums.count++
    const { amount, debit, credit } = mapper.columns
    this.#sums.sum += mapper.sumOf(raw, amount) ?? 0n
    this.#sums.debit += mapper.sumOf(raw, debit) ?? 0n
    this.#sums.credit += mapper.sumOf(raw, credit) ?? 0n
  }

  #end(raw: RawRow, trailer: Trailer): ReadRow {
    const expected: ControlSums = {}
    let at = ''
    for (const key of ['count', 'sum', 'debit', 'credit'] as const) {
      const by = trailer[key]
      if (!by) continue
      const column = this.header.at(by)
      if (typeof column === 'string') refuse(fileErrors.columnMissing, { row: this.header.row ?? raw.row, columns: 'name' in by ? by.name : '' })
      at ||= column.title
      const cell = column.of(raw.cells)
      const value = isFilled(cell) ? this.#amount(cell) : undefined
      if (value === undefined) refuse(fileErrors.trailerUnreadable, { row: raw.row, column: column.title })
      if (key === 'count') expected.count = Number(value / 100n)
      else expected[key] = value
    }
    this.#stated = { expected, row: raw.row, column: at }
    return ignored(raw, RULE.trailer)
  }

  /** Completes the verdict once all rows were taken. Refuses what only the whole file shows. */
  finish(verdict: FileVerdict): FileVerdict {
    const mapper = this.#mapper
    if (!mapper) refuse(fileErrors.headerNotFound, { titles: this.header.wanted })
    const { dayPattern, newestFirst } = this.#format
    const order = mapper.otherDayOrder
    if (order) refuse(fileErrors.otherDayOrder, { pattern: dayPattern, ...order })
    if (this.#trailer && !this.#stated) refuse(fileErrors.trailerMissing, { find: this.#trailer.of.find })
    this.#requireWhole()
    this.#tally.requireLines()
    requireAccount(verdict, this.#account)
    this.#compare(verdict)
    const results = [...this.#chains].filter(([account]) => this.#account === undefined || account === this.#account || account === '')
    this.#requireClosing(results.map(([, chain]) => chain))
    const ends = results.map(([, chain]) => chain.result(newestFirst))
    const broken = ends.find((one) => one.broken)?.broken
    if (broken) verdict.breakInBalance = broken
    const [only] = ends
    if (only && ends.length === 1) {
      if (only.opening !== undefined) verdict.opening = only.opening
      if (only.closing !== undefined) verdict.closing = only.closing
    }
    return verdict
  }

  /** A text that ends inside of a row was cut, unless the row has all of its cells. */
  #requireWhole(): void {
    const last = this.#unended
    if (!last) return
    const column = this.#format.kind === 'FIXED' ? this.#cutColumn(last) : this.#missingColumn(last)
    if (column !== undefined) refuse(fileErrors.truncated, { row: last.row, column })
  }

  /** A table that states how an account opens, in words, states how it closes too, unless its end is missing. */
  #requireClosing(chains: readonly BalanceChain[]): void {
    const [label] = this.#format.labels.closing ?? []
    if (label === undefined) return
    if (chains.some(({ opening, closing }) => opening && !closing)) refuse(fileErrors.closingMissing, { row: this.#last, label })
  }

  #missingColumn({ cells }: RawRow): string | undefined {
    return cells.length < this.header.width ? this.header.titles[cells.length - 1] || String(cells.length) : undefined
  }

  /** Of fixed width: the line ends inside of an amount. Texts may be shorter than their column. */
  #cutColumn({ cells: [line] }: RawRow): string | undefined {
    const length = typeof line === 'string' ? line.length : 0
    for (const { field, by } of this.#format.columns) {
      if (SUMS.has(field) && 'start' in by && length >= by.start && length < by.start + by.width - 1) return `${by.start}–${by.start + by.width - 1}`
    }
    return undefined
  }

  #compare(verdict: FileVerdict): void {
    if (!this.#stated) return
    const { expected, row, column } = this.#stated
    const found: ControlSums = {}
    for (const key of Object.keys(expected) as (keyof ControlSums)[]) Object.assign(found, { [key]: this.#sums[key] })
    verdict.controlSums = { expected, found }
    const wrong = (Object.keys(expected) as (keyof ControlSums)[]).find((key) => expected[key] !== found[key])
    if (wrong) refuse(fileErrors.controlSums, { row, column, expected: sumText(expected[wrong]), found: sumText(found[wrong]) })
  }
}

/** Refuses a file that names accounts, and not the one that it must be of. */
export function requireAccount({ accounts }: Pick<FileVerdict, 'accounts'>, account: string | undefined): void {
  if (account !== undefined && accounts.length > 0 && !accounts.includes(account)) {
    refuse(fileErrors.otherAccount, { account, found: accounts.slice(0, 5).join(', ') })
  }
}

/** A count as it is, a sum with its two decimals. */
export const sumText = (value: number | bigint | undefined): string => (typeof value === 'bigint' ? formatMoney(value) : String(value ?? ''))

function ignored({ row }: RawRow, rule: string): ReadRow {
  return { row, verdict: 'IGNORED', rule }
}
