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

/** Where the balance of a statement breaks: between two rows, or with the statement before it. Amounts are hundredths as text. */
export interface Gap {
  expected: string
  found: string
  row?: number
  previousRow?: number
  /** Of the opening balance: the session and last day of the statement before. */
  code?: string
  day?: string
}

const amount = (hundredths: string, language: Language) => showMoney(formatMoney(BigInt(hundredths)), language, 0)

/** What fills the refusal of a gap. */
export function gapParams({ expected, found, ...places }: Gap, file: string): Params {
  const both = (value: string) => ({ vi: amount(value, 'vi'), en: amount(value, 'en') })
  return { ...places, file, expected: both(expected), found: both(found) }
}

export const gapError = (gap: Gap) => (gap.row === undefined ? reconciliationErrors.openingGap : reconciliationErrors.balanceGap)

export const gapText = (gap: Gap, file: string, language: Language): string => fill(gapError(gap)[language], gapParams(gap, file), language)

/** An entry of the history: what was done, and its sentence. */
export function pastText(what: Past, detail: Params, language: Language): { title: string; text: string } {
  const { enums, texts } = LABELS[language]
  return { title: enums.past[what], text: fill(texts[`past${what}`], detail, language).trim() }
}
