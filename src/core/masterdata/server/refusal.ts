import { isoLocal } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import type { Stale } from '#kernel/stale.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'

/** A field that only the server can refuse: said as validation says it, at the field. */
export function refuseField(field: string, rule: ValidationRule, language: Language, params: Record<string, string | number> = {}): never {
  throw new AppError(errors.validation, {}, { fields: [{ field, code: rule, message: ruleText(rule, language, params) }] })
}

/** As refuseField, for what has a text of the module's own. */
export function refuseFieldAs(field: string, definition: ErrorDefinition, language: Language, params: Record<string, string | number> = {}): never {
  throw new AppError(definition, params, { fields: [{ field, code: definition.code, message: fill(definition[language], params) }] })
}

/** The record as it is for a change: throws 404 when there is none, 409 with the current version when the caller's is old. */
export function current<Row extends { version: number }>(row: Row | undefined, version: number): Row {
  if (!row) throw new AppError(errors.notFound)
  if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version } })
  return row
}

type Fields = Stale['current']

interface Changed {
  version: number
  updated_by: string
  updated_at: Date
}

/**
 * As current(), for forms that can put a person's changes on a newer version: the 409 says who changed it and when, and holds the fields
 * of the form (`picture`) as they are now.
 */
export async function currentForForm<Row extends Changed>(
  row: Row | undefined,
  version: number,
  picture: (row: Row) => Fields | Promise<Fields>,
): Promise<Row> {
  if (!row) throw new AppError(errors.notFound)
  if (row.version === version) return row
  const { updated_by: changedBy, updated_at } = row
  const data: Stale = { version: row.version, changedBy, changedAt: isoLocal(updated_at), current: await picture(row) }
  throw new AppError(errors.stale, {}, { data })
}
