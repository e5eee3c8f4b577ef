import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import type { ScopeGrant, UnitRef } from '#platform/server/session/session.ts'

/** The owner of a schedule as a session of theirs would be now. */
export interface Owner {
  account: string
  fullName: string
  active: boolean
  permissions: ReadonlySet<string>
  scope: ScopeGrant
}

interface Area {
  kind: ScopeGrant['kind']
  unit_id: string | null
  unit_level: UnitRef['level'] | null
  partner_id: string | null
}

/** Reads an owner from what identity publishes; undefined when there is no such user. */
export async function ownerOf(db: Queryable, userId: string): Promise<Owner | undefined> {
  const person = await db.selectFrom('iam.person').select(['account', 'full_name', 'active']).where('id', '=', userId).executeTakeFirst()
  if (!person) return undefined
  const permissions = await db.selectFrom('iam.effective_permission').select('uri').where('user_id', '=', userId).execute()
  const { rows: areas } = await sql<Area>`select kind, unit_id, unit_level, partner_id from iam.scope_area where user_id = ${userId}`.execute(db)
  return {
    account: person.account ?? '',
    fullName: person.full_name ?? '',
    active: person.active === true,
    permissions: new Set(permissions.map(({ uri }) => String(uri))),
    scope: grantOf(userId, areas),
  }
}

/** Who has no row sees what is their own. */
function grantOf(userId: string, areas: readonly Area[]): ScopeGrant {
  const units = areas.flatMap(({ unit_id: id, unit_level: level }): UnitRef[] => (id !== null && level !== null ? [{ id, level }] : []))
  const [first] = areas
  const [unit] = units
  if (first?.kind === 'ALL') return { kind: 'ALL' }
  if (first?.kind === 'PARTNER' && first.partner_id !== null) return { kind: 'PARTNER', partnerId: first.partner_id }
  if (first?.kind === 'UNITS') return { kind: 'UNITS', units }
  if ((first?.kind === 'UNIT' || first?.kind === 'UNIT_AND_BELOW') && unit) return { kind: first.kind, unit }
  return { kind: 'SELF', userId }
}
