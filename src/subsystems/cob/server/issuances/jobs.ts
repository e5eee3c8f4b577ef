import { sql } from 'kysely'
import { z } from 'zod'
import { localDate } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { issuancesTopic, lineMachine } from '../../contract/issuances/machines.ts'
import { cancelItems } from './items.ts'
import { LINE } from './records.ts'

const BATCH = 200
const SYSTEM = 'system'

export const expireLines = defineJob({
  name: 'cob.expire-collection-requests',
  title: { vi: 'Kết thúc các khoản nhờ thu quá hạn thu', en: 'End collection requests whose due date has passed' },
  input: z.strictObject({}),
})

export const settleLines = defineJob({
  name: 'cob.settle-collection-requests',
  title: { vi: 'Ghi nhận các khoản nhờ thu đã trả tiền cho khách hàng', en: 'Mark collection requests that have been paid out' },
  input: z.strictObject({}),
})

export const issuanceJobs: JobHandler[] = [
  handleJob(expireLines, async (_input, { runtime, signal }) => inParts(runtime, signal, (tx) => expire(tx, runtime))),
  handleJob(settleLines, async (_input, { runtime, signal }) => inParts(runtime, signal, (tx) => settle(tx, runtime))),
]
export const issuanceSchedules: readonly JobSchedule[] = [
  { job: expireLines, cron: '20 0 * * *', input: {} },
  // Where the money of an item is stands beside its line at once; this only moves the line itself.
  { job: settleLines, cron: '*/10 * * * *', input: {} },
]

/** Each part in a transaction of its own, until one finds less than it could have. */
async function inParts({ db }: Runtime, signal: AbortSignal, part: (tx: Tx) => Promise<number>): Promise<void> {
  while (!signal.aborted && (await db.transaction().execute(part)) === BATCH);
}

/** Ends lines that nobody has collected in time: their items wait for no money any more. */
async function expire(tx: Tx, runtime: Runtime): Promise<number> {
  const now = runtime.clock.now()
  const { rows } = await sql<{ id: string; line_no: number; item_id: string; status: string; lot: string }>`
    select l.id, l.line_no, l.item_id, l.status, o.code as lot from cob.issuance_line l join cob.issuance o on o.id = l.issuance_id
     where l.status in ('ISSUED', 'ASSIGNED') and l.due_on < ${localDate(now)}::date order by l.id limit ${BATCH} for no key update of l`.execute(tx)
  await move(tx, runtime, rows, 'expire', 'cob.issuance.expired')
  for (const [lot, lines] of Map.groupBy(rows, ({ lot: code }) => code)) await cancelItems({ tx, runtime }, lot, lines, now)
  return rows.length
}

/** Lines whose item has been paid out to their customer. */
async function settle(tx: Tx, runtime: Runtime): Promise<number> {
  const { rows } = await sql<{ id: string; status: string }>`
    select l.id, l.status from cob.issuance_line l join cob.item i on i.id = l.item_id
     where l.status = 'COLLECTED' and i.money_state = 'PAID_OUT' order by l.id limit ${BATCH} for no key update of l`.execute(tx)
  await move(tx, runtime, rows, 'settle', 'cob.issuance.settled')
  return rows.length
}

async function move(tx: Tx, { clock, audit }: Runtime, rows: readonly { id: string; status: string }[], event: 'expire' | 'settle', action: string) {
  if (rows.length === 0) return
  const set = { updated_by: SYSTEM, updated_at: clock.now() }
  await fireMany(
    tx,
    lineMachine,
    'cob.issuance_line',
    rows.map(({ id }) => ({ id, event, set })),
  )
  await audit.writeMany(
    tx,
    rows.map(({ id, status }) => ({
      ...{ actor: SYSTEM, action, subjectType: LINE, subjectId: id },
      ...{ before: { status }, after: { status: lineMachine.events[event].to }, traceId: 'cob', ip: '' },
    })),
  )
  await publish(tx, { topic: issuancesTopic })
}
