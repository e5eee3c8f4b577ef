import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { changeUserStatus, createQrAuthentication, createUser, deleteUser, editUser, resetUserPassword } from '#core/iam/contract/access/users.ts'
import { organisationErrors } from '#core/organisation/contract/errors.ts'
import { assertNothingOpen, type HoldsMoney } from '#core/organisation/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { oneTimePassword } from '../../sign-in/administrator.ts'
import { endLinks } from '../../sign-in/password-links.ts'
import { hashPassword } from '../../sign-in/passwords.ts'
import { revokeSessions } from '../../sign-in/session-store.ts'
import { createUsers } from '../../sign-in/users.ts'
import { assertAdministratorRemains, assertHoldsRoles, assertMayOpen, assertNotOneself, oneAtATime } from '../guard.ts'
import { rightsChanged } from '../rights-changed.ts'
import { assertNotAbove, assertPlace, assertScope } from '../scopes.ts'
import { mailTemporaryPassword } from './temporary-password.ts'
import { otherForChange, userForChange, users } from './user-record.ts'

export function registerUserChanges(on: Registrar, holders: readonly HoldsMoney[]): void {
  on.command(createUser, create)
  on.command(editUser, (input, ctx) => edit(input, ctx, holders))
  on.command(deleteUser, (input, ctx) => remove(input, ctx, holders))
  on.command(changeUserStatus, (input, ctx) => changeStatus(input, ctx, holders))
  on.command(resetUserPassword, resetPassword)
  on.command(createQrAuthentication, resetAuthenticator)
}

async function create(input: InputOf<typeof createUser>, ctx: CommandContext): Promise<Ref & { password: string | null }> {
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
      by: ctx.session.account,
    },
  ])
  const { deliver, ...after } = input
  ctx.subject(users.subject, id, { after: { ...after, roles: roles.map(({ code }) => code) } })
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

/** Throws ORG-012 while the person of the account holds a shift or cash; a shift that they open meanwhile waits for the answer. */
async function assertNothingHeld(ctx: CommandContext, row: { staff_id: string | null; full_name: string }, holders: readonly HoldsMoney[]): Promise<void> {
  const staffId = row.staff_id
  if (staffId === null) return
  await sql`select from organisation.staff where id = ${staffId} for no key update`.execute(ctx.tx)
  await assertNothingOpen(holders, (holder) => holder.ofStaff?.(ctx.tx, staffId), {
    refused: organisationErrors.staffHoldsMoney,
    name: row.full_name,
    language: ctx.language,
  })
}

async function edit({ id, version, ...input }: InputOf<typeof editUser>, ctx: CommandContext, holders: readonly HoldsMoney[]): Promise<Ref> {
  const user = await userForChange(ctx, { id, version })
  const { row } = user
  await assertNotAbove(ctx, row, 'manage')
  const { mobile = '', email = '' } = input
  const place = { unitId: input.unitId ?? null, partnerId: input.partnerId ?? null }
  // Codes and links go to this address.
  if (email !== row.email) {
    await assertNotAbove(ctx, row, 'take-over')
    await endLinks(ctx.tx, id, ctx.now)
  }
  if (place.unitId !== row.unit_id || place.partnerId !== row.partner_id) {
    assertNotOneself(ctx, id)
    await assertNothingHeld(ctx, row, holders)
    await assertPlace(ctx, place)
    const scopeKind = row.scope_kind as InputOf<typeof createUser>['scopeKind']
    await assertScope(ctx, { ...place, scopeKind, scopeUnitIds: user.before.scopeUnitIds })
  }
  const { fullName, language } = input
  const values = { full_name: fullName, mobile, email, language, unit_id: place.unitId, partner_id: place.partnerId }
  const changed = await users.update(ctx, user, values)
  await rightsChanged(ctx, [id])
  return changed
}

async function remove(ref: InputOf<typeof deleteUser>, ctx: CommandContext, holders: readonly HoldsMoney[]): Promise<Ref> {
  const { tx } = ctx
  const { id } = ref
  const user = await otherForChange(ctx, ref, 'manage')
  await assertNothingHeld(ctx, user.row, holders)
  await tx.deleteFrom('iam.user_role').where('user_id', '=', id).execute()
  await tx.deleteFrom('iam.user_application').where('user_id', '=', id).execute()
  const changed = await users.fire(ctx, user, 'remove')
  await revokeSessions(tx, { userId: id }, 'ADMIN', ctx.now)
  await assertAdministratorRemains(tx)
  await rightsChanged(ctx, [id])
  return changed
}

async function changeStatus(
  { status, reason = '', ...ref }: InputOf<typeof changeUserStatus>,
  ctx: CommandContext,
  holders: readonly HoldsMoney[],
): Promise<Ref> {
  const { id } = ref
  const user = await otherForChange(ctx, ref, 'manage')
  if (status === 'LOCKED') await assertNothingHeld(ctx, user.row, holders)
  const changed = await users.moveTo(ctx, user, status, { note: { reason } })
  if (status === 'LOCKED') {
    await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
    await assertAdministratorRemains(ctx.tx)
  }
  await rightsChanged(ctx, [id])
  return changed
}

async function resetPassword({ deliver, ...ref }: InputOf<typeof resetUserPassword>, ctx: CommandContext): Promise<Ref & { password: string | null }> {
  const { id } = ref
  const user = await otherForChange(ctx, ref, 'take-over')
  const password = oneTimePassword()
  const row = { password_hash: await hashPassword(password), changed_at: ctx.now, must_change: true }
  await ctx.tx
    .insertInto('iam.credential')
    .values({ user_id: id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await endLinks(ctx.tx, id, ctx.now)
  const sessionsEnded = await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
  const changed = await users.update(ctx, user, {}, { note: { temporarySignIn: true, sessionsEnded } })
  await rightsChanged(ctx, [id])
  return { ...changed, password: await handOver(ctx, deliver, { ...user.row, language: user.row.language as 'vi' | 'en' }, password) }
}

async function resetAuthenticator(ref: InputOf<typeof createQrAuthentication>, ctx: CommandContext): Promise<Ref> {
  const { id } = ref
  const user = await otherForChange(ctx, ref, 'take-over')
  await ctx.tx.deleteFrom('iam.totp').where('user_id', '=', id).execute()
  await ctx.tx.deleteFrom('iam.enrolment').where('user_id', '=', id).execute()
  const sessionsEnded = await revokeSessions(ctx.tx, { userId: id }, 'ADMIN', ctx.now)
  const changed = await users.update(ctx, user, {}, { note: { authenticator: false, sessionsEnded } })
  await rightsChanged(ctx, [id])
  return changed
}
