import { sql } from 'kysely'
import { type DecidedContext, decidedBy } from '#core/approvals/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { casesTopic, type Verdict } from '../contract/case.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { settleConflict } from './conflict-kind.ts'
import { openContradicted } from './contradictions.ts'
import { decideCases } from './decide.ts'
import { type Desk, keepEvidence } from './evidence.ts'
import { cases } from './records.ts'
import { assertProvable, assertUninvolved, decidingUsers } from './verdict-kind.ts'

/** What a statement of the partner, that both sides of a reconciliation were held against, says of a transaction. */
export interface StatementWord {
  transactionId: string
  verdict: Verdict
  at: Date
  /** The bank's number of the line; empty where the statement has none of it. */
  reference: string
  amount: Hundredths
  /** Where it stands: file and line. */
  source: string
  message: string
  /** Why the two people have agreed to it. */
  reason: string
  /** Account of whoever asked for it. */
  proposedBy: string
}

/**
 * Ends the case of a transaction whose outcome nobody knows by a statement, in the transaction of the two people who have agreed to that. Of one that ended
 * otherwise, what the statement says is booked as any contradiction that two people have found right: its status stays, its money moves.
 */
export type DecideByStatement = (ctx: DecidedContext, word: StatementWord) => Promise<void>

/** The case of a transaction; one that is under way and not overdue yet, or that nobody has doubted, has none so far. Throws SYS-404 for what there is not. */
async function caseOf(tx: Tx, transactionId: string, now: Date): Promise<string> {
  await sql`
    insert into outcome.outcome_case (transaction_id, business_date, code, external_ref, service, type, channel, direction, amount, occurred_at, opened_at, cause,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, updated_at)
    select t.id, t.business_date, t.code, t.external_ref, t.service, t.type, t.channel, t.direction, t.amount, t.occurred_at, ${now},
      case t.status when 'UNKNOWN' then 'UNKNOWN' else 'OVERDUE' end, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id, ${now}
    from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where k.transaction_id = ${transactionId} and t.status in ('PROCESSING', 'UNKNOWN')
    on conflict (transaction_id) do nothing`.execute(tx)
  await openContradicted(tx, sql`k.transaction_id = ${transactionId} and t.status in ('SUCCEEDED', 'FAILED')`, now)
  const row = await tx.selectFrom('outcome.outcome_case').select('id').where('transaction_id', '=', transactionId).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return row.id
}

/** The line becomes hard evidence of the case, which it decides at once: two people have agreed to that. Throws OUT-… for a case that is decided. */
export function decideByStatement(desk: Desk): DecideByStatement {
  return async (ctx, { transactionId, verdict, reason, proposedBy, amount, ...line }) => {
    const { tx, now } = ctx
    const { runtime, traceId, ip } = ctx.approver
    const origin = { traceId, ip }
    const caseId = await caseOf(tx, transactionId, now)
    const standing = await cases.lock(tx, { id: caseId })
    if (standing.status === 'DECIDED' && standing.verdict === verdict) throw new AppError(outcomeErrors.decided, { code: standing.code })
    const heard = { caseId, kind: 'STATEMENT' as const, verdict, ...line, amount: formatMoney(amount), proven: true, raw: `${line.source} ${line.message}` }
    await keepEvidence(desk, { tx, now, audit: runtime.audit }, [heard], origin)
    if (standing.status === 'DECIDED') return settleConflict(ctx, desk.services, caseId, 'KEEP')
    const row = await cases.save(tx, decidedBy(ctx), await cases.lock(tx, { id: caseId }), { proposed_by: proposedBy })
    await assertProvable(tx, row, verdict)
    await assertUninvolved(tx, decidingUsers(ctx), row)
    const decision = { row, verdict, resolvedBy: 'PERSON' as const, actor: ctx.actor, code: 'STATEMENT', message: reason, reference: line.reference }
    await decideCases(runtime, desk.services, tx, [decision], origin)
    await publish(tx, { topic: casesTopic })
  }
}
