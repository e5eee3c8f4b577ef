import { timingSafeEqual } from 'node:crypto'
import { changePassword, click, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { RequestFacts, Session, SessionResolver } from '#platform/server/session/session.ts'
import { bearerOf, matchesHash, verifyAccessToken } from './access-token.ts'
import { sessionOver, sessionState } from './session-store.ts'
import { standingSessions } from './stream-sessions.ts'
import { FINGERPRINT_COOKIE } from './tokens.ts'

/** All that a session does whose password somebody else has chosen; signing out and refreshing need no session. */
const CONFINED = { to: new Set([changePassword.path, userInfo.path, click.path]), because: iamErrors.passwordFirst }

/**
 * Says who calls: signature and lifetime of the access token, the fingerprint cookie it is bound to, the session row.
 * 401 = no token or an expired one (refresh and try again), AWT-001 = a token that is not good here, JWT-001 = the session is over.
 */
export function createSessionResolver(runtime: Runtime): SessionResolver {
  return {
    resolve: (request) => resolveSession(runtime, request),
    standing: (sessions, permissions) => standingSessions(runtime, sessions, permissions),
  }
}

async function resolveSession(runtime: Runtime, request: RequestFacts): Promise<Session> {
  const token = bearerOf(request.authorization)
  const now = runtime.clock.now()
  const claims = await verifyAccessToken(runtime, token, now)
  const fingerprint = Buffer.from(claims.fingerprint, 'base64url')
  if (!matchesHash(request.cookies[FINGERPRINT_COOKIE], fingerprint)) throw new AppError(errors.tokenRefused)
  const state = await sessionState(runtime, claims.sid, now)
  if (!state || sessionOver(state, now)) throw new AppError(errors.sessionEnded)
  if (state.userId !== claims.userId || !timingSafeEqual(state.fingerprintHash, fingerprint)) throw new AppError(errors.tokenRefused)
  const family = state.families[claims.familyId]
  // Superseded by a later switch of the sub-system: the tokens stored since then are good.
  if (family === undefined) throw new AppError(errors.unauthorized)
  if (family !== claims.clientId) throw new AppError(errors.tokenRefused)
  return {
    sid: state.sid,
    userId: state.userId,
    account: state.account,
    fullName: state.fullName,
    clientId: claims.clientId,
    permissions: state.permissions,
    revision: state.revision,
    scope: state.scope,
    unit: state.unit,
    partnerId: state.partnerId,
    confined: state.mustChangePassword ? CONFINED : undefined,
    token: { familyId: claims.familyId, expiresAt: new Date(claims.expires * 1000) },
  }
}
