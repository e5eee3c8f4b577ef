import { sql } from 'kysely'
import { exportErrors } from '#core/exports/contract/errors.ts'
import { AppError } from '#kernel/errors.ts'
import { KEPT_DAYS, MAX_OPEN } from '#kernel/exports.ts'
import type { LargeExport } from '#platform/server/http/export.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { scopeKey } from '#platform/server/scope-key.ts'
import { writeExport } from './write.ts'

/** Days after which the record of an export goes as well. */
const FORGOTTEN_DAYS = KEPT_DAYS * 4

/** Notes what is wanted and by whom, and has a job write it. Throws EXP-002 for who has too many under way. */
export const askForExport: LargeExport = async (entry, input, title, { runtime, session, language, now }) =>
  runtime.db.transaction().execute(async (tx) => {
    // One at a time counts, so that the limit holds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${session.userId}`}, 0))`.execute(tx)
    await tx
      .deleteFrom('exports.export')
      .where('user_id', '=', session.userId)
      .where('asked_at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${FORGOTTEN_DAYS})`)
      .execute()
    const { n } = await tx
      .selectFrom('exports.export as e')
      // One whose job failed or was cancelled is over.
      .innerJoin('platform.job as j', (join) => join.onRef('j.id', '=', 'e.job_id').on('j.state', 'in', ['WAITING', 'RUNNING', 'RETRYING']))
      .select(sql<number>`count(*)::int`.as('n'))
      .where('e.user_id', '=', session.userId)
      .where('e.ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= MAX_OPEN) throw new AppError(exportErrors.tooMany, { n })
    const { id } = await tx
      .insertInto('exports.export')
      .values({
        user_id: session.userId,
        client_id: session.clientId,
        list: entry.list.contract.path,
        permission: entry.contract.permission,
        scope: JSON.stringify(scopeKey(session.scope)),
        title,
        language,
        input: JSON.stringify(input),
        asked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const jobId = await enqueue(tx, writeExport, { exportId: id }, { userId: session.userId })
    await tx.updateTable('exports.export').set({ job_id: jobId }).where('id', '=', id).execute()
    return { exportId: id }
  })
