import type { Language, Text } from './language.ts'

/**
 * Amounts are bigint hundredths inside TypeScript and decimal strings with two decimals
 * everywhere else (wire, browser, numeric(20,2)). Never a JavaScript number.
 */
export type Hundredths = bigint

const MONEY = /^-?(0|[1-9]\d{0,17})(\.\d{1,2})?$/
/** A sum may have more digits than any one amount that is let in. */
const SUM = /^-?\d+(\.\d{1,2})?$/

export function isMoney(text: string): boolean {
  return MONEY.test(text)
}

/** '1234.5' → 123450n. Throws RangeError on anything that is not a plain decimal of at most two decimals. */
export function parseMoney(text: string): Hundredths {
  if (!MONEY.test(text)) throw new RangeError(`not an amount of money: ${text}`)
  return hundredths(text)
}

function hundredths(text: string): Hundredths {
  const negative = text.startsWith('-')
  const [whole = '0', part = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return negative ? -value : value
}

/** 123450n → '1234.50', the form of the wire and of numeric(20,2). */
export function formatMoney(value: Hundredths): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Shows an amount or a sum of any size to a person: vi '1.234,50', en '1,234.50'; `decimals` 2 for money,
 * 0 for prices (halves away from zero). Throws RangeError on anything that is not a plain decimal of at most two decimals.
 */
export function showMoney(text: string, language: 'vi' | 'en', decimals: 0 | 2 = 2): string {
  if (!SUM.test(text)) throw new RangeError(`not an amount of money: ${text}`)
  const value = hundredths(text)
  const rounded = decimals === 2 ? value : roundHalfAway(value)
  const plain = formatMoney(rounded < 0n ? -rounded : rounded)
  const group = language === 'vi' ? '.' : ','
  const point = language === 'vi' ? ',' : '.'
  const whole = plain.slice(0, -3).replace(/\B(?=(\d{3})+$)/g, group)
  return `${rounded < 0n ? '-' : ''}${whole}${decimals === 2 ? point + plain.slice(-2) : ''}`
}

/** Whole đồng as each language writes them, for the places of a text; with a minus, since a hyphen reads as a dash of the sentence. */
export function moneyText(value: Hundredths): Text {
  const shown = (language: Language) => showMoney(formatMoney(value), language, 0).replace('-', '\u2212')
  return { vi: shown('vi'), en: shown('en') }
}

/** How much it is, whichever way it goes. */
export const absolute = (value: Hundredths): Hundredths => (value < 0n ? -value : value)

function roundHalfAway(value: Hundredths): Hundredths {
  const half = value < 0n ? -50n : 50n
  return ((value + half) / 100n) * 100n
}

/** Sums amounts exactly; the sum may be larger than an amount may be. */
export function sumMoney(amounts: Iterable<string>): string {
  let total = 0n
  for (const amount of amounts) total += parseMoney(amount)
  return formatMoney(total)
}
