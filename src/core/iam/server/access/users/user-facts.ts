import { sql } from 'kysely'
import { historyOf } from '#core/audit/server/public.ts'
import { type PERMISSION_STATES, userPermissions } from '#core/iam/contract/access/user-rights.ts'
import { userHistory } from '#core/iam/contract/access/users.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { titleOf } from '../permissions/catalogue.ts'
import { users } from './user-record.ts'
import { readUser } from './users.ts'

const ENTRIES = 100

export function registerUserFacts(on: Registrar, registry: () => Registry): void {
  on.query(userPermissions, async ({ id }, ctx) => {
    const { scopeKind, scopeUnits, unitName, partnerName } = await readUser(id, ctx)
    return { scopeKind, scopeUnits, unitName, partnerName, items: await permissionItems(id, ctx) }
  })
  on.query(userHistory, async ({ id }, ctx) => {
    await readUser(id, ctx)
    return historyOf(registry(), ctx, users.subject, id, ENTRIES)
  })
}

interface PermissionRow {
  id: string
  uri: string
  title: string
  action: string
  application: string | null
  roles: { code: string; name: string; status: string }[]
  state: (typeof PERMISSION_STATES)[number]
}

/** As a session would compute it (`permissionsOf`), but with what does not count, and why. */
async function permissionItems(userId: string, ctx: RequestContext): Promise<PermissionRow[]> {
  const { rows } = await sql<PermissionRow>`
    select p.id, p.uri, ${titleOf(ctx.language)} as title, p.action, p.application,
      jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name, 'status', r.status) order by r.code) as roles,
      case
        when u.status <> 'ACTIVE' then 'USER_INACTIVE'
        when not bool_or(r.status = 'ACTIVE') then 'ROLE_LOCKED'
        when p.application is null then 'OK'
        when not exists (select from iam.user_application ua where ua.user_id = u.id and ua.application = p.application) then 'NO_APPLICATION'
        when a.status <> 'ACTIVE' then 'APPLICATION_LOCKED'
        else 'OK'
      end as state
    from iam.user_account u
    join iam.user_role ur on ur.user_id = u.id
    join iam.role r on r.id = ur.role_id
    join iam.role_permission rp on rp.role_id = r.id
    join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    left join iam.application a on a.code = p.application
    where u.id = ${userId}
    group by p.id, u.id, a.code
    order by a.position nulls first, p.uri`.execute(ctx.db)
  return rows
}
