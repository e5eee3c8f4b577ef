import { type RawBuilder, sql } from 'kysely'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { listMenuRules } from '#core/iam/contract/access/menu-rules.ts'
import { saveRoleResources } from '#core/iam/contract/access/role-permissions.ts'
import { listRoles } from '#core/iam/contract/access/roles.ts'
import { grantUserRoles } from '#core/iam/contract/access/user-rights.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'

/** What makes somebody an administrator: with both, every other right can be given back. */
const ADMINISTRATION = [grantUserRoles.permission, saveRoleResources.permission]
/** Names in a refusal at most; more are counted. */
const NAMED = 5

/** Changes of access come one after the other, so that two of them together cannot do what neither may. */
export async function oneAtATime(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('iam.access', 0))`.execute(tx)
}

export function namesOf(names: readonly string[]): string {
  return names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')}… (${names.length})`
}

/** For what several screens of administration need: refuses who may look at none of them. */
export function assertAdministers({ session }: RequestContext): void {
  const views = [listUsers.permission, listRoles.permission, listMenuRules.permission]
  if (!views.some((view) => session.permissions.has(view))) throw new AppError(errors.forbidden)
}

/** Which users the caller may see: those of the units of the scope, of the own partner, or only themselves. */
export function visibleUser({ session, scope }: RequestContext, alias: string): RawBuilder<boolean> {
  switch (session.scope.kind) {
    case 'ALL':
      return sql`true`
    case 'PARTNER':
      return sql`${sql.ref(`${alias}.partner_id`)} = ${session.scope.partnerId}`
    case 'SELF':
      return sql`${sql.ref(`${alias}.id`)} = ${session.userId}`
    default:
      return sql`${sql.ref(`${alias}.unit_id`)} in (${scope.selectFrom('organisation.unit as vu').select('vu.id')})`
  }
}

/** What the roles of a user give, whatever the state of user, role and application: it can come back at any time. */
export async function potentialUris(db: Queryable, userId: string, application: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`
    select distinct p.uri from iam.user_role ur
    join iam.role_permission rp on rp.role_id = ur.role_id
    join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    where ur.user_id = ${userId} and (${application}::text is null or p.application = ${application}::text or p.application is null and p.uri like 'user-permission/%')`.execute(
    db,
  )
  return rows.map(({ uri }) => uri)
}

/**
 * What the caller may give on: what the own unlocked roles hold. Permissions of an application that is locked count, or the lock would
 * stop all administration of the people in it.
 */
export async function heldBy(db: Queryable, session: RequestContext['session']): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uri: string }>`
    select distinct p.uri from iam.user_role ur
    join iam.role r on r.id = ur.role_id and r.status = 'ACTIVE'
    join iam.role_permission rp on rp.role_id = ur.role_id
    join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    where ur.user_id = ${session.userId}`.execute(db)
  return new Set([...session.permissions, ...rows.map(({ uri }) => uri)])
}

export function assertNotOneself(ctx: RequestContext, userId: string): void {
  if (userId === ctx.session.userId) throw new AppError(accessErrors.oneself)
}

/** Throws IAM-101 unless the caller holds every permission that the roles give. */
export async function assertHoldsRoles(ctx: Pick<CommandContext, 'tx' | 'session'>, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const { rows } = await sql<{ name: string; uris: string[] | null }>`
    select r.name, array_agg(p.uri) filter (where p.uri is not null) as uris from iam.role r
    left join iam.role_permission rp on rp.role_id = r.id
    left join iam.permission p on p.id = rp.permission_id and p.retired_at is null
    where r.id = any (${roleIds}::bigint[]) group by r.id`.execute(ctx.tx)
  if (rows.length < new Set(roleIds).size) throw new AppError(errors.reference)
  const held = await heldBy(ctx.tx, ctx.session)
  const beyond = rows.filter(({ uris }) => uris?.some((uri) => !held.has(uri)))
  if (beyond.length > 0) throw new AppError(accessErrors.notHeld, { names: namesOf(beyond.map(({ name }) => name)) })
}

/** Throws IAM-101 unless the caller holds each of these permissions, SYS-412 when one does not exist. */
export async function assertHoldsPermissions(ctx: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ uri: string }>`
    select uri from iam.permission where id = any (${ids}::bigint[]) and retired_at is null`.execute(ctx.tx)
  if (rows.length < new Set(ids).size) throw new AppError(errors.reference)
  const held = await heldBy(ctx.tx, ctx.session)
  const beyond = rows.filter(({ uri }) => !held.has(uri))
  if (beyond.length > 0) throw new AppError(accessErrors.notHeld, { names: namesOf(beyond.map(({ uri }) => uri)) })
}

/** Throws IAM-101 unless the caller may enter each of the applications, too. */
export async function assertMayOpen(ctx: Pick<CommandContext, 'tx' | 'session'>, applications: readonly string[]): Promise<void> {
  if (applications.length === 0) return
  const own = await ctx.tx.selectFrom('iam.user_application').select('application').where('user_id', '=', ctx.session.userId).execute()
  const beyond = applications.filter((code) => !own.some(({ application }) => application === code))
  if (beyond.length > 0) throw new AppError(accessErrors.notHeld, { names: namesOf(beyond) })
}

/** Throws IAM-105 when after the change nobody is left who could give rights back. */
export async function assertAdministratorRemains(tx: Tx): Promise<void> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (
      select from iam.user_account u where u.status = 'ACTIVE' and u.scope_kind = 'ALL'
        and (select count(*) from iam.effective_permission e where e.user_id = u.id and e.uri = any (${ADMINISTRATION}::text[])) = ${ADMINISTRATION.length}
    ) as left`.execute(tx)
  if (!rows[0]?.left) throw new AppError(accessErrors.lastAdministrator)
}
