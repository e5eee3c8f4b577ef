import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Database, Tx } from '../database/db.ts'
import type { JobHandler } from '../module.ts'
import { LANES, type Lane, laneOf } from './queue.ts'

const BATCH = 200

interface Waiting {
  id: string
  name: string
  user_id: string | null
  start_after: Date | null
  timeout_seconds: number
}

/** Hands everything that waits to the queue, each record together with its delivery id in one transaction. Any number of relays may do so at once. */
export async function relay(db: Database, boss: PgBoss, handlers: ReadonlyMap<string, JobHandler>): Promise<void> {
  for (;;) {
    const handed = await db.transaction().execute((tx) => relayBatch(tx, boss, handlers))
    if (handed < BATCH) return
  }
}

async function relayBatch(tx: Tx, boss: PgBoss, handlers: ReadonlyMap<string, JobHandler>): Promise<number> {
  const waiting = await tx
    .selectFrom('platform.job')
    .select(['id', 'name', 'user_id', 'start_after', 'timeout_seconds'])
    .where('delivery', 'is', null)
    .where('state', '=', 'WAITING')
    .orderBy('created_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (waiting.length === 0) return 0
  const deliveries = waiting.map((job) => ({ job, delivery: randomUUID(), lane: laneOf(handlers.get(job.name)?.definition, job.timeout_seconds) }))
  for (const lane of new Set(deliveries.map((one) => one.lane))) {
    const messages = deliveries.filter((one) => one.lane === lane).map(messageOf)
    await boss.insert(lane, messages, { db: fromKysely(tx) })
  }
  await sql`
    update platform.job j set delivery = d.delivery
      from unnest(${deliveries.map(({ job }) => job.id)}::uuid[], ${deliveries.map(({ delivery }) => delivery)}::uuid[]) as d (id, delivery)
     where j.id = d.id`.execute(tx)
  return waiting.length
}

function messageOf({ job, delivery, lane }: { job: Waiting; delivery: string; lane: Lane }) {
  return {
    id: delivery,
    data: { jobId: job.id },
    // Beyond the runner's own limit, which is the one that counts.
    expireInSeconds: job.timeout_seconds + 60,
    ...(LANES[lane].perUser && job.user_id ? { group: { id: job.user_id } } : {}),
    ...(job.start_after ? { startAfter: job.start_after } : {}),
  }
}

/** Takes back what the queue no longer knows (restored from a backup without it, removed by hand), so that it is handed over again. */
export async function takeBackLost(db: Database): Promise<void> {
  await sql`
    update platform.job j
       set delivery = null, state = 'WAITING', key = case when state = 'WAITING' then key end
     where j.state in ('WAITING', 'RUNNING', 'RETRYING')
       and j.delivery is not null
       and not exists (select from pgboss.job m where m.id = j.delivery and m.state in ('created', 'retry', 'active'))`.execute(db)
}
