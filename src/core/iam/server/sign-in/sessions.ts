import { IDLE_MS } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import type { SessionFact } from '#core/iam/contract/sign-in/sessions.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { assertNotAbove } from '../access/scopes.ts'
import { issuePermit } from './enrolment.ts'
import { forgetSession, forgetSessions, revokeSessions } from './session-store.ts'

/** The sessions of a user that are still good, the one used last first. */
async function openSessions({ runtime, session, now }: RequestContext, userId: string): Promise<SessionFact[]> {
  const rows = await runtime.db
    .selectFrom('iam.session as s')
    .select(['s.sid', 's.created_at', 's.last_click_at', 's.expires_at', 's.ip', 's.user_agent'])
    .select((eb) =>
      eb
        .selectFrom('iam.refresh_family as f')
        .select('f.client_id')
        .whereRef('f.sid', '=', 's.sid')
        .where('f.revoked_at', 'is', null)
        .orderBy('f.created_at', 'desc')
        .limit(1)
        .as('client_id'),
    )
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.last_click_at', '>', new Date(now.getTime() - IDLE_MS))
    .orderBy('s.last_click_at', 'desc')
    .execute()
  return rows.map((row) => ({
    sid: row.sid,
    current: row.sid === session.sid,
    startedAt: isoLocal(row.created_at),
    lastClickAt: isoLocal(row.last_click_at),
    expiresAt: isoLocal(row.expires_at),
    ip: row.ip,
    userAgent: row.user_agent,
    clientId: row.client_id ?? '',
  }))
}

export const listMySessions = (ctx: RequestContext): Promise<SessionFact[]> => openSessions(ctx, ctx.session.userId)

/** Ends another session of one's own. Throws 404 for one that is not, IAM-015 for the one that asks. */
export async function endMySession(sid: string, ctx: CommandContext): Promise<null> {
  if (sid === ctx.session.sid) throw new AppError(iamErrors.ownSession)
  const own = (await openSessions(ctx, ctx.session.userId)).some((one) => one.sid === sid)
  if (!own || (await revokeSessions(ctx.tx, { sid }, 'LOGOUT', ctx.now)) === 0) throw new AppError(errors.notFound)
  ctx.subject('iam.session', sid, { after: { revoked: true } })
  forgetSession(ctx.runtime, sid)
  return null
}

/** A user within the caller's scope: a province's administrator reaches the people of the province. Throws 404. */
async function requireUser(ctx: RequestContext, userId: string): Promise<{ id: string; account: string }> {
  const user = await ctx.runtime.db
    .selectFrom('iam.user_account')
    .select(['id', 'account', 'unit_id', 'partner_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new AppError(errors.notFound)
  const { scope } = ctx.session
  if (scope.kind === 'ALL') return user
  if (scope.kind === 'PARTNER' && user.partner_id === scope.partnerId) return user
  const reached =
    user.unit_id === null ? undefined : await ctx.scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', user.unit_id).executeTakeFirst()
  if (!reached) throw new AppError(errors.notFound)
  return user
}

export async function listUserSessions(userId: string, ctx: RequestContext): Promise<SessionFact[]> {
  await requireUser(ctx, userId)
  return openSessions(ctx, userId)
}

/** Ends one session of a user, or all; an administrator's own current session only by signing out. */
export async function endUserSessions({ userId, sid }: { userId: string; sid?: string | undefined }, ctx: CommandContext): Promise<{ ended: number }> {
  await assertNotAbove(ctx, await requireUser(ctx, userId), 'manage')
  if (sid === ctx.session.sid) throw new AppError(iamErrors.ownSession)
  if (sid !== undefined && !(await openSessions(ctx, userId)).some((one) => one.sid === sid)) throw new AppError(errors.notFound)
  const ended = await revokeSessions(ctx.tx, sid === undefined ? { userId, except: ctx.session.sid } : { sid }, 'ADMIN', ctx.now)
  ctx.subject('iam.user_account', userId, { after: { sessionsEnded: ended } })
  if (sid === undefined) forgetSessions(ctx.runtime, userId)
  else forgetSession(ctx.runtime, sid)
  return { ended }
}

/** Throws 404, IAM-103 for a user who may do more than the caller, and IAM-014 for one who has an authenticator. */
export async function giveEnrolmentCode(userId: string, ctx: CommandContext): Promise<{ code: string; expiresAt: string }> {
  await assertNotAbove(ctx, await requireUser(ctx, userId), 'take-over')
  const permit = await issuePermit(ctx.tx, ctx.runtime, userId, ctx.session.account, ctx.now)
  if (!permit) throw new AppError(iamErrors.hasAuthenticator)
  ctx.subject('iam.user_account', userId, { after: { enrolmentCode: true } })
  return { code: permit.code, expiresAt: isoLocal(permit.expiresAt) }
}
