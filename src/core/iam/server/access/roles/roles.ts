import { sql } from 'kysely'
import {
  changeRoleStatus,
  cloneRole,
  createRole,
  deleteRole,
  findRole,
  listRoles,
  roleErrors,
  roleOptions,
  roleStatus,
  updateRole,
} from '#core/iam/contract/access/roles.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type Ref } from '#platform/server/record/record.ts'
import { assertAdministers, assertAdministratorRemains, assertHoldsRoles, namesOf, oneAtATime } from '../guard.ts'
import { rightsChanged } from '../rights-changed.ts'

const OPTIONS = 500

export const roleRecords = defineRecord({
  table: 'iam.role',
  machine: roleStatus,
  unique: { column: 'code', error: roleErrors.roleTaken },
  guard: ({ tx }) => oneAtATime(tx),
  picture: async ({ id, code, name, description, status }, tx) => ({ code, name, description, status, permissions: await urisOf(tx, id) }),
  form: ({ name, description }) => ({ name, description }),
})

async function urisOf(tx: Tx, roleId: string): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`
    select p.uri from iam.role_permission rp join iam.permission p on p.id = rp.permission_id where rp.role_id = ${roleId} order by p.uri`.execute(tx)
  return rows.map(({ uri }) => uri)
}

export function registerRoles(on: Registrar): void {
  on.list(listRoles, {
    query: roles,
    where: { text: words('r.code', 'r.name', 'r.description'), status: is('r.status') },
    key: 'r.id',
    sort: { code: 'r.code', name: 'r.name', updatedAt: 'r.updated_at' },
  })
  on.query(findRole, async ({ id }, ctx) => {
    const role = await findRow(findRole, roles(ctx).where('r.id', '=', id))
    const { rows } = await sql<{ id: string }>`
      select p.id from iam.role_permission rp join iam.permission p on p.id = rp.permission_id and p.retired_at is null
      where rp.role_id = ${id}`.execute(ctx.db)
    return { ...role, permissionIds: rows.map((permission) => permission.id) }
  })
  on.query(roleOptions, options)
  on.command(createRole, (input, ctx) => insertRole(input, ctx))
  on.command(updateRole, update)
  on.command(deleteRole, remove)
  on.command(cloneRole, clone)
  on.command(changeRoleStatus, changeStatus)
}

function roles({ db }: RequestContext) {
  return db
    .selectFrom('iam.role as r')
    .select(['r.id', 'r.code', 'r.name', 'r.description', 'r.status', 'r.version', 'r.updated_at as updatedAt', 'r.updated_by as updatedBy'])
    .select([
      sql<number>`(select count(*)::int from iam.role_permission rp join iam.permission p on p.id = rp.permission_id and p.retired_at is null
        where rp.role_id = r.id)`.as('permissions'),
      sql<number>`(select count(*)::int from iam.user_role ur where ur.role_id = r.id)`.as('members'),
    ])
}

async function options({ text }: InputOf<typeof roleOptions>, ctx: RequestContext) {
  assertAdministers(ctx)
  const patterns = foldedPatterns(text ?? '')
  const { rows } = await sql<{ id: string; code: string; name: string; status: string; uris: string[] }>`
    select r.id, r.code, r.name, r.status, array_remove(array_agg(p.uri), null) as uris from iam.role r
    left join iam.role_permission rp on rp.role_id = r.id
    left join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    where platform.fold(r.code || ' ' || r.name) like all (${patterns}::text[])
    group by r.id order by r.code limit ${OPTIONS}`.execute(ctx.db)
  return rows.map(({ uris, ...role }) => ({ ...role, grantable: uris.every((uri) => ctx.session.permissions.has(uri)) }))
}

const insertRole = ({ code, name, description = '' }: InputOf<typeof createRole>, ctx: CommandContext, along = {}): Promise<Ref> =>
  roleRecords.insert(ctx, { code, name, description }, along)

async function update({ name, description = '', ...ref }: InputOf<typeof updateRole>, ctx: CommandContext): Promise<Ref> {
  const role = await roleRecords.forChange(ctx, ref)
  await assertHoldsRoles(ctx, [ref.id])
  return roleRecords.update(ctx, role, { name, description })
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
  const role = await roleRecords.forChange(ctx, ref)
  await assertHoldsRoles(ctx, [ref.id])
  const used = await usersOf(ctx, ref.id)
  if (used.length > 0) throw new AppError(roleErrors.roleUsed, { names: namesOf(used) })
  return roleRecords.remove(ctx, role)
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
  const role = await roleRecords.forChange(ctx, ref)
  // To unlock a role is to give what it gives; to lock it is to strip whoever may do more.
  await assertHoldsRoles(ctx, [ref.id])
  const changed = await roleRecords.moveTo(ctx, role, status)
  await assertAdministratorRemains(ctx.tx)
  await rightsChanged(ctx)
  return changed
}
