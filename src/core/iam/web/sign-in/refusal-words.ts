import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { errors, type FieldError } from '#kernel/errors.ts'
import { fill, LANGUAGES, type Language, PLACE, type Text } from '#kernel/language.ts'
import { validationTexts } from '#kernel/validation-texts.ts'
import { ApiError, messageOf } from '#platform/web/api/api-error.ts'
import { currentLanguage } from '#platform/web/i18n.ts'

const TEXTS = new Map<string, Text>([
  ...[...Object.values(errors), ...Object.values(iamErrors)].map((one) => [one.code, one] as const),
  ...Object.entries(validationTexts),
])

/** What stands in the places of a text, read back from the message that was made of it. */
function placesOf(template: string, message: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace(PLACE, (_whole, name: string, one?: string, other?: string) => {
    if (one !== undefined) return `(?:${one}|${other})`
    names.push(name)
    return '(.+)'
  })
  const found = new RegExp(`^${pattern}$`).exec(message)
  return found ? Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])) : undefined
}

/** A message of the server in the language of the page, which may have changed since it came. */
function inLanguage(code: string, message: string, language: Language): string {
  const text = TEXTS.get(code)
  for (const spoken of text ? LANGUAGES : []) {
    const places = text && placesOf(text[spoken], message)
    if (places) return fill(text[language], places)
  }
  return message
}

/** As messageOf, in the language of now. */
export function refusalWords(error: unknown): string | null {
  return error instanceof ApiError ? inLanguage(error.code, error.message, currentLanguage()) : messageOf(error)
}

/** What a field was refused for, in the language of now. */
export function fieldWords({ code, message }: FieldError): string {
  return inLanguage(code, message, currentLanguage())
}
