import { fill } from '#kernel/language.ts'
import { inSentence } from '#kernel/text.ts'
import { language, words } from './words.ts'

/** What a form says of a field that holds nothing: one to type in, or one to choose. */
export const missing = (label: string, chosen: 'typed' | 'chosen' = 'typed'): string =>
  fill(chosen === 'chosen' ? words.form.missingChoice : words.form.missing, { field: inSentence(label, language) })
