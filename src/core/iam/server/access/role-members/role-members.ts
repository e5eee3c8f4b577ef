import { grantRoleUsers, listRoleMembers, revokeRoleUsers } from '#core/iam/contract/access/role-members.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { assertAdministratorRemains, assertHoldsRoles, assertNotOneself, oneAtATime, visibleUser } from '../guard.ts'
import { rightsChanged, touchUsers } from '../rights-changed.ts'
import { roleRecords } from '../roles/roles.ts'
import { assertNotAbove } from '../scopes.ts'
import { users } from '../users/user-record.ts'
import { placeOf } from '../users/users.ts'

export function registerRoleMembers(on: Registrar): void {
  on.list(listRoleMembers, {
    query: members,
    where: { roleId: is('ur.role_id'), text: words('u.account', 'u.full_name') },
    key: 'u.id',
    sort: { account: 'u.account', fullName: 'u.full_name' },
  })
  on.command(grantRoleUsers, grantUsers)
  on.command(revokeRoleUsers, revokeUsers)
}

function members(ctx: RequestContext) {
  return ctx.db
    .selectFrom('iam.user_account as u')
    .innerJoin('iam.user_role as ur', 'ur.user_id', 'u.id')
    .select(['u.id', 'u.account', 'u.full_name as fullName', 'u.status', placeOf('u').as('place')])
    .where(visibleUser(ctx, 'u'))
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
      ...byUser(ctx.session.account, ctx),
      action: `iam.role-${what}`,
      subjectType: users.subject,
      subjectId: member.id,
      [what === 'granted' ? 'after' : 'before']: { role: code },
    })),
  )
  ctx.subject(roleRecords.subject, id, { after: { [what]: accounts.map(({ account }) => account) } })
  return { id, changed: changed.length }
}
