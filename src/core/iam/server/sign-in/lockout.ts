import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'

/**
 * ACCOUNT: the account as typed, known or not. PLACE: the same at one network address. DEVICE: a user on a device they have signed in from.
 * PASSWORD: a signed-in user's old password, by user id. MAIL: codes mailed to a user, by user id. REGISTER: requests for an account, by
 * e-mail address.
 */
type Kind = 'ACCOUNT' | 'PLACE' | 'DEVICE' | 'PASSWORD' | 'MAIL' | 'REGISTER'

/** Failures are forgotten after this long without a new one. */
const FORGET_MINUTES = 60

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 5 failures lock for 1 minute, rising to 15; from 10 on for 30 minutes. Released by itself. */
const lockUntil = (failures: RawBuilder<number>, now: Date) => sql<Date | null>`
  ${now}::timestamptz + CASE WHEN ${failures} >= 10 THEN interval '30 minutes' ELSE
    (ARRAY[interval '1 minute', interval '2 minutes', interval '4 minutes', interval '8 minutes', interval '15 minutes'])[${failures} - 4] END`

/** The refusal (IAM-002) while something is locked. */
export function locked(until: Date, now: Date): AppError {
  const left = Math.max(1, until.getTime() - now.getTime())
  return new AppError(iamErrors.tooManyFailures, { minutes: Math.ceil(left / 60_000) }, { retryAfter: Math.ceil(left / 1000) })
}

/**
 * Counts an attempt before it is judged, so that simultaneous guesses cannot slip past the limit; clearFailures takes it back
 * after a success. Throws IAM-002 while the key is locked.
 */
export async function reserveAttempt(db: Queryable, kind: Kind, key: string, now: Date): Promise<void> {
  const until = await lockOf(db, kind, key, now)
  if (until) throw locked(until, now)
}

/** As reserveAttempt; answers until when the key is locked instead of throwing. */
export async function lockOf(db: Queryable, kind: Kind, key: string, now: Date): Promise<Date | undefined> {
  const failures = sql<number>`(CASE WHEN c.last_failed_at < ${now}::timestamptz - make_interval(mins => ${FORGET_MINUTES}) THEN 1 ELSE c.failures + 1 END)`
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO iam.login_counter AS c (kind, key_hash, failures, last_failed_at) VALUES (${kind}, ${digest(key)}, 1, ${now})
    ON CONFLICT (kind, key_hash) DO UPDATE SET failures = ${failures}, last_failed_at = ${now}, locked_until = ${lockUntil(failures, now)}
    WHERE c.locked_until IS NULL OR c.locked_until <= ${now}
    RETURNING failures`.execute(db)
  if (rows.length > 0) return undefined
  const row = await db.selectFrom('iam.login_counter').select('locked_until').where('kind', '=', kind).where('key_hash', '=', digest(key)).executeTakeFirst()
  // A success elsewhere may have taken the lock away since: the caller may try again at once.
  return row?.locked_until ?? now
}

/** Takes one reserved attempt back, when it turned out to be none: what failed before stays counted. A lock can only be that attempt's own. */
export async function releaseAttempt(db: Queryable, kind: Kind, key: string): Promise<void> {
  await sql`
    UPDATE iam.login_counter SET failures = greatest(failures - 1, 0), locked_until = NULL
    WHERE kind = ${kind} AND key_hash = ${digest(key)}`.execute(db)
}

/** After a success nothing is held against the key any more. */
export async function clearFailures(db: Queryable, kind: Kind, key: string): Promise<void> {
  await db.deleteFrom('iam.login_counter').where('kind', '=', kind).where('key_hash', '=', digest(key)).execute()
}
