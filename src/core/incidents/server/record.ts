import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { incidentErrors } from '../contract/errors.ts'
import { type EventKind, incidentMachine, incidentsTopic } from '../contract/incident.ts'

export const INCIDENT = 'incident.incident'
export type IncidentRow = RowOf<typeof INCIDENT>

export const incidents = defineRecord({
  table: INCIDENT,
  scoped: true,
  machine: incidentMachine,
  picture: (row) => ({
    code: row.code,
    status: row.status,
    priority: row.priority,
    subjectCode: row.subject_code,
    reports: row.reports,
    assigneeId: row.assignee_id,
    partnerId: row.asked_partner_id,
    partnerCase: row.partner_case,
    action: row.action,
    actionAmount: row.action_amount,
    cause: row.cause,
    resolution: row.resolution,
  }),
})

export type SeenIncident = Awaited<ReturnType<typeof incidents.forChange>>
export type IncidentEvent = keyof typeof incidentMachine.events

/** An incident of the desk within the caller's scope, locked. Throws SYS-404, SYS-409. */
export async function forChange(ctx: CommandContext, desk: string, ref: { id: string; version?: number }): Promise<SeenIncident> {
  const seen = await incidents.forChange(ctx, ref)
  if (seen.row.desk !== desk) throw new AppError(errors.notFound)
  return seen
}

/** Throws SYS-410 unless the event may be fired from where the incident stands. */
export function requireState({ status, version }: Pick<IncidentRow, 'status' | 'version'>, ...events: readonly IncidentEvent[]): void {
  if (!events.some((event) => (incidentMachine.events[event].from as readonly string[]).includes(status)))
    throw new AppError(errors.state, {}, { data: { status, version } })
}

/** Throws INC-006 while somebody else has it open from the queue. */
export async function requireFree(ctx: CommandContext, row: IncidentRow): Promise<void> {
  if (row.held_by_id === null || row.held_until === null || row.held_until <= ctx.now || row.held_by_id === ctx.session.userId) return
  throw new AppError(incidentErrors.held, { name: await nameOf(ctx.tx, row.held_by_id), time: clockTime(row.held_until) })
}

/** Throws INC-006, and INC-013 to anybody but who handles it. */
export async function requireHandler(ctx: CommandContext, row: IncidentRow): Promise<void> {
  await requireFree(ctx, row)
  if (row.assignee_id !== null && row.assignee_id !== ctx.session.userId)
    throw new AppError(incidentErrors.notHandler, { name: await nameOf(ctx.tx, row.assignee_id) })
}

/** '14:05' in Viet Nam. */
const clockTime = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(11, 16)

export async function nameOf(tx: Tx, userId: string): Promise<string> {
  const person = await tx.selectFrom('iam.person').select('full_name').where('id', '=', userId).executeTakeFirst()
  return person?.full_name ?? ''
}

/** Of the queue: it is nobody's to look at first any more. */
export const unheld = { held_by_id: null, held_until: null }

export interface EventInput {
  kind: EventKind
  text?: string | undefined
  detail?: Record<string, string | number | null>
  mentions?: readonly string[]
}

/** Writes one line of the timeline, and lets whoever looks on know. The incident's row is locked by the caller. */
export async function writeEvent(tx: Tx, incidentId: string, { by, at }: { by: string; at: Date }, { kind, text = '', detail, mentions = [] }: EventInput) {
  await sql`
    insert into incident.incident_event (incident_id, seq, at, by, kind, text, detail, mentions)
    select ${incidentId}, coalesce(max(seq), 0) + 1, ${at}, ${by}, ${kind}, ${text}, ${detail ? JSON.stringify(detail) : null}::jsonb, ${[...mentions]}::bigint[]
    from incident.incident_event where incident_id = ${incidentId}`.execute(tx)
  await publish(tx, { topic: incidentsTopic })
}

export const byCaller = ({ session, now }: Pick<CommandContext, 'session' | 'now'>) => ({ by: session.account, at: now })

/** SV, the day, and a number that is never used again. */
export async function nextCode(tx: Tx, day: string): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('incident.number') as n`.execute(tx)
  return `SV${day.slice(2).replaceAll('-', '')}${String(rows[0]?.n).padStart(6, '0')}`
}
