import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { MatchRule } from '../../contract/document.ts'
import { keepBreaks } from './found.ts'
import { methodOf, toleranceOf } from './keys.ts'
import { keep, placeOf, UNDECIDED } from './scene.ts'

/** Groups of more than one line a side, or with lines that moved no money: match_member, by key. */
export async function settleGroups(tx: Tx, rule: MatchRule, number: number): Promise<void> {
  await keep(
    tx,
    'match_fact',
    sql`
    select key, count(*) filter (where side = 'O' and money) as n_o, count(*) filter (where side = 'T' and money) as n_t,
        count(*) filter (where side = 'O' and not money) as z_o, count(*) filter (where side = 'T' and not money) as z_t,
        min(no) filter (where side = 'O') as o, min(no) filter (where side = 'T') as t, coalesce(bool_or(filled) filter (where side = 'T' and money), true) as filled,
        coalesce(bool_or(side = 'O' and not money and status in ${UNDECIDED}), false) as undecided
      from match_member group by key`,
  )
  await judgeStatus(tx, number)
  await sql`
    insert into match_rest (side, no)
    select m.side, m.no from match_fact f join match_member m on m.key = f.key where f.n_o + f.z_o = 0 or f.n_t + f.z_t = 0`.execute(tx)
  await pairEqual(tx, rule, number)
  await judgeLeft(tx, rule, number)
}

/** Money on one side only while the other side knows of it and says that none has moved; or the other side knows the end that we do not. */
async function judgeStatus(tx: Tx, number: number): Promise<void> {
  const judged = sql`
    select key, ${placeOf(sql`o`, sql`t`)} as place, 'STATUS' as kind from match_fact
     where (n_o = 0 and z_o > 0 and n_t > 0) or (n_t = 0 and z_t > 0 and n_o > 0) or (n_o = 0 and n_t = 0 and z_t > 0 and undecided)`
  await keepBreaks(tx, number, judged, sql`select key, side, no from match_member`)
}

/**
 * Within a group equal amounts belong together where nothing is left to chance: as many on both sides on each day, so that it does not matter which
 * is which; or a single one on each side within the window. match_even is what was found, match_left what was not.
 */
async function pairEqual(tx: Tx, { windowDays }: MatchRule, number: number): Promise<void> {
  await keep(
    tx,
    'match_both',
    sql`
    select m.key, m.side, m.no, m.day, m.counted - case when m.side = 'O' and not f.filled then m.due_fee else 0 end as counted
      from match_fact f join match_member m on m.key = f.key and m.money where f.n_o > 0 and f.n_t > 0`,
  )
  await keep(
    tx,
    'match_even',
    sql`
    with days as (
      select key, counted, day, count(*) filter (where side = 'O') as n_o, count(*) filter (where side = 'T') as n_t from match_both group by key, counted, day
    ), amounts as (
      select key, counted from days group by key, counted
      having bool_and(n_o = n_t) or (sum(n_o) = 1 and sum(n_t) = 1 and max(day) - min(day) <= ${windowDays})
    ), numbered as (
      select b.key, b.side, b.no, b.counted, row_number() over (partition by b.key, b.side, b.counted order by b.day, b.no) as turn
        from match_both b join amounts a on a.key = b.key and a.counted = b.counted
    )
    select o.no as ours_no, t.no as theirs_no from numbered o join numbered t on t.key = o.key and t.counted = o.counted and t.turn = o.turn
     where o.side = 'O' and t.side = 'T'`,
  )
  await sql`
    insert into match_pair (place, ours_no, theirs_no, rule, method, difference) select ours_no, ours_no, theirs_no, ${number}, 'A', 0 from match_even`.execute(
    tx,
  )
  await keep(
    tx,
    'match_left',
    sql`
    select * from match_both b where not exists (select from match_even e where b.side = 'O' and e.ours_no = b.no)
      and not exists (select from match_even e where b.side = 'T' and e.theirs_no = b.no)`,
  )
}

/** What is left of the groups: one and one differ in something; lines that nobody can tell apart are there too often; all else is not decided by chance. */
async function judgeLeft(tx: Tx, rule: MatchRule, number: number): Promise<void> {
  const difference = sql`(counted_o - counted_t)`
  const alike = sql`abs(${difference}) <= ${toleranceOf(rule, sql`counted_o`)}`
  const near = sql`abs(day_o - day_t) <= ${rule.windowDays}`
  await keep(
    tx,
    'match_verdict',
    sql`
    select key, o, t, ${difference} as difference, case
        when n_o = 0 or n_t = 0 then 'REST'
        when n_o = 1 and n_t = 1 then case when not ${alike} then 'AMOUNT' when not ${near} then 'DATE' else 'MATCH' end
        when classes = 1 then 'DUPLICATE'
        else 'AMBIGUOUS' end as kind
      from (
        select key, count(*) filter (where side = 'O') as n_o, count(*) filter (where side = 'T') as n_t, count(distinct (counted, day)) as classes,
            min(no) filter (where side = 'O') as o, min(no) filter (where side = 'T') as t,
            min(counted) filter (where side = 'O') as counted_o, min(counted) filter (where side = 'T') as counted_t,
            min(day) filter (where side = 'O') as day_o, min(day) filter (where side = 'T') as day_t
          from match_left group by key
      ) g`,
  )
  await sql`
    insert into match_pair (place, ours_no, theirs_no, rule, method, difference)
    select o, o, t, ${number}, ${methodOf(sql`difference`)}, difference from match_verdict where kind = 'MATCH'`.execute(tx)
  await sql`insert into match_rest (side, no) select l.side, l.no from match_verdict v join match_left l on l.key = v.key where v.kind = 'REST'`.execute(tx)
  const judged = sql`select key, ${placeOf(sql`o`, sql`t`)} as place, kind from match_verdict where kind not in ('MATCH', 'REST')`
  await keepBreaks(tx, number, judged, sql`select key, side, no from match_left`)
}
