import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '#platform/server/database/db.ts'

/** Rows of `alias` that belong to units below the unit of `at`: its id stands on their path, and it is not their own. */
export const isBelow = (alias: string, at: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('unit_id')} <> ${at}
    and (${column('district_unit_id')} = ${at} or ${column('province_unit_id')} = ${at} or ${column('head_unit_id')} = ${at}))`
}

/** A day of a unit below that has not closed. */
export interface OpenBelow {
  unitId: string
  name: string
  businessDate: string
}

/** Days of units below that are not closed, up to a date. Units without cash count by theirs alone. */
export async function openBelow(db: Queryable, unitId: string, through: string): Promise<OpenBelow[]> {
  const { rows } = await sql<OpenBelow>`
    select b.unit_id::text as "unitId", u.name, b.business_date as "businessDate"
    from cash.day_close b join organisation.unit_directory u on u.id = b.unit_id
    where b.status <> 'CLOSED' and b.business_date <= ${through} and ${isBelow('b', sql`${unitId}::bigint`)} order by u.code, b.business_date`.execute(db)
  return rows
}

export async function nameLate(tx: Tx, dayId: string, units: readonly OpenBelow[], reason: string, by: string, now: Date): Promise<void> {
  await sql`
    insert into cash.day_close_late_unit (day_close_id, unit_id, business_date, reason, named_by, named_at)
    select ${dayId}::bigint, r.*, ${reason}, ${by}, ${now}
    from unnest(${units.map(({ unitId }) => unitId)}::bigint[], ${units.map(({ businessDate }) => businessDate)}::date[]) as r
    on conflict (day_close_id, unit_id, business_date) do update set reason = excluded.reason, named_by = excluded.named_by, named_at = excluded.named_at, arrived_at = null
  `.execute(tx)
}

/** Closed days of the units above a day, for its date or a later one: they were closed without it. */
const closedAbove = (unitId: string, businessDate: string) => sql`
  select p.id from cash.day_close own join cash.day_close p on p.status = 'CLOSED' and p.business_date >= own.business_date
    and p.unit_id in (own.district_unit_id, own.province_unit_id, own.head_unit_id) and p.unit_id <> own.unit_id
    and not exists (select from cash.day_close q where q.unit_id = p.unit_id and q.status = 'CLOSED' and q.business_date >= own.business_date and q.business_date < p.business_date)
  where own.unit_id = ${unitId} and own.business_date = ${businessDate}`

/** A day that is open although a unit above has closed (reopened, or begun afterwards) will come as an adjustment of that unit. */
export async function announceAdjustment(tx: Tx, unitId: string, businessDate: string, reason: string, by: string, now: Date): Promise<void> {
  await sql`
    insert into cash.day_close_late_unit (day_close_id, unit_id, business_date, reason, named_by, named_at)
    select a.id, ${unitId}, ${businessDate}, ${reason}, ${by}, ${now} from (${closedAbove(unitId, businessDate)}) a
    on conflict (day_close_id, unit_id, business_date) do update set arrived_at = null
  `.execute(tx)
}

/** The day has closed: wherever it was waited for, it is an adjustment now. */
export async function adjustmentArrived(tx: Tx, unitId: string, businessDate: string, now: Date): Promise<void> {
  await sql`
    update cash.day_close_late_unit set arrived_at = ${now} where unit_id = ${unitId} and business_date = ${businessDate} and arrived_at is null`.execute(tx)
}
