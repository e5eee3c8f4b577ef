import type { Runtime } from '#platform/server/module.ts'
import { paymentErrors } from '../contract/errors.ts'
import type { GatewayOutcome } from '../contract/gateway.ts'
import { PAID_STATUSES } from '../contract/transaction.ts'
import { gatewayActor, type IngestResult, type OutcomeLine } from './receipts.ts'

/** A report of a final outcome other than the one that stands. */
export interface Contradiction {
  partnerId: string
  externalRef: string
  outcome: GatewayOutcome
  occurredAt: string
  /** 'partner:CLIENT' */
  actor: string
  /** The report as it came. */
  raw: string
}

/** Keeps contradicting reports, and lets people know. */
export type KeepContradictions = (runtime: Runtime, reports: readonly Contradiction[]) => Promise<void>

const PAID: readonly unknown[] = PAID_STATUSES

/** Whether an outcome says otherwise than the final one that stands. */
export function contradicts(status: unknown, outcome: GatewayOutcome['status']): boolean {
  return (outcome === 'FAILED' && PAID.includes(status)) || (outcome === 'SUCCEEDED' && status === 'FAILED')
}

/** Of the refused reports those that contradict what stands, by place. */
export function contradictionsIn(lines: readonly OutcomeLine[], results: readonly (IngestResult | Error)[]): Map<number, Contradiction> {
  const found = new Map<number, Contradiction>()
  for (const [at, { caller, externalRef, outcome, occurredAt, raw }] of lines.entries()) {
    const result = results[at]
    if (!result || result instanceof Error || result.status !== 'refused' || result.error.definition !== paymentErrors.outcomeRefused) continue
    const { status } = (result.error.data ?? {}) as { status?: unknown }
    if (contradicts(status, outcome.status)) found.set(at, { partnerId: caller.partnerId, externalRef, outcome, occurredAt, actor: gatewayActor(caller), raw })
  }
  return found
}
