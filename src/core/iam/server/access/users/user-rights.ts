import { sql } from 'kysely'
import { changeUserApplications, changeUserScope, copyUserAccess, grantUserRoles, revokeUserRoles } from '#core/iam/contract/access/users.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { bite } from '../bite.ts'
import { assertAdministratorRemains, assertHoldsRoles, assertMayOpen, assertNotOneself, type Target, userForChange, visibleUser } from '../guard.ts'
import { assertNotAbove, assertScope } from '../scopes.ts'
import { saveUser, USER } from './user-changes.ts'

interface Changed {
  id: string
  version: number
}

/** What a user may do and see, as it is kept and as the audit trail tells it. */
interface Access {
  roles: { id: string; code: string }[]
  applications: string[]
  scopeKind: ScopeGrant['kind']
  scopeUnitIds: string[]
}

export function registerUserRights(on: Registrar): void {
  on.command(grantUserRoles, async ({ id, version, roleIds }, ctx) => {
    const { target, before } = await begin(ctx, id, version)
    await assertHoldsRoles(ctx, roleIds)
    await addRoles(ctx, id, roleIds)
    return finish(ctx, target, before)
  })
  on.command(revokeUserRoles, async ({ id, version, roleIds }, ctx) => {
    const { target, before } = await begin(ctx, id, version)
    await ctx.tx.deleteFrom('iam.user_role').where('user_id', '=', id).where('role_id', 'in', roleIds).execute()
    return finish(ctx, target, before)
  })
  on.command(changeUserScope, async ({ id, version, scopeKind, scopeUnitIds }, ctx) => {
    const { target, before } = await begin(ctx, id, version)
    await setScope(ctx, target, scopeKind, scopeUnitIds)
    return finish(ctx, target, before)
  })
  on.command(changeUserApplications, async ({ id, version, applications }, ctx) => {
    const { target, before } = await begin(ctx, id, version)
    await setApplications(ctx, id, before.applications, applications)
    return finish(ctx, target, before)
  })
  on.command(copyUserAccess, copyAccess)
}

/** The user whose rights change: never oneself, never somebody who administers more. */
async function begin(ctx: CommandContext, id: string, version: number): Promise<{ target: Target; before: Access }> {
  const target = await userForChange(ctx, id, version)
  assertNotOneself(ctx, id)
  await assertNotAbove(ctx, target, 'manage')
  return { target, before: await accessOf(ctx, id) }
}

async function finish(ctx: CommandContext, target: Target, before: Access): Promise<Changed> {
  const changed = await saveUser(ctx, target, {})
  await assertAdministratorRemains(ctx.tx)
  await bite(ctx, [target.id])
  ctx.subject(USER, target.id, { before: told(before), after: told(await accessOf(ctx, target.id)) })
  return changed
}

const told = ({ roles, ...rest }: Access) => ({ ...rest, roles: roles.map(({ code }) => code) })

async function accessOf({ tx }: CommandContext, id: string): Promise<Access> {
  const { rows } = await sql<Access>`
    select u.scope_kind as "scopeKind",
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'code', r.code) order by r.code), '[]')
        from iam.user_role ur join iam.role r on r.id = ur.role_id where ur.user_id = u.id) as roles,
      (select coalesce(jsonb_agg(ua.application order by ua.application), '[]') from iam.user_application ua where ua.user_id = u.id) as applications,
      (select coalesce(jsonb_agg(su.unit_id::text order by su.unit_id), '[]') from iam.user_scope_unit su where su.user_id = u.id) as "scopeUnitIds"
    from iam.user_account u where u.id = ${id}`.execute(tx)
  const row = rows[0]
  if (!row) throw new AppError(errors.notFound)
  return row
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
async function setApplications(ctx: CommandContext, id: string, had: readonly string[], wanted: readonly string[]): Promise<void> {
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

async function setScope(ctx: CommandContext, target: Target, scopeKind: ScopeGrant['kind'], scopeUnitIds: readonly string[]): Promise<void> {
  const { tx } = ctx
  await assertScope(ctx, { scopeKind, scopeUnitIds, unitId: target.unit_id, partnerId: target.partner_id })
  await tx.deleteFrom('iam.user_scope_unit').where('user_id', '=', target.id).execute()
  await tx.updateTable('iam.user_account').set({ scope_kind: scopeKind }).where('id', '=', target.id).execute()
  if (scopeKind === 'UNITS')
    await tx
      .insertInto('iam.user_scope_unit')
      .values([...new Set(scopeUnitIds)].map((unitId) => ({ user_id: target.id, unit_id: unitId })))
      .execute()
}

async function copyAccess({ id, version, fromId, replace }: InputOf<typeof copyUserAccess>, ctx: CommandContext): Promise<Changed> {
  const { target, before } = await begin(ctx, id, version)
  const seen = await ctx.tx.selectFrom('iam.user_account as u').select('u.id').where('u.id', '=', fromId).where(visibleUser(ctx, 'u')).executeTakeFirst()
  if (!seen) throw new AppError(errors.reference)
  const model = await accessOf(ctx, fromId)
  const added = model.roles.filter((role) => !before.roles.some((one) => one.id === role.id)).map((role) => role.id)
  await assertHoldsRoles(ctx, added)
  await addRoles(ctx, id, added)
  if (!replace) {
    await setApplications(ctx, id, before.applications, [...before.applications, ...model.applications])
    return finish(ctx, target, before)
  }
  const gone = before.roles.filter((role) => !model.roles.some((one) => one.id === role.id)).map((role) => role.id)
  if (gone.length > 0) await ctx.tx.deleteFrom('iam.user_role').where('user_id', '=', id).where('role_id', 'in', gone).execute()
  await setApplications(ctx, id, before.applications, model.applications)
  await setScope(ctx, target, model.scopeKind, model.scopeUnitIds)
  return finish(ctx, target, before)
}
