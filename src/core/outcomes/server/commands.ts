import { type ApprovalKind, ask } from '#core/approvals/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { offersOperation } from '#core/partners/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { casesTopic } from '../contract/case.ts'
import type { addEvidence, proposeVerdict, settleConflict } from '../contract/cases.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { inquiryPause } from '../contract/parameters.ts'
import { assertConflict } from './conflict-kind.ts'
import { type Desk, recordEvidence } from './evidence.ts'
import { keepPapers } from './files.ts'
import { proves } from './proof.ts'
import { CASE, cases, lockCases } from './records.ts'
import { assertProvable, assertUninvolved } from './verdict-kind.ts'

interface Ref {
  id: string
  version: number
}

/** Makes an inquiry due now; it is sent within seconds. Not too often: a partner that is slow does not become faster by it. */
export async function inquireNow(ref: Ref, ctx: CommandContext): Promise<Ref> {
  const { tx, now } = ctx
  const seen = await cases.forChange(ctx, ref)
  const { code, status, inquired_at: last, next_inquiry_at: next } = seen.row
  if (status === 'DECIDED') throw new AppError(outcomeErrors.decided, { code })
  if (!(await offersOperation(tx, seen.row.partner_id, 'INQUIRE'))) {
    const { name } = await tx.selectFrom('organisation.partner').select('name').where('id', '=', seen.row.partner_id).executeTakeFirstOrThrow()
    throw new AppError(outcomeErrors.notConnected, { code, partner: name })
  }
  const pause = (await parameter(tx, inquiryPause)) * 1000
  const since = now.getTime() - (last?.getTime() ?? 0)
  const seconds = since < pause ? Math.ceil((pause - since) / 1000) : 1
  // Due already, or just being asked.
  if (since < pause || (next !== null && next <= now)) throw new AppError(outcomeErrors.askedJustNow, { code, seconds })
  const changed = await cases.update(ctx, seen, { next_inquiry_at: now })
  await publish(tx, { topic: casesTopic })
  return changed
}

/** Who sees to a case. Throws SYS-404 for somebody whom there is not. */
export async function assign(ref: Ref, userId: string, ctx: CommandContext): Promise<Ref> {
  const person = await ctx.tx.selectFrom('iam.person').select('id').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError(errors.notFound)
  const changed = await cases.update(ctx, ref, { assignee_id: userId })
  await publish(ctx.tx, { topic: casesTopic })
  return changed
}

/** Something that somebody brings: it counts at once, and makes a proposal out of date. */
export async function bringEvidence(input: InputOf<typeof addEvidence>, ctx: CommandContext, desk: Desk): Promise<Ref> {
  const { id, version, kind, finding, on, reference = '', amount, message, attachments = [] } = input
  const { tx, now, session, runtime, traceId, ip, language } = ctx
  if (on > localDate(now)) throw refusedField('on', outcomeErrors.evidenceAhead, language)
  const said = on === localDate(now) ? now : startOfDay(on)
  // Found within the caller's scope before it is locked in the order of all.
  await ctx.scope
    .selectFrom('outcome.outcome_case as c')
    .select('c.id')
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError(errors.notFound))
  await lockCases(tx, desk.verdicts, [id])
  const { row: of } = await cases.forChange(ctx, { id, version })
  const proven = await proves(tx, of, { kind, reference, amount, files: attachments.length }, language)
  const heard = { caseId: id, kind, verdict: finding, at: said, source: `user:${session.account}`, message, reference, amount, proven, raw: message }
  await recordEvidence(desk, runtime, tx, [heard], { traceId, ip })
  await keepPapers(ctx, id, attachments)
  ctx.subject(CASE, id, { after: { kind, finding, message, ...(attachments.length > 0 ? { files: attachments.length } : {}) } })
  const row = await cases.lock(tx, { id })
  return { id, version: row.version }
}

export async function propose(
  { id, version, verdict, note }: InputOf<typeof proposeVerdict>,
  ctx: CommandContext,
  kind: ApprovalKind,
): Promise<OutputOf<typeof proposeVerdict>> {
  const { row } = await cases.forChange(ctx, { id, version })
  const pieces = await assertProvable(ctx.tx, row, verdict)
  const evidenceIds = pieces.map((piece) => piece.id)
  const { requestId } = await ask(ctx, kind, { subjectId: id, version, payload: { verdict, evidenceIds }, reason: note })
  ctx.subject(CASE, id, { before: { status: row.status }, after: { status: 'PROPOSED', verdict, request: requestId } })
  return { id, version: version + 1, requestId }
}

export async function askToSettle(
  { id, version, decision, note }: InputOf<typeof settleConflict>,
  ctx: CommandContext,
  kind: ApprovalKind,
): Promise<OutputOf<typeof settleConflict>> {
  const { row } = await cases.forChange(ctx, { id, version })
  assertConflict(row, decision)
  await assertUninvolved(ctx.tx, [ctx.session.userId], row)
  const { requestId } = await ask(ctx, kind, { subjectId: id, version, payload: { decision }, reason: note })
  ctx.subject(CASE, id, { after: { conflictDecision: decision, request: requestId } })
  return { id, version, requestId }
}
