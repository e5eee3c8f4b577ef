import { z } from 'zod'
import { CodeText, Id, Money, Timestamp } from '#kernel/primitives.ts'
import { slipMachine } from './slip.ts'

/** A payout of which nobody knew whether it was made when its till was counted, or knows still. */
export const UnknownPayout = z.object({
  id: Id,
  /** Of the payment. */
  code: CodeText,
  /** What it is for. */
  sourceCode: CodeText,
  amount: Money,
  since: Timestamp,
  status: slipMachine.status,
  /** Of its case; null to who may not see that. */
  path: z.string().nullable(),
})
export type UnknownPayout = z.output<typeof UnknownPayout>

/** Of a difference, to who decides about it: payouts that it may come from, by their codes, and what they come to. Null without any. */
export const ExplainedBy = { unknownPayouts: CodeText.nullable(), unknownAmount: Money.nullable() }
