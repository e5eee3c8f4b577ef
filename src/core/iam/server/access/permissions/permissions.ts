import { sql } from 'kysely'
import {
  findResource,
  grantResource,
  permissionMatrix,
  resourceTree,
  revokeResource,
  savePermissionMatrix,
  updateResource,
} from '#core/iam/contract/access/permissions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { oneAtATime, visibleUser } from '../guard.ts'
import { changeRolePermissions, type RoleChange } from '../role-permissions/role-permissions.ts'
import { readCatalogue } from './catalogue.ts'

const permissions = defineRecord({
  table: 'iam.permission',
  visible: () => sql`t.retired_at is null`,
  picture: ({ name_vi: nameVi, name_en: nameEn, description }) => ({ nameVi, nameEn, description }),
})
const USERS = 100

export function registerPermissions(on: Registrar): void {
  on.query(resourceTree, (_input, ctx) => readCatalogue(ctx))
  on.query(findResource, ({ id }, ctx) => readResource(id, ctx))
  on.command(updateResource, ({ nameVi = '', nameEn = '', description = '', ...ref }, ctx) =>
    permissions.update(ctx, ref, { name_vi: nameVi, name_en: nameEn, description }),
  )
  on.command(grantResource, async ({ id, roleId }, ctx) => {
    await oneAtATime(ctx.tx)
    const role = await ctx.tx.selectFrom('iam.role').select('version').where('id', '=', roleId).executeTakeFirst()
    if (!role) throw new AppError(errors.reference)
    return changeOne(ctx, { roleId, version: role.version, add: [id], remove: [] })
  })
  on.command(revokeResource, ({ id, roleId, roleVersion }, ctx) => changeOne(ctx, { roleId, version: roleVersion, add: [], remove: [id] }))
  on.query(permissionMatrix, (_input, ctx) => readMatrix(ctx))
  on.command(savePermissionMatrix, async ({ changes }, ctx) => ({ roles: await changeRolePermissions(ctx, changes) }))
}

type Found = OutputOf<typeof findResource>

async function readResource(id: string, ctx: RequestContext): Promise<Found> {
  const { db } = ctx
  const row = await db
    .selectFrom('iam.permission')
    .select(['id', 'uri', 'action', 'application', 'title_vi as titleVi', 'title_en as titleEn', 'name_vi as nameVi', 'name_en as nameEn'])
    .select(['description', 'version'])
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const roles = await sql<Found['roles'][number]>`
    select r.id, r.code, r.name, r.status, r.version, (select count(*)::int from iam.user_role ur where ur.role_id = r.id) as members
    from iam.role_permission rp join iam.role r on r.id = rp.role_id where rp.permission_id = ${id} order by r.code`.execute(db)
  const users = await sql<Found['users'][number] & { total: number }>`
    select u.id, u.account, u.full_name as "fullName", string_agg(r.name, ', ' order by r.name collate platform.vi) as roles, (count(*) over ())::int as total
    from iam.role_permission rp join iam.user_role ur on ur.role_id = rp.role_id join iam.role r on r.id = rp.role_id
    join iam.user_account u on u.id = ur.user_id
    where rp.permission_id = ${id} and ${visibleUser(ctx, 'u')}
    group by u.id order by u.account limit ${USERS}`.execute(db)
  return { ...row, roles: roles.rows, users: users.rows, totalUsers: users.rows[0]?.total ?? 0 }
}

async function changeOne(ctx: CommandContext, change: RoleChange): Promise<{ id: string; version: number }> {
  const [role] = await changeRolePermissions(ctx, [change])
  if (!role) throw new AppError(errors.notFound)
  return role
}

async function readMatrix(ctx: RequestContext): Promise<OutputOf<typeof permissionMatrix>> {
  const { applications, menus, permissions: all } = await readCatalogue(ctx)
  const { rows } = await sql<OutputOf<typeof permissionMatrix>['roles'][number] & { permissionIds: string[] }>`
    select r.id, r.code, r.name, r.status, r.version, (select count(*)::int from iam.user_role ur where ur.role_id = r.id) as members,
      coalesce((select array_agg(rp.permission_id) from iam.role_permission rp where rp.role_id = r.id), '{}') as "permissionIds"
    from iam.role r order by r.code`.execute(ctx.db)
  const places = new Map(all.map(({ id }, place) => [id, place]))
  const grants = rows.map(({ permissionIds }) => permissionIds.flatMap((id) => places.get(id) ?? []))
  return { applications, menus, permissions: all, roles: rows, grants }
}
