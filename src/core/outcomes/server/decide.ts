import { decideOutcomes, type PaymentService } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { caseMachine, type ResolvedBy, type Verdict } from '../contract/case.ts'
import { CASE, type Case } from './records.ts'

export type Services = ReadonlyMap<string, PaymentService>

/** A verdict on a locked case. */
export interface Decision {
  row: Pick<Case, 'id' | 'code' | 'status' | 'external_ref' | 'partner_id' | 'occurred_at'>
  verdict: Verdict
  resolvedBy: ResolvedBy
  /** 'user:ACCOUNT' or 'system'. */
  actor: string
  /** What the transaction says of it: the partner's own code and words, or those of this system. */
  code: string
  message: string
  reference: string
}

/** Where it comes from, for the audit trail. */
export interface Origin {
  traceId: string
  ip: string
}

const LONGEST = 255

/** Ends cases, and the transactions that they are about: state, postings and timeline within the caller's transaction. Throws what the ledger refuses. */
export async function decideCases(runtime: Runtime, services: Services, tx: Tx, decisions: readonly Decision[], { traceId, ip }: Origin): Promise<void> {
  const now = runtime.clock.now()
  await fireMany(
    tx,
    caseMachine,
    'outcome.outcome_case',
    decisions.map(({ row: { id }, verdict, resolvedBy, actor }) => {
      const by = actor.replace(/^user:/, '')
      const decided = { verdict, resolved_by: resolvedBy, decided_by: by, decided_at: now, next_inquiry_at: null }
      return { id, event: 'decide' as const, set: { ...decided, updated_by: by, updated_at: now } }
    }),
  )
  await decideOutcomes(
    runtime,
    services,
    tx,
    decisions.map(({ row, verdict, actor, code, message, reference }) => ({
      ...{ partnerId: row.partner_id, externalRef: row.external_ref, actor, language: 'vi' as const, traceId, ip },
      // A channel's clock may be ahead of ours.
      occurredAt: isoLocal(new Date(Math.max(now.getTime(), row.occurred_at.getTime()))),
      outcome: {
        ...{ status: verdict, code, message: message.slice(0, LONGEST) },
        ...(reference === '' ? {} : { evidence: { bankReference: reference.slice(0, 64) } }),
      },
    })),
  )
  const alone = decisions.filter(({ actor }) => actor === 'system')
  await runtime.audit.writeMany(
    tx,
    alone.map(({ row: { id, code, status }, verdict }) => ({
      ...{ actor: 'system', action: 'outcomes.decided', subjectType: CASE, subjectId: id, traceId, ip },
      ...{ before: { status }, after: { code, status: 'DECIDED', verdict } },
    })),
  )
}
