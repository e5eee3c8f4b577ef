import { parameter } from '#core/masterdata/server/public.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { ClockKind, Priority } from '../contract/incident.ts'
import { partnerHours, resolutionHours, responseHours } from '../contract/parameters.ts'
import { calendarNow, type KnownCalendar } from './calendar.ts'
import { type ClockEnd, type ClockFacts, finish, type Interval, pause, run, viewOf } from './clock.ts'

const HOUR_MS = 3_600_000

/** A clock as it is kept. */
export interface StoredClock extends ClockFacts {
  id: string
  kind: ClockKind
  partnerId: string | null
  reminded: number
  /** As it was reckoned last. */
  dueAt: Date | null
}

/** What happens to a clock of an incident; what it has not is left alone. */
export type ClockChange =
  | { kind: ClockKind; does: 'start'; allowance: number; partnerId?: string }
  | { kind: ClockKind; does: 'run' | 'pause' }
  | { kind: ClockKind; does: 'finish'; end: ClockEnd }
  | { kind: ClockKind; does: 'allow'; allowance: number }

/** Working time that an incident may take: by its priority, where its category has no time of its own. */
export async function allowancesOf(db: Queryable, { priority, categoryId }: { priority: Priority; categoryId: string }) {
  const [response, resolution] = await Promise.all([parameter(db, responseHours[priority]), parameter(db, resolutionHours[priority])])
  const own = await db.selectFrom('incident.category').select('resolution_hours').where('id', '=', categoryId).executeTakeFirst()
  return { response: response * HOUR_MS, resolution: (own?.resolution_hours ?? resolution) * HOUR_MS }
}

export const partnerAllowance = async (db: Queryable): Promise<number> => (await parameter(db, partnerHours)) * HOUR_MS

/** The clocks of incidents with their intervals, oldest first. */
export async function clocksOf(db: Queryable, incidentIds: readonly string[]): Promise<Map<string, StoredClock[]>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db.selectFrom('incident.clock').selectAll().where('incident_id', 'in', incidentIds).orderBy('id').execute()
  const parts =
    rows.length === 0
      ? []
      : await db
          .selectFrom('incident.clock_interval')
          .selectAll()
          .where(
            'clock_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('seq')
          .execute()
  const intervals = Map.groupBy(parts, ({ clock_id }) => clock_id)
  const clocks = rows.map((row) => ({
    incidentId: row.incident_id,
    id: row.id,
    kind: row.kind as ClockKind,
    partnerId: row.partner_id,
    reminded: row.reminded,
    dueAt: row.due_at,
    allowance: Number(row.allowance_ms),
    end: row.ended_at === null ? null : row.state === 'STOPPED' ? ('STOPPED' as const) : ('DONE' as const),
    intervals: (intervals.get(row.id) ?? []).map(({ started_at, ended_at }): Interval => ({ from: started_at, to: ended_at })),
  }))
  return Map.groupBy(clocks, ({ incidentId }) => incidentId)
}

/** Of the clocks of an incident the one that a change is about: of partners the last one. */
const ofKind = (clocks: readonly StoredClock[], kind: ClockKind) => clocks.findLast((clock) => clock.kind === kind)

function changed(clock: StoredClock, change: ClockChange, at: Date): StoredClock {
  switch (change.does) {
    case 'start':
    case 'run':
      return { ...clock, ...run(clock, at) }
    case 'pause':
      return { ...clock, ...pause(clock, at) }
    case 'finish':
      return { ...clock, ...finish(clock, at, change.end) }
    case 'allow':
      return clock.end === null ? { ...clock, allowance: change.allowance } : clock
  }
}

/** Changes clocks of an incident whose row the caller has locked. Answers the nearest due time of those that run, the partner's aside. */
export async function moveClocks(tx: Tx, incidentId: string, now: Date, changes: readonly ClockChange[]): Promise<Date | null> {
  const calendar = await calendarNow(tx, now)
  const clocks = [...((await clocksOf(tx, [incidentId])).get(incidentId) ?? [])]
  for (const change of changes) {
    const known = ofKind(clocks, change.kind)
    if (change.does === 'start' && (known === undefined || (change.kind === 'PARTNER' && known.end !== null))) {
      const started = { kind: change.kind, partnerId: change.partnerId ?? null, allowance: change.allowance, reminded: 0, end: null, dueAt: null }
      const clock = { id: '', ...started, intervals: [{ from: now, to: null }] }
      const { id } = await tx
        .insertInto('incident.clock')
        .values({ incident_id: incidentId, kind: change.kind, partner_id: clock.partnerId, ...columnsOf(clock, calendar, now) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('incident.clock_interval').values({ clock_id: id, seq: 1, started_at: now }).execute()
      clocks.push({ ...clock, id })
      continue
    }
    if (!known) continue
    const next = changed(known, change, now)
    clocks[clocks.indexOf(known)] = next
    await keep(tx, known, next, calendar, now)
  }
  return dueOf(clocks, calendar, now)
}

/** Writes what has become of a clock: its columns, and the interval that has begun or ended. */
export async function keep(tx: Tx, before: StoredClock, clock: StoredClock, calendar: KnownCalendar, now: Date): Promise<void> {
  await tx
    .updateTable('incident.clock')
    .set(columnsOf(clock, calendar, now))
    .where('id', '=', clock.id)
    .execute()
  const last = clock.intervals.at(-1)
  if (!last) return
  if (clock.intervals.length > before.intervals.length)
    await tx.insertInto('incident.clock_interval').values({ clock_id: clock.id, seq: clock.intervals.length, started_at: last.from }).execute()
  else if (last.to !== null && before.intervals.at(-1)?.to === null)
    await tx.updateTable('incident.clock_interval').set({ ended_at: last.to }).where('clock_id', '=', clock.id).where('ended_at', 'is', null).execute()
}

function columnsOf(clock: StoredClock, calendar: KnownCalendar, now: Date) {
  const { state, dueAt, next } = viewOf(clock, calendar, now, clock.reminded)
  const closed = { ...clock, intervals: clock.intervals.filter(({ to }) => to !== null) }
  return {
    state,
    allowance_ms: String(clock.allowance),
    used_ms: String(viewOf(closed, calendar, now, 100).used),
    due_at: dueAt,
    ended_at: clock.end === null ? null : (clock.intervals.at(-1)?.to ?? now),
    reminded: clock.reminded,
    next_at: next?.at ?? null,
    calendar_version: calendar.version,
  }
}

/** The nearest due time of what runs and depends on us. */
export function dueOf(clocks: readonly StoredClock[], calendar: KnownCalendar, now: Date): Date | null {
  const due = clocks
    .filter(({ kind, end, intervals }) => kind !== 'PARTNER' && end === null && intervals.at(-1)?.to === null)
    .flatMap((clock) => viewOf(clock, calendar, now, clock.reminded).dueAt?.getTime() ?? [])
  return due.length === 0 ? null : new Date(Math.min(...due))
}
