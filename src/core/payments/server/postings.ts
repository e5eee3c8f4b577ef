import type { EntryInput } from '#core/ledger/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'

/** The accounts and amounts that a posting rule may name. */
export interface PostingAccounts {
  bankClearing: string
  merchantPayable: string
  feeIncome: string
  taxPayable: string
}
export interface PostingAmounts {
  amount: Hundredths
  fee: Hundredths
  tax: Hundredths
}

interface Leg {
  side: EntryInput['side']
  account: keyof PostingAccounts
  of: (amounts: PostingAmounts) => Hundredths
}

const debit = (account: Leg['account'], of: Leg['of']): Leg => ({ side: 'D', account, of })
const credit = (account: Leg['account'], of: Leg['of']): Leg => ({ side: 'C', account, of })

/**
 * QR: what each event posts. A payment: the partner's bank owes the amount, the merchant gets it, and pays fee and tax out of it.
 * Events that are not listed move no money.
 */
const QR_POSTINGS = {
  paid: [
    debit('bankClearing', (a) => a.amount),
    credit('merchantPayable', (a) => a.amount),
    debit('merchantPayable', (a) => a.fee + a.tax),
    credit('feeIncome', (a) => a.fee),
    credit('taxPayable', (a) => a.tax),
  ],
  // The mirror of a payment, over the part that is given back.
  refunded: [
    debit('merchantPayable', (a) => a.amount),
    credit('bankClearing', (a) => a.amount),
    debit('feeIncome', (a) => a.fee),
    debit('taxPayable', (a) => a.tax),
    credit('merchantPayable', (a) => a.fee + a.tax),
  ],
} satisfies Record<string, Leg[]>

export type QrPostingEvent = keyof typeof QR_POSTINGS

/** The entries of an event, in order, those of nothing left out. Pure; debits equal credits. */
export function postingsFor(event: QrPostingEvent, accounts: PostingAccounts, amounts: PostingAmounts): EntryInput[] {
  return QR_POSTINGS[event]
    .map((leg) => ({ accountId: accounts[leg.account], side: leg.side, amount: leg.of(amounts) }))
    .filter((posting) => posting.amount > 0n)
}
