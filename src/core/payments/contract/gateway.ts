import { z } from 'zod'
import { type Contract, defineCommand, GATEWAY } from '#kernel/contract.ts'
import { CodeWithDot, DateOnly, Money, Timestamp } from '#kernel/primitives.ts'
import { nameError } from '#kernel/validation-texts.ts'
import { paymentErrors } from './errors.ts'
import { plainText, WholeDong } from './line-fields.ts'
import type { ServiceDeclaration, ServiceType } from './service.ts'
import { Channel, TransactionStatus, type TransactionType } from './transaction.ts'

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

/** What every line carries, whatever its service. */
const common = {
  /** The partner's own reference, unique by partner for ever. */
  externalRef: CodeWithDot,
  channel: Channel,
  amount: WholeDong,
  currency: z.literal('VND'),
  occurredAt: Timestamp,
  outcome: GatewayOutcome.optional(),
}

/** A reported transaction of any service; its own fields are the service's to read. */
export type GatewayLine = z.output<z.ZodObject<typeof common>> & { service: string; type: TransactionType } & Readonly<Record<string, unknown>>

/** A reported transaction of one service, by its declaration. */
export type LineOf<S extends ServiceDeclaration> = {
  [T in keyof S['types'] & TransactionType]: S['types'][T] extends ServiceType<infer Own>
    ? z.output<z.ZodObject<typeof common>> & { service: string; type: T } & z.output<z.ZodObject<Own>>
    : never
}[keyof S['types'] & TransactionType]

type Line = z.ZodObject<z.ZodRawShape>
const oneOf = (by: 'service' | 'type', lines: readonly z.ZodType[], error?: z.core.$ZodErrorMap) =>
  z.discriminatedUnion(by, lines as unknown as [Line, ...Line[]], { error })

const SERVICE_NOT_ACCEPTED = nameError(paymentErrors.serviceNotAccepted)
/** A service that is none of this system has an error of its own; a line without one lacks a field, as any. */
const unknownService: z.core.$ZodErrorMap = ({ code, input }) => {
  if (code !== 'invalid_union') return undefined
  const { service } = input as { service?: unknown }
  return service === undefined ? 'required' : typeof service === 'string' ? SERVICE_NOT_ACCEPTED : undefined
}

/** The line that the gateway takes: the union of what the services report, distinguished by service and type. PAY-001 for another service. */
export function gatewayLine(services: readonly ServiceDeclaration[]): z.ZodType<GatewayLine> {
  const lines = services.map(({ code, types }) =>
    oneOf(
      'type',
      Object.entries(types).map(([type, { line }]) => z.strictObject({ ...common, service: z.literal(code), type: z.literal(type), ...line })),
    ),
  )
  return oneOf('service', lines, unknownService) as unknown as z.ZodType<GatewayLine>
}

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
  /** The day it belongs to, where that was closed or over when it came; null: in time. */
  lateOf: DateOnly.nullable(),
  /** What the caller alone is told, by the service; nothing stores it. */
  told: z.record(z.string(), z.string()).optional(),
})
export type TransactionReceipt = z.output<typeof TransactionReceipt>

/** The call for one transaction; its input is the union of the services. */
export function reportTransaction(services: readonly ServiceDeclaration[]): Contract<z.ZodType<GatewayLine>, typeof TransactionReceipt> {
  const call = defineCommand({
    path: '/og-001/v1/transactions',
    permission: GATEWAY,
    summary: {
      vi: 'Kênh báo một giao dịch; giao dịch được ghi nhận và hạch toán ngay',
      en: 'A channel reports a transaction; it is recorded and posted immediately',
    },
    input: {},
    output: TransactionReceipt,
    idempotent: true,
  })
  return { ...call, input: gatewayLine(services) }
}

export const reportOutcome = defineCommand({
  path: '/og-001/v1/transactions/{externalRef}/outcome',
  permission: GATEWAY,
  summary: { vi: 'Kênh báo kết quả của một giao dịch', en: 'A channel reports the result of a transaction' },
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

/** Newline-delimited JSON, one line of `gatewayLine` each. Good lines are stored whatever the others are; repeating a batch changes nothing. */
export const reportBatch = defineCommand({
  path: '/og-002/v1/transactions/batch',
  permission: GATEWAY,
  summary: {
    vi: 'Kênh báo tối đa 10.000 giao dịch, mỗi dòng một đối tượng JSON; trả kết quả từng dòng',
    en: 'A channel reports up to 10,000 transactions, one JSON object per line; returns a result per line',
  },
  input: { lines: z.array(z.string().max(BATCH_BYTES)).min(1).max(BATCH_LINES) },
  output: z.object({ created: z.number().int(), repeated: z.number().int(), refused: z.number().int(), results: z.array(LineResult) }),
})
