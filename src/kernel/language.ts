/** The two languages of the portal. Vietnamese is the default everywhere. */
export const LANGUAGES = ['vi', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const LOCALES: Record<Language, string> = { vi: 'vi-VN', en: 'en-US' }

/** One text in both languages. */
export type Text = Record<Language, string>

/** Reads an Accept-Language header (or a locale name); what asks for neither language gets Vietnamese, or the other that is named. */
export function languageOf(header: string | undefined | null, otherwise: Language = 'vi'): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (tag.startsWith('vi')) return 'vi'
    if (tag.startsWith('en')) return 'en'
  }
  return otherwise
}

const english = new Intl.PluralRules('en')

/** A place of a text: `{n}`, or `{n|row|rows}` for a word that follows the number. */
export const PLACE = /\{(\w+)(?:\|([^{|}]*)\|([^{|}]*))?\}/g

/** What stands in the places of a text; what is written otherwise in the other language (an amount) has both forms. */
export type Params = Readonly<Record<string, string | number | Text>>

/**
 * Fills `{name}` places of a text; a missing parameter stays visible as `{name}`. `{n} {n|row|rows}` is '1 row' or '2 rows': only English
 * has such words, a Vietnamese noun stays as it is. `language`: which form of a parameter in both languages.
 */
export function fill(text: string, params: Params = {}, language: Language = 'vi'): string {
  return text.replace(PLACE, (whole, name: string, one?: string, other?: string) => {
    if (!Object.hasOwn(params, name)) return whole
    const value = params[name]
    if (one === undefined || other === undefined) return typeof value === 'object' ? value[language] : String(value)
    return english.select(Number(value)) === 'one' ? one : other
  })
}

/** A text in one language; what is written once is English. */
export const textIn = (text: string | Text, language: Language): string => (typeof text === 'string' ? text : text[language])
