import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import { NO_MONEY, OPEN_STATUSES } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { reopenDays } from '../contract/parameters.ts'
import { allowancesOf, moveClocks, partnerAllowance } from './clocks.ts'
import type { DeskPlan } from './desk.ts'
import { resultOf } from './offers.ts'
import { byCaller, forChange, INCIDENT, incidents, requireFree, requireHandler, requireState, type SeenIncident, unheld, writeEvent } from './record.ts'
import { mergedAway, tell } from './tell.ts'

const DAY_MS = 86_400_000

/** While the partner is waited for our clock stands still and theirs runs. */
export async function wait({ contracts }: DeskPlan, { partnerId, partnerCase, note, ...ref }: InputOf<IncidentContracts['wait']>, ctx: CommandContext) {
  const { tx, now } = ctx
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'wait')
  await requireHandler(ctx, seen.row)
  const partner = await tx.selectFrom('organisation.partner').select('name').where('id', '=', partnerId).where('status', '=', 'ACTIVE').executeTakeFirst()
  if (!partner) throw refusedField('partnerId', incidentErrors.partnerUnknown, ctx.language)
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'RESOLUTION', does: 'pause' },
    { kind: 'PARTNER', does: 'start', allowance: await partnerAllowance(tx), partnerId },
  ])
  const set = { asked_partner_id: partnerId, partner_case: partnerCase ?? seen.row.partner_case, due_at }
  const changed = await incidents.fire(ctx, seen, 'wait', { set })
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'WAITING', text: `${partner.name}: ${note}` })
  return changed
}

export async function resume({ contracts }: DeskPlan, { note, ...ref }: InputOf<IncidentContracts['resume']>, ctx: CommandContext) {
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'resume')
  await requireHandler(ctx, seen.row)
  return resumed(ctx, seen, {}, note)
}

/** The partner has answered: their clock ends, ours runs on. */
export async function resumed(ctx: CommandContext, seen: SeenIncident, set: { partner_case?: string }, note?: string) {
  const { tx, now } = ctx
  const due_at = await moveClocks(tx, seen.row.id, now, [
    { kind: 'PARTNER', does: 'finish', end: 'DONE' },
    { kind: 'RESOLUTION', does: 'run' },
  ])
  const changed = await incidents.fire(ctx, seen, 'resume', { set: { ...set, due_at } })
  await writeEvent(tx, seen.row.id, byCaller(ctx), { kind: 'RESUMED', text: note })
  return changed
}

/** Due times follow the priority; what was used of them stays used. */
export async function setPriority({ contracts }: DeskPlan, { priority, reason, ...ref }: InputOf<IncidentContracts['setPriority']>, ctx: CommandContext) {
  const { tx, now } = ctx
  const seen = await forChange(ctx, contracts.desk, ref)
  const { row } = seen
  if (!(OPEN_STATUSES as readonly string[]).includes(row.status)) requireState(row, 'assign')
  await requireFree(ctx, row)
  const allowed = await allowancesOf(tx, { priority, categoryId: row.category_id })
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'FIRST_RESPONSE', does: 'allow', allowance: allowed.response },
    { kind: 'RESOLUTION', does: 'allow', allowance: allowed.resolution },
  ])
  const changed = await incidents.update(ctx, seen, { priority, due_at }, { note: { reason } })
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'PRIORITY', text: reason, detail: { from: row.priority, to: priority } })
  return changed
}

/** The answer that ends it. Without an approved proposal nothing moves, and the category must not ask for two people. */
export async function resolve(plan: DeskPlan, { cause, resolution, via, ...ref }: InputOf<IncidentContracts['resolve']>, ctx: CommandContext) {
  const { tx, now } = ctx
  const seen = await forChange(ctx, plan.contracts.desk, ref)
  const { row } = seen
  requireState(row, 'resolve')
  await requireHandler(ctx, row)
  if (row.status !== 'APPROVED') {
    const category = await tx.selectFrom('incident.category').select('two_people').where('id', '=', row.category_id).executeTakeFirstOrThrow()
    if (category.two_people) throw new AppError(incidentErrors.twoPeople)
  } else await requireMoved(plan, row, ctx)
  await tell(ctx, row, { via, text: resolution })
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'FIRST_RESPONSE', does: 'finish', end: 'DONE' },
    { kind: 'RESOLUTION', does: 'finish', end: 'DONE' },
  ])
  const answer = { resolution, cause, resolved_at: now, answered_at: row.answered_at ?? now, due_at }
  const set = row.status === 'APPROVED' ? answer : { ...answer, action: NO_MONEY, action_amount: null }
  const changed = await incidents.fire(ctx, seen, 'resolve', { set: { ...set, ...unheld } })
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'RESOLVED', text: resolution, detail: { via } })
  return changed
}

/** What was agreed on has happened. Throws INC-022, INC-023. */
async function requireMoved(plan: DeskPlan, row: SeenIncident['row'], { tx }: CommandContext): Promise<void> {
  const result = await resultOf(tx, plan, row)
  if (!result || result.state === 'DONE') return
  throw new AppError(result.state === 'FAILED' ? incidentErrors.actionFailed : incidentErrors.actionUnderWay, { code: result.code })
}

export async function close({ contracts }: DeskPlan, { note, ...ref }: InputOf<IncidentContracts['close']>, ctx: CommandContext) {
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'close')
  const changed = await incidents.fire(ctx, seen, 'close', { set: { ended_at: ctx.now } })
  await writeEvent(ctx.tx, ref.id, byCaller(ctx), { kind: 'CLOSED', text: note })
  return changed
}

/** It is no matter of ours, or none at all. */
export async function reject({ contracts }: DeskPlan, { reason, ...ref }: InputOf<IncidentContracts['reject']>, ctx: CommandContext) {
  const { tx, now } = ctx
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'reject')
  await requireHandler(ctx, seen.row)
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'FIRST_RESPONSE', does: 'finish', end: 'DONE' },
    { kind: 'RESOLUTION', does: 'finish', end: 'DONE' },
  ])
  const changed = await incidents.fire(ctx, seen, 'reject', { set: { resolution: reason, ended_at: now, due_at, ...unheld } })
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'REJECTED', text: reason })
  return changed
}

export async function reopen({ contracts }: DeskPlan, { reason, ...ref }: InputOf<IncidentContracts['reopen']>, ctx: CommandContext) {
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'reopen')
  return reopened(ctx, seen, {}, reason)
}

/** Why an ended incident cannot open again: its days are over, or another one of the same record is open. */
export async function refusedToReopen(tx: Tx, row: SeenIncident['row'], now: Date): Promise<AppError | undefined> {
  const days = await parameter(tx, reopenDays)
  const ended = row.ended_at ?? row.resolved_at ?? row.updated_at
  if (now.getTime() - ended.getTime() > days * DAY_MS) return new AppError(incidentErrors.reopenTooLate, { days: String(days) })
  if (row.subject_id !== null) {
    const other = await tx
      .selectFrom(INCIDENT)
      .select('code')
      .where('desk', '=', row.desk)
      .where('subject_type', '=', row.subject_type)
      .where('subject_id', '=', row.subject_id)
      .where('category_id', '=', row.category_id)
      .where('id', '<>', row.id)
      .where('status', 'not in', ['RESOLVED', 'CLOSED', 'REJECTED'])
      .executeTakeFirst()
    if (other) return new AppError(incidentErrors.openAlready, { code: other.code })
  }
  return undefined
}

/** Runs on where it stopped: what was used of its time stays used. Throws INC-015, INC-016, INC-019. */
export async function reopened(ctx: CommandContext, seen: SeenIncident, set: { partner_case?: string }, reason?: string) {
  const { tx, now } = ctx
  const { row } = seen
  if (row.merged_into_id !== null) throw await mergedAway(ctx, row.merged_into_id)
  const refusal = await refusedToReopen(tx, row, now)
  if (refusal) throw refusal
  const due_at = await moveClocks(tx, row.id, now, [{ kind: 'RESOLUTION', does: 'run' }])
  const changed = await incidents.fire(ctx, seen, 'reopen', { set: { ...set, reopened: row.reopened + 1, ended_at: null, resolved_at: null, due_at } })
  await writeEvent(tx, row.id, byCaller(ctx), { kind: 'REOPENED', text: reason })
  return changed
}

/** The same matter twice: one goes on, the other's clocks say nothing any more. */
export async function merge({ contracts }: DeskPlan, { intoCode, reason, ...ref }: InputOf<IncidentContracts['merge']>, ctx: CommandContext) {
  const { tx, now, scope, language } = ctx
  const found = await scope
    .selectFrom('incident.incident as i')
    .select('i.id')
    .where('i.desk', '=', contracts.desk)
    .where('i.code', '=', intoCode)
    .executeTakeFirst()
  if (!found) throw refusedField('intoCode', incidentErrors.recordUnknown, language, { code: intoCode })
  if (found.id === ref.id) throw refusedField('intoCode', incidentErrors.mergeItself, language)
  // In one order, so that two who merge each other's do not wait for ever.
  await tx.selectFrom(INCIDENT).select('id').where('id', 'in', [ref.id, found.id]).orderBy('id').forUpdate().execute()
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'merge')
  await requireFree(ctx, seen.row)
  const into = await incidents.lock(tx, { id: found.id })
  if (['CLOSED', 'REJECTED', 'RESOLVED'].includes(into.status)) throw refusedField('intoCode', incidentErrors.mergeEnded, language, { code: into.code })
  const due_at = await moveClocks(tx, ref.id, now, [
    { kind: 'FIRST_RESPONSE', does: 'finish', end: 'STOPPED' },
    { kind: 'RESOLUTION', does: 'finish', end: 'STOPPED' },
    { kind: 'PARTNER', does: 'finish', end: 'STOPPED' },
  ])
  const changed = await incidents.fire(ctx, seen, 'merge', { set: { merged_into_id: into.id, ended_at: now, due_at, ...unheld } })
  await incidents.save(tx, byCaller(ctx), into, { reports: into.reports + seen.row.reports })
  await tx
    .insertInto('incident.incident_subject')
    .columns(['incident_id', 'type', 'subject_id', 'code', 'added_at', 'added_by'])
    .expression((eb) =>
      eb
        .selectFrom('incident.incident_subject as s')
        .select((e) => [
          e.val(into.id).as('incident_id'),
          's.type',
          's.subject_id',
          's.code',
          e.val(now).as('added_at'),
          e.val(ctx.session.account).as('added_by'),
        ])
        .where('s.incident_id', '=', ref.id),
    )
    .onConflict((on) => on.doNothing())
    .execute()
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'MERGED', text: `${into.code}: ${reason}` })
  await writeEvent(tx, into.id, byCaller(ctx), { kind: 'TOOK_IN', text: `${seen.row.code}: ${seen.row.description}`.slice(0, 4000) })
  return changed
}
