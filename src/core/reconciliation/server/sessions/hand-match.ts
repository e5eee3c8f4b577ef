import { sql } from 'kysely'
import { formatMoney, type Hundredths } from '#kernel/money.ts'

import type { Tx } from '#platform/server/database/db.ts'
import type { SessionRow } from './records.ts'

/** Who matches lines by hand, and how: M within the tolerance, F outside of it, agreed on by two people. */
export interface ByHand {
  by: string
  at: Date
  reason: string
  method: 'M' | 'F'
  agreedBy?: string | null
}

export async function matchLines(
  tx: Tx,
  session: SessionRow,
  ours: readonly number[],
  theirs: readonly number[],
  how: ByHand,
): Promise<{ matchNo: number; difference: Hundredths }> {
  const { rows } = await sql<{ no: number; difference: string }>`
    select coalesce((select max(match_no) from reconciliation.pair where period = ${session.from_day} and session_id = ${session.id}), 0) + 1 as no,
      (select coalesce(sum(case side when 'O' then amount else -amount end), 0)::text from reconciliation.line
        where period = ${session.from_day} and session_id = ${session.id}
          and (side = 'O' and no = any(${ours as number[]}::int[]) or side = 'T' and no = any(${theirs as number[]}::int[]))) as difference`.execute(tx)
  const { no, difference } = rows[0] as { no: number; difference: string }
  await sql`insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
    select ${session.from_day}, ${session.id}, ${no}, o.no, t.no, 0, ${how.method}
      from unnest(${ours as number[]}::int[]) with ordinality o(no, at) full join unnest(${theirs as number[]}::int[]) with ordinality t(no, at) using (at)`.execute(
    tx,
  )
  await tx
    .insertInto('reconciliation.match')
    .values({
      session_id: session.id,
      no,
      difference: formatMoney(BigInt(difference)),
      reason: how.reason,
      made_by: how.by,
      made_at: how.at,
      agreed_by: how.agreedBy ?? null,
    })
    .execute()
  return { matchNo: no, difference: BigInt(difference) }
}
