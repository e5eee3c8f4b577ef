import { sql } from 'kysely'
import type { Hundredths } from '#kernel/money.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'

export interface DailyBalance {
  accountId: string
  businessDate: string
  /** Positive on the account's normal side. */
  opening: Hundredths
  debit: Hundredths
  credit: Hundredths
  closing: Hundredths
  entries: number
}

/**
 * Opening, movements and closing of each business date from `from` to `to` (both included), by account and date; of accounts opened with
 * `daily`, the others are left out. An account without entries on `from` begins with a row of no movements, so that its opening
 * balance is there; other dates without entries have no row.
 */
export async function dailyBalances(db: Queryable, accountIds: readonly string[], from: string, to: string): Promise<DailyBalance[]> {
  const { rows } = await sql<{ accountId: string; businessDate: string; opening: string; debit: string; credit: string; closing: string; entries: string }>`
    select a.id as "accountId", d.business_date as "businessDate", d.debit, d.credit, d.closing, d.entries,
        d.closing - case a.normal_side when 'D' then d.debit - d.credit else d.credit - d.debit end as opening
      from ledger.account a
      cross join lateral (
        select business_date, debit, credit, entries, closing from ledger.daily_balance where account_id = a.id and business_date between ${from}::date and ${to}::date
        union all
        select ${from}::date, 0, 0, 0, coalesce((select closing from ledger.daily_balance where account_id = a.id and business_date < ${from}::date order by business_date desc limit 1), 0)
         where not exists (select from ledger.daily_balance where account_id = a.id and business_date = ${from}::date)
      ) d
     where a.daily and a.id = any(${accountIds}::bigint[])
     order by a.id, d.business_date`.execute(db)
  return rows.map(({ accountId, businessDate, entries, ...money }) => ({
    accountId,
    businessDate,
    opening: parseMoney(money.opening),
    debit: parseMoney(money.debit),
    credit: parseMoney(money.credit),
    closing: parseMoney(money.closing),
    entries: Number(entries),
  }))
}
