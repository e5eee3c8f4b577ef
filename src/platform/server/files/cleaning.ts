import { sql } from 'kysely'
import type { Database } from '../database/db.ts'
import type { Runtime } from '../module.ts'

const QUARTER_HOUR_MS = 900_000
const BATCH = 100

/** Removes files whose time is over, with their bytes. Answers how many. */
export async function removeExpiredFiles(db: Database): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from platform.file where id in (select id from platform.file where expires_at <= now() order by expires_at limit ${BATCH} for update skip locked)
    `.execute(db)
    removed += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < BATCH) return removed
  }
}

/** Does so every quarter of an hour; the returned function ends it. */
export async function startFileCleaning({ db, log }: Runtime): Promise<() => Promise<void>> {
  const timer = setInterval(() => removeExpiredFiles(db).catch((error: unknown) => log.warn({ error }, 'expired files could not be removed')), QUARTER_HOUR_MS)
  timer.unref()
  return async () => clearInterval(timer)
}
