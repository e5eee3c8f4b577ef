import { CompiledQuery } from 'kysely'
import { showDate } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { checkJournal, checkReversal, type JournalInput, REVERSAL, type ReversalInput } from './journal.ts'

export type PostResult = { ok: true; journalId: string } | { ok: false; error: AppError }

interface PostedRow {
  journal_id: string | null
  problem: string | null
  detail: string | null
}

const POST_MANY = 'select * from ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)'

/**
 * Posts journals in their order, each by itself: a result a journal, bad ones leave no trace and do not disturb the others.
 * One statement whatever their number. A business key may stand once in a call. A limit looks at the balance after each journal.
 * Throws only when the database fails.
 */
export async function tryPostMany(tx: Tx, inputs: JournalInput[]): Promise<PostResult[]> {
  return postEach(tx, inputs)
}

/** As tryPostMany; on a pool the statement is a transaction of its own. */
export async function postEach(db: Queryable, inputs: JournalInput[]): Promise<PostResult[]> {
  const results: PostResult[] = []
  const sound: number[] = []
  for (const [at, input] of inputs.entries()) {
    const error = checkJournal(input)
    if (error) results[at] = { ok: false, error }
    else sound.push(at)
  }
  if (sound.length === 0) return results
  const posted = await send(
    db,
    sound.map((at) => inputs[at] as JournalInput),
    false,
  )
  for (const [place, at] of sound.entries()) results[at] = posted[place] as PostResult
  return results
}

/** Posts all journals, in their order, in one statement, or none: then it throws the AppError (LED-…) of the first that was refused. */
export async function postMany(tx: Tx, inputs: JournalInput[]): Promise<{ journalId: string; businessKey: string }[]> {
  for (const input of inputs) {
    const error = checkJournal(input)
    if (error) throw error
  }
  if (inputs.length === 0) return []
  const results = await send(tx, inputs, true)
  for (const result of results) if (!result.ok) throw result.error
  return results.flatMap((result, at) => (result.ok ? { journalId: result.journalId, businessKey: inputs[at]?.businessKey ?? '' } : []))
}

/** Posts one journal inside the caller's transaction, so that the business row and the journal commit together. Throws AppError LED-…. */
export async function post(tx: Tx, input: JournalInput): Promise<{ journalId: string }> {
  const [posted] = await postMany(tx, [input])
  return { journalId: (posted as { journalId: string }).journalId }
}

/**
 * Corrects a journal: posts its mirror (same accounts and amounts, sides exchanged), which names it. Once only, and a reversal
 * is not reversed. Throws AppError LED-010 unknown, LED-011 reversed already, LED-012 is a reversal, and what posting throws.
 */
export async function reverse(tx: Tx, input: ReversalInput): Promise<{ journalId: string }> {
  const error = checkReversal(input)
  if (error) throw error
  const { journalId, businessKey, businessDate, occurredAt, reason, kind = REVERSAL } = input
  const parameters = [journalId, businessKey, businessDate, occurredAt.toISOString(), reason, kind]
  const { rows } = await tx.executeQuery<PostedRow>(CompiledQuery.raw('select * from ledger.reverse($1, $2, $3, $4, $5, $6)', parameters))
  const result = resultOf(rows[0], businessKey)
  if (!result.ok) throw result.error
  return { journalId: result.journalId }
}

async function send(db: Queryable, journals: JournalInput[], allOrNothing: boolean): Promise<PostResult[]> {
  const { rows } = await db.executeQuery<PostedRow>(CompiledQuery.raw(POST_MANY, parametersOf(journals, allOrNothing)))
  const results = journals.map(({ businessKey }, at) => resultOf(rows[at], businessKey))
  // Nothing was posted: the journals without a fault of their own say nothing about why.
  return allOrNothing && rows.some((row) => row.problem !== null) ? results.filter((_, at) => rows[at]?.problem !== null) : results
}

/** The arrays that ledger.post_many takes. */
function parametersOf(journals: JournalInput[], allOrNothing: boolean): unknown[] {
  const numbers: number[] = []
  const lines: number[] = []
  const accounts: string[] = []
  const amounts: string[] = []
  const currencies: string[] = []
  for (const [at, { entries }] of journals.entries()) {
    for (const [line, { accountId, side, amount, currency = 'VND' }] of entries.entries()) {
      numbers.push(at + 1)
      lines.push(line + 1)
      accounts.push(accountId)
      amounts.push((side === 'D' ? amount : -amount).toString())
      currencies.push(currency)
    }
  }
  return [
    journals.map((journal) => journal.businessKey),
    journals.map((journal) => journal.kind),
    journals.map((journal) => journal.service),
    journals.map((journal) => journal.businessDate),
    journals.map((journal) => journal.occurredAt.toISOString()),
    journals.map((journal) => journal.description),
    journals.map((journal) => journal.sourceType),
    journals.map((journal) => journal.sourceId),
    journals.map((journal) => journal.officeUnitId ?? null),
    journals.map(() => null),
    journals.map((journal) => journal.entries.length),
    numbers,
    lines,
    accounts,
    amounts,
    currencies,
    allOrNothing,
  ]
}

function resultOf(row: PostedRow | undefined, businessKey: string): PostResult {
  if (row?.journal_id != null) return { ok: true, journalId: row.journal_id }
  return { ok: false, error: refusal(row?.problem ?? null, row?.detail ?? '', businessKey) }
}

/** The error of a problem that the database named. */
function refusal(problem: string | null, detail: string, key: string): AppError {
  if (problem === 'DUPLICATE') return new AppError(ledgerErrors.duplicateKey, { key }, { data: { journalId: detail || null } })
  const [about = '', date = ''] = detail.split(' ')
  if (problem === 'PERIOD_CLOSED') return new AppError(ledgerErrors.periodClosed, { service: about, date: showDate(date) })
  if (problem === 'DAY_CLOSED') return new AppError(ledgerErrors.dayClosed, { unit: about, date: showDate(date) })
  // Each names the one thing it is about, by the word that its text has.
  return new AppError(PROBLEMS[problem ?? ''] ?? errors.internal, { account: detail, unit: detail, journal: detail })
}

const PROBLEMS: Readonly<Record<string, ErrorDefinition>> = {
  ACCOUNT_UNKNOWN: ledgerErrors.accountUnknown,
  ACCOUNT_INACTIVE: ledgerErrors.accountInactive,
  CURRENCY: ledgerErrors.currency,
  LIMIT: ledgerErrors.limit,
  MIXED: ledgerErrors.mixed,
  TWO_UNITS: ledgerErrors.twoUnits,
  UNIT_UNKNOWN: ledgerErrors.unitUnknown,
  REVERSED: ledgerErrors.alreadyReversed,
  IS_REVERSAL: ledgerErrors.isReversal,
  JOURNAL_UNKNOWN: ledgerErrors.journalUnknown,
}
