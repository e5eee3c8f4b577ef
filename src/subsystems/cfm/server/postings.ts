import type { EntryInput } from '#core/ledger/server/public.ts'
import type { TransactionType } from '#core/payments/contract/transaction.ts'
import type { Accounts, AdvanceEvent, Charged, PostingEvent } from '#core/payments/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'

type Part = 'till' | 'payable' | 'feeIncome' | 'taxPayable' | 'customerSuspense'
type Leg = readonly [side: EntryInput['side'], account: Part, of: (charged: Charged) => Hundredths]

const amount = (a: Charged) => a.amount
const all = (a: Charged) => a.amount + a.fee + a.tax

/** Sent: the till has the amount with fee and tax; the amount is owed until it is paid. */
const sent = (from: 'till' | 'customerSuspense'): readonly Leg[] => [
  ['D', from, all],
  ['C', 'payable', amount],
  ['C', 'feeIncome', (a) => a.fee],
  ['C', 'taxPayable', (a) => a.tax],
]
const paidOut: readonly Leg[] = [
  ['D', 'payable', amount],
  ['C', 'till', amount],
]
const mirror = (legs: readonly Leg[]): readonly Leg[] => legs.map(([side, account, of]) => [side === 'D' ? 'C' : 'D', account, of])

const ADVANCES: Record<AdvanceEvent, readonly Leg[]> = {
  taken: [
    ['D', 'till', all],
    ['C', 'customerSuspense', all],
  ],
  moved: sent('customerSuspense'),
  // Never sent: all of it is owed to the sender.
  given: [
    ['D', 'customerSuspense', all],
    ['C', 'payable', all],
  ],
}

function entriesOf(legs: readonly Leg[], accounts: Accounts, charged: Charged): EntryInput[] {
  return legs.flatMap(([side, account, of]) => {
    const accountId = accounts[account]
    if (accountId === undefined) throw new Error(`no account ${account}`)
    return of(charged) > 0n ? [{ accountId, side, amount: of(charged) }] : []
  })
}

/** The entries of an event, in order, those of nothing left out. Pure; debits equal credits. */
export function postingsFor(event: PostingEvent, accounts: Accounts, charged: Charged, type: TransactionType): EntryInput[] {
  const legs = type === 'TRANSFER' ? sent('till') : paidOut
  return entriesOf(event === 'paid' ? legs : mirror(legs), accounts, charged)
}

export const advancePostings = (event: AdvanceEvent, accounts: Accounts, charged: Charged): EntryInput[] => entriesOf(ADVANCES[event], accounts, charged)
