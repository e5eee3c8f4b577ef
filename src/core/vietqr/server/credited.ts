import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Params } from '#kernel/language.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { AuditLog } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { creditErrors } from '../contract/errors.ts'
import { CODE, closeAccounts, moveCodes } from './records.ts'

/** An account that somebody pays to, as far as a payment depends on it. */
export interface CreditedAccount {
  number: string
  merchantId: string
  status: string
  closedBecause: string | null
  singleUse: boolean
  /** The one amount that it takes; null for any. */
  amount: string | null
  code: string | null
  codeStatus: string | null
  validFrom: string | null
  validTo: string | null
}

/**
 * Accounts by number; those that are not there are left out, and without numbers nothing is asked. Those that are used once stay locked until the
 * caller's transaction ends: a second payment is judged when it is known what became of the first.
 */
export async function creditedAccounts(tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, CreditedAccount>> {
  if (numbers.length === 0) return new Map()
  const asked = [...new Set(numbers)]
  const found = await read(tx, asked)
  const once = found.some(({ singleUse, status }) => singleUse && status === 'ACTIVE')
  const rows = once ? await lockOnce(tx, asked).then(() => read(tx, asked)) : found
  return new Map(rows.map((row) => [row.number, row]))
}

async function read(tx: Tx, numbers: readonly string[]): Promise<CreditedAccount[]> {
  const { rows } = await sql<CreditedAccount>`
    select a.number, a.merchant_id as "merchantId", a.status, a.closed_because as "closedBecause", a.single_use as "singleUse",
      coalesce(c.amount, a.amount) as amount, c.code, c.status as "codeStatus", c.valid_from as "validFrom", c.valid_to as "validTo"
    from vietqr.virtual_account a left join vietqr.code c on c.account_id = a.id where a.number = any(${numbers}::text[])`.execute(tx)
  return rows
}

/** Locks the accounts that are used once and open, in one order, so that nobody waits in a circle. */
async function lockOnce(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from vietqr.virtual_account where number = any(${numbers}::text[]) and single_use and status = 'ACTIVE' order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Refusal {
  error: ErrorDefinition
  params: Params
}

/** Why a payment of an amount that is to begin today is refused; pure. What has happened already is never asked. */
export function refusalOf(account: CreditedAccount, amount: Hundredths, now: Date): Refusal | undefined {
  const today = localDate(now)
  const { number, codeStatus, validFrom, validTo } = account
  const params = { code: account.code ?? '', account: number }
  const because = (error: ErrorDefinition): Refusal => ({ error, params })
  if (codeStatus === 'REVOKED') return because(creditErrors.revoked)
  if (codeStatus === 'USED' || account.closedBecause === 'USED') return because(creditErrors.used)
  if (codeStatus === 'EXPIRED' || (validTo !== null && validTo < today)) return because(creditErrors.expired)
  if (account.status !== 'ACTIVE') return because(creditErrors.closed)
  if (codeStatus === 'LOCKED') return because(creditErrors.locked)
  if (codeStatus === 'DRAFT' || (validFrom !== null && validFrom > today)) return because(creditErrors.notYet)
  if (account.amount !== null && parseMoney(account.amount) !== amount)
    return { error: creditErrors.otherAmount, params: { ...params, amount: moneyText(parseMoney(account.amount)) } }
  return undefined
}

const SYSTEM = 'system'

/** Closes those of the accounts that are used once, with their codes: they were paid. */
export async function closePaid(tx: Tx, audit: AuditLog, numbers: readonly string[], now: Date): Promise<void> {
  if (numbers.length === 0) return
  const ids = await lockOnce(tx, [...new Set(numbers)])
  if (ids.length === 0) return
  const { rows: codes } = await sql<{ id: string; code: string; status: string }>`
    select id, code, status from vietqr.code where account_id = any(${ids}::bigint[]) and status in ('ACTIVE', 'LOCKED') order by id for no key update`.execute(
    tx,
  )
  await closeAccounts(tx, { by: SYSTEM, at: now }, ids, 'USED')
  const used = codes.map(({ id }) => id)
  await moveCodes(tx, { by: SYSTEM, at: now }, used, 'use')
  await audit.writeMany(
    tx,
    codes.map(({ id, status }) => ({
      ...{ actor: SYSTEM, action: 'vietqr.used', subjectType: CODE, subjectId: id },
      ...{ before: { status }, after: { status: 'USED' }, traceId: 'vietqr', ip: '' },
    })),
  )
}
