import { sql } from 'kysely'
import { listRolesByUser } from '#core/iam/contract/access/user-rights.ts'
import { findUser, listUsers, type UserDetail, userOptions } from '#core/iam/contract/access/users.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { assertAdministers, visibleUser } from '../guard.ts'
import { isAbove } from '../scopes.ts'

const OPTIONS = 20

/** Where a user works, as words. */
export const placeOf = (alias: string) => sql<string>`coalesce(
  (select g.name from organisation.unit_directory g where g.id = ${sql.ref(`${alias}.unit_id`)}),
  (select p.name from organisation.partner p where p.id = ${sql.ref(`${alias}.partner_id`)}), '')`

export function registerUsers(on: Registrar): void {
  on.list(listUsers, {
    query: users,
    where: {
      text: words('u.account', 'u.full_name', 'u.mobile', 'u.email'),
      status: oneOf('u.status'),
      scopeKind: is('u.scope_kind'),
      roleId: (roleId) => sql<boolean>`exists (select from iam.user_role ur where ur.user_id = u.id and ur.role_id = ${roleId})`,
      application: (application) => sql<boolean>`exists (select from iam.user_application ua where ua.user_id = u.id and ua.application = ${application})`,
      unitId: (unitId) => sql<boolean>`u.unit_id in (select g.id from organisation.unit g where ${within('g')(unitId)})`,
    },
    key: 'u.id',
    sort: { account: 'u.account', fullName: 'u.full_name', createdAt: 'u.created_at', lastSignInAt: 'lastSignInAt' },
  })
  on.query(findUser, ({ id }, ctx) => readUser(id, ctx))
  on.query(userOptions, (input, ctx) => options(input, ctx))
  on.query(listRolesByUser, async ({ id }, ctx) => (await readUser(id, ctx)).roles)
}

function users(ctx: RequestContext) {
  return ctx.db
    .selectFrom('iam.user_account as u')
    .select(['u.id', 'u.account', 'u.full_name as fullName', 'u.scope_kind as scopeKind', 'u.mobile', 'u.email', 'u.status', 'u.version'])
    .select(['u.created_at as createdAt', sql<Date | null>`(select max(s.created_at) from iam.session s where s.user_id = u.id)`.as('lastSignInAt')])
    .select([
      placeOf('u').as('place'),
      sql<string>`(select coalesce(string_agg(r.name, ', ' order by r.name collate platform.vi), '') from iam.user_role ur join iam.role r on r.id = ur.role_id
        where ur.user_id = u.id)`.as('roles'),
      sql<number>`(select count(*)::int from iam.user_application ua where ua.user_id = u.id)`.as('applications'),
      sql<boolean>`exists (select from iam.totp t where t.user_id = u.id)`.as('authenticator'),
    ])
    .where(visibleUser(ctx, 'u'))
}

async function options({ text, ids }: InputOf<typeof userOptions>, ctx: RequestContext) {
  assertAdministers(ctx)
  let query = ctx.db
    .selectFrom('iam.user_account as u')
    .select(['u.id', 'u.account', 'u.full_name as fullName', placeOf('u').as('place')])
    .where(visibleUser(ctx, 'u'))
    .where('u.status', '<>', 'DISABLED')
  if (ids) query = query.where('u.id', 'in', ids)
  for (const pattern of foldedPatterns(text ?? '')) query = query.where(sql<boolean>`platform.fold(u.account || ' ' || u.full_name) like ${pattern}`)
  return await query
    .orderBy('u.account')
    .limit(ids ? ids.length : OPTIONS)
    .execute()
}

interface Row extends Omit<UserDetail, 'passwordChangedAt' | 'lastSignInAt' | 'createdAt' | 'updatedAt' | 'untouchable'> {
  passwordChangedAt: Date | null
  lastSignInAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Everything about one user of the caller's scope. Throws 404. */
export async function readUser(id: string, ctx: RequestContext): Promise<UserDetail> {
  const name = sql.ref(ctx.language === 'en' ? 'a.name_en' : 'a.name_vi')
  const { rows } = await sql<Row>`
    select u.id, u.account, u.full_name as "fullName", u.mobile, u.email, u.language, u.unit_id as "unitId", coalesce(g.name, '') as "unitName",
      u.partner_id as "partnerId", coalesce(p.name, '') as "partnerName", u.scope_kind as "scopeKind", u.status, u.version,
      u.created_at as "createdAt", u.updated_at as "updatedAt", u.updated_by as "updatedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'level', c.level) order by c.code), '[]')
        from iam.user_scope_unit su join organisation.unit_directory c on c.id = su.unit_id where su.user_id = u.id) as "scopeUnits",
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'code', r.code, 'name', r.name, 'status', r.status) order by r.code), '[]')
        from iam.user_role ur join iam.role r on r.id = ur.role_id where ur.user_id = u.id) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'name', ${name}, 'status', a.status) order by a.position), '[]')
        from iam.user_application ua join iam.application a on a.code = ua.application where ua.user_id = u.id) as applications,
      exists (select from iam.totp t where t.user_id = u.id) as authenticator,
      coalesce(k.must_change, false) as "mustChangePassword", k.changed_at as "passwordChangedAt",
      (select max(s.created_at) from iam.session s where s.user_id = u.id) as "lastSignInAt"
    from iam.user_account u
    left join organisation.unit_directory g on g.id = u.unit_id
    left join organisation.partner p on p.id = u.partner_id
    left join iam.credential k on k.user_id = u.id
    where u.id = ${id} and ${visibleUser(ctx, 'u')}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw new AppError(errors.notFound)
  return {
    ...row,
    passwordChangedAt: row.passwordChangedAt && isoLocal(row.passwordChangedAt),
    lastSignInAt: row.lastSignInAt && isoLocal(row.lastSignInAt),
    createdAt: isoLocal(row.createdAt),
    updatedAt: isoLocal(row.updatedAt),
    untouchable: await untouchable(row, ctx),
  }
}

async function untouchable(row: Pick<Row, 'id' | 'status'>, ctx: RequestContext): Promise<UserDetail['untouchable']> {
  if (row.status === 'DISABLED') return 'GONE'
  if (row.id === ctx.session.userId) return 'ONESELF'
  return (await isAbove(ctx, row, 'manage')) ? 'ABOVE' : null
}
