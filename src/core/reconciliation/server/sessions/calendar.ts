import { sql } from 'kysely'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, daysBetween, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { MAX_DAYS, type SessionContracts } from '../../contract/sessions.ts'
import { atDesk } from '../desk.ts'

type Calendar = OutputOf<SessionContracts['calendar']>
export type DayState = Calendar[number]['days'][number]['state']

/** What of a session stands for its days. */
const STATES: Record<string, DayState> = {
  DRAFT: 'BEGUN',
  IMPORTED: 'REVIEWING',
  MATCHED: 'AGREED',
  REVIEWING: 'REVIEWING',
  CONFIRMED: 'AGREED',
  SETTLED: 'SETTLED',
}

/** The instant by which the statement of a day is due: the configured time of the next working day. */
export const dueAt = (day: string, dueTime: string, off: ReadonlySet<string>): Date => new Date(`${nextWorkday(day, off)}T${dueTime}:00+07:00`)

/** Whether a day is worked on. */
export const isWorkday = (day: string, off: ReadonlySet<string>): boolean => nextWorkday(addDays(day, -1), off) === day

interface HeldDay {
  setup_id: string
  id: string
  from_day: string
  to_day: string
  status: string
}

/** The days of configurations in force, each with what has become of it. */
export async function calendarOf(place: DeskPlace, { from, to }: InputOf<SessionContracts['calendar']>, ctx: RequestContext): Promise<Calendar> {
  if (from > to || daysBetween(from, to) >= MAX_DAYS) throw refusedField('to', reconciliationErrors.daysOrder, ctx.language, { days: MAX_DAYS })
  const setups = await ctx.scope
    .selectFrom('reconciliation.setup as c')
    .innerJoin('reconciliation.revision as r', 'r.id', 'c.revision_id')
    .select(['c.id', 'c.name', 'c.partner_id', sql<string>`coalesce(r.document ->> 'dueTime', '09:00')`.as('dueTime'), 'c.created_at'])
    .where(atDesk('c', place))
    .where('c.status', '=', 'ACTIVE')
    .orderBy('c.name')
    .execute()
  const held = await ctx.scope
    .selectFrom('reconciliation.session as s')
    .select(['s.setup_id', 's.id', 's.from_day', 's.to_day', 's.status'])
    .where(atDesk('s', place))
    .where('s.status', '<>', 'CANCELLED')
    .where('s.from_day', '<=', to)
    .where('s.to_day', '>=', from)
    .execute()
  const off = await holidays(ctx.runtime.db)
  const bySetup = Map.groupBy(held as HeldDay[], ({ setup_id }) => setup_id)
  return setups.map(({ id, name, partner_id, dueTime, created_at }) => ({
    setupId: id,
    setupName: name,
    own: partner_id === null,
    days: daysFrom(from, to).map((day) => {
      const session = bySetup.get(id)?.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
      const missing = () => missingState(day, { since: localDate(created_at), due: dueAt(day, dueTime, off), off, now: ctx.now })
      return { day, state: session ? (STATES[session.status] ?? 'BEGUN') : missing(), sessionId: session?.id ?? null }
    }),
  }))
}

export const daysFrom = (from: string, to: string): string[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))

/** Of a day without a session: whether its statement should be there. Days before the configuration are nobody's. */
function missingState(day: string, { since, due, off, now }: { since: string; due: Date; off: ReadonlySet<string>; now: Date }): DayState {
  if (!isWorkday(day, off) || day < since) return 'OFF'
  return due <= now ? 'MISSING' : 'DUE'
}

export interface MissingDay {
  setupId: string
  code: string
  name: string
  plug: string
  unitId: string
  partnerId: string | null
  day: string
  due: Date
}

/** Working days of the last weeks that no session holds, or whose session still has no statement, past their time. */
export async function missingDays(db: Queryable, now: Date, back: number): Promise<MissingDay[]> {
  const today = localDate(now)
  const off = await holidays(db)
  const { rows } = await sql<{
    id: string
    code: string
    name: string
    plug: string
    unit_id: string
    partner_id: string | null
    due_time: string
    since: string
    held: string[]
  }>`
    select c.id, c.code, c.name, c.plug, c.unit_id, c.partner_id, coalesce(r.document ->> 'dueTime', '09:00') as due_time, (c.created_at at time zone 'Asia/Ho_Chi_Minh')::date::text as since,
        array(select d::date::text from reconciliation.session s, generate_series(s.from_day, s.to_day, interval '1 day') d
          where s.setup_id = c.id and s.status not in ('CANCELLED', 'DRAFT') and s.to_day >= ${addDays(today, -back)}::date) as held
      from reconciliation.setup c join reconciliation.revision r on r.id = c.revision_id where c.status = 'ACTIVE' order by c.id`.execute(db)
  return rows.flatMap(({ id, code, name, plug, unit_id, partner_id, due_time, since, held }) =>
    daysFrom(addDays(today, -back), today)
      .filter((day) => !held.includes(day) && missingState(day, { since, due: dueAt(day, due_time, off), off, now }) === 'MISSING')
      .map((day) => ({ setupId: id, code, name, plug, unitId: unit_id, partnerId: partner_id, day, due: dueAt(day, due_time, off) })),
  )
}
