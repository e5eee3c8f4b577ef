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

/** Fills `{name}` places of a text; a missing parameter stays visible as `{name}`. */
export function fill(text: string, params: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole))
}

/** A text in one language; what is written once is English. */
export const textIn = (text: string | Text, language: Language): string => (typeof text === 'string' ? text : text[language])
