import { sql } from 'kysely'
import type { StaffOrgUnit } from '#core/iam/contract/sign-in/auth.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { RequestContext } from '#platform/server/module.ts'

const brief = (alias: string) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}::text, 'code', ${sql.ref(`${alias}.code`)},
  'name', ${sql.ref(`${alias}.name`)}, 'level', ${sql.ref(`${alias}.level`)})`

/** The own place in the organisation: what a person may know of themselves whatever their scope, so it is read by the server itself. */
export async function readStaffOrgUnit({ session, runtime }: RequestContext): Promise<StaffOrgUnit> {
  const { rows } = await sql<StaffOrgUnit>`
    select u.scope_kind as "scopeKind",
      case when s.id is not null then jsonb_build_object('code', s.code, 'fullName', s.full_name, 'mobile', s.mobile, 'email', s.email,
        'positions', to_jsonb(s.positions), 'status', s.status) end as staff,
      case when g.id is not null then ${brief('g')} || jsonb_build_object('address', g.address, 'phone', g.phone, 'status', g.status) end as unit,
      case when p.id is not null then jsonb_build_object('id', p.id::text, 'code', p.code, 'name', p.name) end as partner,
      (select coalesce(jsonb_agg(${brief('w')} order by array_position(array[g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id], w.id)), '[]')
        from organisation.unit w where w.id in (g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id)) as path,
      (select coalesce(jsonb_agg(${brief('c')} order by c.code), '[]')
        from iam.user_scope_unit su join organisation.unit c on c.id = su.unit_id where su.user_id = u.id) as "scopeUnits"
    from iam.user_account u
    left join organisation.staff s on s.id = u.staff_id
    left join organisation.unit g on g.id = u.unit_id
    left join organisation.partner p on p.id = u.partner_id
    where u.id = ${session.userId}`.execute(runtime.db)
  const row = rows[0]
  if (!row) throw new AppError(errors.sessionEnded)
  return row
}
