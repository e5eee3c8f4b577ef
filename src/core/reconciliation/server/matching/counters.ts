import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { contractFee, type Scene } from './scene.ts'

/** Lines of breaks count there until they are matched by hand, carried on or put right: then they stand wherever the matching puts them. */
const COUNTS = sql`(b.status = 'RESOLVED' and (b.resolution in ('MATCH', 'CARRY') or b.put_right)) is not true`

/** Lines of both sides that moved money, what moved either way, and the fees of ours by contract. */
interface Totals {
  ours: string
  oursSum: string
  theirs: string
  theirsSum: string
  moved: string
  feeDue: string
}

/**
 * Brings what a session says of its breaks, waiting and matched lines up to date after a match by hand, its undoing or a decision. Breaks and waiting
 * lines are counted, all other lines are matched: whether they are is proved by `recount`, which a session goes through before it is confirmed.
 */
export async function refreshCounters(tx: Tx, sessionId: string): Promise<void> {
  await write(tx, sessionId)
}

/** One statement: a session that was matched before is whole at any time. */
async function write(tx: Tx, sessionId: string, totals?: Totals): Promise<void> {
  const all = totals
    ? sql`select ${totals.ours}::integer as ours, ${totals.theirs}::integer as theirs, ${totals.oursSum}::numeric as ours_sum, ${totals.theirsSum}::numeric as theirs_sum,
        ${totals.moved}::numeric as moved_sum, ${totals.feeDue}::numeric as fee_due`
    : sql`select ours_lines as ours, theirs_lines as theirs, ours_sum, theirs_sum, moved_sum, fee_due from reconciliation.session where id = ${sessionId}`
  await sql`
    update reconciliation.session s set
        ours_lines = a.ours, theirs_lines = a.theirs, ours_sum = a.ours_sum, theirs_sum = a.theirs_sum, moved_sum = a.moved_sum, fee_due = a.fee_due,
        breaks = b.all_breaks, breaks_open = b.open, at_risk = b.at_risk,
        broken_ours = b.ours, broken_theirs = b.theirs, broken_ours_sum = b.ours_sum, broken_theirs_sum = b.theirs_sum,
        waiting_ours = w.ours, waiting_theirs = w.theirs, waiting_ours_sum = w.ours_sum, waiting_theirs_sum = w.theirs_sum,
        matched_ours = a.ours - b.ours - w.ours, matched_theirs = a.theirs - b.theirs - w.theirs,
        matched_ours_sum = a.ours_sum - b.ours_sum - w.ours_sum, matched_theirs_sum = a.theirs_sum - b.theirs_sum - w.theirs_sum
      from (${all}) a, (
        select count(*) as all_breaks, count(*) filter (where status <> 'RESOLVED') as open, coalesce(sum(at_risk) filter (where status <> 'RESOLVED'), 0) as at_risk,
            coalesce(sum(ours_lines) filter (where counts), 0) as ours, coalesce(sum(theirs_lines) filter (where counts), 0) as theirs,
            coalesce(sum(ours_sum) filter (where counts), 0) as ours_sum, coalesce(sum(theirs_sum) filter (where counts), 0) as theirs_sum
          from (select b.*, ${COUNTS} as counts from reconciliation.break b where b.session_id = ${sessionId}) b
      ) b, (
        select count(*) filter (where w.side = 'O') as ours, count(*) filter (where w.side = 'T') as theirs,
            coalesce(sum(l.amount) filter (where w.side = 'O'), 0) * 0.01 as ours_sum, coalesce(sum(l.amount) filter (where w.side = 'T'), 0) * 0.01 as theirs_sum
          from reconciliation.session s join reconciliation.waiting w on w.session_id = s.id
          cross join lateral (
            select l.amount from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = w.side and l.no = w.no and l.money offset 0) l
         where s.id = ${sessionId}
      ) w
     where s.id = ${sessionId}`.execute(tx)
}

/** What lines of one side can be told by: how many, and two sums over their numbers. `no`: the number, null for lines of the other side. */
const told = (side: 'o' | 't', no: string) =>
  sql.raw(`count(${no}) as n_${side}, coalesce(sum(${no}::bigint), 0) as plain_${side}, coalesce(sum(${no}::bigint * ${no}), 0) as squares_${side}`)
/** The same of both sides, in tables that name the side and in those that have a number for each. */
const bySide = (table: string) =>
  sql`${told('o', `case ${table}.side when 'O' then ${table}.no end`)}, ${told('t', `case ${table}.side when 'T' then ${table}.no end`)}`
const byNumber = sql`${told('o', 'p.ours_no')}, ${told('t', 'p.theirs_no')}`

/**
 * Counts the lines of a session anew and proves that each stands in exactly one place: a match, a break or the waiting ones. Throws where one is lost
 * or stands twice, which only a fault of the program can bring about. Lines of breaks are looked up one by one in SQL: right after a matching
 * PostgreSQL has no idea yet how many breaks there are, and would cross them with all lines.
 */
export async function recount({ tx, sessionId, period, rules }: Scene): Promise<void> {
  const feeDue = rules.fee.mode === 'GROSS' ? sql`0` : contractFee(rules.fee, sql`l.amount`)
  const mine = (table: string) => sql`${sql.ref(`${table}.session_id`)} = ${sessionId} and ${sql.ref(`${table}.period`)} = ${period}`
  const { rows } = await sql<Totals & { whole: boolean }>`
    with lines as (
      select ${bySide('l')}, coalesce(sum(case l.side when 'O' then l.amount end), 0) * 0.01 as ours_sum, coalesce(sum(case l.side when 'T' then l.amount end), 0) * 0.01 as theirs_sum,
          greatest(sum(abs(case l.side when 'O' then l.amount end)), sum(abs(case l.side when 'T' then l.amount end)), 0) * 0.01 as moved,
          coalesce(sum(${feeDue}) filter (where l.side = 'O'), 0) * 0.01 as fee_due
        from reconciliation.line l where ${mine('l')} and l.money
    ), broken as materialized (
      select k.side, k.no from reconciliation.break_line k
        cross join lateral (select from reconciliation.break b where b.id = k.break_id and b.session_id = k.session_id and ${COUNTS} offset 0) b
       where k.session_id = ${sessionId}
    ), parts as (
      select ${byNumber} from reconciliation.pair p where ${mine('p')}
      union all
      select ${bySide('k')} from broken k cross join lateral (
        select from reconciliation.line l where ${mine('l')} and l.side = k.side and l.no = k.no and l.money offset 0) l
      union all
      select ${bySide('w')} from reconciliation.waiting w where w.session_id = ${sessionId}
    ), placed as (
      select sum(n_o) as n_o, sum(plain_o) as plain_o, sum(squares_o) as squares_o, sum(n_t) as n_t, sum(plain_t) as plain_t, sum(squares_t) as squares_t from parts
    )
    select l.n_o as ours, l.n_t as theirs, l.ours_sum as "oursSum", l.theirs_sum as "theirsSum", l.moved, l.fee_due as "feeDue",
        l.n_o = p.n_o and l.plain_o = p.plain_o and l.squares_o = p.squares_o and l.n_t = p.n_t and l.plain_t = p.plain_t and l.squares_t = p.squares_t as whole
      from lines l, placed p`.execute(tx)
  const { whole, ...totals } = rows[0] as (typeof rows)[number]
  if (!whole) throw new Error(`lines of session ${sessionId} are lost or stand in two places`)
  await write(tx, sessionId, totals)
}
