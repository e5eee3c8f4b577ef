import { sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { roleResources, saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { assertAdministratorRemains, assertHoldsPermissions, assertHoldsRoles, namesOf, oneAtATime } from '../guard.ts'
import { readCatalogue } from '../permissions/catalogue.ts'
import { rightsChanged } from '../rights-changed.ts'
import { roleRecords } from '../roles/roles.ts'

export function registerRolePermissions(on: Registrar): void {
  on.query(roleResources, (_input, ctx) => readCatalogue(ctx))
  on.command(saveRoleResources, saveResources)
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

export interface RoleChange {
  roleId: string
  version: number
  add: readonly string[]
  remove: readonly string[]
}

interface Locked {
  id: string
  code: string
  name: string
  version: number
  updatedBy: string
}

/**
 * Gives permissions to roles and takes them away, all of it or nothing; answers the new versions. A role that somebody has changed
 * since (IAM-110) and a permission that the caller does not hold (IAM-101) refuse the whole.
 */
export async function changeRolePermissions(ctx: CommandContext, changes: readonly RoleChange[]): Promise<{ id: string; version: number }[]> {
  const { tx } = ctx
  await oneAtATime(tx)
  const roles = await lockRoles(ctx, changes)
  // A role that gives more than the caller holds is not theirs to take from.
  await assertHoldsRoles(
    ctx,
    changes.filter(({ remove }) => remove.length > 0).map(({ roleId }) => roleId),
  )
  await assertHoldsPermissions(ctx, [...new Set(changes.flatMap(({ add }) => add))])
  const pairs = (which: 'add' | 'remove') => ({
    roles: changes.flatMap((change) => change[which].map(() => change.roleId)),
    permissions: changes.flatMap((change) => change[which]),
  })
  const removed = pairs('remove')
  const added = pairs('add')
  await sql`
    delete from iam.role_permission rp using unnest(${removed.roles}::bigint[], ${removed.permissions}::bigint[]) as c (role_id, permission_id)
    where rp.role_id = c.role_id and rp.permission_id = c.permission_id`.execute(tx)
  await sql`
    insert into iam.role_permission (role_id, permission_id)
    select * from unnest(${added.roles}::bigint[], ${added.permissions}::bigint[]) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: string; version: number }>`
    update iam.role set version = version + 1, updated_at = ${ctx.now}, updated_by = ${ctx.session.account}
    where id = any (${changes.map(({ roleId }) => roleId)}::bigint[]) returning id, version`.execute(tx)
  await assertAdministratorRemains(tx)
  await rightsChanged(ctx)
  await record(ctx, changes, roles)
  return rows
}

async function lockRoles({ tx }: CommandContext, changes: readonly RoleChange[]): Promise<Map<string, Locked>> {
  const { rows } = await sql<Locked>`
    select id, code, name, version, updated_by as "updatedBy" from iam.role
    where id = any (${changes.map(({ roleId }) => roleId)}::bigint[]) order by id for update`.execute(tx)
  const roles = new Map(rows.map((row) => [row.id, row]))
  if (roles.size < new Set(changes.map(({ roleId }) => roleId)).size) throw new AppError(errors.reference)
  const stale = changes.flatMap(({ roleId, version }) => {
    const role = roles.get(roleId)
    return role && role.version !== version ? [role] : []
  })
  if (stale.length > 0)
    throw new AppError(
      accessErrors.rolesChanged,
      { names: namesOf(stale.map(({ name, updatedBy }) => `${name} (${updatedBy})`)) },
      { data: stale.map(({ id, code, version, updatedBy }) => ({ id, code, version, updatedBy })) },
    )
  return roles
}

/** One entry of the audit trail for each role, with the uris, so that a role's history is complete. */
async function record(ctx: CommandContext, changes: readonly RoleChange[], roles: ReadonlyMap<string, Locked>): Promise<void> {
  const ids = [...new Set(changes.flatMap(({ add, remove }) => [...add, ...remove]))]
  const rows = ids.length === 0 ? [] : await ctx.tx.selectFrom('iam.permission').select(['id', 'uri']).where('id', 'in', ids).execute()
  const uris = new Map(rows.map(({ id, uri }) => [id, uri]))
  const named = (list: readonly string[]) => list.map((id) => uris.get(id) ?? id)
  const facts = changes.map(({ roleId, add, remove }) => ({
    ...byUser(ctx.session.account, ctx),
    action: 'iam.role-permissions',
    subjectType: roleRecords.subject,
    subjectId: roleId,
    after: { code: roles.get(roleId)?.code, added: named(add), removed: named(remove) },
  }))
  await ctx.runtime.audit.writeMany(ctx.tx, facts)
  const total = (which: 'add' | 'remove') => changes.reduce((sum, change) => sum + change[which].length, 0)
  ctx.subject(roleRecords.subject, changes.length === 1 ? (changes[0]?.roleId ?? null) : null, {
    after: { roles: changes.length, added: total('add'), removed: total('remove') },
  })
}
