import { sql } from 'kysely'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'

interface Unit {
  id: string
  active: boolean
}

/** Units by code, whatever has become of them. */
export async function unitsBy(tx: Tx, codes: Iterable<string>): Promise<ReadonlyMap<string, Unit>> {
  const { rows } = await sql<Unit & { code: string }>`
    select code, id, status = 'ACTIVE' as active from organisation.unit where code = any(${[...new Set(codes)]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

export interface KeyAccount {
  id: string
  status: string
}

export async function keyAccountsBy(tx: Tx, codes: Iterable<string>): Promise<ReadonlyMap<string, KeyAccount>> {
  const { rows } = await sql<KeyAccount & { code: string }>`
    select code, id, status from cob.key_account where code = any(${[...new Set(codes)]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

export interface KnownCourier {
  id: string
  code: string
  status: string
  /** What he holds, and the most that he may hold; null: nothing is refused for it. */
  held: Hundredths
  limit: Hundredths | null
}

/** Postmen by code, whatever has become of them. Nobody closes one while events of his are taken in: what he has collected must have an account. */
export async function couriersBy(tx: Tx, codes: Iterable<string>): Promise<ReadonlyMap<string, KnownCourier>> {
  const { rows } = await sql<Omit<KnownCourier, 'held' | 'limit'> & { held: string; limit: string | null }>`
    select c.code, c.id, c.status, a.balance as held, case when c.ceiling_policy = 'BLOCK' then c.ceiling end as limit
      from cob.courier c join ledger.account a on a.id = c.account_id where c.code = any(${[...new Set(codes)]}::text[]) order by c.id for share of c`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.code, { ...row, held: parseMoney(row.held), limit: row.limit === null ? null : parseMoney(row.limit) }]))
}
