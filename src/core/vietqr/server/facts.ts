import { sql } from 'kysely'
import { activeBanks, parameter } from '#core/masterdata/server/public.ts'
import { merchantsInScope, neverPaid, type OwnMerchant } from '#core/merchants/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { Params } from '#kernel/language.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { memoOf } from '../contract/codec/memo.ts'
import type { CodeKind } from '../contract/codes.ts'
import { codeErrors } from '../contract/errors.ts'
import { accountBank, accountPrefix, instantTransferCap } from '../contract/parameters.ts'

/** What is typed about a code. */
export interface CodeFacts {
  counter?: string | undefined
  amount?: string | undefined
  memo?: string | undefined
  validFrom?: string | undefined
  validTo?: string | undefined
}

/** The columns of a code that follow from what was typed. */
export interface CodeColumns {
  counter: string
  amount: string | null
  memo: string
  valid_from: string
  valid_to: string | null
}

interface Fault {
  field: string
  error: ErrorDefinition
  params?: Params
}

/** What an amount that is asked for is held to: the cap of the scheme, and the limits of who is paid. */
interface AmountBounds {
  cap: Hundredths
  /** Undefined for one that the caller does not see: to use its code is refused by itself. */
  merchant: OwnMerchant | undefined
}

/** Why nobody could ever pay an amount to the merchant, whether a code or an account of an order names it. Pure. */
function amountFault(amount: string, { cap, merchant }: AmountBounds): Fault | undefined {
  const value = parseMoney(amount)
  if (value > cap) return { field: 'amount', error: codeErrors.overCap, params: { cap: moneyText(cap) } }
  const over = merchant && neverPaid(merchant, value)
  return over && { field: 'amount', ...over }
}

/** What is wrong with a code of a kind; the order of its days is checked apart. Pure. */
export function factsFault(kind: CodeKind, { amount, memo, validTo }: CodeFacts, bounds: AmountBounds): Fault | undefined {
  if (kind === 'STATIC') return amount !== undefined || memo ? { field: amount === undefined ? 'memo' : 'amount', error: codeErrors.staticAmount } : undefined
  if (amount === undefined) return { field: 'amount', error: codeErrors.dynamicAmount }
  return amountFault(amount, bounds) ?? (validTo === undefined ? { field: 'validTo', error: codeErrors.dynamicEnd } : undefined)
}

export const columnsOf = ({ counter = '', amount, memo = '', validFrom, validTo }: CodeFacts, today: string): CodeColumns => ({
  counter,
  amount: amount === undefined ? null : formatMoney(parseMoney(amount)),
  memo: memoOf(memo),
  valid_from: validFrom ?? today,
  valid_to: validTo ?? null,
})

/** Checked facts as columns. Throws at the field that is wrong. */
export async function checkedFacts(
  kind: CodeKind,
  facts: CodeFacts,
  merchant: OwnMerchant | undefined,
  { tx, now, language }: CommandContext,
): Promise<CodeColumns> {
  const fault = factsFault(kind, facts, { cap: await parameter(tx, instantTransferCap), merchant })
  if (fault) throw refusedField(fault.field, fault.error, language, fault.params)
  const columns = columnsOf(facts, localDate(now))
  if (columns.valid_to !== null && columns.valid_to < columns.valid_from) refuseField('validTo', 'dateOrder', language)
  return columns
}

/** An amount that is or comes into use. Throws VQR-107, MER-040 and MER-042 at its field. */
export async function requirePayable(amount: string, merchant: OwnMerchant, { tx, language }: CommandContext): Promise<void> {
  const fault = amountFault(amount, { cap: await parameter(tx, instantTransferCap), merchant })
  if (fault) throw refusedField(fault.field, fault.error, language, fault.params)
}

/** An active merchant of the caller's scope. Throws VQR-101 and VQR-102 at its field. */
export async function activeMerchant({ scope, language }: CommandContext, id: string): Promise<OwnMerchant> {
  const [merchant] = await merchantsInScope(scope, { ids: [id] })
  if (!merchant) throw refusedField('merchantId', codeErrors.merchantUnknown, language)
  if (merchant.status !== 'ACTIVE') throw refusedField('merchantId', codeErrors.merchantInactive, language, { merchantCode: merchant.code })
  return merchant
}

/** Where a code belongs: to the merchant's unit, or to one below it. Throws VQR-103 at its field. */
export async function placeOf({ scope, language }: CommandContext, merchant: OwnMerchant, unitId: string | undefined): Promise<string> {
  if (unitId === undefined || unitId === merchant.unitId) return merchant.unitId
  const below = await scope
    .selectFrom('organisation.unit as u')
    .select('u.id')
    .where('u.id', '=', unitId)
    .where('u.status', '=', 'ACTIVE')
    .where(sql<boolean>`${merchant.unitId} in (u.head_unit_id, u.province_unit_id, u.district_unit_id)`)
    .executeTakeFirst()
  if (!below) throw refusedField('unitId', codeErrors.unitElsewhere, language)
  return below.id
}

/** What new account numbers are made of. Throws VQR-113 where the parameters cannot be used. */
export async function numbering(db: Queryable): Promise<{ bank: string; prefix: string; cap: string }> {
  const [bank, prefix, cap] = [await parameter(db, accountBank), await parameter(db, accountPrefix), await parameter(db, instantTransferCap)]
  if (!(await activeBanks(db)).has(bank) || !/^[A-Z0-9]{2,8}$/.test(prefix)) throw new AppError(codeErrors.bankUnknown, { bank, prefix })
  return { bank, prefix, cap: (cap / 100n).toString() }
}
