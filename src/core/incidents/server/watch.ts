import { z } from 'zod'
import type { Text } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type ClockKind, OPEN_STATUSES } from '../contract/incident.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { calendarNow, type KnownCalendar } from './calendar.ts'
import { SHARES, viewOf } from './clock.ts'
import { clocksOf, dueOf, keep } from './clocks.ts'
import { noticeClock } from './notices.ts'
import { INCIDENT, writeEvent } from './record.ts'
import { isWorkingTime } from './working-time.ts'

export const watchClocks = defineJob({
  name: 'incidents.watch-clocks',
  title: { vi: 'Nhắc hạn xử lý sự vụ', en: 'Remind of due times of incidents' },
  input: z.strictObject({}),
  timeoutSeconds: 300,
})

const AT_ONCE = 200
const SYSTEM = 'system'
const clockName = (kind: ClockKind): Text => ({ vi: vi.enums.clockKind[kind], en: en.enums.clockKind[kind] })

export const watchJobs = (desks: readonly IncidentContracts[]) => [
  handleJob(watchClocks, async (_input, { runtime, signal }) => {
    while (!signal.aborted && (await recalculate(runtime)) === AT_ONCE);
    while (!signal.aborted && (await remind(runtime, desks)) === AT_ONCE);
  }),
]

/** Reckons clocks anew that go by an earlier calendar: due times move, and the timeline tells it. Answers how many incidents it was. */
async function recalculate({ db, clock }: Runtime): Promise<number> {
  const now = clock.now()
  const { version } = await db.transaction().execute((tx) => calendarNow(tx, now))
  const ids = await db
    .selectFrom('incident.clock')
    .select('incident_id as id')
    .distinct()
    .where('ended_at', 'is', null)
    .where('calendar_version', '<>', version)
    .limit(AT_ONCE)
    .execute()
  let done = 0
  for (const { id } of ids)
    await db.transaction().execute(async (tx) => {
      if (!(await lockIncident(tx, id))) return
      await again(tx, id, await calendarNow(tx, now), now)
      done += 1
    })
  return done
}

/**
 * Locks an incident before anything of it is touched, as everybody does who works on it: its clocks and its timeline are written under that lock.
 * False while somebody works on it: the next run finds it again.
 */
const lockIncident = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom(INCIDENT).select('id').where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()) !== undefined

async function again(tx: Tx, id: string, calendar: KnownCalendar, now: Date): Promise<void> {
  const row = await tx.selectFrom(INCIDENT).select(['id', 'due_at']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const clocks = (await clocksOf(tx, [id])).get(id) ?? []
  for (const one of clocks.filter(({ end }) => end === null)) await keep(tx, one, one, calendar, now)
  const due = dueOf(clocks, calendar, now)
  if (due?.getTime() === row.due_at?.getTime()) return
  await tx.updateTable('incident.incident').set({ due_at: due }).where('id', '=', id).execute()
  await writeEvent(tx, id, { by: SYSTEM, at: now }, { kind: 'CALENDAR' })
}

/** Marks what is late and reminds of what soon will be, in working time only. Answers how many incidents it was. */
async function remind({ db, clock }: Runtime, desks: readonly IncidentContracts[]): Promise<number> {
  const now = clock.now()
  const calendar = await db.transaction().execute((tx) => calendarNow(tx, now))
  if (!isWorkingTime(calendar, now)) return 0
  const due = await db
    .selectFrom('incident.clock')
    .select('incident_id as id')
    .where('next_at', '<=', now)
    .groupBy('incident_id')
    .orderBy((eb) => eb.fn.min('next_at'))
    .limit(AT_ONCE)
    .execute()
  let done = 0
  for (const { id } of due) if (await db.transaction().execute((tx) => remindOf(tx, id, desks, calendar, now))) done += 1
  return done
}

/** What is due of one incident, under its lock; false when somebody else has it. */
async function remindOf(tx: Tx, id: string, desks: readonly IncidentContracts[], calendar: KnownCalendar, now: Date): Promise<boolean> {
  if (!(await lockIncident(tx, id))) return false
  const { desk, status, ...incident } = await tx
    .selectFrom(INCIDENT)
    .select(['id', 'code', 'desk', 'status', 'assignee_id as assigneeId', 'team_unit_id as teamId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const clocks = (await clocksOf(tx, [id])).get(id) ?? []
  const due = await tx.selectFrom('incident.clock').select('id').where('incident_id', '=', id).where('next_at', '<=', now).execute()
  for (const one of clocks.filter((clock) => due.some((found) => found.id === clock.id))) {
    const share = SHARES.findLast((part) => part > one.reminded && viewOf(one, calendar, now, 0).used >= (one.allowance * part) / 100)
    await keep(tx, one, { ...one, reminded: share ?? one.reminded }, calendar, now)
    const contracts = desks.find((place) => place.desk === desk)
    if (share === undefined || !contracts || !(OPEN_STATUSES as readonly string[]).includes(status)) continue
    await noticeClock(tx, contracts, incident, { clock: clockName(one.kind), share })
    if (share === 100) await writeEvent(tx, id, { by: SYSTEM, at: now }, { kind: 'LATE', detail: { clock: one.kind } })
  }
  return true
}
