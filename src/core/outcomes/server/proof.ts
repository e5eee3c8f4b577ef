import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { type EvidenceKind, type Finding, HARD } from '../contract/case.ts'
import { outcomeErrors } from '../contract/errors.ts'
import type { Case } from './records.ts'
import { isFinal } from './suggestion.ts'

/** What somebody brings, as far as it matters whether it proves anything. */
export interface Brought {
  kind: EvidenceKind
  reference: string
  amount?: string | undefined
  files: number
}

type Of = Pick<Case, 'transaction_id' | 'business_date' | 'amount'>

/** Whether the money changed hands at a counter of the operator: no statement of a partner shows it, its slip does. */
export async function isAtCounter(tx: Tx, { transaction_id, business_date }: Omit<Of, 'amount'>): Promise<boolean> {
  const { rows } = await sql`
    select from payment.transaction where id = ${transaction_id} and business_date = ${business_date} and teller_staff_id is not null`.execute(tx)
  return rows.length > 0
}

/**
 * Whether what somebody brings is enough for a verdict, where it shows one. A statement line names its reference and the amount of the
 * transaction; throws OUT-018 for another amount. Of a transaction at a counter slips, documents and photos prove, where they are there to be seen.
 */
export async function proves(tx: Tx, of: Of, { kind, reference, amount, files }: Brought, language: Language): Promise<boolean> {
  const atCounter = await isAtCounter(tx, of)
  if (kind === 'SLIP' || kind === 'DOCUMENT') return atCounter && files > 0
  if (kind !== 'STATEMENT') return false
  if (amount !== undefined && parseMoney(amount) !== parseMoney(of.amount))
    throw refusedField('amount', outcomeErrors.statementAmount, language, { amount: moneyText(parseMoney(of.amount)) })
  return !atCounter && reference !== '' && amount !== undefined
}

/** Whether a piece is enough for a verdict. `proven`: of what people bring. */
export const isEnough = (kind: EvidenceKind, verdict: Finding, proven = false): boolean => isFinal(verdict) && (HARD.includes(kind) || proven)

/** The refusal of a verdict for want of hard evidence, in the words of where the money moved. */
export const unproven = async (tx: Tx, of: Omit<Of, 'amount'>): Promise<AppError> =>
  new AppError((await isAtCounter(tx, of)) ? outcomeErrors.counterEvidence : outcomeErrors.hardEvidence)
