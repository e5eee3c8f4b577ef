import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/** Sums of a session from its matches, breaks and waiting lines. */
export async function refreshCounters(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    with money as (
      select l.side, l.no, l.amount * 0.01 as amount from reconciliation.session s
        join reconciliation.line l on l.period = s.from_day and l.session_id = s.id and l.money where s.id = ${sessionId}
    ), matched as (
      select count(m.no) filter (where m.side = 'O') as ours, count(m.no) filter (where m.side = 'T') as theirs,
        coalesce(sum(m.amount) filter (where m.side = 'O'), 0) as ours_sum, coalesce(sum(m.amount) filter (where m.side = 'T'), 0) as theirs_sum
      from reconciliation.session s join reconciliation.pair p on p.period = s.from_day and p.session_id = s.id
        join money m on m.side = 'O' and m.no = p.ours_no or m.side = 'T' and m.no = p.theirs_no where s.id = ${sessionId}
    ), waiting as (
      select count(m.no) filter (where m.side = 'O') as ours, count(m.no) filter (where m.side = 'T') as theirs,
        coalesce(sum(m.amount) filter (where m.side = 'O'), 0) as ours_sum, coalesce(sum(m.amount) filter (where m.side = 'T'), 0) as theirs_sum
      from reconciliation.waiting w join money m on m.side = w.side and m.no = w.no where w.session_id = ${sessionId}
    ), broken as (
      select count(*) as all, count(*) filter (where status <> 'RESOLVED') as open, coalesce(sum(at_risk) filter (where status <> 'RESOLVED'), 0) as risk,
        coalesce(sum(ours_lines) filter (where counts), 0) as ours, coalesce(sum(theirs_lines) filter (where counts), 0) as theirs,
        coalesce(sum(ours_sum) filter (where counts), 0) as ours_sum, coalesce(sum(theirs_sum) filter (where counts), 0) as theirs_sum
      from (select b.*, (b.status = 'RESOLVED' and b.resolution in ('MATCH', 'CARRY')) is not true as counts from reconciliation.break b where b.session_id = ${sessionId}) b
    )
    update reconciliation.session s set
      matched_ours = m.ours, matched_theirs = m.theirs, matched_ours_sum = m.ours_sum, matched_theirs_sum = m.theirs_sum,
      waiting_ours = w.ours, waiting_theirs = w.theirs, waiting_ours_sum = w.ours_sum, waiting_theirs_sum = w.theirs_sum,
      breaks = b.all, breaks_open = b.open, at_risk = b.risk,
      broken_ours = b.ours, broken_theirs = b.theirs, broken_ours_sum = b.ours_sum, broken_theirs_sum = b.theirs_sum,
      version = s.version + 1
    from matched m, waiting w, broken b where s.id = ${sessionId}`.execute(tx)
}
