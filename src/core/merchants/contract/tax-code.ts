import { trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const

/** Ten digits of the tax office: the last one is a check of the nine before. */
function isChecked(code: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(code[at]), 0)
  return 10 - (sum % 11) === Number(code[9])
}

/** A personal number has no check digit; it begins with the number of a province. */
const isPersonal = (code: string) => Number(code.slice(0, 3)) >= 1 && Number(code.slice(0, 3)) <= 96

/** True for a tax code as it is issued: 10 digits, a branch of those as 0123456789-001, or the 12 digits of a person. Pure. */
export function isTaxCode(code: string): boolean {
  if (/^\d{12}$/.test(code)) return isPersonal(code)
  return /^\d{10}(-\d{3})?$/.test(code) && !code.endsWith('-000') && isChecked(code.slice(0, 10))
}

/** As people write it: with or without spaces, a branch with or without its hyphen. */
export const TaxCode = trimmed()
  .max(20)
  .overwrite((code) => code.replace(/[\s.]/g, '').replace(/^(\d{10})(\d{3})$/, '$1-$2'))
  .refine(isTaxCode, { error: ruleError('taxCode') })
  .meta({ kind: 'code' })
