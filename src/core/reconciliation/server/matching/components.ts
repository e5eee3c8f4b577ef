import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { changed, keep } from './scene.ts'

/** What hangs together by match_edge (a, b): match_component (id, label), the label being the smallest id of all that are connected. */
export async function connect(tx: Tx): Promise<void> {
  await keep(tx, 'match_component', sql`select id, id as label from (select a as id from match_edge union select b from match_edge) x`)
  const spread = sql`
    update match_component c set label = m.label
      from (
        select x.id, min(y.label) as label
          from (select a as id, b as other from match_edge union all select b, a from match_edge) x join match_component y on y.id = x.other group by x.id
      ) m
     where m.id = c.id and m.label < c.label`
  while ((await changed(tx, spread)) > 0n);
}
