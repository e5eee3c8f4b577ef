import { sql } from 'kysely'
import { findRole, listRoleMembers, listRoles, roleOptions, roleResources } from '#core/iam/contract/access/roles.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { assertAdministers, visibleUser } from '../guard.ts'
import { readCatalogue } from '../permissions/catalogue.ts'
import { placeOf } from '../users/users.ts'

const OPTIONS = 500

export function registerRoles(on: Registrar): void {
  on.list(listRoles, {
    query: roles,
    where: { text: words('r.code', 'r.name', 'r.description'), status: is('r.status') },
    key: 'r.id',
    sort: { code: 'r.code', name: 'r.name', updatedAt: 'r.updated_at' },
  })
  on.query(findRole, ({ id }, ctx) => readRole(id, ctx))
  on.query(roleResources, (_input, ctx) => readCatalogue(ctx))
  on.query(roleOptions, (input, ctx) => options(input, ctx))
  on.list(listRoleMembers, {
    query: members,
    where: { roleId: is('ur.role_id'), text: words('u.account', 'u.full_name') },
    key: 'u.id',
    sort: { account: 'u.account', fullName: 'u.full_name' },
  })
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

async function readRole(id: string, ctx: RequestContext): Promise<OutputOf<typeof findRole>> {
  const row = await roles(ctx).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { rows } = await sql<{ id: string }>`
    select p.id from iam.role_permission rp join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    where rp.role_id = ${id}`.execute(ctx.db)
  return { ...row, status: row.status as 'ACTIVE' | 'LOCKED', updatedAt: isoLocal(row.updatedAt), permissionIds: rows.map((permission) => permission.id) }
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

function members(ctx: RequestContext) {
  return ctx.db
    .selectFrom('iam.user_account as u')
    .innerJoin('iam.user_role as ur', 'ur.user_id', 'u.id')
    .select(['u.id', 'u.account', 'u.full_name as fullName', 'u.status', placeOf('u').as('place')])
    .where(visibleUser(ctx, 'u'))
}
