import type { EntryInput, JournalInput } from '#core/ledger/server/public.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { Settlement } from '../../contract/treasury/transaction.ts'

/** Debit one account, credit the other. */
export const move = (to: string, from: string, amount: Hundredths): EntryInput[] => [
  { accountId: to, side: 'D', amount },
  { accountId: from, side: 'C', amount },
]

/** Accounts that a difference goes through. */
export interface DifferenceAccounts {
  pending: string
  /** Where it ends, unless it stays pending. */
  end: string | null
}

/**
 * What leaves the courier when a difference is decided: what was found goes to the receiver, the rest to the pending shortage (1381) or
 * surplus (3381); what was decided about that is a journal of its own, so that the books show both. Nothing goes straight to income.
 */
export function settlementEntries(
  settlement: Settlement,
  { courier, receiver, amount, found }: { courier: string; receiver: string; amount: Hundredths; found: Hundredths },
  { pending, end }: DifferenceAccounts,
): { arrival: EntryInput[]; decision: EntryInput[] } {
  if (settlement === 'CORRECT_COUNT') return { arrival: move(receiver, courier, amount), decision: [] }
  const difference = found - amount
  const size = difference < 0n ? -difference : difference
  const taken: EntryInput[] = found > 0n ? [{ accountId: receiver, side: 'D', amount: found }] : []
  const rest: EntryInput = { accountId: pending, side: difference < 0n ? 'D' : 'C', amount: size }
  const arrival: EntryInput[] = [...taken, ...(difference < 0n ? [rest] : []), { accountId: courier, side: 'C', amount }, ...(difference > 0n ? [rest] : [])]
  if (end === null) return { arrival, decision: [] }
  return { arrival, decision: difference < 0n ? move(end, pending, size) : move(pending, end, size) }
}

/** A journal of a treasury transaction: once for each step of it. */
export function journalOf(
  transaction: { id: string; code: string },
  { step, words, day, at, unitId, entries }: { step: string; words: string; day: string; at: Date; unitId: string; entries: EntryInput[] },
): JournalInput {
  return {
    businessKey: `treasury-${step}:${transaction.id}`,
    kind: `TREASURY_${step.toUpperCase().replaceAll('-', '_')}`,
    service: 'CASH',
    businessDate: day,
    occurredAt: at,
    description: `${words} ${transaction.code}`,
    sourceType: 'cash.treasury_transaction',
    sourceId: transaction.id,
    officeUnitId: unitId,
    entries,
  }
}
