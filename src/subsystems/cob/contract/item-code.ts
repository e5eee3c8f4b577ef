import { z } from 'zod'
import { ruleError } from '#kernel/validation-texts.ts'
import { isS10, looksLikeS10 } from './s10.ts'

/** An item's code, in upper case; of the form of S10 with its check digit. */
export const ItemCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_.-]{3,34}$/, { error: ruleError('invalid') })
  .refine((code) => !looksLikeS10(code) || isS10(code), { error: ruleError('checkDigit') })
  .meta({ kind: 'code' })
