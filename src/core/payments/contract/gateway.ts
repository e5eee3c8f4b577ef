import { z } from 'zod'
import { defineCommand, GATEWAY } from '#kernel/contract.ts'
import { CodeWithDot, DateOnly, Money, Timestamp } from '#kernel/primitives.ts'
import { BankParty, plainText, WholeDong } from './line-fields.ts'
import { Channel, Service, TransactionStatus, TransactionType } from './transaction.ts'

/** Lines of a batch at most, and the bytes they may have together. */
export const BATCH_LINES = 10_000
export const BATCH_BYTES = 16 * 1024 * 1024

const outcomeFields = {
  /** PROCESSING: the bank has it; UNKNOWN: nobody can say yet. Left out of a report altogether: only announced. */
  status: TransactionStatus.extract(['PROCESSING', 'SUCCEEDED', 'FAILED', 'UNKNOWN']),
  /** The channel's own result code and words. */
  code: CodeWithDot,
  message: plainText(255),
  /** What proves the outcome. */
  evidence: z.strictObject({ bankReference: plainText(64), bankTime: Timestamp.optional() }).optional(),
}

/** The outcome of a transaction, as a channel knows it. */
export const GatewayOutcome = z.strictObject(outcomeFields)
export type GatewayOutcome = z.output<typeof GatewayOutcome>

const transactionFields = {
  /** The partner's own reference, unique by partner for ever. */
  externalRef: CodeWithDot,
  service: Service,
  type: TransactionType.extract(['PAYMENT']),
  channel: Channel,
  merchantCode: CodeWithDot,
  amount: WholeDong,
  currency: z.literal('VND'),
  payer: BankParty,
  memo: plainText(210).optional(),
  occurredAt: Timestamp,
  outcome: GatewayOutcome.optional(),
}

/** One reported transaction: the body of a single call and a line of a batch. */
export const GatewayTransaction = z.strictObject(transactionFields)
export type GatewayTransaction = z.output<typeof GatewayTransaction>

/** What a channel learns of a transaction that was taken in. */
export const TransactionReceipt = z.object({
  transactionCode: z.string(),
  externalRef: z.string(),
  status: TransactionStatus,
  amount: Money,
  fee: Money,
  tax: Money,
  currency: z.string(),
  businessDate: DateOnly,
})
export type TransactionReceipt = z.output<typeof TransactionReceipt>

export const reportTransaction = defineCommand({
  path: '/og-001/v1/transactions',
  permission: GATEWAY,
  summary: 'A channel reports a transaction; it is stored and posted at once',
  input: transactionFields,
  output: TransactionReceipt,
  idempotent: true,
})

export const reportOutcome = defineCommand({
  path: '/og-001/v1/transactions/{externalRef}/outcome',
  permission: GATEWAY,
  summary: 'A channel reports what became of a transaction',
  input: { externalRef: CodeWithDot, ...outcomeFields, occurredAt: Timestamp },
  output: TransactionReceipt,
  idempotent: true,
})

const LineResult = z.object({
  /** From 1. */
  line: z.number().int(),
  status: z.enum(['created', 'repeated', 'refused']),
  transactionCode: z.string().optional(),
  /** Error code and words of a refused line, and the fields concerned. */
  code: z.string().optional(),
  message: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
})
export type LineResult = z.output<typeof LineResult>

/** Newline-delimited JSON, one GatewayTransaction a line. Good lines are stored whatever the others are; repeating a batch changes nothing. */
export const reportBatch = defineCommand({
  path: '/og-002/v1/transactions/batch',
  permission: GATEWAY,
  summary: 'A channel reports up to 10,000 transactions, one JSON object a line; a result a line',
  input: { lines: z.array(z.string()).min(1).max(BATCH_LINES) },
  output: z.object({ created: z.number().int(), repeated: z.number().int(), refused: z.number().int(), results: z.array(LineResult) }),
})
