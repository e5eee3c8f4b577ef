import { sql } from 'kysely'
import type { searchUnits, UnitNode, UnitStep } from '#core/organisation/contract/unit.ts'
import type { InputOf } from '#kernel/contract.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { Scope } from '#platform/server/scope.ts'

const LIMIT = 200

/** Nodes of the unit tree inside a scope; see the contract for what the input asks. */
export async function findUnits(input: InputOf<typeof searchUnits>, scope: Scope, limit = LIMIT): Promise<UnitNode[]> {
  const { parentId, levels, ids } = input
  const words = foldedPatterns(input.text ?? '')
  let query = scope
    .selectFrom('organisation.unit as u')
    .select(['u.id', 'u.code', 'u.name', 'u.level', 'u.parent_id as parentId', 'u.status'])
    .select(() =>
      sql<boolean>`exists (${scope.selectFrom('organisation.unit as c').select('c.id').whereRef('c.parent_id', '=', sql.ref('u.id'))})`.as('hasChildren'),
    )
  if (parentId !== undefined) query = query.where('u.parent_id', '=', parentId)
  if (levels !== undefined) query = query.where('u.level', 'in', levels)
  if (ids !== undefined) query = query.where('u.id', 'in', ids)
  for (const word of words) query = query.where(sql<boolean>`(lower(u.code) LIKE ${word} OR platform.fold(u.name) LIKE ${word})`)
  if (parentId === undefined && levels === undefined && ids === undefined && words.length === 0) {
    query = query.where(sql<boolean>`not exists (${scope.selectFrom('organisation.unit as p').select('p.id').whereRef('p.id', '=', sql.ref('u.parent_id'))})`)
  }
  return (await query.orderBy('u.code').limit(limit).execute()) as UnitNode[]
}

/** The column that carries a unit of the level on every row below it, and the one of the level above. */
const STEPS = {
  PROVINCE: ['province_unit_id', 'head_unit_id'],
  DISTRICT: ['district_unit_id', 'province_unit_id'],
  OFFICE: ['office_unit_id', 'district_unit_id'],
} as const

/** Units of a level, below `parentId` when given, that lie in a scope or on the way down to it; by code. */
export async function stepsDown(level: keyof typeof STEPS, parentId: string | undefined, scope: Scope): Promise<UnitStep[]> {
  const [own, above] = STEPS[level]
  let reached = scope.selectFrom('organisation.unit as r').select(`r.${own} as id`).where(`r.${own}`, 'is not', null).distinct()
  if (parentId !== undefined) reached = reached.where(`r.${above}`, '=', parentId)
  return (await scope.db
    .selectFrom('organisation.unit_directory as u')
    .innerJoin(reached.as('way'), 'way.id', 'u.id')
    .select(['u.id', 'u.code', 'u.name', 'u.level', 'u.parent_id as parentId', 'u.status'])
    .select(() => sql<boolean>`exists (${scope.selectFrom('organisation.unit as o').select('o.id').whereRef('o.id', '=', sql.ref('u.id'))})`.as('inScope'))
    .orderBy('u.code')
    .execute()) as UnitStep[]
}
