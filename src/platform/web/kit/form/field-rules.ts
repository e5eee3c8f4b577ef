import type { z } from 'zod'
import { fieldMeta, isPast } from '#kernel/primitives.ts'
import { inSentence } from '#kernel/text.ts'
import { fieldErrors, ruleText } from '#kernel/validation-texts.ts'
import { today } from '../../api/server-time.ts'
import { currentLanguage, useShellText } from '../../i18n.ts'
import { element } from './schema.ts'

// What a field may hold and what is said of it, for every form: also of those before the sign-in, which fetch no component library.

/** What a Form.Item listens to, so that its patient rules may choose. */
export const TRIGGERS = ['onChange', 'onBlur']

/** Some texts may be empty, though never absent. */
export function isNeeded(schema: z.ZodType): boolean {
  return !(schema.safeParse(undefined).success || schema.safeParse('').success)
}

const CHOSEN: readonly string[] = ['enum', 'status', 'date', 'id']

/** What is said of a field that holds nothing: it names the field, in words of its own where its schema has such. */
export function useMissing(): (label: string, schema: z.ZodType, chosen?: boolean) => string {
  const t = useShellText()
  return (label, schema, chosen = false) => {
    const language = currentLanguage()
    const choice = chosen || CHOSEN.includes(fieldMeta(element(schema)).kind)
    return ownWords(schema) ?? t(choice ? 'form.missingChoice' : 'form.missing', { field: inSentence(label, language) })
  }
}

/** The text of a rule like 'passwordRequired'. */
function ownWords(schema: z.ZodType): string | undefined {
  const parsed = schema.safeParse('')
  if (parsed.success) return undefined
  const [first] = fieldErrors(parsed.error, currentLanguage())
  return first?.code.endsWith('Required') ? first.message : undefined
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * What is wrong with a value by the contract's rule, or by `check`, which knows better. An empty one is refused in the words for a missing one
 * where it is needed, and let be where it is not (`missing` undefined).
 */
export function fieldProblem(
  schema: z.ZodType,
  missing: string | undefined,
  value: unknown,
  check?: (value: unknown) => string | undefined,
): string | undefined {
  const language = currentLanguage()
  if (isEmpty(value)) return missing
  const problem = check?.(value)
  if (problem) return problem
  const parsed = schema.safeParse(value)
  if (parsed.success) return isPast(schema, value, today()) ? ruleText('datePast', language) : undefined
  const [first] = fieldErrors(parsed.error, language)
  return first?.code === 'required' ? missing : first?.message
}
