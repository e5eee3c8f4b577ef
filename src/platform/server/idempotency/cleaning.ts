import { sql } from 'kysely'
import type { Database } from '../database/db.ts'
import type { Runtime } from '../module.ts'
import { repeat } from '../repeat.ts'

const HOUR_MS = 3_600_000
const BATCH = 10_000

/** Forgets stored replies older than `days`; nobody repeats a request that late, and the business keys still refuse a second effect. Returns how many. */
export async function forgetReplies(db: Database, days = 30): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from platform.idempotency_key where (client, key) in
        (select client, key from platform.idempotency_key where created_at < now() - make_interval(days => ${days}) limit ${BATCH})
    `.execute(db)
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < BATCH) return forgotten
  }
}

/** Does so once an hour; the returned function ends it. */
export const startCleaning = ({ db, log }: Runtime): (() => Promise<void>) =>
  repeat(
    HOUR_MS,
    () => forgetReplies(db),
    (error) => log.warn({ error }, 'old replies could not be removed'),
  )
