import { z } from 'zod'
import { parseMoney } from '#kernel/money.ts'
import { isPlainText, PositiveMoney } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** What lines of the gateway are made of. */

const WHOLE_DONG = 100n
const invalid = { error: ruleError('invalid') }

/** Text of 1 to `max` characters on one line, without control and invisible characters or halves of a surrogate pair. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: ruleError('required') })
    .max(max)
    .refine((text) => isPlainText(text) && !/[\t\n\r]/.test(text), invalid)
    .meta({ kind: 'text' })

/** An amount of VND: whole đồng, as VietQR carries it. */
export const WholeDong = PositiveMoney.refine((text) => parseMoney(text) % WHOLE_DONG === 0n, { error: ruleError('moneyWhole') })

export const AccountNumber = z
  .string()
  .regex(/^[A-Za-z0-9]{1,34}$/, invalid)
  .meta({ kind: 'code' })

/** Bank identification number of NAPAS, six digits. */
export const BankBin = z
  .string()
  .regex(/^\d{6}$/, invalid)
  .meta({ kind: 'code' })

/** Who pays or is paid through a bank. */
export const BankParty = z.strictObject({ name: plainText(140), account: AccountNumber, bankBin: BankBin })
