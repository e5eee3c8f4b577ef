import { sql } from 'kysely'
import { holidays, isWorkday, nextWorkday } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, daysBetween, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { MAX_DAYS, type SessionContracts } from '../../contract/sessions.ts'
import { atDesk } from '../desk.ts'
import type { ReconciliationPlug } from '../plug.ts'

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

interface HeldDay {
  setup_id: string
  id: string
  from_day: string
  to_day: string
  status: string
}

/** The days of configurations in force, each with what has become of it. */
export async function calendarOf(
  plugs: readonly PlugWithLines[],
  place: DeskPlace,
  { from, to }: InputOf<SessionContracts['calendar']>,
  ctx: RequestContext,
): Promise<Calendar> {
  if (from > to || daysBetween(from, to) >= MAX_DAYS) throw refusedField('to', reconciliationErrors.daysOrder, ctx.language, { days: MAX_DAYS })
  const setups = await ctx.scope
    .selectFrom('reconciliation.setup as c')
    .innerJoin('reconciliation.revision as r', 'r.id', 'c.revision_id')
    .select(['c.id', 'c.name', 'c.partner_id', sql<string>`coalesce(r.document ->> 'dueTime', '09:00')`.as('dueTime'), 'c.created_at', 'c.plug'])
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
  return Promise.all(
    setups.map(async ({ id, name, plug, partner_id, dueTime, created_at }) => {
      const sessionOf = (day: string) => bySetup.get(id)?.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
      const free = daysFrom(from, to).filter((day) => !sessionOf(day))
      const known = { since: localDate(created_at), dueTime, off, now: ctx.now }
      const missing = await missingAmong(
        ctx.runtime.db,
        plugs.find(({ key }) => key === plug),
        partner_id,
        free,
        known,
      )
      const stateOf = (day: string): DayState => {
        const session = sessionOf(day)
        if (session) return STATES[session.status] ?? 'BEGUN'
        if (missing.has(day)) return 'MISSING'
        return isWorkday(day, off) && day >= known.since ? 'DUE' : 'OFF'
      }
      const days = daysFrom(from, to).map((day) => ({ day, state: stateOf(day), sessionId: sessionOf(day)?.id ?? null }))
      return { setupId: id, setupName: name, own: partner_id === null, days }
    }),
  )
}

export const daysFrom = (from: string, to: string): string[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))

/** As much of a plug as says on which days money has moved. */
export type PlugWithLines = Pick<ReconciliationPlug, 'key' | 'ourLines'>

interface Known {
  /** The day on which the configuration was made: days before it are nobody's. */
  since: string
  dueTime: string
  off: ReadonlySet<string>
  now: Date
}

/** Of days that no session holds, those whose statement should be there: working days, and others on which money has moved. */
async function missingAmong(
  db: Queryable,
  plug: PlugWithLines | undefined,
  partnerId: string | null,
  days: readonly string[],
  known: Known,
): Promise<Set<string>> {
  const { since, dueTime, off, now } = known
  const overdue = days.filter((day) => day >= since && dueAt(day, dueTime, off) <= now)
  const [worked, free] = [overdue.filter((day) => isWorkday(day, off)), overdue.filter((day) => !isWorkday(day, off))]
  return new Set([...worked, ...(await movedOn(db, plug, partnerId, free))])
}

/** Those of the days on which our side has lines with money. */
async function movedOn(db: Queryable, plug: PlugWithLines | undefined, partnerId: string | null, days: readonly string[]): Promise<string[]> {
  if (!plug || days.length === 0) return []
  const moved = days.map(
    (day) => sql`select ${day}::text as day where exists (select from (${plug.ourLines({ partnerId, from: day, to: day })}) ours where ours.money)`,
  )
  const { rows } = await sql<{ day: string }>`${sql.join(moved, sql` union all `)}`.execute(db)
  return rows.map(({ day }) => day)
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

/** Days of the last weeks that no session holds, or whose session still has no statement, past their time. */
export async function missingDays(plugs: readonly PlugWithLines[], db: Queryable, now: Date, back: number): Promise<MissingDay[]> {
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
  const days = daysFrom(addDays(today, -back), today)
  const found = rows.map(async ({ id, code, name, plug, unit_id, partner_id, due_time, since, held }): Promise<MissingDay[]> => {
    const free = days.filter((day) => !held.includes(day))
    const missing = await missingAmong(
      db,
      plugs.find(({ key }) => key === plug),
      partner_id,
      free,
      { since, dueTime: due_time, off, now },
    )
    const facts = { setupId: id, code, name, plug, unitId: unit_id, partnerId: partner_id }
    return [...missing].sort().map((day) => ({ ...facts, day, due: dueAt(day, due_time, off) }))
  })
  return (await Promise.all(found)).flat()
}
