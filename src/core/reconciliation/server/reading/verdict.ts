import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { Params } from '#kernel/language.ts'

/** An error as it is kept: its code of the catalogue and what stands at its places. */
export interface Fault {
  code: string
  params: Record<string, string | number>
}

/** A movement of a statement, seen from us: an amount above zero is money to us. Amounts are hundredths. */
export interface StatementLine {
  day: string
  /** ISO 8601 with the local offset, where the file says the time. */
  at?: string
  amount: bigint
  /** What was taken from us, above zero; below zero what was given, such as interest in the same column. */
  fee: bigint
  tax: bigint
  balance?: bigint
  reference: string
  documentNo: string
  counterAccount: string
  counterName: string
  text: string
  status: string
}

export type ReadRow =
  | { row: number; verdict: 'ACCEPTED'; line: StatementLine }
  | { row: number; verdict: 'IGNORED'; rule: string }
  | { row: number; verdict: 'REJECTED'; column: string; value: string; error: Fault }

/** Names of the rules that rows are ignored by without being configured. */
export const RULE = {
  above: 'ABOVE_HEADER',
  header: 'HEADER',
  trailer: 'TRAILER',
  account: 'ACCOUNT',
  otherAccount: 'OTHER_ACCOUNT',
  opening: 'OPENING',
  closing: 'CLOSING',
  pending: 'NOT_BOOKED',
} as const

/** Control totals of the file: as it says, or as they are. Sums are hundredths. */
export interface ControlSums {
  count?: number
  sum?: bigint
  debit?: bigint
  credit?: bigint
}

export interface BalanceBreak {
  row: number
  previousRow: number
  expected: bigint
  found: bigint
  /** The closing balance that the file states does not agree with its lines; otherwise two balances in a row. */
  end?: 'CLOSING'
}

export interface FileVerdict {
  /** Where the file names exactly one. */
  account?: string
  /** All accounts that the file names. */
  accounts: string[]
  from?: string
  to?: string
  opening?: bigint
  closing?: bigint
  moneyIn: bigint
  moneyOut: bigint
  rows: number
  accepted: number
  ignored: number
  rejected: number
  breakInBalance?: BalanceBreak
  controlSums?: { expected: ControlSums; found: ControlSums }
  /** Refuses the file as a whole, whatever was read of it. */
  fault?: Fault
}

export const READING_LIMITS = {
  rows: 5_000_000,
  columns: 200,
  /** Characters of one line of a text. */
  line: 1_048_576,
  /** Rows in which the header is looked for. */
  headerWithin: 1_000,
  /** Of a workbook as it is sent; what it may unpack to is the import's own bound. */
  workbookBytes: 64 * 1_048_576,
  htmlBytes: 64 * 1_048_576,
  batch: 5_000,
  /** Of a rejected cell, as it is shown. */
  value: 200,
} as const

/** Longest texts of a line. */
export const LENGTHS = { reference: 200, documentNo: 200, counterAccount: 64, counterName: 300, text: 2_000, status: 60 } as const

/** Characters of a cell as a refusal shows them. */
export const shown = (text: string): string => (text.length > READING_LIMITS.value ? text.slice(0, READING_LIMITS.value) : text)

/** An error of the catalogue as it is kept. */
export function faultOf(definition: ErrorDefinition, params: Fault['params'] = {}): Fault {
  return { code: definition.code, params }
}

/** Ends the reading: the file is refused as a whole. */
export function refuse(definition: ErrorDefinition, params: Params = {}): never {
  throw new AppError(definition, params)
}
