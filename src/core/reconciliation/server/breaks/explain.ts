import { daysBetween, isDateOnly, showDate } from '#kernel/dates.ts'
import { fill, type Language, type Params } from '#kernel/language.ts'
import { absolute, formatMoney, type Hundredths, isMoney, showMoney } from '#kernel/money.ts'
import type { BreakKind, MatchMethod } from '../../contract/machines.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import { WORDS } from './words.ts'

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
  atRisk: Hundredths
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

const LABELS = { vi, en }

/** With the minus that amounts have on the screens: a hyphen would read as a dash of the sentence, and may end its line. */
const shown = (text: string, language: Language) => showMoney(text, language, text.endsWith('.00') ? 0 : 2).replace('-', '\u2212')
const amount = (value: Hundredths, language: Language) => shown(formatMoney(value), language)

/** A value of a field as people read it: days and amounts in their own form, states in words. */
export function showValue(value: string, language: Language): string {
  if (value === '') return '—'
  if (isDateOnly(value)) return showDate(value)
  if (isMoney(value) && /\.\d\d$/.test(value)) return shown(value, language)
  return wordOf(LABELS[language].enums.lineStatus, value)
}

/** As `showValue`. A line of a statement has no state of its own: that it is there says that money has moved. */
function standing(kind: BreakKind, value: string, lines: number, language: Language): string {
  if (kind !== 'STATUS' || value !== '') return showValue(value, language)
  return lines > 0 ? WORDS[language].moneyMoved : WORDS[language].noLine
}

const wordOf = (words: Readonly<Record<string, string>>, key: string): string => (Object.hasOwn(words, key) ? (words[key] as string) : key)

/** What the field that differs is called; empty where no single field does. */
export const fieldWord = (field: string, language: Language): string => wordOf(LABELS[language].enums.differingField, field)

/** One sentence that says what differs: both values and the difference. */
export function explain(row: Explained, language: Language): string {
  const texts = WORDS[language]
  const money = (value: Hundredths) => amount(value, language)
  const difference = row.oursSum - row.theirsSum
  const places: Params = {
    reference: row.reference || '—',
    day: showDate(row.day),
    field: fieldWord(row.field, language),
    ours: money(row.oursSum),
    theirs: money(row.theirsSum),
    difference: money(absolute(difference)),
    risk: money(row.atRisk),
    oursLines: row.oursLines,
    theirsLines: row.theirsLines,
    oursValue: standing(row.kind, row.oursValue, row.oursLines, language),
    theirsValue: standing(row.kind, row.theirsValue, row.theirsLines, language),
    days: isDateOnly(row.oursValue) && isDateOnly(row.theirsValue) ? Math.abs(daysBetween(row.oursValue, row.theirsValue)) : 0,
    more: difference > 0n ? texts.weMore : texts.theyMore,
  }
  return fill(texts[sentenceOf(row, difference)], places, language)
}

function sentenceOf({ kind, oursLines, theirsLines }: Explained, difference: Hundredths) {
  switch (kind) {
    case 'MISSING_OURS':
      return 'explainMissingOurs'
    case 'MISSING_THEIRS':
      return 'explainMissingTheirs'
    case 'AMOUNT':
      return oursLines > 1 || theirsLines > 1 ? 'explainAmountGroup' : 'explainAmount'
    case 'STATUS':
      return difference === 0n ? 'explainStatus' : 'explainStatusMoney'
    case 'DUPLICATE':
      return 'explainDuplicate'
    case 'DATE':
      return 'explainDate'
    case 'AMBIGUOUS':
      return difference === 0n ? 'explainAmbiguous' : 'explainAmbiguousMoney'
  }
}

/** One sentence that says why lines belong together, and what remains between them. */
export function explainMatch(match: ExplainedMatch, language: Language): string {
  const texts = WORDS[language]
  const difference = match.oursAmount - match.theirsAmount
  const by = match.madeBy ?? ''
  const how = { AUTO: texts.matchAuto, TOLERANCE: texts.matchTolerance, MANUAL: texts.matchManual, FORCED: texts.matchForced }[match.method]
  const places = { rule: match.rule, by, oursLines: match.oursLines, theirsLines: match.theirsLines }
  const parts = [fill(how, places, language)]
  if (match.oursLines > 1 || match.theirsLines > 1) parts.push(fill(texts.matchGroup, places, language))
  parts.push(
    difference === 0n
      ? texts.matchEqual
      : fill(
          texts.matchDifference,
          { ours: amount(match.oursAmount, language), theirs: amount(match.theirsAmount, language), difference: amount(absolute(difference), language) },
          language,
        ),
  )
  if (match.reason !== '') parts.push(fill(texts.matchReason, { reason: match.reason }, language))
  return `${parts.join('; ')}.`
}
