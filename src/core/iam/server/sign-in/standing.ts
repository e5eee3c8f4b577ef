import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Session } from '#platform/server/session/session.ts'
import { grantOf, permissionsOf, type StoredGrant } from './session-store.ts'

interface Row extends StoredGrant {
  account: string
  fullName: string
  permissions: string[]
}

/**
 * What a person may do now, without a session of their own: for work that goes on after they asked for it. Undefined when they (or
 * their partner) are no longer active, or must change a first password.
 */
export async function standingOf({ db }: { db: Queryable }, userId: string, clientId: string): Promise<Session | undefined> {
  const { rows } = await sql<Row>`
    SELECT u.id AS "userId", u.account, u.full_name AS "fullName", u.scope_kind AS "scopeKind", u.unit_id AS "unitId", unit.level AS "unitLevel",
      u.partner_id AS "partnerId",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', su.unit_id::text, 'level', cu.level)), '[]') FROM iam.user_scope_unit su
        JOIN organisation.unit cu ON cu.id = su.unit_id WHERE su.user_id = u.id) AS units,
      ${permissionsOf(sql.ref('u.id'))} AS permissions
    FROM iam.user_account u
    LEFT JOIN iam.credential c ON c.user_id = u.id
    LEFT JOIN organisation.unit unit ON unit.id = u.unit_id
    LEFT JOIN organisation.partner partner ON partner.id = u.partner_id
    WHERE u.id = ${userId} AND u.status = 'ACTIVE' AND coalesce(partner.status, 'ACTIVE') = 'ACTIVE' AND NOT coalesce(c.must_change, false)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { account, fullName, partnerId } = row
  const unit = row.unitId && row.unitLevel ? { id: row.unitId, level: row.unitLevel } : null
  return { sid: '', userId, account, fullName, clientId, permissions: new Set(row.permissions), scope: grantOf(row, unit), unit, partnerId }
}
