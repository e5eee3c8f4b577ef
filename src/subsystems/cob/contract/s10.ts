/** Codes of postal items of the Universal Postal Union, S10: two letters, eight digits, a check digit, the country. */
const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7] as const

/** The check digit of eight digits: their weighted sum modulo 11, taken from 11; 10 is written 0, and 11 is written 5 (UPU S10-12, 5.4). */
export function checkDigitOf(digits: string): number {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const rest = 11 - (sum % 11)
  return rest === 10 ? 0 : rest === 11 ? 5 : rest
}

/** Whether a code has the form of S10; partners have codes of their own, which need not. */
export const looksLikeS10 = (code: string): boolean => S10.test(code)

/** Whether a code of the form of S10 ends with its own check digit. */
export function isS10(code: string): boolean {
  const match = S10.exec(code)
  return match !== null && checkDigitOf(match[1] as string) === Number(match[2])
}
