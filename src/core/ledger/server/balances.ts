import { sql } from 'kysely'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'

/**
 * Balances by account id, positive on the account's normal side; unknown accounts are left out. With `at`: as the books stood at that
 * instant, by the time of recording; some twenty look-ups an account, however many entries it has. Of a business date: dailyBalances.
 */
export async function balancesAt(db: Queryable, accountIds: string[], at?: Date): Promise<Map<string, Hundredths>> {
  const balance = at
    ? sql<string>`coalesce((
        select e.balance_after from ledger.entry e
         where e.account_id = a.id and e.account_version = ledger.version_before(a.id, a.version, ${at}::timestamptz + interval '1 microsecond')), 0)`
    : sql<string>`a.balance`
  const { rows } = await sql<{
    id: string
    balance: string
  }>`select a.id, ${balance} as balance from ledger.account a where a.id = any(${accountIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, parseMoney(row.balance)]))
}

export interface TrialBalance {
  currency: string
  /** Sum of the balances that stand on the debit side, and on the credit side. */
  debit: Hundredths
  credit: Hundredths
  /** debit − credit: zero in sound books. */
  difference: Hundredths
  accounts: number
}

/** The books by currency, from the balances of the accounts. */
export async function trialBalance(db: Queryable): Promise<TrialBalance[]> {
  const { rows } = await sql<{ currency: string; debit: string; credit: string; accounts: number }>`
    select currency, count(*)::int as accounts,
        coalesce(sum(signed) filter (where signed > 0), 0)::numeric(30,2) as debit, coalesce(-sum(signed) filter (where signed < 0), 0)::numeric(30,2) as credit
      from (select currency, case normal_side when 'D' then balance else -balance end as signed from ledger.account) a
     group by currency order by currency`.execute(db)
  return rows.map(({ currency, accounts, ...sums }) => {
    const debit = parseMoney(sums.debit)
    const credit = parseMoney(sums.credit)
    return { currency, debit, credit, difference: debit - credit, accounts }
  })
}
