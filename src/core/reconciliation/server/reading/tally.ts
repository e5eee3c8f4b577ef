import type { LineStatus } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { type BalanceBreak, type FileVerdict, READING_LIMITS, type ReadRow, refuse, type StatementLine } from './verdict.ts'

/** Statuses by which nothing moved. */
const STILL: ReadonlySet<string> = new Set<LineStatus>(['FAILED', 'PENDING', 'CANCELLED'])

/** What a line moves on the account. */
export const movementOf = (line: StatementLine): bigint => (STILL.has(line.status) ? 0n : line.amount)

/** Counts what is read, row by row, and hands it on in batches. */
export class Tally {
  readonly accounts = new Set<string>()
  moneyIn = 0n
  moneyOut = 0n
  accepted = 0
  ignored = 0
  rejected = 0
  from: string | undefined
  to: string | undefined
  #firstRejected: Extract<ReadRow, { verdict: 'REJECTED' }> | undefined
  #batch: ReadRow[] = []
  readonly #onBatch: (rows: ReadRow[]) => Promise<void> | void

  constructor(onBatch: (rows: ReadRow[]) => Promise<void> | void) {
    this.#onBatch = onBatch
  }

  get rows(): number {
    return this.accepted + this.ignored + this.rejected
  }

  /** True when a batch is full and must be handed on. */
  add(row: ReadRow): boolean {
    if (row.verdict === 'ACCEPTED') {
      this.accepted++
      const { day } = row.line
      const moved = movementOf(row.line)
      if (moved > 0n) this.moneyIn += moved
      else this.moneyOut -= moved
      if (this.from === undefined || day < this.from) this.from = day
      if (this.to === undefined || day > this.to) this.to = day
    } else if (row.verdict === 'IGNORED') this.ignored++
    else {
      this.rejected++
      this.#firstRejected ??= row
    }
    if (this.rows > READING_LIMITS.rows) refuse(fileErrors.tooManyRows, { max: READING_LIMITS.rows })
    return this.#batch.push(row) >= READING_LIMITS.batch
  }

  /** A file of which no line can be read is another one, or is read in the wrong way: refused with the first place that shows it. */
  requireLines(): void {
    const first = this.#firstRejected
    if (!first || this.accepted > 0) return
    refuse(fileErrors.nothingRead, { count: this.rejected, row: first.row, column: first.column, value: first.value })
  }

  async flush(): Promise<void> {
    if (this.#batch.length === 0) return
    const batch = this.#batch
    this.#batch = []
    await this.#onBatch(batch)
  }

  verdict(): FileVerdict {
    const { moneyIn, moneyOut, rows, accepted, ignored, rejected } = this
    const verdict: FileVerdict = { accounts: [...this.accounts], moneyIn, moneyOut, rows, accepted, ignored, rejected }
    const [account] = verdict.accounts
    if (account !== undefined && verdict.accounts.length === 1) verdict.account = account
    if (this.from !== undefined && this.to !== undefined) Object.assign(verdict, { from: this.from, to: this.to })
    return verdict
  }
}

/** Where in the file a balance stands. */
export interface Stated {
  row: number
  value: bigint
}

interface Link {
  row: number
  balance: bigint
  moved: bigint
}

/** The running balance of one account: previous + movements = balance, from the first row down and from the last row up at the same time. */
export class BalanceChain {
  /** As the file states them beside its lines. */
  opening: Stated | undefined
  closing: Stated | undefined
  #first: { link: Link; before: bigint } | undefined
  #last: Link | undefined
  /** Movements since the last balance, the row of that balance left out. */
  #since = 0n
  #sum = 0n
  #down: BalanceBreak | undefined
  #up: BalanceBreak | undefined

  add(row: number, moved: bigint, balance: bigint | undefined): void {
    this.#sum += moved
    if (balance === undefined) {
      this.#since += moved
      return
    }
    const link = { row, balance, moved }
    const last = this.#last
    if (!last) this.#first = { link, before: this.#since }
    else {
      const between = this.#since
      const [down, up] = [last.balance + between + moved, balance + between + last.moved]
      if (down !== balance) this.#down ??= { row, previousRow: last.row, expected: down, found: balance }
      if (up !== last.balance) this.#up ??= { row: last.row, previousRow: row, expected: up, found: last.balance }
    }
    this.#last = link
    this.#since = 0n
  }

  /** The first place where it does not agree, opening + Σ = closing among them. Refuses a file that only agrees in the other order. */
  result(newestFirst: boolean): { opening?: bigint; closing?: bigint; broken?: BalanceBreak } {
    const [own, other] = newestFirst ? [this.#up, this.#down] : [this.#down, this.#up]
    if (own && !other) refuse(fileErrors.otherDirection, { row: own.row })
    const ends = this.#ends(newestFirst)
    const broken = own ?? this.#brokenEnds(newestFirst, ends)
    const opening = this.opening?.value ?? ends?.opening
    const closing = this.closing?.value ?? ends?.closing ?? (opening === undefined ? undefined : opening + this.#sum)
    return { ...(opening === undefined ? {} : { opening }), ...(closing === undefined ? {} : { closing }), ...(broken ? { broken } : {}) }
  }

  /** First and last balance as the lines have them. */
  #ends(newestFirst: boolean): { opening: bigint; closing: bigint } | undefined {
    const [first, last] = [this.#first, this.#last]
    if (!first || !last) return undefined
    const { link, before } = first
    return newestFirst
      ? { opening: last.balance - last.moved - this.#since, closing: link.balance + before }
      : { opening: link.balance - link.moved - before, closing: last.balance + this.#since }
  }

  #brokenEnds(newestFirst: boolean, ends: { opening: bigint; closing: bigint } | undefined): BalanceBreak | undefined {
    const { opening, closing } = this
    const [first, last] = newestFirst ? [this.#last, this.#first?.link] : [this.#first?.link, this.#last]
    if (opening && ends && first && ends.opening !== opening.value) {
      return { row: first.row, previousRow: opening.row, expected: opening.value + (first.balance - ends.opening), found: first.balance }
    }
    if (closing && ends && last && ends.closing !== closing.value) {
      return { row: closing.row, previousRow: last.row, expected: ends.closing, found: closing.value, end: 'CLOSING' }
    }
    if (!opening || !closing || opening.value + this.#sum === closing.value) return undefined
    return { row: closing.row, previousRow: opening.row, expected: opening.value + this.#sum, found: closing.value, end: 'CLOSING' }
  }
}
