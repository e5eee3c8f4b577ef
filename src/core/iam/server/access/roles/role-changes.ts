import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import {
  changeRoleStatus,
  cloneRole,
  createRole,
  deleteRole,
  grantRoleUsers,
  revokeRoleUsers,
  roleStatus,
  saveRoleResources,
  updateRole,
} from '#core/iam/contract/access/roles.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { assertAdministratorRemains, assertHoldsPermissions, assertHoldsRoles, assertNotOneself, namesOf, oneAtATime, visibleUser } from '../guard.ts'
import { rightsChanged, touchUsers } from '../rights-changed.ts'
import { assertNotAbove } from '../scopes.ts'
import { users } from '../users/user-record.ts'
import { changeRolePermissions, ROLE } from './role-grants.ts'

const roles = defineRecord({
  table: 'iam.role',
  machine: roleStatus,
  unique: { column: 'code', error: accessErrors.roleTaken },
  guard: ({ tx }) => oneAtATime(tx),
  picture: async ({ id, code, name, description, status }, tx) => ({ code, name, description, status, permissions: await urisOf(tx, id) }),
  form: ({ name, description }) => ({ name, description }),
})

async function urisOf(tx: Tx, roleId: string): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`
    select p.uri from iam.role_permission rp join iam.permission p on p.id = rp.permission_id where rp.role_id = ${roleId} order by p.uri`.execute(tx)
  return rows.map(({ uri }) => uri)
}

export function registerRoleChanges(on: Registrar): void {
  on.command(createRole, (input, ctx) => insertRole(input, ctx))
  on.command(updateRole, update)
  on.command(deleteRole, remove)
  on.command(cloneRole, clone)
  on.command(changeRoleStatus, changeStatus)
  on.command(saveRoleResources, saveResources)
  on.command(grantRoleUsers, grantUsers)
  on.command(revokeRoleUsers, revokeUsers)
}

const insertRole = ({ code, name, description = '' }: InputOf<typeof createRole>, ctx: CommandContext, along = {}): Promise<Ref> =>
  roles.insert(ctx, { code, name, description }, along)

async function update({ name, description = '', ...ref }: InputOf<typeof updateRole>, ctx: CommandContext): Promise<Ref> {
  const role = await roles.forChange(ctx, ref)
  await assertHoldsRoles(ctx, [ref.id])
  return roles.update(ctx, role, { name, description })
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

async function remove(ref: InputOf<typeof deleteRole>, ctx: CommandContext): Promise<Ref> {
  const role = await roles.forChange(ctx, ref)
  await assertHoldsRoles(ctx, [ref.id])
  const used = await usersOf(ctx, ref.id)
  if (used.length > 0) throw new AppError(accessErrors.roleUsed, { names: namesOf(used) })
  return roles.remove(ctx, role)
}

async function clone({ fromId, ...input }: InputOf<typeof cloneRole>, ctx: CommandContext): Promise<Ref> {
  await oneAtATime(ctx.tx)
  await assertHoldsRoles(ctx, [fromId])
  return insertRole(input, ctx, {
    note: { clonedFrom: fromId },
    children: ({ id }: { id: string }) =>
      sql`insert into iam.role_permission (role_id, permission_id) select ${id}, permission_id from iam.role_permission where role_id = ${fromId}`.execute(
        ctx.tx,
      ),
  })
}

async function changeStatus({ status, ...ref }: InputOf<typeof changeRoleStatus>, ctx: CommandContext): Promise<Ref> {
  const role = await roles.forChange(ctx, ref)
  // To unlock a role is to give what it gives; to lock it is to strip whoever may do more.
  await assertHoldsRoles(ctx, [ref.id])
  const changed = await roles.moveTo(ctx, role, status)
  await assertAdministratorRemains(ctx.tx)
  await rightsChanged(ctx)
  return changed
}

async function saveResources({ id, version, permissionIds }: InputOf<typeof saveRoleResources>, ctx: CommandContext): Promise<Ref> {
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
  await rightsChanged(ctx, changed)
  const accounts = members.filter((member) => changed.includes(member.id))
  await ctx.runtime.audit.writeMany(
    ctx.tx,
    accounts.map((member) => ({
      actor: `user:${ctx.session.account}`,
      action: `iam.role-${what}`,
      subjectType: users.subject,
      subjectId: member.id,
      [what === 'granted' ? 'after' : 'before']: { role: code },
      traceId: ctx.traceId,
      ip: ctx.ip,
    })),
  )
  ctx.subject(ROLE, id, { after: { [what]: accounts.map(({ account }) => account) } })
  return { id, changed: changed.length }
}
