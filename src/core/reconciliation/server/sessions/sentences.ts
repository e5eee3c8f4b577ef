import { showDate } from '#kernel/dates.ts'
import type { AppError, ErrorDefinition } from '#kernel/errors.ts'
import { errors } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { fill, type Language, type Params } from '#kernel/language.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import type { Past } from '../../contract/history.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'
import { en } from '../../labels/sessions/en.ts'
import { vi } from '../../labels/sessions/vi.ts'

const LABELS = { vi, en }

/** Why something ended without a result, as it is kept: the code of an error and what fills its places. */
export interface KeptFault {
  code: string
  params: Params
}

export const keptFault = ({ definition, params }: Pick<AppError, 'definition' | 'params'>): KeptFault => ({ code: definition.code, params })

const DEFINITIONS: readonly ErrorDefinition[] = [
  ...Object.values(reconciliationErrors),
  ...Object.values(fileErrors),
  ...Object.values(rowErrors),
  ...Object.values(importErrors),
  ...Object.values(errors),
]

/** A kept fault in words. */
export function faultText(kept: unknown, language: Language): string | null {
  if (kept === null || kept === undefined) return null
  const { code, params } = kept as KeptFault
  const definition = DEFINITIONS.find((one) => one.code === code) ?? reconciliationErrors.failed
  return fill(definition[language], params, language)
}

/** Where the balance of a statement breaks: between two rows, at its end, or with the statement before it. Amounts are hundredths as text. */
export interface Gap {
  expected: string
  found: string
  row?: number
  previousRow?: number
  end?: 'CLOSING'
  /** Rows that were rejected there: how many, and why the first was. */
  rejected?: KeptFault & { count: number }
  /** Of the opening balance: the session and last day of the statement before. */
  code?: string
  day?: string
}

const amount = (hundredths: string, language: Language) => showMoney(formatMoney(BigInt(hundredths)), language, 0)

/** What fills the refusal of a gap. */
export function gapParams({ expected, found, rejected, end: _end, ...places }: Gap, file: string): Params {
  const both = (value: string) => ({ vi: amount(value, 'vi'), en: amount(value, 'en') })
  const cause = { vi: rejected ? rejectedText(rejected, 'vi') : '', en: rejected ? rejectedText(rejected, 'en') : '' }
  return { ...places, file, expected: both(expected), found: both(found), rejected: cause }
}

function rejectedText({ count, ...fault }: NonNullable<Gap['rejected']>, language: Language): string {
  const { gapRejected } = LABELS[language].texts
  return fill(gapRejected, { count, reason: faultText(fault, language) ?? '' }, language)
}

export function gapError({ row, end }: Gap): ErrorDefinition {
  if (row === undefined) return reconciliationErrors.openingGap
  return end === 'CLOSING' ? reconciliationErrors.closingGap : reconciliationErrors.balanceGap
}

export const gapText = (gap: Gap, file: string, language: Language): string => fill(gapError(gap)[language], gapParams(gap, file), language)

/** The days of a session, as the refusal of others has them: a Vietnamese sentence begins with them, an English one ends. */
export function daysText({ from_day, to_day }: { from_day: string; to_day: string }, language: Language): string {
  const { oneDay, daysBetween } = LABELS[language].texts
  return from_day === to_day
    ? fill(oneDay, { day: showDate(from_day) }, language)
    : fill(daysBetween, { from: showDate(from_day), to: showDate(to_day) }, language)
}

/** An entry of the history: what was done, and its sentence. */
export function pastText(what: Past, detail: Params, language: Language): { title: string; text: string } {
  const { enums, texts } = LABELS[language]
  return { title: enums.past[what], text: fill(texts[`past${what}`], detail, language).trim() }
}
