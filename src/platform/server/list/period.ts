import { daysBetween } from '#kernel/dates.ts'
import { AppError, errors, type FieldError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'

/** The days of a list's filter: both needed, in order, at most `maxDays` counting both. Throws VAL-001 naming the field. */
export function requirePeriod(
  filter: { from?: string | undefined; to?: string | undefined },
  maxDays: number,
  language: Language,
): { from: string; to: string } {
  const { from, to } = filter
  if (from === undefined || to === undefined) {
    const missing = (['from', 'to'] as const).filter((field) => filter[field] === undefined)
    throw refused(missing.map((field) => fault(field, 'required', language)))
  }
  const days = daysBetween(from, to) + 1
  if (days < 1) throw refused([fault('to', 'dateOrder', language)])
  if (days > maxDays) throw refused([fault('to', 'dateSpan', language, { maximum: maxDays })])
  return { from, to }
}

function fault(field: string, rule: ValidationRule, language: Language, params: Record<string, number> = {}): FieldError {
  return { field: `searchSdi.${field}`, code: rule, message: ruleText(rule, language, params) }
}

const refused = (fields: FieldError[]) => new AppError(errors.validation, {}, { fields })
