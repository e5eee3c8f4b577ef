import { z } from 'zod'
import { DateOnly, Id, Money, Timestamp } from '#kernel/primitives.ts'
import { Side } from './account.ts'

export const JournalEntry = z.object({
  /** From 1, in the order of posting. */
  line: z.number().int(),
  accountId: Id,
  accountCode: z.string().meta({ kind: 'code' }),
  accountName: z.string().meta({ kind: 'text' }),
  side: Side,
  amount: Money,
  currency: z.string(),
  /** Balance of the account after this entry, positive on its normal side; null when the account itself is outside the reader's scope. */
  balanceAfter: Money.nullable(),
})

/** A journal with its entries, as detail screens of every service show it. */
export const Journal = z.object({
  id: Id,
  businessKey: z.string(),
  kind: z.string(),
  service: z.string(),
  businessDate: DateOnly,
  occurredAt: Timestamp,
  recordedAt: Timestamp,
  description: z.string(),
  reversesJournalId: Id.nullable(),
  reversedByJournalId: Id.nullable(),
  entries: z.array(JournalEntry),
})
export type Journal = z.output<typeof Journal>
