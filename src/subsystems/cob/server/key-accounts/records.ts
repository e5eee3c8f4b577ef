import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { keyAccountMachine } from '../../contract/key-accounts/words.ts'

export const KEY_ACCOUNT = 'cob.key_account'
export type KeyAccountRow = RowOf<typeof KEY_ACCOUNT>

/** What two people agree on, as a decision shows it. */
export const termsOf = (row: KeyAccountRow): Record<string, string | null> => ({
  name: row.name,
  shortName: row.short_name || null,
  legalName: row.legal_name || null,
  taxCode: row.tax_code || null,
  representative: row.representative || null,
  address: row.address || null,
  contactName: row.contact_name || null,
  phone: row.phone || null,
  email: row.email || null,
  advanceLimit: row.advance_limit,
  deposit: row.deposit,
})

export const bankOf = (row: KeyAccountRow) => ({ bankBin: row.bank_bin, accountNumber: row.account_number, accountName: row.account_name })

export const keyAccounts = defineRecord({
  table: KEY_ACCOUNT,
  scoped: true,
  machine: keyAccountMachine,
  // Items that are accepted refer to it meanwhile.
  lock: 'for no key update',
  unique: { column: 'code', error: keyAccountErrors.codeTaken },
  picture: (row) => ({ code: row.code, status: row.status, unitId: row.unit_id, ...termsOf(row), ...bankOf(row) }),
})

/** Whose record a key account is, for requests about it. */
export const placeOf = (row: KeyAccountRow) => ({ ...unitsOf(row), partnerId: null })

/** The ledger account of what is owed to a key account. */
export async function openPayable(tx: Tx, { code, name, unitId }: { code: string; name: string; unitId: string }): Promise<string> {
  const [account] = await openAccounts(tx, [
    { code: `33883.COD.${code}`, name: `Tiền COD phải trả ${name}`, class: 'LIABILITY', chart: 'SENDER_PAYABLE', keptBy: 'cob', unitId },
  ])
  return account as string
}

/** What stands on its account; nothing is posted to it until the commit. */
export async function lockOwed(db: Queryable, { account_id }: Pick<KeyAccountRow, 'account_id'>): Promise<string> {
  const { rows } = await sql<{ balance: string }>`select balance from ledger.account where id = ${account_id} for no key update`.execute(db)
  return rows[0]?.balance ?? '0.00'
}
