import { sql } from 'kysely'
import type { BulkRow, InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import { HOLD_MINUTES, incidentsTopic } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import type { DeskPlan } from './desk.ts'
import { noticeAssigned } from './notices.ts'
import { mayHandle } from './people.ts'
import { byCaller, forChange, INCIDENT, incidents, nameOf, requireFree, requireState, unheld, writeEvent } from './record.ts'

const CANDIDATES = 20

/** What waits for somebody to take it: nobody's yet or the caller's own, the nearest to its due time first, then the greatest amount. */
export async function takeNext({ contracts }: DeskPlan, ctx: CommandContext): Promise<OutputOf<IncidentContracts['takeNext']>> {
  const { scope, tx, now, session } = ctx
  const free = sql<boolean>`(i.held_until is null or i.held_until <= ${now} or i.held_by_id = ${session.userId})`
  const waiting = await scope
    .selectFrom('incident.incident as i')
    .select(['i.id', 'i.code'])
    .where('i.desk', '=', contracts.desk)
    .where('i.status', 'in', ['NEW', 'ASSIGNED', 'REOPENED'])
    .where((eb) => eb.or([eb('i.assignee_id', 'is', null), eb('i.assignee_id', '=', session.userId)]))
    .where(free)
    .orderBy(sql`i.due_at asc nulls last`)
    .orderBy(sql`i.amount desc nulls last`)
    .orderBy('i.id')
    .limit(CANDIDATES)
    .execute()
  const until = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  for (const { id, code } of waiting) {
    // Whoever was faster has it: the next one then. Its version stays, nothing of it has changed.
    const { rows } = await sql<{ id: string }>`
      update incident.incident i set held_by_id = ${session.userId}, held_until = ${until}
       where i.id = (select w.id from incident.incident w where w.id = ${id} and w.status in ('NEW', 'ASSIGNED', 'REOPENED') for update skip locked) and ${free}
      returning i.id`.execute(tx)
    if (rows.length === 0) continue
    await tx
      .updateTable('incident.incident')
      .set({ held_by_id: null, held_until: null })
      .where('desk', '=', contracts.desk)
      .where('held_by_id', '=', session.userId)
      .where('id', '<>', id)
      .execute()
    await publish(tx, { topic: incidentsTopic })
    ctx.subject(INCIDENT, id, { after: { held: session.account } })
    return { id, code }
  }
  return { id: null, code: null }
}

/** Gives back what was taken from the queue to look at. */
export async function release({ contracts }: DeskPlan, { id }: InputOf<IncidentContracts['release']>, ctx: CommandContext) {
  const { row } = await forChange(ctx, contracts.desk, { id })
  await requireFree(ctx, row)
  await ctx.tx.updateTable('incident.incident').set({ held_by_id: null, held_until: null }).where('id', '=', id).execute()
  await publish(ctx.tx, { topic: incidentsTopic })
  ctx.subject(INCIDENT, id, { after: { held: null } })
  return { id, version: row.version }
}

/** Somebody starts on it: it is theirs from then on. */
export async function start({ contracts }: DeskPlan, ref: InputOf<IncidentContracts['start']>, ctx: CommandContext) {
  const seen = await forChange(ctx, contracts.desk, ref)
  await requireFree(ctx, seen.row)
  const changed = await incidents.fire(ctx, seen, 'start', { set: { ...(await theirs(ctx, ctx.session.userId)), ...unheld } })
  await writeEvent(ctx.tx, ref.id, byCaller(ctx), { kind: 'STARTED' })
  return changed
}

/** Given to somebody who may work on it, by whoever may. */
export async function assign({ contracts }: DeskPlan, { assigneeId, note, ...ref }: InputOf<IncidentContracts['assign']>, ctx: CommandContext) {
  const { tx, session } = ctx
  const seen = await forChange(ctx, contracts.desk, ref)
  requireState(seen.row, 'assign', 'handOver', 'passOn')
  await requireFree(ctx, seen.row)
  if (!(await mayHandle(tx, contracts.permissions.handle, ref.id, [assigneeId])).has(assigneeId))
    throw refusedField('assigneeId', incidentErrors.personUnknown, ctx.language)
  const event = seen.row.status === 'WAITING_PARTNER' ? 'handOver' : seen.row.status === 'APPROVED' ? 'passOn' : 'assign'
  const changed = await incidents.fire(ctx, seen, event, { set: { ...(await theirs(ctx, assigneeId)), ...unheld } })
  const name = await nameOf(tx, assigneeId)
  await writeEvent(tx, ref.id, byCaller(ctx), { kind: 'ASSIGNED', text: note ? `${name}: ${note}` : name })
  if (assigneeId !== session.userId) await noticeAssigned(tx, contracts, seen.row, session.fullName, assigneeId)
  return changed
}

/** As assign, for a row among several; without a person they are the caller's own from then on. */
export async function assignRow(plan: DeskPlan, row: BulkRow, { assigneeId }: InputOf<IncidentContracts['assignMany']>, ctx: CommandContext): Promise<void> {
  await assign(plan, { ...row, assigneeId: assigneeId ?? ctx.session.userId }, ctx)
}

/** Whose it is, and of which unit they are. */
async function theirs({ tx }: CommandContext, userId: string) {
  const person = await tx.selectFrom('iam.person').select('unit_id').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError(errors.notFound)
  return { assignee_id: userId, team_unit_id: person.unit_id }
}
