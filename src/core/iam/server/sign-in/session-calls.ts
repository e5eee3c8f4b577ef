import { sql } from 'kysely'
import { IDLE_MS, type Tokens } from '#core/iam/contract/sign-in/auth.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { PublicContext, RequestContext } from '#platform/server/module.ts'
import { bearerOf, matchesHash, sha256, verifyAccessToken } from './access-token.ts'
import { assertMayEnter } from './applications.ts'
import { forgetSession, revokeSessions } from './session-store.ts'
import { FINGERPRINT_COOKIE, openFamily, REFRESH_COOKIE } from './tokens.ts'

/** Idle clock writes of one session are at least this far apart: a burst of clicks is one write. */
const CLICK_EVERY_MS = 1000

/**
 * Tokens of the same session for another sub-system. The caller's own tokens stay good, so that a browser that finds nothing to do
 * there can go back; older families of the session end. Throws IAM-004.
 */
export async function exchangeToken(clientId: string, ctx: RequestContext): Promise<Tokens> {
  const { runtime, session, now } = ctx
  await assertMayEnter(runtime.db, session.userId, clientId, ctx.language)
  const own = await verifyAccessToken(runtime, bearerOf(ctx.request.headers.authorization), now)
  const tokens = await runtime.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('iam.refresh_family')
      .set({ revoked_at: now })
      .where('sid', '=', session.sid)
      .where('id', '<>', own.familyId)
      .where('revoked_at', 'is', null)
      .execute()
    const owner = { sid: session.sid, userId: session.userId, clientId, fingerprintHash: Buffer.from(own.fingerprint, 'base64url') }
    const issued = await openFamily(tx, runtime, owner, now)
    const change = { action: 'iam.switch-application', subjectType: 'iam.session', subjectId: session.sid, after: { from: session.clientId, to: clientId } }
    await runtime.audit.write(tx, { ...byUser(session.account, ctx), ...change })
    return issued
  })
  forgetSession(runtime, session.sid)
  return tokens
}

/** A person has clicked: the hour starts again. */
export async function recordClick(ctx: RequestContext): Promise<{ idleEndsAt: string }> {
  const { runtime, session, now } = ctx
  const moved = await runtime.db
    .updateTable('iam.session')
    .set({ last_click_at: now })
    .where('sid', '=', session.sid)
    .where('revoked_at', 'is', null)
    .where('last_click_at', '<=', new Date(now.getTime() - CLICK_EVERY_MS))
    .executeTakeFirst()
  if (moved.numUpdatedRows > 0n) forgetSession(runtime, session.sid)
  return { idleEndsAt: isoLocal(new Date(now.getTime() + IDLE_MS)) }
}

interface Ending {
  sid: string
  account: string
  refreshCookieHash: Buffer
}

/**
 * Ends the session of a refresh token (with its cookie) or of an access token (with its own). Says nothing about either:
 * whoever asks is signed out afterwards.
 */
export async function endSession(refreshToken: string, ctx: PublicContext): Promise<void> {
  const { runtime, now } = ctx
  const ending = (await byRefreshToken(refreshToken, ctx)) ?? (await byAccessToken(ctx))
  if (!ending) return
  await runtime.db.transaction().execute(async (tx) => {
    if ((await revokeSessions(tx, { sid: ending.sid }, 'LOGOUT', now)) === 0) return
    await runtime.audit.write(tx, { ...byUser(ending.account, ctx), action: 'iam.logout', subjectType: 'iam.session', subjectId: ending.sid })
  })
  forgetSession(runtime, ending.sid)
}

async function byRefreshToken(refreshToken: string, ctx: PublicContext): Promise<Ending | undefined> {
  const { rows } = await sql<Ending>`
    SELECT s.sid, u.account, s.refresh_cookie_hash AS "refreshCookieHash" FROM iam.refresh_token t
    JOIN iam.refresh_family f ON f.id = t.family_id JOIN iam.session s ON s.sid = f.sid JOIN iam.user_account u ON u.id = s.user_id
    WHERE t.token_hash = ${sha256(refreshToken)}`.execute(ctx.runtime.db)
  const row = rows[0]
  return row && matchesHash(ctx.request.cookies[REFRESH_COOKIE], row.refreshCookieHash) ? row : undefined
}

/** For a browser whose stored refresh token is gone or damaged; an expired access token ends nothing. */
async function byAccessToken(ctx: PublicContext): Promise<Pick<Ending, 'sid' | 'account'> | undefined> {
  const { runtime, request, now } = ctx
  try {
    const claims = await verifyAccessToken(runtime, bearerOf(request.headers.authorization), now)
    if (!matchesHash(request.cookies[FINGERPRINT_COOKIE], Buffer.from(claims.fingerprint, 'base64url'))) return undefined
    const user = await runtime.db.selectFrom('iam.user_account').select('account').where('id', '=', claims.userId).executeTakeFirst()
    return user && { sid: claims.sid, account: user.account }
  } catch (error) {
    if (error instanceof AppError && (error.definition === errors.unauthorized || error.definition === errors.tokenRefused)) return undefined
    throw error
  }
}
