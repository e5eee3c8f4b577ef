import { sql } from 'kysely'
import { z } from 'zod'
import { localDate } from '#kernel/dates.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { codeMachine, codesTopic } from '../contract/machine.ts'
import { CODE, closeAccounts, moveCodes } from './records.ts'

const BATCH = 500
const SYSTEM = 'system'

const expireCodes = defineJob({
  name: 'vietqr.expire-codes',
  title: { vi: 'Kết thúc mã QR hết hạn', en: 'End QR codes whose last day is over' },
  input: z.strictObject({}),
})

export const expiryJobs: JobHandler[] = [handleJob(expireCodes, async (_input, { runtime, signal }) => expire(runtime, signal))]
// Nothing is paid by a code after its last day whether this has run or not: it only says so in lists.
export const expirySchedules: readonly JobSchedule[] = [{ job: expireCodes, cron: '5 * * * *', input: {} }]

async function expire({ db, clock, audit }: Runtime, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const { from } = codeMachine.events.expire
  const due = sql`c.status in (${sql.join([...from])}) and c.valid_to < ${localDate(now)}::date`
  for (let found = BATCH; found === BATCH && !signal.aborted; ) {
    found = await db.transaction().execute(async (tx) => {
      // Accounts before codes, as payments lock them.
      const { rows: accounts } = await sql<{ id: string }>`
        select a.id from vietqr.virtual_account a where a.id in (select c.account_id from vietqr.code c where ${due} order by c.id limit ${BATCH})
        order by a.id for no key update`.execute(tx)
      const ids = accounts.map(({ id }) => id)
      const { rows: codes } = await sql<{ id: string; accountId: string; status: string }>`
        select c.id, c.account_id as "accountId", c.status from vietqr.code c where c.account_id = any(${ids}::bigint[]) and ${due}
        order by c.id for no key update`.execute(tx)
      const ended = codes.map(({ accountId }) => accountId)
      const over = codes.map(({ id }) => id)
      await moveCodes(tx, { by: SYSTEM, at: now }, over, 'expire')
      await closeAccounts(tx, { by: SYSTEM, at: now }, ended, 'CODE_ENDED')
      await audit.writeMany(
        tx,
        codes.map(({ id, status }) => ({
          ...{ actor: SYSTEM, action: 'vietqr.expired', subjectType: CODE, subjectId: id },
          ...{ before: { status }, after: { status: 'EXPIRED' }, traceId: 'vietqr', ip: '' },
        })),
      )
      if (codes.length > 0) await publish(tx, { topic: codesTopic })
      return ids.length
    })
  }
}
