import { sql } from 'kysely'
import type { Tokens } from '#core/iam/contract/sign-in/auth.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { matchesHash, sha256 } from './access-token.ts'
import { forgetSession, revokeSessions, sessionOver } from './session-store.ts'
import { pair, successorOf } from './tokens.ts'

/** How long the answer to a refresh may be asked for once more, in case it was lost on the way. */
const REPEAT_MS = 10_000

interface Found {
  familyId: string
  clientId: string
  familyRevokedAt: Date | null
  rotatedAt: Date | null
  sid: string
  userId: string
  account: string
  lastClickAt: Date
  expiresAt: Date
  revokedAt: Date | null
  fingerprintHash: Buffer
  refreshCookieHash: Buffer
  active: boolean
}

async function find(db: Queryable, tokenHash: Buffer): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    SELECT t.family_id AS "familyId", f.client_id AS "clientId", f.revoked_at AS "familyRevokedAt", t.rotated_at AS "rotatedAt", s.sid,
      s.user_id AS "userId", u.account, s.last_click_at AS "lastClickAt", s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt",
      s.fingerprint_hash AS "fingerprintHash", s.refresh_cookie_hash AS "refreshCookieHash",
      u.status = 'ACTIVE' AND coalesce(p.status, 'ACTIVE') = 'ACTIVE' AS active
    FROM iam.refresh_token t
    JOIN iam.refresh_family f ON f.id = t.family_id
    JOIN iam.session s ON s.sid = f.sid
    JOIN iam.user_account u ON u.id = s.user_id
    LEFT JOIN organisation.partner p ON p.id = u.partner_id
    WHERE t.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export interface RefreshInput {
  refreshToken: string
  clientId: string
  /** Value of the refresh cookie. */
  cookie: string | undefined
  ip: string
  traceId: string
}

/**
 * Spends a refresh token and answers the next pair. Throws KC-003 when it is unknown, over, bound to another
 * cookie or sub-system. A token that was spent before is a copy in somebody's hands: the whole session ends.
 */
export async function refresh(runtime: Runtime, input: RefreshInput, now: Date): Promise<Tokens> {
  const hash = sha256(input.refreshToken)
  const found = await find(runtime.db, hash)
  if (!found || sessionOver(found, now) || found.familyRevokedAt) throw new AppError(errors.refreshRefused)
  const bound = matchesHash(input.cookie, found.refreshCookieHash) && found.clientId === input.clientId
  // An unspent token without its cookie is refused and stays unspent: the rightful browser has both.
  if (!bound && !found.rotatedAt) throw new AppError(errors.refreshRefused)
  const next = successorOf(runtime, input.refreshToken)
  const answered =
    bound && (await runtime.db.transaction().execute(async (tx) => (await rotate(tx, hash, found, sha256(next), now)) || (await repeat(tx, hash, now))))
  if (!answered) {
    await revokeReplayed(runtime, found, input, now)
    throw new AppError(errors.refreshRefused)
  }
  return pair(runtime, found, next, now)
}

/** The compare-and-set: of any number of simultaneous calls one spends the token. */
async function rotate(tx: Tx, hash: Buffer, found: Found, nextHash: Buffer, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('iam.refresh_token')
    .set({ rotated_at: now, successor_hash: nextHash })
    .where('token_hash', '=', hash)
    .where('rotated_at', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows !== 1n) return false
  await tx.insertInto('iam.refresh_token').values({ token_hash: nextHash, family_id: found.familyId, issued_at: now }).execute()
  return true
}

/** A lost answer: once, within ten seconds, while nobody has used what it gave. */
async function repeat(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const repeated = await sql`
    UPDATE iam.refresh_token t SET repeated_at = ${now}
    WHERE t.token_hash = ${hash} AND t.repeated_at IS NULL AND t.rotated_at > ${new Date(now.getTime() - REPEAT_MS)}
      AND EXISTS (SELECT 1 FROM iam.refresh_token n WHERE n.token_hash = t.successor_hash AND n.rotated_at IS NULL)`.execute(tx)
  return repeated.numAffectedRows === 1n
}

async function revokeReplayed(runtime: Runtime, found: Found, input: RefreshInput, now: Date): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    await tx.updateTable('iam.refresh_family').set({ revoked_at: now }).where('id', '=', found.familyId).where('revoked_at', 'is', null).execute()
    if ((await revokeSessions(tx, { sid: found.sid }, 'REPLAY', now)) === 0) return
    await runtime.audit.write(tx, { ...byUser(found.account, input), action: 'iam.refresh-replay', subjectType: 'iam.session', subjectId: found.sid })
  })
  forgetSession(runtime, found.sid)
  runtime.log.warn({ sid: found.sid, account: found.account }, 'a spent refresh token came back: session ended')
}
