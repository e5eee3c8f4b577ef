import { BankAccountNumber, enumOf, trimmed } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** Permissions of the screens; each with an action behind it. */
export const MERCHANTS = 'merchants/accounts'
/** Stopping payments at once, and changing where the money goes, are rights of their own. */
export const LOCKS = 'merchants/locks'
export const ACCOUNTS = 'merchants/settlement-accounts'
export const PLANS = 'merchants/fee-plans'

/** The global lists of banks, by their six digits, and of what merchants deal in. */
export const BANKS = 'BANK'
export const BUSINESS_LINES = 'MERCHANT_BUSINESS_LINE'

export const LegalKind = enumOf('merchants.legalKind', ['ENTERPRISE', 'HOUSEHOLD', 'INDIVIDUAL'])
export const SettlementCycle = enumOf('merchants.settlementCycle', ['T0', 'T1', 'WEEKLY'])
export const SettlementMethod = enumOf('merchants.settlementMethod', ['TRANSFER'])
/** 1 Monday to 7 Sunday. */
export const Weekday = enumOf('merchants.weekday', ['1', '2', '3', '4', '5', '6', '7'])
/** What a bank has said about an account: its name, that there is none, or nothing that could be understood. */
export const CheckVerdict = enumOf('merchants.checkVerdict', ['SUCCEEDED', 'FAILED', 'PENDING', 'UNKNOWN'])

export const BankBin = trimmed()
  .regex(/^\d{6}$/, { error: ruleError('invalid') })
  .meta({ kind: 'code' })
export const AccountNumber = BankAccountNumber.overwrite((text) => text.toUpperCase()).meta({ kind: 'code' })
export const ProvinceCode = trimmed()
  .regex(/^\d{2}$/, { error: ruleError('choice') })
  .meta({ kind: 'code' })
export const CommuneCode = trimmed()
  .regex(/^\d{5}$/, { error: ruleError('choice') })
  .meta({ kind: 'code' })

/** An hour of the day as people write it: 14:05. */
export const ClockTime = trimmed()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: ruleError('timestamp') })
  .meta({ kind: 'code' })
