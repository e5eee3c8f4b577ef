import type { Language } from '#kernel/language.ts'
import { LOCALES } from '#kernel/language.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes for people: 1536 → '1,5 KB' in Vietnamese. */
export function showBytes(bytes: number, language: Language): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** step
  return `${new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: step === 0 ? 0 : 1 }).format(value)} ${UNITS[step]}`
}

/** Made once: making one costs more than using it a hundred times. */
const counts: Partial<Record<Language, Intl.NumberFormat>> = {}

export function showCount(count: number, language: Language): string {
  counts[language] ??= new Intl.NumberFormat(LOCALES[language])
  return counts[language].format(count)
}
