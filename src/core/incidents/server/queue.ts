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
import { noticeAssigned, noticeTeam } from './notices.ts'
import { deserted, handlersOf, mayHandle } from './people.ts'
import { byCaller, forChange, INCIDENT, incidents, nameOf, requireFree, requireState, type SeenIncident, unheld, writeEvent } from './record.ts'

const CANDIDATES = 20

/** What waits for somebody to take it: nobody's yet, of no other unit that has people for it, or the caller's own, the nearest to its due time first, then the greatest amount. */
export async function takeNext({ contracts }: DeskPlan, ctx: CommandContext): Promise<OutputOf<IncidentContracts['takeNext']>> {
  const { scope, tx, now, session } = ctx
  const free = sql<boolean>`(i.held_until is null or i.held_until <= ${now} or i.held_by_id = ${session.userId})`
  const open = await deserted(tx, contracts.desk, contracts.permissions.handle)
  const waiting = await scope
    .selectFrom('incident.incident as i')
    .select(['i.id', 'i.code'])
    .where('i.desk', '=', contracts.desk)
    .where('i.status', 'in', ['NEW', 'ASSIGNED', 'REOPENED'])
    .where(sql<boolean>`(i.assignee_id = ${session.userId}
      or (i.assignee_id is null and (i.team_unit_id is null or i.id = any(${open}::bigint[])
        or i.team_unit_id = (select me.unit_id from iam.person me where me.id = ${session.userId}))))`)
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
  ctx.subject(INCIDENT, null)
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

type Given = Pick<InputOf<IncidentContracts['assign']>, 'assigneeId' | 'teamId'>

/** Given to somebody who may work on it, or to a unit of which somebody may, by whoever may. */
export async function assign(plan: DeskPlan, { assigneeId, teamId, note, ...ref }: InputOf<IncidentContracts['assign']>, ctx: CommandContext) {
  if ((assigneeId === undefined) === (teamId === undefined)) throw refusedField('assigneeId', incidentErrors.oneHandler, ctx.language)
  const seen = await forChange(ctx, plan.contracts.desk, ref)
  requireState(seen.row, 'assign', 'handOver', 'passOn')
  await requireFree(ctx, seen.row)
  return teamId === undefined ? toPerson(plan, seen, assigneeId as string, note, ctx) : toTeam(plan, seen, teamId, note, ctx)
}

async function toPerson({ contracts }: DeskPlan, seen: SeenIncident, assigneeId: string, note: string | null | undefined, ctx: CommandContext) {
  const { tx, session } = ctx
  const { id, status } = seen.row
  if (!(await mayHandle(tx, contracts.permissions.handle, id, [assigneeId])).has(assigneeId))
    throw refusedField('assigneeId', incidentErrors.personUnknown, ctx.language)
  const event = status === 'WAITING_PARTNER' ? 'handOver' : status === 'APPROVED' ? 'passOn' : 'assign'
  const changed = await incidents.fire(ctx, seen, event, { set: { ...(await theirs(ctx, assigneeId)), ...unheld } })
  const name = await nameOf(tx, assigneeId)
  await writeEvent(tx, id, byCaller(ctx), { kind: 'ASSIGNED', text: note ? `${name}: ${note}` : name })
  if (assigneeId !== session.userId) await noticeAssigned(tx, contracts, seen.row, session.fullName, assigneeId)
  return changed
}

/** It is nobody's of the unit until somebody of it takes it. */
async function toTeam({ contracts }: DeskPlan, seen: SeenIncident, teamId: string, note: string | null | undefined, ctx: CommandContext) {
  const { tx, session } = ctx
  const { id, status } = seen.row
  if (status === 'WAITING_PARTNER' || status === 'APPROVED') throw new AppError(incidentErrors.needsPerson)
  const people = await handlersOf(tx, contracts.permissions.handle, id, teamId)
  if (people.length === 0) throw refusedField('teamId', incidentErrors.teamUnknown, ctx.language)
  const changed = await incidents.fire(ctx, seen, 'assign', { set: { assignee_id: null, team_unit_id: teamId, ...unheld } })
  const name = (await tx.selectFrom('organisation.unit_directory').select('name').where('id', '=', teamId).executeTakeFirstOrThrow()).name as string
  await writeEvent(tx, id, byCaller(ctx), { kind: 'ASSIGNED', text: note ? `${name}: ${note}` : name })
  const others = people.filter((one) => one !== session.userId)
  await noticeTeam(tx, contracts, seen.row, { by: session.fullName, team: name, userIds: others })
  return changed
}

/** As assign, for a row among several; without person and unit they are the caller's own from then on. */
export async function assignRow(plan: DeskPlan, row: BulkRow, { assigneeId, teamId }: InputOf<IncidentContracts['assignMany']>, ctx: CommandContext) {
  const given: Given = assigneeId === undefined && teamId === undefined ? { assigneeId: ctx.session.userId } : { assigneeId, teamId }
  await assign(plan, { ...row, ...given }, ctx)
}

/** Whose it is, and of which unit they are. */
async function theirs({ tx }: CommandContext, userId: string) {
  const person = await tx.selectFrom('iam.person').select('unit_id').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError(errors.notFound)
  return { assignee_id: userId, team_unit_id: person.unit_id }
}
