import type { EntryInput } from '#core/ledger/server/public.ts'
import type { Accounts, Charged, PostingEvent } from '#core/payments/server/public.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'

/** Whose debt a deposit pays, the till of cash, and what was paid in beyond the debt. */
export interface DepositAccounts {
  courier: string
  till: string | null
  surplus: Hundredths
}

/** The accounts of one deposit, and beside them what of its amount is surplus, as text: how much goes where is known when the items are. */
export const accountsFor = ({ courier, till, surplus }: DepositAccounts): Accounts => ({
  courier,
  ...(till === null ? {} : { till }),
  surplus: formatMoney(surplus),
})

/** Money comes to the till, or to the clearing account of who reported it; the postman owes that much less. Pure; debits equal credits. */
export function postingsFor(event: PostingEvent, accounts: Accounts, { amount }: Charged): EntryInput[] {
  const surplus = parseMoney(accounts.surplus ?? '0.00')
  const money = accounts.till ?? accounts.partnerClearing
  const { courier, surplusPending } = accounts
  if (money === undefined || courier === undefined || surplusPending === undefined) throw new Error('a deposit without its accounts')
  const [to, from] = event === 'paid' ? (['D', 'C'] as const) : (['C', 'D'] as const)
  const entries: EntryInput[] = [
    { accountId: money, side: to, amount },
    { accountId: courier, side: from, amount: amount - surplus },
    { accountId: surplusPending, side: from, amount: surplus },
  ]
  return entries.filter((entry) => entry.amount > 0n)
}
