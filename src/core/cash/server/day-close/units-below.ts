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

/** Days of units below that are not closed, up to a date, save those that a day has named. Units without cash count by theirs alone. */
export async function openBelow(db: Queryable, unitId: string, through: string, namedBy?: string): Promise<OpenBelow[]> {
  const unnamed =
    namedBy === undefined
      ? sql`true`
      : sql`not exists (select from cash.day_close_late_unit l
          where l.day_close_id = ${namedBy} and l.unit_id = b.unit_id and l.business_date = b.business_date and l.arrived_at is null)`
  const { rows } = await sql<OpenBelow>`
    select b.unit_id::text as "unitId", u.name, b.business_date as "businessDate"
    from cash.day_close b join organisation.unit_directory u on u.id = b.unit_id
    where b.status <> 'CLOSED' and b.business_date <= ${through} and ${isBelow('b', sql`${unitId}::bigint`)} and ${unnamed} order by u.code, b.business_date`.execute(
    db,
  )
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

/** A day that is open although a unit above has closed (reopened, or begun afterwards) will come as an adjustment of that unit. */
export async function announceAdjustment(tx: Tx, unitId: string, businessDate: string, reason: string, by: string, now: Date): Promise<void> {
  await sql`select cash.announce_adjustment(${unitId}, ${businessDate}, ${reason}, ${by}, ${now})`.execute(tx)
}
