import { z } from 'zod'
import { plainText, WholeDong } from '#core/payments/contract/line-fields.ts'
import { defineCommand, GATEWAY } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { CodeWithDot, DateOnly, Money, Timestamp } from '#kernel/primitives.ts'
import { nameError, ruleError } from '#kernel/validation-texts.ts'
import { ItemCode } from './item-code.ts'
import { EventKind } from './machines.ts'
import { SENDER_PAID_CODE, stateCodeErrors, withoutStateCode } from './state-codes.ts'

/** Lines of one call, and the bytes they may have together. */
export const FEED_LINES = 10_000
export const FEED_BYTES = 16 * 1_048_576

/** Whole đồng, or nothing. */
const Dong = Money.refine((text) => parseMoney(text) >= 0n && parseMoney(text) % 100n === 0n, { error: ruleError('moneyWhole') })

/** An item as the office that accepted it tells of it. */
export const ItemLine = z.strictObject({
  code: ItemCode,
  acceptedAt: Timestamp,
  /** Codes of the units that have accepted it and that are to deliver it. */
  acceptedUnit: CodeWithDot,
  deliveryUnit: CodeWithDot,
  /** The key account whose item it is; left out: a retail sender. */
  keyAccount: CodeWithDot.optional(),
  sender: z.strictObject({ name: plainText(200), phone: plainText(20).optional() }),
  receiver: z.strictObject({ name: plainText(200), phone: plainText(20).optional(), address: plainText(500).optional() }),
  content: plainText(500).optional(),
  weightGrams: z.number().int().min(1).max(100_000).optional(),
  codAmount: Dong,
  postage: Dong.default('0.00'),
  postagePayer: z.enum(['SENDER', 'RECEIVER']).default('SENDER'),
  codFee: Dong.default('0.00'),
  route: CodeWithDot.optional(),
  promisedOn: DateOnly.optional(),
})
export type ItemLine = z.output<typeof ItemLine>

const happened = {
  /** The partner's own reference of this event, unique by partner for ever. */
  reference: CodeWithDot,
  item: ItemCode,
  at: Timestamp,
  unit: CodeWithDot.optional(),
  /** Code of the postman. */
  courier: CodeWithDot.optional(),
  reason: plainText(200).optional(),
}

const SENDER_PAID = nameError(stateCodeErrors.senderPaidHere)
const unknownKind: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_union' && (input as { kind?: unknown }).kind === SENDER_PAID_CODE ? SENDER_PAID : undefined

/** What happened to an item, by kind or state code. Money is an event of its own: nothing is collected by a delivery alone. */
export const EventLine = z.preprocess(
  withoutStateCode,
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...happened,
        kind: z.literal('COLLECTED'),
        courier: CodeWithDot,
        amount: WholeDong,
        method: z.enum(['CASH', 'QR', 'CARD']).default('CASH'),
      }),
      z.strictObject({ ...happened, kind: EventKind.exclude(['ACCEPTED', 'COLLECTED']) }),
    ],
    { error: unknownKind },
  ),
)
export type EventLine = z.output<typeof EventLine>

const FeedResult = z.object({
  /** From 1. */
  line: z.number().int(),
  status: z.enum(['created', 'repeated', 'refused']),
  /** Error code and words of a refused line, and the fields concerned. */
  code: z.string().optional(),
  message: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
})
export type FeedResult = z.output<typeof FeedResult>

const FeedReply = z.object({ created: z.number().int(), repeated: z.number().int(), refused: z.number().int(), results: z.array(FeedResult) })
const lines = { lines: z.array(z.string().max(FEED_BYTES)).min(1).max(FEED_LINES) }

/** Newline-delimited JSON, one `ItemLine` each. Good lines are kept whatever the others are; repeating a batch changes nothing. */
export const itemsBatch = defineCommand({
  path: '/cob-101/v1/items/batch',
  permission: GATEWAY,
  summary: {
    vi: 'Nhận tối đa 10.000 bưu gửi có COD, mỗi dòng một đối tượng JSON',
    en: 'Take up to 10,000 items with cash on delivery, one JSON object per line',
  },
  input: lines,
  output: FeedReply,
})

/** Newline-delimited JSON, one `EventLine` each; out of order, repeated and late ones end in the same state. */
export const eventsBatch = defineCommand({
  path: '/cob-101/v1/events/batch',
  permission: GATEWAY,
  summary: { vi: 'Nhận tối đa 10.000 sự kiện của bưu gửi, mỗi dòng một đối tượng JSON', en: 'Take up to 10,000 events of items, one JSON object per line' },
  input: lines,
  output: FeedReply,
})
