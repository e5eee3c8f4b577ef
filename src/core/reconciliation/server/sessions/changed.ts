import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { LinesAsked, ReconciliationPlug } from '../plug.ts'

/** Changed records that are named at most. */
const NAMED = 20

/** Our records of some days that have come or changed since an instant, the first of them. */
export async function changedRecords(db: Queryable, plug: ReconciliationPlug, asked: LinesAsked, since: Date): Promise<{ sourceId: string; code: string }[]> {
  const { rows } = await sql<{ sourceId: string; code: string }>`
    select source_id::text as "sourceId", source_code as code from (${plug.changedSince(asked, since)}) changed limit ${NAMED}`.execute(db)
  return rows
}
