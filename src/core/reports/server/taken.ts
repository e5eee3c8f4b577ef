import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'

/** Whether anybody has printed, exported or mailed a report of exactly these conditions once its last day was over. */
export async function wasTaken(db: Queryable, report: string, filter: { from: string; to: string }): Promise<boolean> {
  const { rows } = await sql`
    select from report.run where report = ${report} and filter = ${JSON.stringify(filter)}::jsonb and purpose <> 'FREEZE'
      and (as_of at time zone 'Asia/Ho_Chi_Minh')::date > ${filter.to}::date limit 1`.execute(db)
  return rows.length > 0
}
