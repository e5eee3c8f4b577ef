import { expect } from 'vitest'
import { moneyTrace } from '#app/plugs/trace.ts'
import { keyOf, rootsOf } from '#core/trace/server/life.ts'
import { leftOf } from '#core/trace/server/steps.ts'
import type { TestRuntime } from './app.ts'

/**
 * Every account on which money of payments and of lines of payout lists lies: what the steps of all of them leave there, and what the ledger
 * says; debit sides above zero, in hundredths. `own`: those alone that hold nothing else.
 */
export async function tracedAndBooked({ db, pool }: Pick<TestRuntime, 'db' | 'pool'>, { own = false } = {}) {
  const { rows } = await pool.query<{ type: string; id: string }>(
    `select 'payment.transaction' as type, transaction_id::text as id from payment.transaction_key
     union all select 'payout.line', t.id::text from payout.line t join payout.list l on l.id = t.list_id where l.account_id is not null`,
  )
  const roots = new Map<string, { type: string; id: string }>()
  for (const row of rows) for (const root of await rootsOf(db, moneyTrace, row)) roots.set(keyOf(root), root)
  const traced: Record<string, bigint> = {}
  for (const root of roots.values()) {
    const steps = await moneyTrace.steps(db, root, '0')
    const now = leftOf(steps)
    for (const [at, { accountCode, nature, shared, since, until, amount }] of steps.entries()) {
      if (own && shared) continue
      expect(since !== null || shared, `${keyOf(root)} ${accountCode}`).toBe(true)
      expect(now[at]).toBeLessThanOrEqual(amount)
      const change = until === null ? amount : since === null ? -amount : 0n
      // What is held is on the debit side, what is owed on the credit side.
      traced[accountCode] = (traced[accountCode] ?? 0n) + (nature === 'HELD' ? change : -change)
    }
  }
  const books = await pool.query<{ code: string; balance: string }>(
    "select code, (case normal_side when 'D' then balance else -balance end)::text as balance from ledger.account where code = any ($1)",
    [Object.keys(traced)],
  )
  return { traced, booked: Object.fromEntries(books.rows.map(({ code, balance }) => [code, BigInt(balance.replace('.', ''))])) }
}
