import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/** The first day from today on that is open for COD in the books of an office. */
export async function openDayOf(tx: Tx, unitId: string, today: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select payment.first_open_days(array['COD'], array[${today}]::date[], array(select office_unit_id from organisation.unit where id = ${unitId}), ${today}::date) as day`.execute(
    tx,
  )
  return rows[0]?.day ?? today
}
