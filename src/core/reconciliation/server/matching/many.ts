import { type RawBuilder, sql } from 'kysely'
import type { MatchRule, RuleKey } from '../../contract/document.ts'
import { connect } from './components.ts'
import { keepBreaks } from './found.ts'
import { keyOf, methodOf, toleranceOf } from './keys.ts'
import { keep, type Lines, placeOf, type Scene } from './scene.ts'

/** What is grouped by; a day is no part of the key: the single line may lie within the window. */
function keysOf({ keys, group }: MatchRule): RuleKey[] {
  return group === undefined || group === 'DAY' || keys.includes(group) ? keys : [...keys, group]
}

/**
 * One line of one side is many of the other. Lines are grouped by the keys and the group key alone, subsets are never tried: a group whose sum is
 * the single line's amount matches it; a group and a line that have only each other but differ in the sum are one break that shows the gap.
 */
export async function matchMany(scene: Scene, lines: Lines, rule: MatchRule, number: number): Promise<void> {
  const { tx } = scene
  const key = keyOf(keysOf(rule)) ?? sql`''`
  const many = rule.cardinality === 'ONE_MANY' ? 'T' : 'O'
  await keep(
    tx,
    'match_member',
    sql`
    select l.side, l.no, l.day, l.counted, l.due_fee, l.filled, l.key, ${rule.group === 'DAY' ? sql`case when side = ${many} then l.day end` : sql`null::date`} as set_day
      from (select l.*, ${key} as key from ${lines} l where money) l where l.key is not null`,
  )
  await keep(
    tx,
    'match_set',
    sql`
    select row_number() over (order by min(no)) as id, key, set_day, min(day) as first, max(day) as last, min(no) as no, sum(counted)::bigint as counted,
        sum(due_fee)::bigint as due_fee, bool_or(filled) as filled, count(*) as n from match_member where side = ${many} group by key, set_day`,
  )
  await keep(tx, 'match_single', sql`select -no::bigint as id, key, day, no, counted, due_fee, filled from match_member where side <> ${many}`)
  await keepCandidates(scene, rule, many)
  await decide(scene, rule, number, many)
  await sql`
    insert into match_rest (side, no)
    select l.side, l.no from ${lines} l where not exists (select from match_taken x where x.side = l.side and x.no = l.no)`.execute(tx)
}

/** Groups and single lines that may belong together, with what they differ by. */
async function keepCandidates({ tx }: Scene, rule: MatchRule, many: 'O' | 'T'): Promise<void> {
  const [ours, theirs] = many === 'O' ? [sql`s`, sql`x`] : [sql`x`, sql`s`]
  const near = sql`x.day - ${rule.windowDays}::int <= s.first and x.day + ${rule.windowDays}::int >= s.last`
  await keep(
    tx,
    'match_candidate',
    sql`
    select s.id as a, x.id as b, ${ours}.counted - ${theirs}.counted - case when ${theirs}.filled then 0 else ${ours}.due_fee end as difference, ${ours}.counted as counted,
        ${near} as near, s.set_day is null or s.set_day = x.day as same_day
      from match_set s join match_single x on x.key = s.key ${rule.group === 'DAY' ? sql`and ${near}` : sql``}`,
  )
}

/** Candidates that are each other's only one. */
const only = (of: RawBuilder<unknown>) => sql`
  select c.* from (select c.*, count(*) over (partition by a) as of_a, count(*) over (partition by b) as of_b from (${of}) c) c where of_a = 1 and of_b = 1`

/** Matches, gaps between a group and the line that it should be, and what could be several things. */
async function decide(scene: Scene, rule: MatchRule, number: number, many: 'O' | 'T'): Promise<void> {
  const { tx } = scene
  const equal = sql`abs(difference) <= ${toleranceOf(rule, sql`counted`)}`
  const without = (table: string, taken: string) => sql`
    select * from ${sql.raw(table)} c where not exists (select from ${sql.raw(taken)} d where d.a = c.a) and not exists (select from ${sql.raw(taken)} d where d.b = c.b)`
  await keep(tx, 'match_decided', only(sql`select * from match_candidate where ${equal} and near`))
  await keep(tx, 'match_open', without('match_candidate', 'match_decided'))
  // A day's own line explains its gap before one of the next day does.
  await keep(tx, 'match_own_gap', only(sql`select * from match_open where same_day and not (${equal} and near)`))
  await keep(tx, 'match_gap', sql`select * from match_own_gap union all ${only(without('match_open', 'match_own_gap'))}`)
  await keep(tx, 'match_edge', without('match_open', 'match_gap'))
  await connect(tx)
  await keep(
    tx,
    'match_place',
    sql`
    select s.id, m.side, m.no from match_set s join match_member m on m.side = ${many} and m.key = s.key and m.set_day is not distinct from s.set_day
    union all select id, ${many === 'O' ? 'T' : 'O'}::"char", no from match_single`,
  )
  await keepMatches(scene, number, many)
  const of = sql`
    select a as key, a as id, case when ${equal} then 'DATE' else 'AMOUNT' end as kind from match_gap union all
    select a, b, case when ${equal} then 'DATE' else 'AMOUNT' end from match_gap union all select label, id, 'AMBIGUOUS' from match_component`
  const members = sql`select o.key, o.kind, p.side, p.no from (${of}) o join match_place p on p.id = o.id`
  const place = placeOf(sql`min(no) filter (where side = 'O')`, sql`min(no)`)
  await keepBreaks(tx, number, sql`select key, kind, ${place} as place from (${members}) m group by key, kind`, members)
  await keep(
    tx,
    'match_taken',
    sql`
    select side, no from match_place where id in (select a from match_decided union select b from match_decided)
    union all select side, no from match_break_line`,
  )
}

/** The single line stands in the first row of its match. */
async function keepMatches({ tx }: Scene, number: number, many: 'O' | 'T'): Promise<void> {
  const [ours, theirs] = many === 'O' ? [sql`no`, sql`single`] : [sql`single`, sql`no`]
  await sql`
    insert into match_pair (place, ours_no, theirs_no, rule, method, difference)
    select first_ours, ${ours}, ${theirs}, ${number}, ${methodOf(sql`difference`)}, difference
      from (
        select d.difference, p.no, case when row_number() over (partition by d.a order by p.no) = 1 then x.no end as single,
            ${many === 'O' ? sql`min(p.no) over (partition by d.a)` : sql`x.no`} as first_ours
          from match_decided d join match_place p on p.id = d.a join match_place x on x.id = d.b
      ) m`.execute(tx)
}
