import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'

/** Lines of breaks count there until they are matched by hand, carried on or put right: then they stand wherever the matching puts them. */
const COUNTS = sql`(b.status = 'RESOLVED' and (b.resolution in ('MATCH', 'CARRY') or b.put_right)) is not true`

/**
 * Brings what a session says of its breaks, waiting and matched lines up to date after a match by hand, its undoing or a decision. Breaks and waiting
 * lines are counted, all other lines are matched: whether they are is proved by `recount`, which a session goes through before it is confirmed.
 */
export async function refreshCounters(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    update reconciliation.session s set
        breaks = b.all_breaks, breaks_open = b.open, at_risk = b.at_risk,
        broken_ours = b.ours, broken_theirs = b.theirs, broken_ours_sum = b.ours_sum, broken_theirs_sum = b.theirs_sum,
        waiting_ours = w.ours, waiting_theirs = w.theirs, waiting_ours_sum = w.ours_sum, waiting_theirs_sum = w.theirs_sum,
        matched_ours = s.ours_lines - b.ours - w.ours, matched_theirs = s.theirs_lines - b.theirs - w.theirs,
        matched_ours_sum = s.ours_sum - b.ours_sum - w.ours_sum, matched_theirs_sum = s.theirs_sum - b.theirs_sum - w.theirs_sum
      from (
        select count(*) as all_breaks, count(*) filter (where status <> 'RESOLVED') as open, coalesce(sum(at_risk) filter (where status <> 'RESOLVED'), 0) as at_risk,
            coalesce(sum(ours_lines) filter (where counts), 0) as ours, coalesce(sum(theirs_lines) filter (where counts), 0) as theirs,
            coalesce(sum(ours_sum) filter (where counts), 0) as ours_sum, coalesce(sum(theirs_sum) filter (where counts), 0) as theirs_sum
          from (select b.*, ${COUNTS} as counts from reconciliation.break b where b.session_id = ${sessionId}) b
      ) b, (
        select count(*) filter (where w.side = 'O') as ours, count(*) filter (where w.side = 'T') as theirs,
            coalesce(sum(l.amount) filter (where w.side = 'O'), 0) * 0.01 as ours_sum, coalesce(sum(l.amount) filter (where w.side = 'T'), 0) * 0.01 as theirs_sum
          from reconciliation.session s join reconciliation.waiting w on w.session_id = s.id
          join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.side = w.side and l.no = w.no and l.money
         where s.id = ${sessionId}
      ) w
     where s.id = ${sessionId}`.execute(tx)
}

/** What a set of lines can be told by: how many, and two sums over their numbers. */
const told = (side: string, no: string) =>
  sql.raw(
    `count(*) filter (where ${side}) as n, coalesce(sum(${no}::bigint) filter (where ${side}), 0) as plain, coalesce(sum(${no}::bigint * ${no}) filter (where ${side}), 0) as squares`,
  )

/**
 * Counts the lines of a session anew and proves that each stands in exactly one place: a match, a break or the waiting ones. Throws where one is lost
 * or stands twice, which only a fault of the program can bring about.
 */
export async function recount(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    update reconciliation.session s set ours_lines = l.ours, theirs_lines = l.theirs, ours_sum = l.ours_sum, theirs_sum = l.theirs_sum
      from (
        select count(*) filter (where l.side = 'O') as ours, count(*) filter (where l.side = 'T') as theirs,
            coalesce(sum(l.amount) filter (where l.side = 'O'), 0) * 0.01 as ours_sum, coalesce(sum(l.amount) filter (where l.side = 'T'), 0) * 0.01 as theirs_sum
          from reconciliation.session s join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.money where s.id = ${sessionId}
      ) l
     where s.id = ${sessionId}`.execute(tx)
  await refreshCounters(tx, sessionId)
  for (const side of ['O', 'T'] as const) {
    const { rows } = await sql<{ whole: boolean }>`
      with lines as (select ${told('true', 'no')} from reconciliation.session s join reconciliation.line l on l.session_id = s.id and l.period = s.from_day
          where s.id = ${sessionId} and l.money and l.side = ${side}),
        placed as (${placed(sessionId, side)})
      select (l.n, l.plain, l.squares) = (p.n, p.plain, p.squares) as whole from lines l, placed p`.execute(tx)
    if (!rows[0]?.whole) throw new Error(`lines of session ${sessionId} are lost or stand in two places: ${side}`)
  }
}

/** Where lines of one side that moved money stand. */
function placed(sessionId: string, side: 'O' | 'T'): RawBuilder<unknown> {
  const no = sql.raw(side === 'O' ? 'ours_no' : 'theirs_no')
  return sql`
    select coalesce(sum(n), 0) as n, coalesce(sum(plain), 0) as plain, coalesce(sum(squares), 0) as squares from (
      select ${told('no is not null', 'no')} from (
        select p.${no} as no from reconciliation.session s join reconciliation.pair p on p.session_id = s.id and p.period = s.from_day where s.id = ${sessionId}) p
      union all
      select ${told('true', 'l.no')} from reconciliation.session s join reconciliation.break b on b.session_id = s.id and ${COUNTS}
        join reconciliation.break_line k on k.break_id = b.id and k.side = ${side}
        join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.side = k.side and l.no = k.no and l.money where s.id = ${sessionId}
      union all
      select ${told('true', 'no')} from reconciliation.waiting where session_id = ${sessionId} and side = ${side}
    ) x`
}
