import { type RawBuilder, sql } from 'kysely'
import type { MatchRule } from '../../contract/document.ts'
import { settleGroups } from './groups.ts'
import { keyOf, methodOf, toleranceOf } from './keys.ts'
import { keep, type Lines, lineOf, makeTable, placeOf, type Scene } from './scene.ts'
import { partCrossed } from './swapped.ts'

/** Of one group: one money line on each side and nothing else. */
const PLAIN = sql`(n_o = 1 and n_t = 1 and n = 2)`
/** One line in all: nothing to compare it with. */
const ALONE = sql`(n = 1)`

/**
 * A rule whose keys say that lines are the same thing. Both sides go through one aggregation by key: groups of one and one are judged right there,
 * those of more line by line. Leaves what it has found in match_pair and match_break, what is left over in match_rest.
 */
export async function matchIdentity(scene: Scene, lines: Lines, rule: MatchRule, number: number): Promise<void> {
  const { tx, rules } = scene
  const key = keyOf(rule.keys) ?? sql`null`
  const net = rules.fee.mode === 'NET'
  const fee = net
    ? sql`case when bool_or(filled) filter (where side = 'T') then 0 else coalesce(sum(due_fee) filter (where side = 'O'), 0)::bigint end`
    : sql`0::bigint`
  const groups = sql`
    select key, count(*)::int as n, count(*) filter (where side = 'O' and money)::int as n_o, count(*) filter (where side = 'T' and money)::int as n_t,
        min(no) filter (where side = 'O') as o, max(no) filter (where side = 'O') as last_o,
        min(no) filter (where side = 'T') as t, max(no) filter (where side = 'T') as last_t,
        min(counted) filter (where side = 'O') as counted_o, min(counted) filter (where side = 'T') as counted_t, ${fee} as fee,
        max(day) - min(day) as days, min(account) as account_low, max(account) as account_high
      from (
        select side, no, money, day, counted, due_fee, filled, case when counter_account <> '' then hashtextextended(counter_account, 0) end as account,
            coalesce(${key}, chr(30) || side::text || no) as key from ${lines} l
      ) l
     group by key`
  await judge(scene, groups, rule, number)
  await keepMembers(scene, lines, key)
  await settleGroups(tx, rule, number)
  await partCrossed(scene, lines, number)
  await sql`insert into match_rest (side, no) select case when o is null then 'T' else 'O' end::"char", coalesce(o, t) from match_group where ${ALONE}`.execute(
    tx,
  )
}

/**
 * One and one: the same within the tolerance and the window, or what differs. Pairs that agree, by far the most, are written once and nowhere else;
 * match_differing has those that name different accounts, match_group all other groups.
 */
async function judge({ tx }: Scene, groups: RawBuilder<unknown>, rule: MatchRule, number: number): Promise<void> {
  const difference = sql`(counted_o - counted_t - fee)`
  const alike = sql`abs(${difference}) <= ${toleranceOf(rule, sql`counted_o`)}`
  const agree = sql`(${PLAIN} and ${alike} and days <= ${rule.windowDays})`
  await makeTable(
    tx,
    'match_group',
    'key text not null, n integer not null, n_o integer not null, n_t integer not null, o integer, last_o integer, t integer, last_t integer, alike boolean not null',
  )
  await makeTable(tx, 'match_differing', 'ours_no integer not null, theirs_no integer not null')
  await sql`
    with groups as materialized (${groups}), agreeing as (
      insert into match_pair (place, ours_no, theirs_no, rule, method, difference)
      select o, o, t, ${number}, ${methodOf(difference)}, ${difference} from groups where ${agree}
    ), differing as (
      insert into match_differing (ours_no, theirs_no) select o, t from groups where ${PLAIN} and account_low <> account_high
    )
    insert into match_group (key, n, n_o, n_t, o, last_o, t, last_t, alike)
    select key, n, n_o, n_t, o, last_o, t, last_t, ${PLAIN} and ${alike} from groups where ${agree} is not true`.execute(tx)
  await sql`analyze pg_temp.match_group`.execute(tx)
  await sql`
    with judged as materialized (
      select ${placeOf(sql`o`, sql`t`)} as place, o, t, case when alike then 'DATE' else 'AMOUNT' end as kind from match_group where ${PLAIN}
    ), breaks as (
      insert into match_break (place, kind, rule) select place, kind, ${number} from judged
    )
    insert into match_break_line (place, side, no) select place, 'O', o from judged union all select place, 'T', t from judged`.execute(tx)
}

/** Lines of all groups that need a closer look. The first and the last number of each side name all lines of a small group; of larger ones they are looked for. */
async function keepMembers(scene: Scene, lines: Lines, key: RawBuilder<unknown>): Promise<void> {
  const { tx } = scene
  const several = sql`not ${PLAIN} and not ${ALONE}`
  const few = sql`n = (o is not null)::int + (last_o > o is true)::int + (t is not null)::int + (last_t > t is true)::int`
  await keep(
    tx,
    'match_number',
    sql`
    with few as (select * from match_group where ${several} and ${few})
    select key, 'O'::"char" as side, o as no from few where o is not null union select key, 'O', last_o from few where o is not null
    union select key, 'T', t from few where t is not null union select key, 'T', last_t from few where t is not null`,
  )
  await keep(tx, 'match_large', sql`select key from match_group where ${several} and not (${few})`)
  await sql`
    insert into match_number (key, side, no)
    select l.key, l.side, l.no from (select side, no, ${key} as key from ${lines} l where exists (select from match_large)) l join match_large g on g.key = l.key`.execute(
    tx,
  )
  await sql`analyze pg_temp.match_number`.execute(tx)
  await keep(
    tx,
    'match_member',
    sql`select n.key, l.side, l.no, l.money, l.day, l.counted, l.due_fee, l.filled, l.status from match_number n ${lineOf(scene, 'n')}`,
  )
}
