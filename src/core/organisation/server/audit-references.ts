import type { AuditNames } from '#platform/server/module.ts'

type Find = NonNullable<AuditNames['references']>[string]

const units: Find = async (db, ids) => {
  const rows = await db.selectFrom('organisation.unit_directory').select(['id', 'code', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, code, name }) => [String(id), `${name} (${code})`]))
}

const partners: Find = async (db, ids) => {
  const rows = await db.selectFrom('organisation.partner').select(['id', 'code', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, code, name }) => [id, `${name} (${code})`]))
}

const staff: Find = async (db, ids) => {
  const rows = await db.selectFrom('organisation.staff_directory').select(['id', 'full_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, full_name: name }) => [String(id), String(name)]))
}

/** What units, partners and people are called wherever an audit entry holds their ids. */
export const organisationReferences = { unitId: units, unitIds: units, scopeUnitIds: units, partnerId: partners, staffId: staff }
