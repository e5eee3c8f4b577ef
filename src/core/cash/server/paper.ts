import type { Queryable } from '#platform/server/database/db.ts'

/** The unit that issues a paper, below the one it belongs to. */
export async function unitPath(db: Queryable, unitId: string): Promise<string[]> {
  const unit = await db
    .selectFrom('organisation.unit_directory as u')
    .leftJoin('organisation.unit_directory as above', 'above.id', 'u.parent_id')
    .select(['above.name as above', 'u.name'])
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  return [unit?.above, unit?.name].filter((name) => name !== null && name !== undefined)
}
