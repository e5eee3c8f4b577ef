import type { EntryInput } from '#core/ledger/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { settlementJournalKinds } from '../../contract/settlement.ts'
import type { SettlementAccounts } from '../plug.ts'

export type Part = keyof SettlementAccounts

/** Both sides of some lines, and by how much ours is more and less than theirs, line group by line group. */
export interface Sides {
  ours: Hundredths
  theirs: Hundredths
  over: Hundredths
  under: Hundredths
}

/** What a session has come to. Money to us is positive. */
export interface Settled {
  matched: Sides
  /** By the reconciliation's own resolutions: differences written off, kept pending, or in dispute with the partner. */
  writtenOff: Sides
  pending: Sides
  disputed: Sides
  /** Theirs of breaks that were put right in our records since (an outcome, a transaction created): ours is the same now. */
  putRight: Hundredths
}

export interface SettlementJournal {
  kind: Exclude<keyof typeof settlementJournalKinds, 'RECON_REVERSED'>
  /** Debits positive, by part; parts without money left out. */
  moves: readonly { part: Part; amount: Hundredths }[]
}

/** What both sides of the matched lines differ by beyond the differences that their matches name: the fee that the partner has kept. */
export const feeOf = ({ matched: { ours, theirs, over, under } }: Pick<Settled, 'matched'>): Hundredths => ours - theirs - (over - under)

/**
 * The journals of a session. Pure; debits equal credits in each. The bank gets what the statement says, clearing is emptied of what we had booked, and what
 * lies between goes where the people who decided it have sent it. What is in dispute stays with the partner on our side; what its statement moved meanwhile
 * waits in suspense.
 */
export function journalsFor({ matched, writtenOff, pending, disputed, putRight }: Settled): SettlementJournal[] {
  const fee = feeOf({ matched })
  const journals: SettlementJournal[] = [
    {
      kind: 'RECON_SETTLED',
      moves: [
        { part: 'bank', amount: matched.theirs + putRight },
        { part: 'fee', amount: fee },
        { part: 'loss', amount: matched.over },
        { part: 'gain', amount: -matched.under },
        { part: 'clearing', amount: -matched.ours - putRight },
      ],
    },
    {
      kind: 'RECON_WRITE_OFF',
      moves: [
        { part: 'bank', amount: writtenOff.theirs },
        { part: 'loss', amount: writtenOff.over },
        { part: 'gain', amount: -writtenOff.under },
        { part: 'clearing', amount: -writtenOff.ours },
      ],
    },
    {
      kind: 'RECON_ADJUSTED',
      moves: [
        { part: 'bank', amount: pending.theirs + disputed.theirs },
        { part: 'shortage', amount: pending.over + (disputed.theirs < 0n ? -disputed.theirs : 0n) },
        { part: 'surplus', amount: -pending.under - (disputed.theirs > 0n ? disputed.theirs : 0n) },
        { part: 'clearing', amount: -pending.ours },
      ],
    },
  ]
  return journals.map(({ kind, moves }) => ({ kind, moves: moves.filter(({ amount }) => amount !== 0n) })).filter(({ moves }) => moves.length > 0)
}

export const entryOf = (accountId: string, amount: Hundredths): EntryInput => ({
  accountId,
  side: amount > 0n ? 'D' : 'C',
  amount: amount > 0n ? amount : -amount,
})
