import type { EntryInput } from '#core/ledger/server/public.ts'
import type { Accounts, Charged, PostingEvent } from '#core/payments/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'

type Part = 'partnerClearing' | 'partnerPayable' | 'feeIncome' | 'taxPayable'
type Leg = readonly [side: EntryInput['side'], account: Part, of: (charged: Charged) => Hundredths]

const amount = (a: Charged) => a.amount
const charges = (a: Charged) => a.fee + a.tax

/** A payment in an app: what was collected is with the partner's side and owed to the partner, who pays fee and tax out of it. */
const PAID: readonly Leg[] = [
  ['D', 'partnerClearing', amount],
  ['C', 'partnerPayable', amount],
  ['D', 'partnerPayable', charges],
  ['C', 'feeIncome', (a) => a.fee],
  ['C', 'taxPayable', (a) => a.tax],
]
const BACK = PAID.map(([side, account, of]): Leg => [side === 'D' ? 'C' : 'D', account, of])

/** The entries of an event, in order, those of nothing left out. Pure; debits equal credits. */
export function postingsFor(event: PostingEvent, accounts: Accounts, charged: Charged): EntryInput[] {
  return (event === 'paid' ? PAID : BACK).flatMap(([side, account, of]) => {
    const accountId = accounts[account]
    if (accountId === undefined) throw new Error(`no account ${account}`)
    return of(charged) > 0n ? [{ accountId, side, amount: of(charged) }] : []
  })
}
