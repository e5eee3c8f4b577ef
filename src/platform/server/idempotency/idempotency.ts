import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '../database/db.ts'

/** Who asks (user or partner client), under which key, and for what: same key and other hash is refused. */
export interface IdempotencyClaim {
  /** 'user:42', 'partner:CLIENT'. */
  client: string
  key: string
  /** From requestHash(). */
  hash: Buffer
}

export type ClaimOutcome =
  /** Go ahead, and store the reply in the same transaction. */
  | { kind: 'new' }
  /** Done before: this was the answer. */
  | { kind: 'stored'; status: number; reply: unknown }
  | { kind: 'in-flight' }
  | { kind: 'other-body' }

/** Reads the Idempotency-Key header. Throws IDM-001 when it is missing, IDM-004 when it is not 8 to 200 visible ASCII characters. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (header === undefined || header === '') throw new AppError(errors.idempotencyMissing)
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(header)) throw new AppError(errors.idempotencyKey)
  return header
}

/** sha256 of what is asked: method, path and the body byte for byte. */
export function requestHash(method: string, path: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest()
}

/**
 * Takes keys for this transaction: an outcome a claim, in order, with two statements for any number. Must come before the effect.
 * A key in use by another open transaction is 'in-flight' at once, nobody waits; so is a key that stands twice in `claims`, the second time.
 * The hold is an advisory lock and the record is part of the transaction: a killed process leaves neither.
 */
export async function claimKeys(tx: Tx, claims: readonly IdempotencyClaim[]): Promise<ClaimOutcome[]> {
  if (claims.length === 0) return []
  const clients = claims.map((claim) => claim.client)
  const keys = claims.map((claim) => claim.key)
  const { rows: locks } = await sql<{ n: string; held: boolean }>`
    select n, pg_try_advisory_xact_lock(hashtextextended(client || ' ' || key, 7203117)) as held
    from unnest(${clients}::text[], ${keys}::text[]) with ordinality as c (client, key, n)
  `.execute(tx)
  // A statement of its own: its snapshot is taken after the locks are held, so it sees what their last holders committed.
  const { rows: records } = await sql<{ n: string; request_hash: Buffer; status: number; reply: unknown }>`
    select n, k.request_hash, k.status, k.reply
    from unnest(${clients}::text[], ${keys}::text[]) with ordinality as c (client, key, n)
    join platform.idempotency_key k on k.client = c.client and k.key = c.key
  `.execute(tx)
  const held = new Set(locks.filter((lock) => lock.held).map((lock) => Number(lock.n)))
  const stored = new Map(records.map((record) => [Number(record.n), record]))
  const seen = new Set<string>()
  return claims.map((claim, index) => {
    const record = stored.get(index + 1)
    if (record) return record.request_hash.equals(claim.hash) ? { kind: 'stored', status: record.status, reply: record.reply } : { kind: 'other-body' }
    const name = `${claim.client} ${claim.key}`
    if (!held.has(index + 1) || seen.has(name)) return { kind: 'in-flight' }
    seen.add(name)
    return { kind: 'new' }
  })
}

/** Stores the replies of claims that were 'new', in the transaction of their effect. `reply` is the envelope's data. */
export async function storeReplies(tx: Tx, replies: readonly (IdempotencyClaim & { status: number; reply: unknown })[]): Promise<void> {
  if (replies.length === 0) return
  await sql`
    insert into platform.idempotency_key (client, key, request_hash, status, reply)
    select * from unnest(
      ${replies.map((r) => r.client)}::text[], ${replies.map((r) => r.key)}::text[], ${replies.map((r) => r.hash)}::bytea[],
      ${replies.map((r) => r.status)}::integer[], ${replies.map((r) => JSON.stringify(r.reply ?? null))}::jsonb[]
    )
  `.execute(tx)
}

/** Throws what a claim that may not go ahead answers: IDM-002 (409) or IDM-003 (422). */
export function refuseClaim(outcome: ClaimOutcome): void {
  if (outcome.kind === 'in-flight') throw new AppError(errors.idempotencyInFlight)
  if (outcome.kind === 'other-body') throw new AppError(errors.idempotencyOtherBody)
}
