import { sql } from 'kysely'
import { type Batcher, createBatcher } from '#platform/server/batcher.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Fault } from '../contract/answer.ts'

/** How a partner's circuit is set. */
export interface Fuse {
  partnerId: string
  failuresToOpen: number
  openSeconds: number
}

/** What a call may do: go on, go on as the one that tries, or not leave. */
export type Leave = 'FREE' | 'TRIAL' | 'NONE'

export interface Admitted {
  leave: Leave
  /** Nothing to note when the call goes well. */
  well: boolean
}

/** Faults that say that the partner is not well; an answer that speaks of something else, or in a code that nobody knows, is an answer. */
const FAILURES: ReadonlySet<Fault> = new Set<Fault>(['CONNECTION', 'TIMEOUT', 'REDIRECT', 'TOO_LARGE', 'UNREADABLE', 'SIGNATURE'])

export const isFailure = (fault: Fault | null, status: number | null): boolean =>
  fault !== null && (FAILURES.has(fault) || (fault === 'STATUS' && (status === null || status >= 500 || status === 429)))

interface Circuit {
  failures: number
  retryAt: Date | null
  lastSuccessAt: Date | null
}

/** Reads circuits as they stand: those that are asked for at the same moment by one statement. */
export type Circuits = Batcher<string, { circuit: Circuit | undefined }>

export const circuitsOf = (db: Queryable): Circuits =>
  createBatcher({
    maxBatch: 256,
    lanes: 2,
    async run(partnerIds: string[]) {
      const rows = await db
        .selectFrom('partner.circuit')
        .select(['partner_id as partnerId', 'failures', 'retry_at as retryAt', 'last_success_at as lastSuccessAt'])
        .where('partner_id', 'in', [...new Set(partnerIds)])
        .execute()
      const found = new Map(rows.map((row) => [row.partnerId, row]))
      return partnerIds.map((id) => ({ circuit: found.get(id) }))
    },
  })

/** Asks for leave to call a partner. Of all processes together one call tries a circuit that has been open for its time. */
export async function admit(db: Queryable, circuits: Circuits, { partnerId, openSeconds }: Fuse, now: Date): Promise<Admitted> {
  const { circuit } = await circuits.submit(partnerId)
  if (!circuit) return { leave: 'FREE', well: false }
  if (circuit.retryAt === null) return { leave: 'FREE', well: circuit.failures === 0 && isFresh(circuit.lastSuccessAt, now) }
  if (circuit.retryAt > now) return { leave: 'NONE', well: false }
  const { numUpdatedRows } = await db
    .updateTable('partner.circuit')
    .set({ retry_at: sql<Date>`${now}::timestamptz + make_interval(secs => ${openSeconds})` })
    .where('partner_id', '=', partnerId)
    .where('retry_at', '<=', now)
    .executeTakeFirst()
  return { leave: numUpdatedRows === 1n ? 'TRIAL' : 'NONE', well: false }
}

/** A minute is near enough for people who look whether a partner answers. */
const isFresh = (at: Date | null, now: Date) => at !== null && Math.abs(now.getTime() - at.getTime()) < 60_000

/** Notes a call that was answered: the circuit is closed. */
export async function noteSuccess(db: Queryable, { partnerId }: Fuse, now: Date): Promise<void> {
  await sql`
    insert into partner.circuit as c (partner_id, last_success_at) values (${partnerId}, ${now})
    on conflict (partner_id) do update set failures = 0, retry_at = null, last_success_at = excluded.last_success_at`.execute(db)
}

/** Notes a call that failed: after so many in a row, or after a trial, nobody calls for a while. */
export async function noteFailure(db: Queryable, { partnerId, failuresToOpen, openSeconds }: Fuse, fault: Fault, now: Date): Promise<void> {
  const until = sql<Date>`${now}::timestamptz + make_interval(secs => ${openSeconds})`
  const opens = sql<boolean>`(c.retry_at is not null or c.failures + 1 >= ${failuresToOpen})`
  const first = failuresToOpen === 1
  await sql`
    insert into partner.circuit as c (partner_id, failures, retry_at, opened_at, openings, last_fault, last_failure_at)
    values (${partnerId}, 1, ${first ? until : sql`null`}, ${first ? now : null}, ${first ? 1 : 0}, ${fault}, ${now})
    on conflict (partner_id) do update set
      failures = c.failures + 1, last_fault = excluded.last_fault, last_failure_at = excluded.last_failure_at,
      retry_at = case when ${opens} then ${until} end,
      opened_at = case when ${opens} and c.retry_at is null then ${now}::timestamptz else c.opened_at end,
      openings = c.openings + case when ${opens} and c.retry_at is null then 1 else 0 end`.execute(db)
}
