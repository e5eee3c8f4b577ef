import { ask } from '#core/approvals/server/public.ts'
import { closePeriod } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { textIn } from '#kernel/language.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refuseField } from '#platform/server/refusals.ts'
import type * as contract from '../contract/periods.ts'
import { cutOffErrors, periodsTopic } from '../contract/periods.ts'
import { type CutOffCheck, runChecks } from './check.ts'
import { inLedger, lastSnapshot, type Period, periods, spanOf } from './record.ts'
import { periodReopening } from './reopening.ts'
import { keepSnapshot } from './snapshot.ts'

type In<C extends keyof typeof contract> = InputOf<(typeof contract)[C]>

export async function create({ service, unitId, granularity, startsOn }: In<'createPeriod'>, ctx: CommandContext, services: ReadonlySet<string>) {
  if (!services.has(service)) throw new AppError(cutOffErrors.serviceUnknown, { service })
  const unit = await ctx.scope.selectFrom('organisation.unit as u').select(['u.id', 'u.code', 'u.head_unit_id']).where('u.id', '=', unitId).executeTakeFirst()
  if (!unit) return refuseField('unitId', 'choice', ctx.language)
  const starts_on = granularity === 'DAY' ? startsOn : `${startsOn.slice(0, 7)}-01`
  const code = `${service}-${unit.code}-${(granularity === 'DAY' ? starts_on : starts_on.slice(0, 7)).replaceAll('-', '')}`
  const known = await ctx.tx.selectFrom('cutoff.period').select('id').where('code', '=', code).executeTakeFirst()
  if (known) throw new AppError(cutOffErrors.exists, { code })
  // The trigger fills the columns of the place from the unit; the types do not know it.
  const made = await periods.insert(ctx, { code, service, unit_id: unit.id, granularity, starts_on, head_unit_id: unit.head_unit_id ?? unit.id })
  await publish(ctx.tx, { topic: periodsTopic })
  return made
}

/** Counts what stands in the way, before anything is locked but the row of the period. */
async function blockersOf(ctx: CommandContext, period: Period, checks: readonly CutOffCheck[]) {
  const found = (await runChecks(ctx.tx, checks, spanOf(period))).flatMap((result) => result.found)
  return { found, count: found.reduce((sum, { count }) => sum + count, 0) }
}

async function assertFree(ctx: CommandContext, period: Period, checks: readonly CutOffCheck[]): Promise<void> {
  const endsOn = period.ends_on as string
  if (endsOn >= localDate(ctx.now)) throw new AppError(cutOffErrors.notEnded, { date: showDate(endsOn) })
  const { found, count } = await blockersOf(ctx, period, checks)
  const [first] = found
  if (first) throw new AppError(cutOffErrors.blocked, { count, first: `${textIn(first.label, ctx.language)} (${first.owner})` })
}

export async function check({ id, version }: In<'checkPeriod'>, ctx: CommandContext, checks: readonly CutOffCheck[]) {
  const seen = await periods.forChange(ctx, { id, version })
  const { count } = await blockersOf(ctx, seen.row, checks)
  const changed = await periods.fire(ctx, seen, 'check', { set: { checked_at: ctx.now, blockers: count } })
  await publish(ctx.tx, { topic: periodsTopic })
  return { ...changed, blockers: count }
}

export async function submit({ id, version, note = '' }: In<'submitPeriod'>, ctx: CommandContext, checks: readonly CutOffCheck[]) {
  const seen = await periods.forChange(ctx, { id, version })
  await assertFree(ctx, seen.row, checks)
  const set = {
    checked_at: ctx.now,
    blockers: 0,
    submitted_by: ctx.session.account,
    submitted_at: ctx.now,
    closed_by: null,
    closed_at: null,
    note: note || null,
  }
  const changed = await periods.fire(ctx, seen, 'submit', { set })
  await publish(ctx.tx, { topic: periodsTopic })
  return changed
}

export async function giveBack({ id, version, note }: In<'giveBackPeriod'>, ctx: CommandContext) {
  const changed = await periods.fire(ctx, { id, version }, 'giveBack', { set: { note, submitted_by: null, submitted_at: null } })
  await publish(ctx.tx, { topic: periodsTopic })
  return changed
}

/**
 * Closes a submitted period in the name of a second person. Everything is checked before the lock that postings wait for is taken; under
 * it stands the change of the rows alone, and the figures are kept afterwards, of a period that no longer changes.
 */
export async function close({ id, version }: In<'closePeriod'>, ctx: CommandContext, checks: readonly CutOffCheck[]) {
  const { tx, now, session } = ctx
  const seen = await periods.forChange(ctx, { id, version })
  if (seen.row.submitted_by === session.account) throw new AppError(cutOffErrors.ownSubmission)
  if (seen.row.status === 'SUBMITTED') await assertFree(ctx, seen.row, checks)
  const set = { closed_by: session.account, closed_at: now, closings: seen.row.closings + 1 }
  const changed = await periods.fire(ctx, seen, 'close', { set })
  await enqueue(tx, keepSnapshot, { periodId: id })
  await publish(tx, { topic: periodsTopic })
  await closePeriod(tx, inLedger(seen.row, now))
  return changed
}

export async function askReopening({ id, version, reason }: In<'askReopening'>, ctx: CommandContext) {
  const { row } = await periods.forChange(ctx, { id, version })
  if (row.status !== 'CLOSED') throw new AppError(cutOffErrors.notClosed, { code: row.code })
  if ((await lastSnapshot(ctx.tx, row)) === undefined) throw new AppError(cutOffErrors.snapshotPending)
  const { requestId, subjectVersion } = await ask(ctx, periodReopening, { subjectId: id, version, payload: {}, reason })
  ctx.subject(periods.subject, id, { after: { status: 'CLOSED', request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}
