import { sql } from 'kysely'
import { type AccountInput, openAccounts } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { settlementErrors } from '../../contract/settlement-errors.ts'
import type { SettlementAccount, SettlementAccounts } from '../plug.ts'
import type { Part } from './postings.ts'

/** An account that a settlement posts on; without `id` it is opened with it. */
export interface Known {
  id: string | null
  code: string
  name: string
  usable: boolean
}

export type KnownAccounts = Record<Part, Known>

const partsOf = (accounts: SettlementAccounts) => Object.entries(accounts) as [Part, SettlementAccount][]

/** The accounts as they are. Throws RCS-002 for one that must be there and is not. */
export async function knownAccounts(db: Queryable, accounts: SettlementAccounts): Promise<KnownAccounts> {
  const codes = partsOf(accounts).map(([, { code }]) => code)
  const { rows } = await sql<{ id: string; code: string; name: string; status: string }>`
    select id, code, name, status from ledger.account where code = any(${codes}::text[])`.execute(db)
  const found = new Map(rows.map((row) => [row.code, row]))
  const known = partsOf(accounts).map(([part, { code, open }]): [Part, Known] => {
    const row = found.get(code)
    if (!row && !open) throw new AppError(settlementErrors.bankUnknown, { account: code })
    return [part, { id: row?.id ?? null, code, name: row?.name ?? open?.name ?? '', usable: !row || row.status === 'ACTIVE' }]
  })
  return Object.fromEntries(known) as KnownAccounts
}

/** The ids of the accounts that are posted on, those opened that are missing. One settlement at a time opens accounts. */
export async function openMissing(tx: Tx, accounts: SettlementAccounts, posted: ReadonlySet<Part>): Promise<ReadonlyMap<Part, string>> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation.accounts'))`.execute(tx)
  const known = await knownAccounts(tx, accounts)
  const wanted = partsOf(accounts).filter(([part]) => posted.has(part))
  const missing = wanted.flatMap(([part, { code, open }]): AccountInput[] => (known[part].id === null && open ? [{ ...open, code }] : []))
  const opened = await openAccounts(tx, missing)
  const ids = new Map(missing.map(({ code }, at) => [code, opened[at] as string]))
  return new Map(wanted.map(([part, { code }]) => [part, known[part].id ?? (ids.get(code) as string)]))
}
