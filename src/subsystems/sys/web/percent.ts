import type { Language } from '#kernel/language.ts'

/** Hundredths of a percent as a percentage with two decimals: 25 → '0,25' in Vietnamese, '0.25' in English. */
export function showPercent(hundredths: number, language: Language): string {
  return (hundredths / 100).toFixed(2).replace('.', language === 'vi' ? ',' : '.')
}
