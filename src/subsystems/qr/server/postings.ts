import type { EntryInput } from '#core/ledger/server/public.ts'
import type { Accounts, Charged, PostingEvent } from '#core/payments/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'

interface Leg {
  side: EntryInput['side']
  account: 'partnerClearing' | 'merchantPayable' | 'feeIncome' | 'taxPayable'
  of: (charged: Charged) => Hundredths
}

const debit = (account: Leg['account'], of: Leg['of']): Leg => ({ side: 'D', account, of })
const credit = (account: Leg['account'], of: Leg['of']): Leg => ({ side: 'C', account, of })

/** The mirror of a payment, over what is given back. */
const BACK = [
  debit('merchantPayable', (a) => a.amount),
  credit('partnerClearing', (a) => a.amount),
  debit('feeIncome', (a) => a.fee),
  debit('taxPayable', (a) => a.tax),
  credit('merchantPayable', (a) => a.fee + a.tax),
]

/**
 * QR: what each event posts. A payment: the partner's bank owes the amount, the merchant gets it, and pays fee and tax out of it.
 * Events that are not listed move no money.
 */
const QR_POSTINGS = {
  paid: [
    debit('partnerClearing', (a) => a.amount),
    credit('merchantPayable', (a) => a.amount),
    debit('merchantPayable', (a) => a.fee + a.tax),
    credit('feeIncome', (a) => a.fee),
    credit('taxPayable', (a) => a.tax),
  ],
  refunded: BACK,
  cancelled: BACK,
} satisfies Record<PostingEvent, Leg[]>

/** The entries of an event, in order, those of nothing left out. Pure; debits equal credits. */
export function postingsFor(event: PostingEvent, accounts: Accounts, charged: Charged): EntryInput[] {
  return QR_POSTINGS[event].flatMap(({ account, side, of }) => {
    const accountId = accounts[account]
    if (accountId === undefined) throw new Error(`no account ${account}`)
    return of(charged) > 0n ? [{ accountId, side, amount: of(charged) }] : []
  })
}
