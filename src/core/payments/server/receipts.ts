import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { GatewayLine, GatewayOutcome, TransactionReceipt } from '../contract/gateway.ts'
import type { TransactionEvent, TransactionStatus } from '../contract/transaction.ts'

/** Who calls the gateway, once the signature has been found good. */
export interface GatewayCaller {
  clientId: string
  partnerId: string
  /** The partner is locked or closed: it begins nothing, but tells what has happened. */
  suspended: boolean
  /** Who it is in the audit trail, where it is not the partner. */
  actor?: 'system'
}

/** What a report carries besides its facts. */
export interface ReportContext {
  caller: GatewayCaller
  /** The Idempotency-Key with the hash of the request; lines of a batch have none. */
  key?: { key: string; hash: Buffer }
  language: Language
  traceId: string
  ip: string
}

/** One reported transaction on its way in. */
export interface IngestLine extends ReportContext {
  facts: GatewayLine
}

/** A channel's word on what became of a transaction. */
export interface OutcomeLine extends ReportContext {
  externalRef: string
  outcome: GatewayOutcome
  occurredAt: string
  /** The body as it came. */
  raw: string
}

/** What became of one report. */
export type IngestResult = { status: 'created' | 'repeated'; receipt: TransactionReceipt } | { status: 'refused'; error: AppError }

/** A report that the database itself refuses: for a value in it, or for a conflict that may be over when it is sent again. */
export const refusedByDatabase = (why: 'value' | 'conflict'): IngestResult => ({
  status: 'refused',
  error: new AppError(why === 'value' ? errors.validation : errors.unavailable),
})

/** How a transaction comes to a status when a channel reports it: the machine's events in order. */
export const PATHS: Record<'INITIATED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN', readonly TransactionEvent[]> = {
  INITIATED: [],
  PROCESSING: ['submit'],
  SUCCEEDED: ['submit', 'succeed'],
  FAILED: ['submit', 'fail'],
  UNKNOWN: ['submit', 'loseTrack'],
}

export const gatewayActor = (caller: GatewayCaller): string => caller.actor ?? `partner:${caller.clientId}`

/** The stored columns that a receipt shows. */
export interface ReceiptRow {
  code: string
  externalRef: string
  status: string
  amount: string
  fee: string
  tax: string
  currency: string
  businessDate: string
  lateOf: string | null
}

export function receiptOf({ code, status, ...row }: ReceiptRow): TransactionReceipt {
  return {
    transactionCode: code,
    externalRef: row.externalRef,
    status: status as TransactionStatus,
    amount: row.amount,
    fee: row.fee,
    tax: row.tax,
    currency: row.currency,
    businessDate: row.businessDate,
    lateOf: row.lateOf,
  }
}
