import type { Language } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'

const DECIMALS = 2
const GREATEST = 100

/** Hundredths of a percent as a percentage with two decimals: 25 → '0,25' in Vietnamese, '0.25' in English. */
export function showPercent(hundredths: number, language: Language): string {
  return (hundredths / 100).toFixed(DECIMALS).replace('.', language === 'vi' ? ',' : '.')
}

/**
 * What a person typed as a percentage → hundredths of a percent; undefined when it is no rate of 0 to 100 with two decimals at most.
 * A rate has no thousands, so comma and point both mean the decimal separator. Nothing is rounded: '0,25' → 25, '0,255' → undefined.
 */
export function readPercent(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(DECIMALS, '0'))
  return hundredths <= GREATEST * 100 ? hundredths : undefined
}

/** What is wrong with a rate as it was typed, in words; undefined for one that can be read. */
export function percentFault(typed: string, language: Language): string | undefined {
  if (readPercent(typed) !== undefined) return undefined
  const text = typed.trim()
  if (!/^-?\d+(?:[.,]\d*)?$/.test(text)) return ruleText('numeric', language)
  if (text.startsWith('-')) return ruleText('nonNegative', language)
  if (Number(text.replace(',', '.')) > GREATEST) return ruleText('tooBig', language, { maximum: GREATEST })
  // Leading zeros are all that is left besides decimals.
  return /[.,]\d{3,}$/.test(text) ? ruleText('tooManyDecimals', language, { maximum: DECIMALS }) : ruleText('invalid', language)
}
