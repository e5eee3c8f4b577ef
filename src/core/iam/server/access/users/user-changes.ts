import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { changeUserStatus, createQrAuthentication, createUser, deleteUser, editUser, resetUserPassword } from '#core/iam/contract/access/users.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { oneTimePassword } from '../../sign-in/administrator.ts'
import { endLinks } from '../../sign-in/password-links.ts'
import { hashPassword } from '../../sign-in/passwords.ts'
import { revokeSessions } from '../../sign-in/session-store.ts'
import { createUsers } from '../../sign-in/users.ts'
import { bite } from '../bite.ts'
import { assertAdministratorRemains, assertHoldsRoles, assertMayOpen, assertNotOneself, oneAtATime, type Target, userForChange } from '../guard.ts'
import { assertNotAbove, assertPlace, assertScope } from '../scopes.ts'
import { mailTemporaryPassword } from './temporary-password.ts'

export const USER = 'iam.user_account'

interface Changed {
  id: string
  version: number
}

export function registerUserChanges(on: Registrar): void {
  on.command(createUser, create)
  on.command(editUser, edit)
  on.command(deleteUser, remove)
  on.command(changeUserStatus, changeStatus)
  on.command(resetUserPassword, resetPassword)
  on.command(createQrAuthentication, resetAuthenticator)
}

/** Writes a change of the user's own row, by the caller. */
export async function saveUser(ctx: CommandContext, target: Pick<Target, 'id' | 'version'>, values: Record<string, unknown>): Promise<Changed> {
  return await ctx.tx
    .updateTable('iam.user_account')
    .set({ ...values, version: target.version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
    .where('id', '=', target.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

async function create(input: InputOf<typeof createUser>, ctx: CommandContext): Promise<Changed & { password: string | null }> {
  const { tx } = ctx
  await oneAtATime(tx)
  const { rows: taken } = await sql`select from iam.user_account where lower(account) = lower(${input.account})`.execute(tx)
  if (taken.length > 0) throw refusedField('account', accessErrors.accountTaken, ctx.language, { account: input.account })
  const place = { unitId: input.unitId ?? null, partnerId: input.partnerId ?? null }
  const roleIds = input.roleIds ?? []
  await assertPlace(ctx, place)
  await assertScope(ctx, { ...place, scopeKind: input.scopeKind, scopeUnitIds: input.scopeUnitIds })
  await assertHoldsRoles(ctx, roleIds)
  await assertMayOpen(ctx, input.applications)
  const roles = roleIds.length === 0 ? [] : await tx.selectFrom('iam.role').select('code').where('id', 'in', roleIds).execute()
  const password = oneTimePassword()
  const [id = ''] = await createUsers(tx, ctx.runtime, [
    {
      account: input.account,
      fullName: input.fullName,
      mobile: input.mobile ?? '',
      email: input.email ?? '',
      language: input.language,
      ...(input.unitId ? { unitId: input.unitId } : {}),
      ...(input.partnerId ? { partnerId: input.partnerId } : {}),
      scopeKind: input.scopeKind,
      scopeUnitIds: input.scopeKind === 'UNITS' ? [...new Set(input.scopeUnitIds)] : [],
      roles: roles.map(({ code }) => code),
      applications: [...new Set(input.applications)],
      passwordHash: await hashPassword(password),
      mustChangePassword: true,
    },
  ])
  const { deliver, ...after } = input
  ctx.subject(USER, id, { after: { ...after, roles: roles.map(({ code }) => code) } })
  return { id, version: 0, password: await handOver(ctx, deliver, { ...input, email: input.email ?? '' }, password) }
}

/** A temporary password goes to the person by e-mail, sealed until it is sent, or once to whoever asked for it. */
async function handOver(
  ctx: CommandContext,
  deliver: 'SHOW' | 'MAIL',
  { account, email, language }: { account: string; email: string; language: 'vi' | 'en' },
  password: string,
): Promise<string | null> {
  if (deliver === 'SHOW') return password
  if (email === '') throw refusedField('email', accessErrors.noMailAddress, ctx.language)
  await mailTemporaryPassword(ctx.tx, ctx.runtime.config, { account, email, language }, password)
  return null
}

const personOf = ({ full_name, mobile, email, language, unit_id, partner_id }: Target) => ({
  fullName: full_name,
  mobile,
  email,
  language,
  unitId: unit_id,
  partnerId: partner_id,
})

async function edit({ id, version, ...input }: InputOf<typeof editUser>, ctx: CommandContext): Promise<Changed> {
  const target = await userForChange(ctx, id, version)
  await assertNotAbove(ctx, target, 'manage')
  const after = {
    fullName: input.fullName,
    mobile: input.mobile ?? '',
    email: input.email ?? '',
    language: input.language,
    unitId: input.unitId ?? null,
    partnerId: input.partnerId ?? null,
  }
  // Codes and links go to this address.
  if (after.email !== target.email) {
    await assertNotAbove(ctx, target, 'take-over')
    await endLinks(ctx.tx, id, ctx.now)
  }
  if (after.unitId !== target.unit_id || after.partnerId !== target.partner_id) {
    assertNotOneself(ctx, id)
    await assertPlace(ctx, after)
    const units = await ctx.tx.selectFrom('iam.user_scope_unit').select('unit_id').where('user_id', '=', id).execute()
    const scopeKind = target.scope_kind as InputOf<typeof createUser>['scopeKind']
    await assertScope(ctx, { ...after, scopeKind, scopeUnitIds: units.map((unit) => unit.unit_id) })
  }
  const changed = await saveUser(ctx, target, {
    full_name: after.fullName,
    mobile: after.mobile,
    email: after.email,
    language: after.language,
    unit_id: after.unitId,
    partner_id: after.partnerId,
  })
  await bite(ctx, [id])
  ctx.subject(USER, id, { before: personOf(target), after })
  return changed
}

async function remove({ id, version }: InputOf<typeof deleteUser>, ctx: CommandContext): Promise<Changed> {
  const { tx } = ctx
  const target = await userForChange(ctx, id, version)
  assertNotOneself(ctx, id)
  await assertNotAbove(ctx, target, 'manage')
  const roles = await tx
    .selectFrom('iam.user_role as ur')
    .innerJoin('iam.role as r', 'r.id', 'ur.role_id')
    .select('r.code')
    .where('ur.user_id', '=', id)
    .orderBy('r.code')
    .execute()
  const applications = await tx.selectFrom('iam.user_application').select('application').where('user_id', '=', id).orderBy('application').execute()
  await tx.deleteFrom('iam.user_role').where('user_id', '=', id).execute()
  await tx.deleteFrom('iam.user_application').where('user_id', '=', id).execute()
  const changed = await saveUser(ctx, target, { status: 'DISABLED' })
  await revokeSessions(tx, { userId: id }, 'ADMIN', ctx.now)
  await assertAdministratorRemains(tx)
  await bite(ctx, [id])
  ctx.subject(USER, id, {
    before: { status: target.status, roles: roles.map(({ code }) => code), applications: applications.map(({ application }) => application) },
    after: { status: 'DISABLED', roles: [], applications: [] },
  })
  return changed
}

async function changeStatus({ id, version, status, reason }: InputOf<typeof changeUserStatus>, ctx: CommandContext): Promise<Changed> {
  const target = await userForChange(ctx, id, version)
  assertNotOneself(ctx, id)
  await assertNotAbove(ctx, target, 'manage')
  const changed = await saveUser(ctx, target, { status })
  if (status === 'LOCKED') {
    await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
    await assertAdministratorRemains(ctx.tx)
  }
  await bite(ctx, [id])
  ctx.subject(USER, id, { before: { status: target.status }, after: { status, reason: reason ?? '' } })
  return changed
}

async function resetPassword({ id, version, deliver }: InputOf<typeof resetUserPassword>, ctx: CommandContext): Promise<Changed & { password: string | null }> {
  const target = await userForChange(ctx, id, version)
  assertNotOneself(ctx, id)
  await assertNotAbove(ctx, target, 'take-over')
  const password = oneTimePassword()
  const row = { password_hash: await hashPassword(password), changed_at: ctx.now, must_change: true }
  await ctx.tx
    .insertInto('iam.credential')
    .values({ user_id: id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await endLinks(ctx.tx, id, ctx.now)
  const changed = await saveUser(ctx, target, {})
  const ended = await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
  await bite(ctx, [id])
  ctx.subject(USER, id, { after: { temporarySignIn: true, sessionsEnded: ended } })
  return { ...changed, password: await handOver(ctx, deliver, { ...target, language: target.language as 'vi' | 'en' }, password) }
}

async function resetAuthenticator({ id, version }: InputOf<typeof createQrAuthentication>, ctx: CommandContext): Promise<Changed> {
  const target = await userForChange(ctx, id, version)
  assertNotOneself(ctx, id)
  await assertNotAbove(ctx, target, 'take-over')
  await ctx.tx.deleteFrom('iam.totp').where('user_id', '=', id).execute()
  await ctx.tx.deleteFrom('iam.enrolment').where('user_id', '=', id).execute()
  const changed = await saveUser(ctx, target, {})
  const ended = await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
  await bite(ctx, [id])
  ctx.subject(USER, id, { after: { authenticator: false, sessionsEnded: ended } })
  return changed
}
