import { sql } from 'kysely'
import { z } from 'zod'
import { parameter } from '#core/masterdata/server/public.ts'
import { loseTrack, type PaymentService } from '#core/payments/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { JobHandler, JobSchedule, Runtime } from '#platform/server/module.ts'
import { moneyOrderMachine } from '../contract/machine.ts'
import { claimMinutes, expiryDays } from '../contract/parameters.ts'
import { moneyOrderSlip } from '../contract/slip-kinds.ts'
import { SENDING_DISPUTED } from './orders.ts'

const BATCH = 500
const MINUTE_MS = 60_000

const ageOrders = defineJob({
  name: 'cfm.age-orders',
  title: { vi: 'Hoàn phiếu chuyển tiền quá hạn', en: 'Return money orders that were not claimed' },
  input: z.strictObject({}),
})

const ageClaims = defineJob({
  name: 'cfm.age-claims',
  title: { vi: 'Theo dõi lượt chi tiền chưa xác nhận', en: 'Watch payouts that were not confirmed' },
  input: z.strictObject({}),
})

/** `counters`: the services that tills pay for. */
export const agingJobs = (counters: readonly PaymentService[]): JobHandler[] => [
  handleJob(ageOrders, async (_input, { runtime }) => {
    await moveDue(runtime, 'due')
    await moveDue(runtime, 'expire')
  }),
  handleJob(ageClaims, async (_input, { runtime }) => loseClaims(runtime, counters)),
]

export const agingSchedules: readonly JobSchedule[] = [
  { job: ageOrders, cron: '10 0,6,12,18 * * *', input: {} },
  { job: ageClaims, cron: '* * * * *', input: {} },
]

/** Orders whose day has come and of which nothing is under way, unknown, doubtful or in dispute. Batch by batch, each with its audit entries. */
async function moveDue({ db, clock, audit }: Runtime, event: 'due' | 'expire'): Promise<void> {
  const now = clock.now()
  const today = localDate(now)
  const { from, to } = moneyOrderMachine.events[event]
  const day = event === 'due' ? sql`return_on` : sql`expires_on`
  // Past those that stay as they are: they do not keep the rest waiting.
  for (let after = '0'; ; ) {
    const locked = await db.transaction().execute(async (tx) => {
      const set = event === 'due' ? { expires_on: addDays(today, await parameter(tx, expiryDays)) } : {}
      const { rows: due } = await sql<Due>`
        select id, code, status from cash.money_order where status in (${sql.join([...from])}) and ${day} <= ${today}::date and payout_transaction_id is null
          and id > ${after} order by id limit ${BATCH} for no key update`.execute(tx)
      const rows = await undisputed(tx, due)
      await fireMany(
        tx,
        moneyOrderMachine,
        'cash.money_order',
        rows.map(({ id }) => ({ id, event, set: { ...set, updated_at: now, step_by: 'system' } })),
      )
      await audit.writeMany(
        tx,
        rows.map(({ id, code, status }) => ({
          ...{ actor: 'system', action: `cfm.${event}`, subjectType: 'cash.money_order', subjectId: id },
          ...{ before: { status }, after: { code, status: to }, traceId: 'cfm', ip: '' },
        })),
      )
      return due
    })
    if (locked.length < BATCH) return
    after = locked.at(-1)?.id as string
  }
}

interface Due {
  id: string
  code: string
  status: string
}

/**
 * Of these locked orders, those of which nothing is doubtful. A statement of its own: reports of payments lock the order without changing it,
 * so what they stored is seen only by a snapshot taken after the lock. What failed and is held, or was booked as made, bars payments by payment.order_once.
 */
async function undisputed(tx: Tx, orders: readonly Due[]): Promise<readonly Due[]> {
  if (orders.length === 0) return orders
  const { rows } = await sql<{ id: string }>`
    select o.id from cash.money_order o where o.id = any(${orders.map(({ id }) => id)}::bigint[]) and (
      exists (select from cash.order_doubts(o.code, o.cleared_slips))
      or ${SENDING_DISPUTED}
      or exists (select from cash.slip s join outcome.settlement_hold h on h.transaction_id = s.transaction_id
        where s.source_kind = ${moneyOrderSlip.kind} and s.source_id = o.code and s.status = 'RELEASED' and not (h.booked and s.excess)))`.execute(tx)
  const disputed = new Set(rows.map(({ id }) => id))
  return orders.filter(({ id }) => !disputed.has(id))
}

/** Payouts that no till has confirmed or given up in its minutes: the cash may have changed hands, so they are unknown and hold their order. */
async function loseClaims(runtime: Runtime, counters: readonly PaymentService[]): Promise<void> {
  const { db, clock } = runtime
  const before = new Date(clock.now().getTime() - (await parameter(db, claimMinutes)) * MINUTE_MS)
  // Past those that cannot be moved now, because an outcome is just being stored or was not followed: they do not keep the rest waiting.
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ id: string; transactionId: string }>`
      select id, transaction_id as "transactionId" from cash.slip
      where status = 'CLAIMED' and direction = 'OUT' and updated_at <= ${before} and id > ${after} order by id limit ${BATCH}`.execute(db)
    const ids = rows.map(({ transactionId }) => transactionId)
    for (const service of counters) await loseTrack(runtime, service, ids)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id as string
  }
}
