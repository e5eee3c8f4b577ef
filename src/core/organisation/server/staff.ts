import { sql } from 'kysely'
import type { staffTree } from '#core/organisation/contract/staff.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import type { Scope } from '#platform/server/scope.ts'
import { findUnits } from './unit-tree.ts'

export interface StaffInput {
  code: string
  fullName: string
  mobile?: string
  email?: string
  /** Exactly one of unitId and partnerId. */
  unitId?: string
  partnerId?: string
  positions?: string[]
}

/** Creates members of staff, answers their ids in the order given. */
export async function createStaff(tx: Tx, staff: StaffInput[]): Promise<string[]> {
  if (staff.length === 0) return []
  const rows = await tx
    .insertInto('organisation.staff')
    .values(
      staff.map((person) => ({
        code: person.code,
        full_name: person.fullName,
        mobile: person.mobile ?? '',
        email: person.email ?? '',
        unit_id: person.unitId ?? null,
        partner_id: person.partnerId ?? null,
        positions: person.positions ?? [],
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  return staff.map((person) => ids.get(person.code) as string)
}

/** Members of staff of a scope, with where they work. */
export function staffOf(scope: Scope) {
  return scope
    .selectFrom('organisation.staff as s')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 's.unit_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 's.partner_id' }))
    .select(['s.id', 's.code', 's.full_name as fullName', 's.mobile', 's.email', 's.unit_id as unitId', 's.status', 's.version'])
    .select([
      sql<string>`coalesce(${sql.ref('u.name')}, ${sql.ref('p.name')}, '')`.as('place'),
      sql<string>`array_to_string(s.positions, ', ')`.as('positions'),
    ])
}

/** Units of one step of the tree with the people who work there, all within a scope. */
export async function unitsWithStaff(input: InputOf<typeof staffTree>, scope: Scope): Promise<OutputOf<typeof staffTree>> {
  const units = await findUnits(input, scope)
  const counts = await scope
    .selectFrom('organisation.staff as s')
    .select([sql<string>`g.id`.as('id'), sql<number>`count(*) filter (where s.unit_id = g.id)::int`.as('here'), sql<number>`count(*)::int`.as('below')])
    .innerJoin(sql<{ id: string }>`unnest(${units.map(({ id }) => id)}::bigint[])`.as<'g'>(sql`g(id)`), (join) =>
      join.on(sql<boolean>`g.id in (s.head_unit_id, s.province_unit_id, s.district_unit_id, s.office_unit_id)`),
    )
    .where('s.status', '<>', 'CLOSED')
    .groupBy(sql`g.id`)
    .execute()
  const byUnit = new Map(counts.map((count) => [count.id, count]))
  return units.map((unit) => ({ ...unit, staffHere: byUnit.get(unit.id)?.here ?? 0, staffBelow: byUnit.get(unit.id)?.below ?? 0 }))
}
