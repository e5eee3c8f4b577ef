import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/**
 * Keeps breaks that a rule has found. `judged`: place, kind and key of each; `members`: key, side, no of all lines that belong to one of the keys.
 */
export async function keepBreaks(tx: Tx, rule: number, judged: RawBuilder<unknown>, members: RawBuilder<unknown>): Promise<void> {
  await sql`
    with judged as materialized (${judged}), breaks as (
      insert into match_break (place, kind, rule) select place, kind, ${rule} from judged
    )
    insert into match_break_line (place, side, no) select j.place, m.side, m.no from judged j join (${members}) m on m.key = j.key`.execute(tx)
}
