import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/**
 * Lines that earlier sessions have carried over into this one: they wait there no longer, and where such a line has found its counterpart here, the
 * break that it came from is closed by this session, however many sessions it has passed through.
 */
export async function closeCarried(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    update reconciliation.waiting w set taken_by_session_id = s.id
      from reconciliation.session s join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.carried_from is not null
     where s.id = ${sessionId} and w.session_id = l.carried_from and w.side = l.side and w.no = l.carried_no and w.taken_by_session_id is distinct from s.id`.execute(
    tx,
  )
  await sql`
    with recursive passed as (
      select l.side, l.carried_from as session_id, l.carried_no as no,
          exists (select from reconciliation.pair p where p.session_id = s.id and p.period = s.from_day and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no)) as found
        from reconciliation.session s join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.carried_from is not null where s.id = ${sessionId}
      union all
      select l.side, l.carried_from, l.carried_no, p.found from passed p join reconciliation.session s on s.id = p.session_id
        join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.side = p.side and l.no = p.no and l.carried_from is not null
    ), closing as (
      select b.id, bool_and(p.found) as found from passed p join reconciliation.break_line k on k.session_id = p.session_id and k.side = p.side and k.no = p.no
        join reconciliation.break b on b.id = k.break_id and b.status = 'RESOLVED' and b.resolution = 'CARRY' group by b.id
    )
    update reconciliation.break b set closed_by_session_id = case when c.found then ${sessionId}::bigint end, updated_at = now(), updated_by = 'system', version = b.version + 1
      from closing c where c.id = b.id and (c.found and b.closed_by_session_id is distinct from ${sessionId} or not c.found and b.closed_by_session_id = ${sessionId})`.execute(
    tx,
  )
}
