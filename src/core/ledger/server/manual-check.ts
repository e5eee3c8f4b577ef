import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { Side } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'

export interface ManualLineInput {
  accountId: string
  side: Side
  /** Decimal string. */
  amount: string
}

const DONG = 100n

/**
 * Everything that a journal by hand is held to beside what every posting is: asked when it is made and again when it is posted, there in
 * the scope of whoever decides. Throws LED-005 for an account outside the scope, LED-040 for one
 * that a module keeps, LED-041 where the chart takes none, LED-042 for a fraction of a đồng, LED-053 for an account on both sides.
 */
export async function checkManual(tx: Tx, scope: Scope, lines: readonly ManualLineInput[]): Promise<void> {
  const ids = [...new Set(lines.map(({ accountId }) => accountId))]
  const seen = await scope.selectFrom('ledger.account as a').select('a.id').where('a.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
  const reached = new Set(seen.map(({ id }) => id))
  const unknown = ids.find((id) => !reached.has(id))
  if (unknown !== undefined) throw new AppError(ledgerErrors.accountUnknown, { account: unknown })
  const accounts = await tx
    .selectFrom('ledger.account as a')
    .innerJoin('ledger.chart as c', 'c.id', 'a.chart_id')
    .select(['a.id', 'a.code', 'a.currency', 'a.kept_by as keptBy', 'c.number', 'c.allows_manual as manual'])
    .where('a.id', 'in', ids)
    .execute()
  for (const { code, keptBy, number, manual } of accounts) {
    if (keptBy !== null) throw new AppError(ledgerErrors.keptByModule, { account: code })
    if (!manual) throw new AppError(ledgerErrors.noManual, { account: code, number })
  }
  const inDong = new Set(accounts.filter(({ currency }) => currency === 'VND').map(({ id }) => id))
  for (const { accountId, amount } of lines) if (inDong.has(accountId) && parseMoney(amount) % DONG !== 0n) throw new AppError(ledgerErrors.fraction)
  const debited = new Set(lines.filter(({ side }) => side === 'D').map(({ accountId }) => accountId))
  const both = lines.find(({ side, accountId }) => side === 'C' && debited.has(accountId))
  if (both) throw new AppError(ledgerErrors.bothSides, { account: accounts.find(({ id }) => id === both.accountId)?.code ?? '' })
}
