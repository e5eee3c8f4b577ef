import { type DecidedContext, decidedBy, supersede } from '#core/approvals/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { offersOperation } from '#core/partners/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { casesTopic, type Verdict } from '../contract/case.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { inquiryPause } from '../contract/parameters.ts'
import { decideCases } from './decide.ts'
import { type Desk, STALE } from './evidence.ts'
import { CASE, type Case, cases, lockCases } from './records.ts'
import { assertProvable, assertUninvolved, decidingUsers } from './verdict-kind.ts'

/** What two people have agreed on. */
interface Agreed {
  transactionId: string
  code: string
  verdict: Verdict
  reason: string
  /** Account of whoever asked for it. */
  proposedBy: string
}

/**
 * Ends an unresolved transaction with what two people have agreed on in a request of another kind. The same rules hold as for a verdict of its own: hard
 * evidence, and nobody who made it at a counter; a verdict that waits is out of date. Throws OUT-001, OUT-007, OUT-014.
 */
export type AgreedOutcome = (ctx: DecidedContext, agreed: Agreed) => Promise<void>

export const agreedOutcome =
  (desk: Desk): AgreedOutcome =>
  async (ctx, { transactionId, code, verdict, reason, proposedBy }) => {
    const { tx, now, actor, approver } = ctx
    const { runtime, traceId, ip } = approver
    const { id } = await openCase(tx, transactionId, code)
    await lockCases(tx, desk.verdicts, [id])
    await supersede({ tx, now, actor }, desk.verdicts, [id], STALE)
    const row = await cases.save(tx, decidedBy(ctx), await cases.lock(tx, { id }), { proposed_by: proposedBy })
    await assertProvable(tx, row, verdict)
    await assertUninvolved(tx, decidingUsers(ctx), row)
    const decision = { row, verdict, resolvedBy: 'PERSON' as const, actor, code: 'TWO-PEOPLE', message: reason, reference: '' }
    await decideCases(runtime, desk.services, tx, [decision], { traceId, ip })
    await publish(tx, { topic: casesTopic })
  }

/** The case of a transaction that is not decided. Throws OUT-007. */
async function openCase(tx: Tx, transactionId: string, code: string): Promise<Case> {
  const row = await tx.selectFrom(CASE).selectAll().where('transaction_id', '=', transactionId).where('status', '<>', 'DECIDED').executeTakeFirst()
  if (!row) throw new AppError(outcomeErrors.notOpen, { reference: code })
  return row as Case
}

/** Makes an inquiry about an unresolved transaction due now. Throws OUT-002, OUT-007, OUT-020. */
export type AskAgain = (tx: Tx, transaction: { id: string; code: string }, stamp: Stamp) => Promise<void>

export const askAgain: AskAgain = async (tx, { id, code }, stamp) => {
  const row = await cases.lock(tx, { id: (await openCase(tx, id, code)).id })
  if (!(await offersOperation(tx, row.partner_id, 'INQUIRE'))) {
    const { name } = await tx.selectFrom('organisation.partner').select('name').where('id', '=', row.partner_id).executeTakeFirstOrThrow()
    throw new AppError(outcomeErrors.notConnected, { code, partner: name })
  }
  const pause = (await parameter(tx, inquiryPause)) * 1000
  const since = stamp.at.getTime() - (row.inquired_at?.getTime() ?? 0)
  if (since < pause) throw new AppError(outcomeErrors.askedJustNow, { code, seconds: Math.ceil((pause - since) / 1000) })
  await cases.save(tx, stamp, row, { next_inquiry_at: stamp.at })
  await publish(tx, { topic: casesTopic })
}
