import type { Language } from './language.ts'

/** Without Vietnamese diacritics: 'Đặng Thị Ánh' → 'Dang Thi Anh'. */
export function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/g, 'd')
    .replace(/Đ/g, 'D')
}

/** Folds case and Vietnamese diacritics away: 'Đặng Thị Ánh' → 'dang thi anh'. Same rule as SQL platform.fold(). */
export const fold = (text: string): string => unaccented(text).toLowerCase()

/** The order of names and titles, as SQL has it by the collation platform.vi. */
export const compareNames: (one: string, other: string) => number = new Intl.Collator('vi').compare

/** True when every word of `search` stands somewhere in `text`, ignoring case and diacritics. */
export function matchesText(text: string, search: string): boolean {
  const hay = fold(text)
  return fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => hay.includes(word))
}

/** A label as it stands inside a sentence: 'Mã (không dấu)' → 'mã', in Vietnamese; abbreviations and English labels keep their letters. */
export function inSentence(label: string, language: Language): string {
  const name = label.replace(/\s*\([^)]*\)$/, '')
  return language === 'vi' && !/^\p{Lu}{2}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
