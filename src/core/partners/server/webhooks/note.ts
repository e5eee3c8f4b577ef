import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { Fault } from '../../contract/answer.ts'
import { webhookMachine } from '../../contract/webhooks/endpoints.ts'
import { type Due, FAILURES_TO_WAIT } from './claim.ts'
import { dueAtOnce, webhooks } from './record.ts'

/** What came of sending an event once. */
export interface Sent {
  /** Null: it was taken. */
  fault: Fault | null
  httpStatus: number | null
  answer: string
  answerBytes: number
  milliseconds: number
}

/** Seconds from one attempt to the next: 14 attempts in three days. */
export const PAUSES = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 43_200, 73_045] as const
/** An endpoint that has taken nothing for so long is disabled. */
const PATIENCE_MS = 3 * 86_400_000
/** Of the last attempts: from half of them on an endpoint is degraded, below a quarter it is well again. */
const LOOKED_AT = 20
const ENOUGH = 10
/** The longest pause of an endpoint that fails, and its first. */
const LONGEST_WAIT = 600
const FIRST_WAIT = 5
/** A minute is near enough for people who look whether an endpoint takes what it is sent. */
const FRESH_MS = 60_000

/**
 * Notes an attempt and what follows from it, under the lease: whoever has lost it notes nothing, because the event is somebody else's. A process
 * that ends before this has sent an event that is sent again.
 */
export async function note(runtime: Runtime, due: Due, sent: Sent): Promise<void> {
  const now = runtime.clock.now()
  await runtime.db.transaction().execute(async (tx) => {
    const held = await sql`select from partner.webhook_subject where id = ${due.id} and lease = ${due.lease} for no key update`.execute(tx)
    if (held.rows.length === 0) return
    await sql`
      insert into partner.webhook_attempt (event_id, attempt, endpoint_id, at, milliseconds, http_status, fault, answer, answer_bytes)
      values (${due.eventRow}, ${due.attempts + 1}, ${due.endpointId}, ${now}, ${sent.milliseconds}, ${sent.httpStatus}, ${sent.fault}, ${sent.answer}, ${sent.answerBytes})`.execute(
      tx,
    )
    const pause = sent.fault === null ? await noteTaken(runtime, tx, due, now) : await noteRefused(runtime, tx, due, sent.fault, now)
    await noteEvent(tx, due, sent, { now, pause })
  })
}

/** `pause`: 'AFTER_TRIES' of the event, or 'KEPT' where the endpoint is disabled and nothing is given up. */
async function noteEvent(tx: Tx, due: Due, { fault, httpStatus }: Sent, { now, pause }: { now: Date; pause: 'AFTER_TRIES' | 'KEPT' }): Promise<void> {
  const ends = fault === null ? sql`'TAKEN'` : pause === 'KEPT' ? sql`null` : sql`case when tries + 1 > ${PAUSES.length} then 'GIVEN_UP' end`
  const { rows } = await sql<{ tries: number; ended: boolean }>`
    with was as (select ${ends}::text as outcome from partner.webhook_event where id = ${due.eventRow})
    update partner.webhook_event v set outcome = was.outcome, ended_at = case when was.outcome is not null then ${now}::timestamptz end,
      attempts = v.attempts + 1, tries = v.tries + 1, http_status = ${httpStatus}, fault = ${fault}, version = v.version + 1
    from was where v.id = ${due.eventRow} returning v.tries, v.outcome is not null as ended`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`no event ${due.eventRow}`)
  const wait = PAUSES[row.tries - 1] ?? LONGEST_WAIT
  const next = row.ended
    ? sql`case when exists (select from partner.webhook_event where subject_id = ${due.id} and outcome is null) then '-infinity'::timestamptz end`
    : sql`${now}::timestamptz + make_interval(secs => ${wait})`
  await sql`update partner.webhook_subject set lease = null, leased_until = null, next_at = ${next} where id = ${due.id}`.execute(tx)
}

async function noteTaken(runtime: Runtime, tx: Tx, { endpointId, status }: Due, now: Date): Promise<'AFTER_TRIES'> {
  const known = await tx
    .selectFrom('partner.webhook_health')
    .select(['failures', 'last_success_at as at'])
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  const fresh = known?.failures === 0 && known.at !== null && Math.abs(now.getTime() - known.at.getTime()) < FRESH_MS
  if (!fresh) {
    await sql`
      insert into partner.webhook_health (endpoint_id, last_success_at) values (${endpointId}, ${now})
      on conflict (endpoint_id) do update set failures = 0, failing_since = null, retry_at = null, last_success_at = excluded.last_success_at`.execute(tx)
    // What failed while nothing was taken need not wait for the end of its own pause.
    if (known && known.failures >= FAILURES_TO_WAIT) await dueAtOnce(tx, endpointId)
  }
  if (status === 'DEGRADED') {
    const { attempts, faults } = await lastAttempts(tx, endpointId)
    if (faults * 4 < attempts) await moved(runtime, tx, endpointId, 'recover', now)
  }
  return 'AFTER_TRIES'
}

async function noteRefused(runtime: Runtime, tx: Tx, { endpointId }: Due, fault: Fault, now: Date): Promise<'AFTER_TRIES' | 'KEPT'> {
  const { rows } = await sql<{ failingSince: Date }>`
    insert into partner.webhook_health as h (endpoint_id, failures, failing_since, last_fault, last_failure_at) values (${endpointId}, 1, ${now}, ${fault}, ${now})
    on conflict (endpoint_id) do update set failures = h.failures + 1, failing_since = coalesce(h.failing_since, excluded.failing_since),
      last_fault = excluded.last_fault, last_failure_at = excluded.last_failure_at,
      retry_at = case when h.failures + 1 >= ${FAILURES_TO_WAIT}
        then ${now}::timestamptz + make_interval(secs => least(${LONGEST_WAIT}, ${FIRST_WAIT} * 2 ^ least(20, h.failures + 1 - ${FAILURES_TO_WAIT}))) end
    returning failing_since as "failingSince"`.execute(tx)
  const since = rows[0]?.failingSince ?? now
  if (now.getTime() - since.getTime() >= PATIENCE_MS) {
    await moved(runtime, tx, endpointId, 'giveUp', now)
    return 'KEPT'
  }
  const { attempts, faults } = await lastAttempts(tx, endpointId)
  if (attempts >= ENOUGH && faults * 2 >= attempts) await moved(runtime, tx, endpointId, 'degrade', now)
  return 'AFTER_TRIES'
}

async function lastAttempts(tx: Tx, endpointId: string): Promise<{ attempts: number; faults: number }> {
  const { rows } = await sql<{ attempts: number; faults: number }>`
    select count(*)::int as attempts, count(fault)::int as faults
    from (select fault from partner.webhook_attempt where endpoint_id = ${endpointId} order by at desc limit ${LOOKED_AT}) last`.execute(tx)
  return rows[0] ?? { attempts: 0, faults: 0 }
}

/** Moves an endpoint where its state takes the event: people may have moved it meanwhile. */
async function moved(runtime: Runtime, tx: Tx, endpointId: string, event: keyof typeof ACTIONS, now: Date): Promise<void> {
  const row = await webhooks.locked(tx, endpointId)
  if (!row || !webhookMachine.events[event].from.some((status) => status === row.status)) return
  const after = await webhooks.save(tx, { by: 'system', at: now }, row, {}, event)
  await runtime.audit.write(tx, {
    ...{ actor: 'system', action: ACTIONS[event], subjectType: webhooks.subject, subjectId: endpointId },
    ...{ before: { status: row.status }, after: { status: after.status }, traceId: 'webhooks', ip: '' },
  })
}

const ACTIONS = {
  degrade: 'partners.webhook-degraded',
  recover: 'partners.webhook-recovered',
  giveUp: 'partners.webhook-given-up',
} as const

/** What the audit log calls what an endpoint does by itself. */
export const webhookAuditEvents = {
  [ACTIONS.degrade]: { vi: 'Địa chỉ nhận sự kiện lỗi nhiều', en: 'Webhook endpoint degraded' },
  [ACTIONS.recover]: { vi: 'Địa chỉ nhận sự kiện hoạt động lại', en: 'Webhook endpoint recovered' },
  [ACTIONS.giveUp]: { vi: 'Địa chỉ nhận sự kiện ngừng sau ba ngày lỗi', en: 'Webhook endpoint disabled after three days of failure' },
}
