import { sql } from 'kysely'
import type { MatchRule } from '../../contract/document.ts'
import { connect } from './components.ts'
import { keepBreaks } from './found.ts'
import { isExact, keyOf, methodOf, toleranceOf } from './keys.ts'
import { keep, type Lines, placeOf, type Scene } from './scene.ts'

/**
 * A rule whose keys only make it likely that lines belong together. Lines that nobody can tell apart are one class; classes match where each is the
 * other's only candidate and both have as many lines. Everything else that has a candidate is ambiguous, with all that hangs together.
 */
export async function matchSimilar(scene: Scene, lines: Lines, rule: MatchRule, number: number): Promise<void> {
  const { tx } = scene
  const key = keyOf(rule.keys) ?? sql`''`
  await keep(
    tx,
    'match_member',
    sql`
    select l.side, l.no, l.day, l.counted, l.due_fee, l.filled, l.key, dense_rank() over (order by l.side, l.key, l.counted, l.due_fee, l.filled, l.day) as class
      from (select l.*, ${key} as key from ${lines} l where money) l where l.key is not null`,
  )
  await keep(
    tx,
    'match_class',
    sql`
    select class as id, min(side) as side, min(key) as key, min(day) as day, min(counted) as counted, min(due_fee) as due_fee, bool_and(filled) as filled, count(*) as n
      from match_member group by class`,
  )
  await keepEdges(scene, rule)
  await keepPairs(scene, number)
  await sql`delete from match_edge where a in (select a from match_decided)`.execute(tx)
  await connect(tx)
  const members = sql`
    select c.label as key, m.side, m.no from match_component c join match_member m on m.class = c.id`
  const first = sql`min(no) filter (where side = 'O')`
  const judged = sql`select key, ${placeOf(first, sql`min(no)`)} as place, 'AMBIGUOUS' as kind from (${members}) m group by key`
  await keepBreaks(tx, number, judged, members)
  await sql`
    insert into match_rest (side, no)
    select l.side, l.no from ${lines} l
     where not exists (select from match_even e where l.side = 'O' and e.ours_no = l.no) and not exists (select from match_even e where l.side = 'T' and e.theirs_no = l.no)
       and not exists (select from match_break_line b where b.side = l.side and b.no = l.no)`.execute(tx)
}

/** Which classes may belong together: the same key, days within the window, amounts within the tolerance. */
async function keepEdges({ tx, rules }: Scene, rule: MatchRule): Promise<void> {
  // A range is looked up in an index; of equal amounts PostgreSQL makes a hash.
  if (!isExact(rule)) await sql`create index on match_class (side, key, counted)`.execute(tx)
  const between = (filled: boolean) => {
    const wanted = filled ? sql`o.counted` : sql`(o.counted - o.due_fee)`
    const most = toleranceOf(rule, sql`o.counted`)
    const amount = isExact(rule) ? sql`t.counted = ${wanted}` : sql`t.counted between ${wanted} - ${most} and ${wanted} + ${most}`
    const day = sql`t.day between o.day - ${rule.windowDays}::int and o.day + ${rule.windowDays}::int`
    return sql`select o.id as a, t.id as b, ${wanted} - t.counted as difference from match_class o join match_class t on t.key = o.key and ${amount} and ${day}
      where o.side = 'O' and t.side = 'T' and t.filled = ${filled}`
  }
  await keep(tx, 'match_edge', rules.fee.mode === 'NET' ? sql`${between(true)} union all ${between(false)}` : between(true))
}

/** Classes that are each other's only candidate, line by line in order. */
async function keepPairs({ tx }: Scene, number: number): Promise<void> {
  await keep(
    tx,
    'match_decided',
    sql`
    select e.a, e.b, e.difference
      from (select a, b, difference, count(*) over (partition by a) as of_a, count(*) over (partition by b) as of_b from match_edge) e
      join match_class o on o.id = e.a join match_class t on t.id = e.b where e.of_a = 1 and e.of_b = 1 and o.n = t.n`,
  )
  await keep(
    tx,
    'match_even',
    sql`
    with numbered as (
      select class as id, no, row_number() over (partition by class order by no) as turn from match_member
    )
    select o.no as ours_no, t.no as theirs_no, d.difference from match_decided d join numbered o on o.id = d.a join numbered t on t.id = d.b and t.turn = o.turn`,
  )
  await sql`
    insert into match_pair (place, ours_no, theirs_no, rule, method, difference)
    select ours_no, ours_no, theirs_no, ${number}, ${methodOf(sql`difference`)}, difference from match_even`.execute(tx)
}
