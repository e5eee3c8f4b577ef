import { changeUserApplications, changeUserScope, copyUserAccess, grantUserRoles, revokeUserRoles } from '#core/iam/contract/access/user-rights.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { assertAdministratorRemains, assertHoldsRoles, assertMayOpen, visibleUser } from '../guard.ts'
import { rightsChanged } from '../rights-changed.ts'
import { assertScope } from '../scopes.ts'
import { accessOf, otherForChange, type UserForChange, users } from './user-record.ts'

export function registerUserRights(on: Registrar): void {
  on.command(grantUserRoles, async ({ roleIds, ...ref }, ctx) => {
    const user = await otherForChange(ctx, ref, 'manage')
    await assertHoldsRoles(ctx, roleIds)
    await addRoles(ctx, ref.id, roleIds)
    return finish(ctx, user)
  })
  on.command(revokeUserRoles, async ({ roleIds, ...ref }, ctx) => {
    const user = await otherForChange(ctx, ref, 'manage')
    await ctx.tx.deleteFrom('iam.user_role').where('user_id', '=', ref.id).where('role_id', 'in', roleIds).execute()
    return finish(ctx, user)
  })
  on.command(changeUserScope, async ({ scopeKind, scopeUnitIds, ...ref }, ctx) => {
    const user = await otherForChange(ctx, ref, 'manage')
    return finish(ctx, user, await setScope(ctx, user, scopeKind, scopeUnitIds))
  })
  on.command(changeUserApplications, async ({ applications, ...ref }, ctx) => {
    const user = await otherForChange(ctx, ref, 'manage')
    await setApplications(ctx, user, applications)
    return finish(ctx, user)
  })
  on.command(copyUserAccess, copyAccess)
}

async function finish(ctx: CommandContext, user: UserForChange, values: { scope_kind?: string } = {}): Promise<Ref> {
  const changed = await users.update(ctx, user, values)
  await assertAdministratorRemains(ctx.tx)
  await rightsChanged(ctx, [changed.id])
  return changed
}

async function addRoles({ tx }: CommandContext, id: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  await tx
    .insertInto('iam.user_role')
    .values([...new Set(roleIds)].map((roleId) => ({ user_id: id, role_id: roleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is added must be the caller's own, too; taking away needs nothing. */
async function setApplications(ctx: CommandContext, { row: { id }, before }: UserForChange, wanted: readonly string[]): Promise<void> {
  const had = before.applications
  const added = [...new Set(wanted)].filter((code) => !had.includes(code))
  await assertMayOpen(ctx, added)
  const gone = had.filter((code) => !wanted.some((one) => one === code))
  if (gone.length > 0) await ctx.tx.deleteFrom('iam.user_application').where('user_id', '=', id).where('application', 'in', gone).execute()
  if (added.length > 0)
    await ctx.tx
      .insertInto('iam.user_application')
      .values(added.map((application) => ({ user_id: id, application })))
      .execute()
}

/** Keeps the units of a scope; answers the column that goes with them. */
async function setScope(ctx: CommandContext, { row }: UserForChange, scopeKind: ScopeGrant['kind'], scopeUnitIds: readonly string[]) {
  await assertScope(ctx, { scopeKind, scopeUnitIds, unitId: row.unit_id, partnerId: row.partner_id })
  await ctx.tx.deleteFrom('iam.user_scope_unit').where('user_id', '=', row.id).execute()
  if (scopeKind === 'UNITS')
    await ctx.tx
      .insertInto('iam.user_scope_unit')
      .values([...new Set(scopeUnitIds)].map((unitId) => ({ user_id: row.id, unit_id: unitId })))
      .execute()
  return { scope_kind: scopeKind }
}

async function copyAccess({ fromId, replace, ...ref }: InputOf<typeof copyUserAccess>, ctx: CommandContext): Promise<Ref> {
  const user = await otherForChange(ctx, ref, 'manage')
  const model = await ctx.tx
    .selectFrom('iam.user_account as u')
    .select(['u.id', 'u.scope_kind'])
    .where('u.id', '=', fromId)
    .where(visibleUser(ctx, 'u'))
    .executeTakeFirst()
  if (!model) throw new AppError(errors.reference)
  const { applications, scopeUnitIds } = await accessOf(ctx.tx, fromId)
  const [has, wanted] = [await roleIdsOf(ctx, ref.id), await roleIdsOf(ctx, fromId)]
  const added = wanted.filter((id) => !has.includes(id))
  await assertHoldsRoles(ctx, added)
  await addRoles(ctx, ref.id, added)
  if (!replace) {
    await setApplications(ctx, user, [...user.before.applications, ...applications])
    return finish(ctx, user)
  }
  const gone = has.filter((id) => !wanted.includes(id))
  if (gone.length > 0) await ctx.tx.deleteFrom('iam.user_role').where('user_id', '=', ref.id).where('role_id', 'in', gone).execute()
  await setApplications(ctx, user, applications)
  return finish(ctx, user, await setScope(ctx, user, model.scope_kind as ScopeGrant['kind'], scopeUnitIds))
}

async function roleIdsOf({ tx }: CommandContext, userId: string): Promise<string[]> {
  return (await tx.selectFrom('iam.user_role').select('role_id').where('user_id', '=', userId).execute()).map(({ role_id }) => role_id)
}
