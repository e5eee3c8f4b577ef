import { sql } from 'kysely'
import type { UserInfo } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { shownMenus } from '../access/menu-rules/menu-rules.ts'
import { ownApplications } from './applications.ts'
import { weaknessOf } from './common-passwords.ts'
import { clearFailures, reserveAttempt } from './lockout.ts'
import { mailPasswordChanged } from './mails.ts'
import { endLinks } from './password-links.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { forgetSessions, permissionsOf, revokeSessions } from './session-store.ts'

interface InfoRow extends Omit<UserInfo, 'authorization' | 'beyondScope' | 'applications' | 'menus' | 'clientId' | 'name' | 'avatar'> {
  uris: string[]
}

/** Who is signed in, with what the current sub-system lets them do: what needs a scope of ALL (`wholeSystem`) stands apart where theirs is another. */
export async function readUserInfo(ctx: RequestContext, wholeSystem: ReadonlySet<string>): Promise<UserInfo> {
  const { session } = ctx
  const { rows } = await sql<InfoRow>`
    SELECT u.account AS "userName", u.full_name AS "fullName", u.mobile, u.email, u.welcome, u.language,
      coalesce(c.must_change, false) AS "mustChangePassword", ${permissionsOf(sql.ref('u.id'), session.clientId)} AS uris,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) ORDER BY r.code), '[]') FROM iam.user_role ur
        JOIN iam.role r ON r.id = ur.role_id AND r.status = 'ACTIVE' WHERE ur.user_id = u.id) AS roles,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('code', path.code, 'name', path.name) ORDER BY path.id), '[]') FROM organisation.unit path
        WHERE path.id IN (unit.head_unit_id, unit.province_unit_id, unit.district_unit_id, unit.office_unit_id)) AS groups,
      jsonb_build_object('staffCode', coalesce(s.code, ''), 'unitId', u.unit_id::text, 'unitCode', coalesce(unit.code, ''), 'unitName', coalesce(unit.name, ''),
        'level', coalesce(unit.level, ''), 'partnerId', u.partner_id::text, 'partnerName', coalesce(p.name, '')) AS "orgUnitStaff"
    FROM iam.user_account u
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN organisation.staff s ON s.id = u.staff_id
    LEFT JOIN organisation.unit unit ON unit.id = u.unit_id
    LEFT JOIN organisation.partner p ON p.id = u.partner_id
    WHERE u.id = ${session.userId}`.execute(ctx.runtime.db)
  const row = rows[0]
  if (!row) throw new AppError(errors.sessionEnded)
  const { uris, ...rest } = row
  const held = row.mustChangePassword ? [] : uris.sort()
  const beyondScope = session.scope.kind === 'ALL' ? [] : held.filter((uri) => wholeSystem.has(uri))
  return {
    ...rest,
    name: row.fullName,
    avatar: '',
    clientId: session.clientId,
    authorization: held.filter((uri) => !beyondScope.includes(uri)).map((uri) => ({ uri, action: uri.slice(uri.lastIndexOf('/') + 1) })),
    beyondScope,
    menus: await shownMenus(ctx, session.clientId),
    applications: await ownApplications(
      ctx,
      row.mustChangePassword ? [] : [...session.permissions].filter((uri) => session.scope.kind === 'ALL' || !wholeSystem.has(uri)),
    ),
  }
}

/**
 * The own password: the old one proves the person, the other sessions end. Wrong old passwords are counted and lock like failed
 * sign-ins. Throws IAM-002, IAM-007, IAM-008, IAM-009.
 */
export async function changeOwnPassword(input: { oldPassword: string; newPwd: string }, ctx: RequestContext): Promise<null> {
  const { runtime, session, now } = ctx
  await reserveAttempt(runtime.db, 'PASSWORD', session.userId, now)
  const stored = await runtime.db.selectFrom('iam.credential').select('password_hash').where('user_id', '=', session.userId).executeTakeFirst()
  if (!(await verifyPassword(stored?.password_hash, input.oldPassword, `user:${session.userId}`)))
    throw refusedField('oldPassword', iamErrors.oldPassword, ctx.language)
  await clearFailures(runtime.db, 'PASSWORD', session.userId)
  if (input.newPwd === input.oldPassword) throw refusedField('newPwd', iamErrors.samePassword, ctx.language)
  const weakness = await weaknessOf(input.newPwd, session)
  if (weakness) throw refusedField('newPwd', weakness, ctx.language)
  const hash = await hashPassword(input.newPwd, `user:${session.userId}`)
  await runtime.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('iam.credential')
      .set({ password_hash: hash, changed_at: now, must_change: false })
      .where('user_id', '=', session.userId)
      // Of two changes at once, the one that proved an older password loses.
      .where('password_hash', '=', stored?.password_hash ?? '')
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new AppError(errors.stale)
    await endLinks(tx, session.userId, now)
    const ended = await revokeSessions(tx, { userId: session.userId, except: session.sid }, 'PASSWORD', now)
    const changes = { action: 'iam.change-password', subjectType: 'iam.user_account', subjectId: session.userId, after: { sessionsEnded: ended } }
    await runtime.audit.write(tx, { ...byUser(session.account, ctx), ...changes })
    const owner = await tx.selectFrom('iam.user_account').select('email').where('id', '=', session.userId).executeTakeFirst()
    if (owner?.email)
      await mailPasswordChanged(tx, runtime.config, { email: owner.email, account: session.account, name: session.fullName, language: ctx.language })
  })
  forgetSessions(runtime, session.userId)
  return null
}
