import { sql } from 'kysely'
import { type ApprovalKind, lockPending } from '#core/approvals/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { caseMachine, type EvidenceKind, type Finding } from '../contract/case.ts'
import type { Piece } from './suggestion.ts'

export const CASE = 'outcome.outcome_case'
/** What requests call the transaction that a case is about. */
export const TRANSACTION = 'payment.transaction'
export type Case = RowOf<typeof CASE>

export const cases = defineRecord({
  table: CASE,
  scoped: true,
  machine: caseMachine,
  picture: ({ code, status, suggested, verdict, assignee_id, next_inquiry_at, conflict_decision }) => ({
    ...{ code, status, suggested, verdict, assigneeId: assignee_id, nextInquiryAt: next_inquiry_at, conflictDecision: conflict_decision },
  }),
})

/** Transactions before their cases, and payments before their refunds, as reports lock them: whoever waits, waits in one order. */
async function lockTransactions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with named as materialized (select transaction_id, business_date from outcome.outcome_case where id = any(${ids}::bigint[])), taking_part as materialized (
      select * from named
      union select r.parent_id, r.parent_date from payment.partner_refund r where r.refund_id in (select transaction_id from named)
    )
    select from taking_part k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    order by t.id for no key update of t`.execute(tx)
}

/** Cases with what waits for them, in the one order: requests, transactions, cases. */
export async function lockCases(tx: Tx, kind: ApprovalKind, ids: readonly string[]): Promise<Map<string, Case>> {
  await lockPending(tx, kind, ids)
  await lockTransactions(tx, ids)
  const { rows } = await sql<Case>`select * from outcome.outcome_case where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** One case whose request is locked already. */
export async function lockCase(tx: Tx, id: string): Promise<Case | undefined> {
  await lockTransactions(tx, [id])
  return cases.locked(tx, id)
}

export interface KnownPiece extends Piece {
  id: string
  caseId: string
}

/** The evidence of cases, in the order in which it came. */
export async function evidenceOf(tx: Tx, ids: readonly string[]): Promise<Map<string, KnownPiece[]>> {
  const { rows } = await sql<{ id: string; caseId: string; kind: EvidenceKind; verdict: Finding; hard: boolean }>`
    select id, case_id as "caseId", kind, verdict, hard from outcome.evidence where case_id = any(${ids}::bigint[]) order by case_id, id`.execute(tx)
  return Map.groupBy(rows, ({ caseId }) => caseId)
}

/** Whether a proposal has to look at a piece: every one but an inquiry that brought nothing. */
export const isMaterial = ({ kind, verdict }: Omit<Piece, 'hard'>): boolean => kind !== 'INQUIRY' || verdict === 'SUCCEEDED' || verdict === 'FAILED'
