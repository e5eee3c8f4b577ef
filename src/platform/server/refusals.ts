import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import { fill, type Language, type Params } from '#kernel/language.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'

/** A refusal that belongs to a field of the form. */
export function refusedField(field: string, definition: ErrorDefinition, language: Language, params: Params = {}): AppError {
  return new AppError(definition, params, { fields: [{ field, code: definition.code, message: fill(definition[language], params, language) }] })
}

/** Refuses what only the server can know to be wrong, as validation says it: at the field. */
export function refuseField(field: string, rule: ValidationRule, language: Language, params: Record<string, string | number> = {}): never {
  throw new AppError(errors.validation, {}, { fields: [{ field, code: rule, message: ruleText(rule, language, params) }] })
}
