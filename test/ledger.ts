import type { AccountClass } from '#core/ledger/contract/account.ts'
import type { ChartKey } from '#core/ledger/contract/chart-keys.ts'
import { type AccountInput, openAccounts } from '#core/ledger/server/public.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { unique } from './ledger-journal.ts'

export interface LedgerWorld extends TestDatabase {
  /** Runs in one transaction; a throw rolls it back. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Opens accounts (assets unless said otherwise) and answers their ids. */
  open<const I extends Partial<AccountInput>[]>(...inputs: I): Promise<{ [K in keyof I]: string }>
}

/** A line of the chart for accounts of a class that stand for any other. */
export const CHART_OF = {
  ASSET: 'OTHER_RECEIVABLE',
  LIABILITY: 'OTHER_PAYABLE',
  INCOME: 'FEE_INCOME',
  EXPENSE: 'OTHER_EXPENSE',
  OFF_BALANCE: 'OFF_BALANCE',
} as const satisfies Record<AccountClass, ChartKey>

/** A database of its own with the means to post. */
export async function ledgerWorld(options: { max?: number } = {}): Promise<LedgerWorld> {
  const database = await testDatabase(options)
  const tx = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work)
  return {
    ...database,
    tx,
    async open<const I extends Partial<AccountInput>[]>(...inputs: I) {
      const accounts = inputs.map(
        (input): AccountInput => ({ code: `T-${unique()}`, name: 'Tài khoản thử', class: 'ASSET', chart: CHART_OF[input.class ?? 'ASSET'], ...input }),
      )
      return (await tx((t) => openAccounts(t, accounts))) as { [K in keyof I]: string }
    },
  }
}

/** The code of the AppError that a promise is refused with; 'OK' when it is not. Other errors pass through. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'OK'
  } catch (error) {
    const { definition } = error as AppError
    if (!definition) throw error
    return definition.code
  }
}
