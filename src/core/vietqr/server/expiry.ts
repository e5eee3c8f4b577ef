import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { localDate } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { codeMachine, codesTopic } from '../contract/machine.ts'
import { CODE, closeAccounts, moveCodes } from './records.ts'

const BATCH = 500
const SYSTEM = 'system'

const expireCodes = defineJob({
  name: 'vietqr.expire-codes',
  title: { vi: 'Kết thúc mã QR hết hạn hoặc của điểm bán đã đóng', en: 'End QR codes whose last day is over or whose merchant was closed' },
  input: z.strictObject({}),
})

export const expiryJobs: JobHandler[] = [handleJob(expireCodes, async (_input, { runtime, signal }) => endCodes(runtime, signal))]
// Nothing is paid by a code after its last day, or to a merchant that was closed, whether this has run or not: it only says so in lists.
export const expirySchedules: readonly JobSchedule[] = [{ job: expireCodes, cron: '*/10 * * * *', input: {} }]

/** Why codes c end by themselves. */
interface Ending {
  due: RawBuilder<SqlBool>
  event: 'expire' | 'revoke'
  action: string
}

const closed = (merchant: string) => sql<SqlBool>`exists (select from merchants.merchant m where m.id = ${sql.ref(merchant)} and m.status = 'CLOSED')`
const inUse = sql`c.status in (${sql.join([...codeMachine.events.expire.from])})`

async function endCodes(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const now = runtime.clock.now()
  const over: Ending = { due: sql`${inUse} and c.valid_to < ${localDate(now)}::date`, event: 'expire', action: 'vietqr.expired' }
  const leftBehind: Ending = { due: sql`${inUse} and ${closed('c.merchant_id')}`, event: 'revoke', action: 'vietqr.merchantClosed' }
  await inParts(runtime, signal, (tx) => end(tx, runtime, over))
  await inParts(runtime, signal, (tx) => end(tx, runtime, leftBehind))
  await inParts(runtime, signal, (tx) => closeLeftBehind(tx, now))
}

/** Each part in a transaction of its own, until one finds less than it could have. */
async function inParts({ db }: Runtime, signal: AbortSignal, part: (tx: Tx) => Promise<number>): Promise<void> {
  while (!signal.aborted && (await db.transaction().execute(part)) === BATCH);
}

/** Ends some codes that are due, and answers how many accounts that were. */
async function end(tx: Tx, { clock, audit }: Runtime, { due, event, action }: Ending): Promise<number> {
  const stamp = { by: SYSTEM, at: clock.now() }
  // Accounts before codes, as payments lock them.
  const { rows: accounts } = await sql<{ id: string }>`
    select a.id from vietqr.virtual_account a where a.id in (select c.account_id from vietqr.code c where ${due} order by c.id limit ${BATCH})
    order by a.id for no key update`.execute(tx)
  const ids = accounts.map(({ id }) => id)
  const { rows: codes } = await sql<{ id: string; accountId: string; status: string }>`
    select c.id, c.account_id as "accountId", c.status from vietqr.code c where c.account_id = any(${ids}::bigint[]) and ${due}
    order by c.id for no key update`.execute(tx)
  const of = codes.map(({ id }) => id)
  await moveCodes(tx, stamp, of, event)
  const ended = codes.map(({ accountId }) => accountId)
  await closeAccounts(tx, stamp, ended, 'CODE_ENDED')
  await audit.writeMany(
    tx,
    codes.map(({ id, status }) => ({
      ...{ actor: SYSTEM, action, subjectType: CODE, subjectId: id },
      ...{ before: { status }, after: { status: codeMachine.events[event].to }, traceId: 'vietqr', ip: '' },
    })),
  )
  if (codes.length > 0) await publish(tx, { topic: codesTopic })
  return ids.length
}

/** Closes some accounts without a code whose merchant was closed, and answers how many. */
async function closeLeftBehind(tx: Tx, at: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select a.id from vietqr.virtual_account a where a.status = 'ACTIVE' and ${closed('a.merchant_id')} order by a.id limit ${BATCH} for no key update`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  await closeAccounts(tx, { by: SYSTEM, at }, ids, 'MERCHANT_CLOSED')
  if (ids.length > 0) await publish(tx, { topic: codesTopic })
  return ids.length
}
