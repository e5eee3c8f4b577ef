import type { Language } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { BreakKind, MatchMethod } from '../../contract/machines.ts'

/** What a sentence about a break is made of. */
export interface Explained {
  kind: BreakKind
  reference: string
  field: string
  oursValue: string
  theirsValue: string
  oursLines: number
  theirsLines: number
  oursSum: Hundredths
  theirsSum: Hundredths
  day: string
}

/** What a sentence about a match is made of. */
export interface ExplainedMatch {
  method: MatchMethod
  /** Name of the rule; empty: by hand. */
  rule: string
  oursLines: number
  theirsLines: number
  oursAmount: Hundredths
  theirsAmount: Hundredths
  reason: string
  madeBy: string | null
}

/** One sentence that says what differs: both values and the difference. */
export function explain(row: Explained, language: Language): string {
  return `${row.kind} ${row.reference} ${language}`
}

/** One sentence that says why lines belong together, and what remains between them. */
export function explainMatch(match: ExplainedMatch, language: Language): string {
  return `${match.method} ${match.rule} ${language}`
}
