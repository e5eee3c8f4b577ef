import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'

/**
 * The date that counter work of each unit counts for: its open business date or the calendar day, whichever is later, and never a
 * day that is closed. Units without cash of their own go by the calendar day.
 */
export async function counterDates(db: Queryable, unitIds: readonly string[], calendarDay: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ unitId: string; day: string }>`
    select u.id as "unitId", greatest(${calendarDay}::date, s.business_date, d.closed_through + 1) as day
    from unnest(${[...new Set(unitIds)]}::bigint[]) u (id)
    left join cash.unit_state s on s.unit_id = u.id
    left join ledger.unit_day d on d.unit_id = u.id
  `.execute(db)
  return new Map(rows.map(({ unitId, day }) => [unitId, day]))
}
