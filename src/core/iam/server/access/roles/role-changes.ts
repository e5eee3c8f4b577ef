import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import {
  changeRoleStatus,
  cloneRole,
  createRole,
  deleteRole,
  grantRoleUsers,
  revokeRoleUsers,
  saveRoleResources,
  updateRole,
} from '#core/iam/contract/access/roles.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { current, refusedField } from '#platform/server/refusals.ts'
import { bite, touchUsers } from '../bite.ts'
import { assertAdministratorRemains, assertHoldsPermissions, assertHoldsRoles, assertNotOneself, namesOf, oneAtATime, visibleUser } from '../guard.ts'
import { assertNotAbove } from '../scopes.ts'
import { USER } from '../users/user-changes.ts'
import { changeRolePermissions, ROLE } from './role-grants.ts'

interface Changed {
  id: string
  version: number
}

export function registerRoleChanges(on: Registrar): void {
  on.command(createRole, async (input, ctx) => insertRole(input, ctx))
  on.command(updateRole, update)
  on.command(deleteRole, remove)
  on.command(cloneRole, clone)
  on.command(changeRoleStatus, changeStatus)
  on.command(saveRoleResources, saveResources)
  on.command(grantRoleUsers, grantUsers)
  on.command(revokeRoleUsers, revokeUsers)
}

async function insertRole({ code, name, description }: InputOf<typeof createRole>, ctx: CommandContext): Promise<Changed> {
  const created = await ctx.tx
    .insertInto('iam.role')
    .values({ code, name, description: description ?? '', created_at: ctx.now, updated_at: ctx.now, updated_by: ctx.session.account })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!created) throw refusedField('code', accessErrors.roleTaken, ctx.language, { code })
  ctx.subject(ROLE, created.id, { after: { code, name, description: description ?? '' } })
  return created
}

async function roleForChange(ctx: CommandContext, id: string, version: number) {
  await oneAtATime(ctx.tx)
  return current(await ctx.tx.selectFrom('iam.role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), version)
}

async function saveRole(ctx: CommandContext, role: Changed, values: Record<string, unknown>): Promise<Changed> {
  return await ctx.tx
    .updateTable('iam.role')
    .set({ ...values, version: role.version + 1, updated_at: ctx.now, updated_by: ctx.session.account })
    .where('id', '=', role.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

async function update({ id, version, name, description }: InputOf<typeof updateRole>, ctx: CommandContext): Promise<Changed> {
  const role = await roleForChange(ctx, id, version)
  await assertHoldsRoles(ctx, [id])
  const after = { name, description: description ?? '' }
  const changed = await saveRole(ctx, role, after)
  ctx.subject(ROLE, id, { before: { name: role.name, description: role.description }, after })
  return changed
}

/** Who stands in the way of deleting: members, deleted ones left out, and rules of the menu. */
async function usersOf(ctx: CommandContext, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.account as name from iam.user_role ur join iam.user_account u on u.id = ur.user_id where ur.role_id = ${id}
    union all
    select r.name from iam.menu_rule_role rr join iam.menu_rule r on r.id = rr.rule_id where rr.role_id = ${id}
    order by name`.execute(ctx.tx)
  return rows.map(({ name }) => name)
}

async function remove({ id, version }: InputOf<typeof deleteRole>, ctx: CommandContext): Promise<Changed> {
  const role = await roleForChange(ctx, id, version)
  await assertHoldsRoles(ctx, [id])
  const used = await usersOf(ctx, id)
  if (used.length > 0) throw new AppError(accessErrors.roleUsed, { names: namesOf(used) })
  const { rows } = await sql<{ uri: string }>`
    select p.uri from iam.role_permission rp join iam.permission p on p.id = rp.permission_id where rp.role_id = ${id} order by p.uri`.execute(ctx.tx)
  await ctx.tx.deleteFrom('iam.role').where('id', '=', id).execute()
  ctx.subject(ROLE, id, { before: { code: role.code, name: role.name, description: role.description, permissions: rows.map(({ uri }) => uri) } })
  return { id, version: version + 1 }
}

async function clone({ fromId, ...input }: InputOf<typeof cloneRole>, ctx: CommandContext): Promise<Changed> {
  await oneAtATime(ctx.tx)
  await assertHoldsRoles(ctx, [fromId])
  const created = await insertRole(input, ctx)
  await sql`insert into iam.role_permission (role_id, permission_id)
    select ${created.id}, permission_id from iam.role_permission where role_id = ${fromId}`.execute(ctx.tx)
  ctx.subject(ROLE, created.id, { after: { ...input, clonedFrom: fromId } })
  return created
}

async function changeStatus({ id, version, status }: InputOf<typeof changeRoleStatus>, ctx: CommandContext): Promise<Changed> {
  const role = await roleForChange(ctx, id, version)
  // To unlock a role is to give what it gives; to lock it is to strip whoever may do more.
  await assertHoldsRoles(ctx, [id])
  const changed = await saveRole(ctx, role, { status })
  await assertAdministratorRemains(ctx.tx)
  await bite(ctx)
  ctx.subject(ROLE, id, { before: { status: role.status }, after: { status } })
  return changed
}

async function saveResources({ id, version, permissionIds }: InputOf<typeof saveRoleResources>, ctx: CommandContext): Promise<Changed> {
  const { rows } = await sql<{ id: string }>`
    select p.id from iam.role_permission rp join iam.permission p on p.id = rp.permission_id and p.retired_at is null where rp.role_id = ${id}`.execute(ctx.tx)
  const had = new Set(rows.map((row) => row.id))
  const wanted = new Set(permissionIds)
  const change = { roleId: id, version, add: [...wanted].filter((one) => !had.has(one)), remove: [...had].filter((one) => !wanted.has(one)) }
  await assertHoldsPermissions(ctx, change.add)
  const [changed] = await changeRolePermissions(ctx, [change])
  if (!changed) throw new AppError(errors.notFound)
  return changed
}

interface Member {
  id: string
  account: string
}

/** The users named, each within the caller's scope, none the caller, none deleted, none who administers more. */
async function membersForChange(ctx: CommandContext, userIds: readonly string[]): Promise<Member[]> {
  const rows = await ctx.tx
    .selectFrom('iam.user_account as u')
    .select(['u.id', 'u.account'])
    .where('u.id', 'in', userIds)
    .where('u.status', '<>', 'DISABLED')
    .where(visibleUser(ctx, 'u'))
    .orderBy('u.id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(userIds).size) throw new AppError(errors.reference)
  for (const row of rows) {
    assertNotOneself(ctx, row.id)
    await assertNotAbove(ctx, row, 'manage')
  }
  return rows
}

async function roleCode(ctx: CommandContext, id: string): Promise<string> {
  const role = await ctx.tx.selectFrom('iam.role').select('code').where('id', '=', id).executeTakeFirst()
  if (!role) throw new AppError(errors.notFound)
  return role.code
}

async function grantUsers({ id, userIds }: InputOf<typeof grantRoleUsers>, ctx: CommandContext) {
  await oneAtATime(ctx.tx)
  const code = await roleCode(ctx, id)
  await assertHoldsRoles(ctx, [id])
  const members = await membersForChange(ctx, userIds)
  const added = await ctx.tx
    .insertInto('iam.user_role')
    .values(members.map((member) => ({ user_id: member.id, role_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return finishMembers(ctx, { id, code, members, changed: added.map((row) => row.user_id), what: 'granted' })
}

async function revokeUsers({ id, userIds }: InputOf<typeof revokeRoleUsers>, ctx: CommandContext) {
  await oneAtATime(ctx.tx)
  const code = await roleCode(ctx, id)
  const members = await membersForChange(ctx, userIds)
  const gone = await ctx.tx.deleteFrom('iam.user_role').where('role_id', '=', id).where('user_id', 'in', userIds).returning('user_id').execute()
  await assertAdministratorRemains(ctx.tx)
  return finishMembers(ctx, { id, code, members, changed: gone.map((row) => row.user_id), what: 'revoked' })
}

/** The change stands in the history of the role and of each user. */
async function finishMembers(
  ctx: CommandContext,
  { id, code, members, changed, what }: { id: string; code: string; members: readonly Member[]; changed: readonly string[]; what: 'granted' | 'revoked' },
) {
  await touchUsers(ctx, ctx.tx, changed)
  await bite(ctx, changed)
  const accounts = members.filter((member) => changed.includes(member.id))
  await ctx.runtime.audit.writeMany(
    ctx.tx,
    accounts.map((member) => ({
      actor: `user:${ctx.session.account}`,
      action: `iam.role-${what}`,
      subjectType: USER,
      subjectId: member.id,
      [what === 'granted' ? 'after' : 'before']: { role: code },
      traceId: ctx.traceId,
      ip: ctx.ip,
    })),
  )
  ctx.subject(ROLE, id, { after: { [what]: accounts.map(({ account }) => account) } })
  return { id, changed: changed.length }
}
