import type { Queryable } from '#platform/server/database/db.ts'
import type { PieceCount } from '../../contract/denominations.ts'

/** Pieces by transaction (as planned) or by count, the largest denomination first. */
export async function piecesOf(db: Queryable, of: { planned: readonly string[] } | { counts: readonly string[] }): Promise<Map<string, PieceCount[]>> {
  const ids = 'planned' in of ? of.planned : of.counts
  if (ids.length === 0) return new Map()
  const rows =
    'planned' in of
      ? await db
          .selectFrom('cash.treasury_piece')
          .select(['treasury_id as id', 'denomination', 'pieces'])
          .where('treasury_id', 'in', ids)
          .orderBy('denomination', 'desc')
          .execute()
      : await db
          .selectFrom('cash.count_line')
          .select(['count_id as id', 'denomination', 'pieces'])
          .where('count_id', 'in', ids)
          .orderBy('denomination', 'desc')
          .execute()
  const lines = Map.groupBy(rows, ({ id }) => id)
  return new Map([...lines].map(([id, own]) => [id, own.map(({ denomination, pieces }) => ({ denomination, pieces }))]))
}
