import { z } from 'zod'
import { CodeText, enumOf, Money, NameText, Text, Timestamp } from '#kernel/primitives.ts'

/** HELD: the money lies there. OWED: it is owed to them. */
export const StepNature = enumOf('trace.nature', ['HELD', 'OWED'])

/** A stretch of the way that money took: who held so much of it, or was owed it, from when to when. */
export const MoneyStep = z.object({
  holder: NameText,
  nature: StepNature,
  /** The account that proves it. */
  accountCode: CodeText,
  amount: Money,
  /** Null where it was there before, among other money. */
  since: Timestamp.nullable(),
  /** Null where it still is, or lies among other money. */
  until: Timestamp.nullable(),
  /** Numbers of the journals that brought it and took it away. */
  journals: Text,
})
export type MoneyStep = z.output<typeof MoneyStep>
