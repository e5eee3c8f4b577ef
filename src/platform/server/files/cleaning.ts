import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/db.ts'
import { defineJob } from '../jobs/job.ts'

const BATCH = 100

/** Removes files whose time is over, four times an hour. */
export const cleanFiles = defineJob({
  name: 'platform.clean-files',
  title: { vi: 'Dọn file hết hạn', en: 'Clean up expired files' },
  input: z.strictObject({}),
  timeoutSeconds: 600,
})
export const CLEAN_FILES_CRON = '*/15 * * * *'

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
