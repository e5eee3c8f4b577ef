import type { Language } from '#kernel/language.ts'
import { isMoney, parseMoney, showMoney } from '#kernel/money.ts'

/**
 * What a person typed as an amount → decimal string of the wire; undefined when it is none.
 * The separator of thousands of the language is dropped, its decimal separator becomes the point:
 * vi '1.234.567,5' → '1234567.5', en '1,234,567.5' → '1234567.5'.
 */
export function readAmount(typed: string, language: Language): string | undefined {
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.']
  const plain = typed
    .replace(/\s/g, '')
    // As it stands on a receipt or in a message that it is pasted from.
    .replace(/(?:đồng|đ|₫|vnd|vnđ)$/i, '')
    .split(group as string)
    .join('')
    .replace(point as string, '.')
  const trimmed = plain.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.$/, '')
  return isMoney(trimmed) ? trimmed : undefined
}

/** An amount in a field at rest: separators, and decimals only where there are some. */
export function showAmount(amount: string, language: Language): string {
  if (!isMoney(amount)) return amount
  return showMoney(amount, language, parseMoney(amount) % 100n === 0n ? 0 : 2)
}
