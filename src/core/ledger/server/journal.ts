import { isDateOnly } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, showMoney } from '#kernel/money.ts'
import type { Side } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'

export interface EntryInput {
  accountId: string
  /** D = debit, C = credit. */
  side: Side
  /** Above zero. */
  amount: Hundredths
  /** Default VND; must be the account's. */
  currency?: string
}

/** One business event to be written into the books. */
export interface JournalInput {
  /** Unique for ever over all services: 'qr-paid:<transaction id>' and the like. */
  businessKey: string
  /** What happened, as the service calls it. */
  kind: string
  /** What a period is closed by. */
  service: string
  /** YYYY-MM-DD. */
  businessDate: string
  occurredAt: Date
  description: string
  /** What the journal is about, for journalsOf: 'payment.transaction' and its id. */
  sourceType: string
  sourceId: string
  /** The unit in whose books it stands, for period closing; none: the operator as a whole. */
  officeUnitId?: string | null
  /** At least two; debits equal credits by currency. */
  entries: EntryInput[]
}

const MAX_ENTRIES = 1000
const MAX_AMOUNT = 10n ** 18n
const NAME = /^[A-Z][A-Z0-9_]*$/
const ID = /^[1-9]\d{0,17}$/
const CURRENCY = /^[A-Z]{3}$/

/** A text that PostgreSQL can store; one that it cannot would fail a whole batch. */
function isText(value: string, max: number, min = 1): boolean {
  return value.length >= min && value.length <= max && !value.includes('\0') && value.isWellFormed()
}

function isDay(value: string): boolean {
  return isDateOnly(value) && value >= '1900-01-01'
}

function isInstant(value: Date): boolean {
  const year = value.getUTCFullYear()
  return year >= 1900 && year <= 9999
}

/** The first field of a journal that no ledger could accept, as a dotted path. */
function malformedField(journal: JournalInput): string | undefined {
  return malformedHead(journal) ?? malformedEntries(journal.entries)
}

function malformedHead(journal: Omit<JournalInput, 'entries'>): string | undefined {
  if (!isText(journal.businessKey, 200)) return 'businessKey'
  if (!NAME.test(journal.kind) || journal.kind.length > 64) return 'kind'
  if (!NAME.test(journal.service) || journal.service.length > 32) return 'service'
  if (!isDay(journal.businessDate)) return 'businessDate'
  if (!isInstant(journal.occurredAt)) return 'occurredAt'
  if (!isText(journal.description, 1000, 0)) return 'description'
  if (!isText(journal.sourceType, 64)) return 'sourceType'
  if (!isText(journal.sourceId, 200)) return 'sourceId'
  if (journal.officeUnitId != null && !ID.test(journal.officeUnitId)) return 'officeUnitId'
  return undefined
}

function malformedEntries(entries: EntryInput[]): string | undefined {
  if (entries.length < 2 || entries.length > MAX_ENTRIES) return 'entries'
  for (const [at, entry] of entries.entries()) {
    if (!ID.test(entry.accountId)) return `entries.${at}.accountId`
    if (entry.side !== 'D' && entry.side !== 'C') return `entries.${at}.side`
    if (entry.amount <= 0n || entry.amount > MAX_AMOUNT) return `entries.${at}.amount`
    if (entry.currency !== undefined && !CURRENCY.test(entry.currency)) return `entries.${at}.currency`
  }
  return undefined
}

export interface ReversalInput {
  journalId: string
  /** Unique for ever, as any journal's. */
  businessKey: string
  occurredAt: Date
  /** The day the correction counts for: an open period, usually today's. */
  businessDate: string
  reason: string
  /** Left out: REVERSAL. */
  kind?: string
}

/** The kind of a mirror that has none of its own. */
export const REVERSAL = 'REVERSAL'

/** What is wrong with a reversal in itself: LED-010 for what cannot be a journal's id, LED-007 malformed. */
export function checkReversal({ journalId, businessKey, businessDate, occurredAt, reason, kind = REVERSAL }: ReversalInput): AppError | undefined {
  if (!ID.test(journalId)) return new AppError(ledgerErrors.journalUnknown, { journal: journalId })
  const original = { kind, service: 'ANY', sourceType: 'any', sourceId: 'any' }
  const field = malformedHead({ ...original, businessKey, businessDate, occurredAt, description: reason })
  return field ? new AppError(ledgerErrors.malformed, { field: field === 'description' ? 'reason' : field }) : undefined
}

/** LED-001 with what the sides differ by, as the reader's language writes it. */
export function unbalancedBy(difference: Hundredths, currency = 'VND'): AppError {
  const text = formatMoney(difference < 0n ? -difference : difference)
  const decimals = difference % 100n === 0n ? 0 : 2
  return new AppError(ledgerErrors.unbalanced, { currency, difference: { vi: showMoney(text, 'vi', decimals), en: showMoney(text, 'en', decimals) } })
}

/** What is wrong with a journal in itself, whatever the accounts: LED-007 malformed or LED-001 unbalanced. */
export function checkJournal(journal: JournalInput): AppError | undefined {
  const field = malformedField(journal)
  if (field) return new AppError(ledgerErrors.malformed, { field })
  const sums = new Map<string, Hundredths>()
  for (const { side, amount, currency = 'VND' } of journal.entries) sums.set(currency, (sums.get(currency) ?? 0n) + (side === 'D' ? amount : -amount))
  for (const [currency, difference] of sums) {
    if (difference !== 0n) return unbalancedBy(difference, currency)
  }
  return undefined
}
