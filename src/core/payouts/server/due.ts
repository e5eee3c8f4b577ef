import { sql } from 'kysely'
import { z } from 'zod'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { payoutErrors } from '../contract/errors.ts'
import { closeDue } from './closing.ts'
import { LIST, lists } from './records.ts'

const WAITS: readonly string[] = [payoutErrors.claimsOpen.code, payoutErrors.versionOpen.code, payoutErrors.transferDisputed.code]

export const closeLists = defineJob({
  name: 'payouts.close-due',
  title: { vi: 'Đóng danh sách chi trả đã hết hạn', en: 'Close payout lists whose last day is over' },
  input: z.strictObject({}),
})

export const payoutJobs: JobHandler[] = [handleJob(closeLists, async (_input, { runtime }) => closeOverdue(runtime))]
export const payoutSchedules: readonly JobSchedule[] = [{ job: closeLists, cron: '20 0,6 * * *', input: {} }]

/**
 * Lists whose last day is over, one transaction each. One with a line that is being paid or unknown, or with a change that waits, stays as it
 * is: the control rule names it until somebody has decided. One that cannot be closed holds up no other; the job fails at its end.
 */
async function closeOverdue({ db, clock, audit, log }: Runtime): Promise<void> {
  const at = clock.now()
  const failed: unknown[] = []
  const { rows } = await sql<{ id: string }>`
    select id from payout.list where status in ('APPROVED', 'PAYING') and pay_until < ${localDate(at)}::date order by pay_until, id`.execute(db)
  for (const { id } of rows) {
    try {
      await db.transaction().execute(async (tx) => {
        const row = await lists.lock(tx, { id })
        if (row.status !== 'APPROVED' && row.status !== 'PAYING') return
        const { returned, lines } = await closeDue(tx, row, { by: 'system', at }, `Hết thời hạn chi trả ngày ${showDate(row.pay_until)}`)
        await audit.writeMany(tx, [
          {
            ...{ actor: 'system', action: 'payouts.closeDue', subjectType: LIST, subjectId: id },
            ...{ before: { status: row.status }, after: { code: row.code, status: 'CLOSED', returned, lines }, traceId: 'payouts', ip: '' },
          },
        ])
      })
    } catch (error) {
      const code = error instanceof AppError ? error.definition.code : errors.internal.code
      await sql`update payout.list set close_fault = ${code} where id = ${id} and close_fault is distinct from ${code}`.execute(db)
      if (WAITS.includes(code)) continue
      log.error({ error, listId: id }, 'a payout list whose last day is over could not be closed')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} payout lists could not be closed`)
}
