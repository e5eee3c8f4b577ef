import { z } from 'zod'
import { CodeText, Money, NameText, Text, Timestamp } from '#kernel/primitives.ts'

/** A stretch of the way that money took: who held so much of it, from when to when. */
export const MoneyStep = z.object({
  holder: NameText,
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
