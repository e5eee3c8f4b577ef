import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { fireMany, type Move } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type WatchRule, watchMachine, watchTopic } from '../../contract/watch.ts'
import { type Found, type WatchSettings, watchRules, watchSettings } from './rules.ts'

export const runWatchRules = defineJob({
  name: 'cob.watch-transactions',
  title: { vi: 'Rà soát giao dịch COD cần theo dõi', en: 'Look for COD transactions to watch' },
  input: z.strictObject({}),
  timeoutSeconds: 900,
})

/** Rows of one statement. */
const AT_ONCE = 5_000
const SYSTEM = 'system'

export const watchJobs = [handleJob(runWatchRules, async (_input, { runtime, signal }) => void (await watchAll(runtime, signal)))]

/** Every quarter of an hour. */
export const watchSchedules = [{ job: runWatchRules, cron: '*/15 * * * *', input: {} }] as const

/** What has become of the rows of a rule. */
export interface Watched {
  opened: number
  closed: number
}

/** Runs every rule, each in a transaction of its own: one that fails leaves the rows of the others right, and fails the run at its end. */
export async function watchAll(runtime: Runtime, signal?: AbortSignal): Promise<Watched> {
  const now = runtime.clock.now()
  const settings = await watchSettings(runtime.db, now)
  const sum = { opened: 0, closed: 0 }
  const failures: unknown[] = []
  for (const { code, find } of watchRules) {
    signal?.throwIfAborted()
    try {
      const { opened, closed } = await runtime.db.transaction().execute((tx) => settle(tx, code, find(settings), settings))
      sum.opened += opened
      sum.closed += closed
    } catch (error) {
      runtime.log.error({ error, rule: code }, 'a rule of what is to be watched failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return sum
}

/** A row that has to change, with what the rule found of it; found null: its reason is gone. */
interface Change {
  id: string | null
  status: string | null
  found: (Omit<Found, 'since'> & { since: string }) | null
}

type Event = keyof typeof watchMachine.events
type WatchMove = Move<Event, 'cob.watch'>

/** Brings the rows of a rule in line with what it finds. */
async function settle(tx: Tx, rule: WatchRule, found: ReturnType<(typeof watchRules)[number]['find']>, { now }: WatchSettings): Promise<Watched> {
  // Two runs of one rule come one after the other; who looks at a row meanwhile is waited for.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cob.watch.${rule}`}, 0))`.execute(tx)
  await sql`select from cob.watch where rule = ${rule} and status <> 'CLOSED' order by id for update`.execute(tx)
  const { rows } = await sql<Change>`
    with found as materialized (${found}), kept as (select * from cob.watch where rule = ${rule})
    select k.id, k.status, case when f.subject_id is not null then to_jsonb(f) end as found
      from found f full join kept k on k.subject_type = f.subject_type and k.subject_id = f.subject_id
     where k.id is null or (f.subject_id is null and k.status <> 'CLOSED') or (f.subject_id is not null and (k.status = 'CLOSED' or k.snooze_until <= ${now}
        or (k.facts, k.amount, k.unit_id, k.courier_id, k.since) is distinct from (f.facts, f.amount, f.unit_id, f.courier_id, f.since)))
     order by k.id, f.subject_id`.execute(tx)
  await open(
    tx,
    rule,
    rows.flatMap(({ id, found: one }) => (id === null && one ? [one] : [])),
    now,
  )
  const known = rows.filter((row): row is Change & { id: string } => row.id !== null)
  const closing = known.filter(({ found: one }) => one === null)
  const reopening = known.filter(({ status, found: one }) => one !== null && status === 'CLOSED')
  await move(tx, closing, 'close', () => ({ closed_at: now, snooze_until: null, updated_by: SYSTEM, updated_at: now }))
  await figures(tx, known, now)
  // What was done about it before was about what is over.
  const anew = { seen_by: null, seen_at: null, opened_at: now, updated_by: SYSTEM, updated_at: now }
  await reopen(tx, reopening, anew)
  const due = await tx.selectFrom('cob.watch').select('id').where('rule', '=', rule).where('status', '=', 'SNOOZED').where('snooze_until', '<=', now).execute()
  await move(tx, due, 'wake', () => ({ ...anew, snooze_until: null }))
  const opened = rows.filter(({ id }) => id === null).length + reopening.length
  if (opened + closing.length + due.length > 0) await publish(tx, { topic: watchTopic })
  return { opened, closed: closing.length }
}

async function open(tx: Tx, rule: WatchRule, found: readonly NonNullable<Change['found']>[], now: Date): Promise<void> {
  for (let at = 0; at < found.length; at += AT_ONCE)
    await sql`
      insert into cob.watch (rule, subject_type, subject_id, subject_code, courier_id, amount, facts, since, found_at, opened_at, unit_id, updated_at)
      select ${rule}, r.subject_type, r.subject_id, r.subject_code, r.courier_id, r.amount, r.facts, r.since, ${now}, ${now}, r.unit_id, ${now}
        from jsonb_to_recordset(${JSON.stringify(found.slice(at, at + AT_ONCE))}::jsonb)
          as r (subject_type text, subject_id bigint, subject_code text, courier_id bigint, amount numeric, facts jsonb, since timestamptz, unit_id bigint)`.execute(
      tx,
    )
}

async function move(tx: Tx, rows: readonly { id: string }[], event: Event, set: () => WatchMove['set']): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const moves = rows.slice(at, at + AT_ONCE).map(({ id }): WatchMove => ({ id, event, set: set() as NonNullable<WatchMove['set']> }))
    await fireMany(tx, watchMachine, 'cob.watch', moves)
  }
}

/** The reason is there again: it is new to everybody, and counts once more. */
async function reopen(tx: Tx, rows: readonly { id: string }[], anew: object): Promise<void> {
  await move(tx, rows, 'reopen', () => ({ ...anew, closed_at: null }) as WatchMove['set'])
  await sql`update cob.watch set openings = openings + 1 where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/** The figures of a reason as they are now; the version stays, nobody has looked at anything else. */
async function figures(tx: Tx, rows: readonly (Change & { id: string })[], now: Date): Promise<void> {
  const found = rows.flatMap(({ id, found: one }) => (one ? [{ id, ...one }] : []))
  for (let at = 0; at < found.length; at += AT_ONCE)
    await sql`
      update cob.watch w set facts = r.facts, amount = r.amount, courier_id = r.courier_id, since = r.since, updated_at = ${now},
          unit_id = r.unit_id
        from jsonb_to_recordset(${JSON.stringify(found.slice(at, at + AT_ONCE))}::jsonb)
          as r (id bigint, courier_id bigint, amount numeric, facts jsonb, since timestamptz, unit_id bigint)
       where w.id = r.id`.execute(tx)
}
