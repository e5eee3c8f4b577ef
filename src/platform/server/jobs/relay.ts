import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Database, Tx } from '../database/db.ts'
import { laneOf } from './queue.ts'

const BATCH = 200

interface Waiting {
  id: string
  start_after: Date | null
  timeout_seconds: number
}

/** Hands everything that waits to the queue, each record together with its delivery id in one transaction. Any number of relays may do so at once. */
export async function relay(db: Database, boss: PgBoss): Promise<void> {
  for (;;) {
    const handed = await db.transaction().execute((tx) => relayBatch(tx, boss))
    if (handed < BATCH) return
  }
}

async function relayBatch(tx: Tx, boss: PgBoss): Promise<number> {
  const waiting = await tx
    .selectFrom('platform.job')
    .select(['id', 'start_after', 'timeout_seconds'])
    .where('delivery', 'is', null)
    .where('state', '=', 'WAITING')
    .orderBy('created_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (waiting.length === 0) return 0
  const deliveries = waiting.map((job) => ({ job, delivery: randomUUID() }))
  for (const lane of new Set(waiting.map((job) => laneOf(job.timeout_seconds)))) {
    const messages = deliveries.filter(({ job }) => laneOf(job.timeout_seconds) === lane).map(({ job, delivery }) => messageOf(job, delivery))
    await boss.insert(lane, messages, { db: fromKysely(tx) })
  }
  await sql`
    update platform.job j set delivery = d.delivery
      from unnest(${deliveries.map(({ job }) => job.id)}::uuid[], ${deliveries.map(({ delivery }) => delivery)}::uuid[]) as d (id, delivery)
     where j.id = d.id`.execute(tx)
  return waiting.length
}

function messageOf(job: Waiting, delivery: string) {
  return {
    id: delivery,
    data: { jobId: job.id },
    // Beyond the runner's own limit, which is the one that counts.
    expireInSeconds: job.timeout_seconds + 60,
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
