import { sql } from 'kysely'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { UnitLevel } from '#core/organisation/contract/unit.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { daysBetween, isoLocal, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { within } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { daysTopic, submitDay } from '../../contract/day-close/days.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { dayProgress, remindUnits, type UnitProgress } from '../../contract/day-close/progress.ts'
import { type CloseCheck, type CloseDay, runChecks } from './check.ts'

/** A unit is reminded of a day once in this time, whoever presses. */
const PAUSE_MS = 3_600_000

export function registerProgress(on: Registrar, checks: readonly CloseCheck[], address: (dayId: string) => string): void {
  on.query(dayProgress, (input, ctx) => progress(input, ctx, checks))
  on.command(remindUnits, (input, ctx) => remind(input, ctx, address))
}

const reminder = defineNotification({
  name: 'DAY_CLOSE_REMINDER',
  text: { vi: '{by} nhắc chốt ngày {date} của {unit}', en: '{by} reminds you to close {date} of {unit}' },
})

/** Units that keep cash, with where they stand on a date. */
async function unitsOn({ scope }: Pick<RequestContext, 'scope'>, date: string, unitId?: string) {
  let query = scope
    .selectFrom('cash.unit_state as s')
    .innerJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .leftJoin('organisation.unit_directory as p', 'p.id', 'u.parent_id')
    .leftJoin('cash.day_close as d', (join) => join.onRef('d.unit_id', '=', 's.unit_id').on('d.business_date', '=', date))
    .leftJoin('cash.day_reminder as r', (join) => join.onRef('r.unit_id', '=', 's.unit_id').on('r.business_date', '=', date))
    .select(['s.unit_id as unitId', sql<string>`u.code`.as('unitCode'), sql<string>`u.name`.as('unitName'), 'p.name as parentName'])
    .select(sql<UnitLevel>`u.level`.as('unitLevel'))
    .select(['d.id as dayId', 'd.status', 'd.closed_at as closedAt', 'r.reminded_at as remindedAt'])
    .select(
      sql<{ id: string; day: string } | null>`(select json_build_object('id', o.id::text, 'day', o.business_date::text) from cash.day_close o
        where o.unit_id = s.unit_id and o.status <> 'CLOSED' and o.business_date <= ${date} order by o.business_date limit 1)`.as('open'),
    )
  if (unitId !== undefined) query = query.where(within('s')(unitId))
  return query.orderBy('u.code').execute()
}

async function progress(
  { date, unitId }: InputOf<typeof dayProgress>,
  ctx: RequestContext,
  checks: readonly CloseCheck[],
): Promise<OutputOf<typeof dayProgress>> {
  const rows = await unitsOn(ctx, date, unitId)
  const asked = rows.flatMap(({ unitId: id, open }): CloseDay[] => (open ? [{ dayId: open.id, unitId: id, businessDate: open.day }] : []))
  const blockers = new Map<string, number>()
  for (const { items } of await runChecks(ctx.db as unknown as Queryable, checks, asked))
    for (const { dayId, severity } of items) if (severity === 'BLOCK') blockers.set(dayId, (blockers.get(dayId) ?? 0) + 1)
  return {
    closed: rows.filter(({ status, open }) => status === 'CLOSED' && !open).length,
    all: rows.length,
    units: rows.map(({ open, closedAt, remindedAt, ...row }) => ({
      ...row,
      status: row.status as UnitProgress['status'],
      closedAt: closedAt && isoLocal(closedAt),
      remindedAt: remindedAt && isoLocal(remindedAt),
      openSince: open?.day ?? null,
      openDayId: open?.id ?? null,
      daysLate: open ? daysBetween(open.day, date) : 0,
      blockers: (open && blockers.get(open.id)) ?? 0,
    })),
  }
}

async function remind(
  { date, unitIds }: InputOf<typeof remindUnits>,
  ctx: CommandContext,
  address: (dayId: string) => string,
): Promise<OutputOf<typeof remindUnits>> {
  const { tx, now, session } = ctx
  const wanted = new Set(unitIds)
  const late = (await unitsOn(ctx, date)).filter((row) => wanted.has(row.unitId) && row.open !== null)
  const due = late.filter(({ remindedAt }) => !remindedAt || now.getTime() - remindedAt.getTime() >= PAUSE_MS)
  if (late.length === 0) throw new AppError(dayCloseErrors.nobodyToRemind)
  let people = 0
  for (const { unitId, unitName, open } of due) {
    const { id, day } = open as { id: string; day: string }
    const userIds = await whoSubmits(tx, unitId)
    people += userIds.length
    await notify(tx, { userIds, kind: reminder, params: { by: session.fullName, date: showDate(day), unit: unitName }, link: address(id) })
  }
  await sql`
    insert into cash.day_reminder (unit_id, business_date, reminded_at, reminded_by)
    select id, ${date}, ${now}, ${session.account} from unnest(${due.map(({ unitId }) => unitId)}::bigint[]) id
    on conflict (unit_id, business_date) do update set reminded_at = excluded.reminded_at, reminded_by = excluded.reminded_by`.execute(tx)
  ctx.subject('cash.unit_state', null, { after: { businessDate: date, units: due.map(({ unitName }) => unitName).join(', ') } })
  await publish(tx, { topic: daysTopic })
  return { units: due.length, people }
}

/** Who may submit a day of the unit: those who work there, or in the nearest unit above where nobody does. */
async function whoSubmits(db: Queryable, unitId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive path as (
      select u.id, u.parent_id, 0 as depth from organisation.unit_directory u where u.id = ${unitId}
      union all select u.id, u.parent_id, path.depth + 1 from organisation.unit_directory u join path on u.id = path.parent_id
    ), able as (
      select p.id, path.depth from path join iam.person p on p.unit_id = path.id and p.active
      join iam.effective_permission e on e.user_id = p.id and e.uri = ${submitDay.permission}
    )
    select id::text from able where depth = (select min(depth) from able) order by id`.execute(db)
  return rows.map(({ id }) => id)
}
