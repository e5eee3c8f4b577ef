import { type RawBuilder, sql } from 'kysely'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Session } from '#platform/server/session/session.ts'
import { approvalErrors } from '../contract/errors.ts'
import type { ApprovalKind, DecidedContext } from './kind.ts'

type Who = Pick<Session, 'userId' | 'permissions' | 'partnerId' | 'scope'>

/** Delegations that count for somebody now, as `d`. Staff of a partner stand in for nobody. */
const delegatedTo = ({ userId, partnerId }: Who, now: Date) =>
  sql`approvals.delegation d where d.delegate_id = ${userId} and ${partnerId}::bigint is null
    and d.revoked_at is null and d.valid_from <= ${now} and d.valid_to > ${now}`

/** All permissions that decide some tier of some kind. */
export const deciding = (kinds: readonly ApprovalKind[]) => [...new Set(kinds.flatMap((kind) => kind.tiers.map((tier) => tier.decide)))]

/** Names of the kinds that are decided with a scope of ALL only. */
const ofWholeSystem = (kinds: readonly ApprovalKind[]) => kinds.filter(({ wholeSystem }) => wholeSystem).map(({ name }) => name)

/** What decides, of a request under the alias `r`: as SQL, so that lists filter by it. Same rules as `authorityOver`. */
export function mayDecide(kinds: readonly ApprovalKind[], who: Who, now: Date): RawBuilder<boolean> {
  const { userId, permissions } = who
  const own = deciding(kinds).filter((permission) => permissions.has(permission))
  const beyond = who.scope.kind === 'ALL' ? [] : ofWholeSystem(kinds)
  return sql<boolean>`(
    r.status = 'PENDING' and r.expires_at > ${now} and r.maker_id is distinct from ${userId} and r.kind <> all(${beyond}::text[])
    and not exists (select from ${delegatedTo(who, now)} and d.principal_id = r.maker_id) and not ${veiled(kinds, userId)}
    and (r.decide_permission = any(${own}::text[]) or ${delegated(kinds, who, now)})
  )`
}

/** Whether the request `r` is one that somebody might decide by themselves: right and scope both reach it. */
const withinReach = (kinds: readonly ApprovalKind[], userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from iam.effective_permission p where p.user_id = ${userId} and p.uri = r.decide_permission) and ${scopeReaches(kinds, userId)}
)`

/** Whether somebody's scope reaches the request `r`, as a session's would. */
const scopeReaches = (kinds: readonly ApprovalKind[], userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from iam.scope_area a where a.user_id = ${userId} and case
    when a.kind = 'ALL' then true
    when r.kind = any(${ofWholeSystem(kinds)}::text[]) then false
    when a.kind = 'PARTNER' then r.partner_id = a.partner_id
    when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false
    when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null)
    when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null)
    when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null)
    when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id
  end
)`

/** The request `r` is of a kind that hides it from somebody now. */
function veiled(kinds: readonly ApprovalKind[], userId: string): RawBuilder<boolean> {
  const hiding = kinds.flatMap(({ name, veil }) => (veil ? [sql`r.kind = ${name} and ${veil(userId)}`] : []))
  return hiding.length === 0 ? sql`false` : sql`(${sql.join(hiding, sql` or `)})`
}

/** Somebody delegates their right as far as it reaches: neither the principal's scope nor the delegate's is widened. */
const delegated = (kinds: readonly ApprovalKind[], who: Who, now: Date) =>
  sql<boolean>`exists (select from ${delegatedTo(who, now)} and ${withinReach(kinds, sql.ref('d.principal_id'))})`

/** Ids of the users who might decide a request now: by their own right, or as delegates of somebody who has it. Never the maker. */
export async function decidersOf(db: Queryable, kind: ApprovalKind, requestId: string, now: Date): Promise<string[]> {
  const { decide_permission } = await db.selectFrom('approvals.request').select('decide_permission').where('id', '=', requestId).executeTakeFirstOrThrow()
  // The permission as a constant: otherwise what everybody may do is worked out first.
  const { rows } = await sql<{ id: string }>`
    with holding as materialized (
      select user_id from iam.effective_permission where uri = ${decide_permission}
    ), entitled as (
      select u.id from holding h join iam.person u on u.id = h.user_id join approvals.request r on r.id = ${requestId}
      where u.active and u.id is distinct from r.maker_id and ${scopeReaches([kind], sql.ref('u.id'))}
    ), lent as (
      select d.delegate_id, d.principal_id from approvals.delegation d
      where d.revoked_at is null and d.valid_from <= ${now} and d.valid_to > ${now}
    )
    select distinct who.id from (
      select id from entitled union select l.delegate_id from lent l join entitled e on e.id = l.principal_id
    ) who
    join iam.person u on u.id = who.id and u.active
    join approvals.request r on r.id = ${requestId}
    where who.id is distinct from r.maker_id and not exists (select from lent l where l.delegate_id = who.id and l.principal_id = r.maker_id)
      and (not ${kind.wholeSystem === true}::boolean or exists (select from iam.scope_area a where a.user_id = who.id and a.kind = 'ALL'))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which requests somebody may see, within their scope: of kinds whose subjects they may see, their own, and those they stand in for. */
export function maySee(kinds: readonly ApprovalKind[], who: Who, now: Date): RawBuilder<boolean> {
  const seen = kinds.filter(({ permissions: { ask, see }, tiers }) =>
    [ask, see, ...tiers.map((tier) => tier.decide)].some((permission) => who.permissions.has(permission)),
  )
  return sql<boolean>`((r.kind = any(${seen.map((kind) => kind.name)}::text[]) or r.maker_id = ${who.userId} or ${delegated(kinds, who, now)})
    and not ${veiled(kinds, who.userId)})`
}

/** Accounts behind a decision: whoever makes it, and everybody in whose place they may decide now. */
export async function accountsBehind({ tx, now, approver: { session } }: DecidedContext): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select u.account from iam.person u where u.id = ${session.userId} or u.id in (select d.principal_id from ${delegatedTo(session, now)})`.execute(tx)
  return rows.map(({ account }) => account)
}

export interface Principal {
  id: string
  account: string
  name: string
}

export type Authority = { kind: 'own' } | { kind: 'delegate'; principal: Principal } | { kind: 'none'; error: ErrorDefinition }

/** In whose right somebody may decide a request, or why not. */
export async function authorityOver(
  db: Queryable,
  kind: ApprovalKind,
  request: { id: string; makerId: string | null; decidePermission: string },
  who: Who,
  now: Date,
): Promise<Authority> {
  if (request.makerId === who.userId) return { kind: 'none', error: approvalErrors.ownRequest }
  if (kind.wholeSystem && who.scope.kind !== 'ALL') return { kind: 'none', error: errors.wholeSystem }
  const { rows: principals } = await sql<Principal & { entitled: boolean }>`
    select u.id, u.account, u.full_name as name,
      exists (select from approvals.request r where r.id = ${request.id} and ${withinReach([kind], sql.ref('u.id'))}) as entitled
    from iam.person u where u.id in (select d.principal_id from ${delegatedTo(who, now)}) order by u.id
  `.execute(db)
  if (principals.some(({ id }) => id === request.makerId)) return { kind: 'none', error: approvalErrors.principalsRequest }
  if (who.permissions.has(request.decidePermission)) return { kind: 'own' }
  const entitled = principals.find((principal) => principal.entitled)
  return entitled ? { kind: 'delegate', principal: entitled } : { kind: 'none', error: approvalErrors.notEntitled }
}

/** As authorityOver; throws the refusal. Answers the absent person, or null for one's own right. */
export async function requireAuthority(...given: Parameters<typeof authorityOver>): Promise<Principal | null> {
  const authority = await authorityOver(...given)
  if (authority.kind === 'none') throw new AppError(authority.error)
  return authority.kind === 'own' ? null : authority.principal
}
