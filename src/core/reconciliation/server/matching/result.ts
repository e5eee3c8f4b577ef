import { sql } from 'kysely'
import { keep, lineOf, type Scene } from './scene.ts'

/** Replaces what the matching before has found by what this one has; what people have decided stays. */
export async function keepResult(scene: Scene): Promise<void> {
  await keepMatches(scene)
  await keepBreaks(scene)
  await keepWaiting(scene)
  await keepHash(scene)
}

/** One mark over everything: the same lines and rules give the same, byte for byte. Of the pairs, which may be millions, a sum of their hashes that asks for no order. */
async function keepHash({ tx, sessionId }: Scene): Promise<void> {
  const all = (of: ReturnType<typeof sql>) => sql`sha256(coalesce((${of}), '')::bytea)`
  await sql`
    update reconciliation.session set matched_at = now(), result_hash = sha256(
        ${all(sql`select sum(hashint8extended(difference, hashint8extended(coalesce(ours_no, 0)::bigint << 32 | coalesce(theirs_no, 0), rule)))::text from match_pair`)} ||
        ${all(sql`select string_agg(convert_to(concat_ws(':', match_no, ours_no, theirs_no, method), 'UTF8'), '\x0a' order by match_no, ours_no, theirs_no) from match_kept`)} ||
        ${all(sql`
          select string_agg(convert_to(concat_ws(':', kind, rule, field, ours_value, theirs_value, day, ours_sum, theirs_sum, at_risk, lines::text), 'UTF8'), '\x0a' order by place)
            from match_found`)} ||
        ${all(sql`select string_agg(convert_to(concat_ws(':', side, no, why, due_on), 'UTF8'), '\x0a' order by side, no) from reconciliation.waiting where session_id = ${sessionId}`)})
     where id = ${sessionId}`.execute(tx)
}

/** Numbers are dense from 1 in order of the first line of ours; those of matches by hand stay, and are passed over. */
async function keepMatches({ tx, sessionId, period }: Scene): Promise<void> {
  const mine = sql`session_id = ${sessionId} and period = ${period}`
  await sql`
    delete from reconciliation.match m where m.session_id = ${sessionId}
      and not exists (select from reconciliation.pair p where ${mine} and p.method in ('M', 'F') and p.match_no = m.no)`.execute(tx)
  await sql`delete from reconciliation.pair where ${mine} and method in ('A', 'T')`.execute(tx)
  // The n-th number that is free: n and the kept numbers up to it.
  const { rows } = await sql<{ steps: string[] | null }>`
    select array_agg(no - at + 1 order by no) as steps
      from (select match_no as no, row_number() over (order by match_no) as at from (select distinct match_no from match_kept) k) n`.execute(tx)
  const steps = rows[0]?.steps ?? []
  const rank = sql`dense_rank() over (order by place)`
  const number = steps.length > 0 ? sql`${rank} + width_bucket(${rank}, ${steps}::bigint[])` : rank
  await sql`
    insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
    select ${period}::date, ${sessionId}::bigint, ${number}, ours_no, theirs_no, rule, method
      from (select * from match_pair order by place, ours_no, theirs_no) p`.execute(tx)
  await sql`
    insert into reconciliation.match (session_id, no, difference, made_by, made_at)
    select ${sessionId}::bigint, p.match_no, min(f.difference) * 0.01, 'system', now()
      from match_pair f join reconciliation.pair p on p.session_id = ${sessionId} and p.period = ${period} and p.ours_no = f.ours_no
     where f.difference <> 0 group by p.match_no`.execute(tx)
}

/** Breaks as they are to stand. One that is found again just as it was keeps its number, its people and its notes. */
async function keepBreaks(scene: Scene): Promise<void> {
  const { tx, sessionId } = scene
  await keep(tx, 'match_found', foundBreaks(scene))
  await keep(
    tx,
    'match_open_break',
    sql`
    select b.*, array(select side::text || no from reconciliation.break_line l where l.break_id = b.id order by side, no) as lines
      from reconciliation.break b where b.session_id = ${sessionId} and b.status = 'OPEN' and not b.taken_apart`,
  )
  await keep(
    tx,
    'match_standing',
    sql`
    select b.id, f.place from match_open_break b join match_found f on f.lines = b.lines and f.kind = b.kind and f.rule = b.rule and f.reference = b.reference
       and f.field = b.field and f.ours_value = b.ours_value and f.theirs_value = b.theirs_value and f.day = b.day and f.ours_sum = b.ours_sum
       and f.theirs_sum = b.theirs_sum and f.at_risk = b.at_risk`,
  )
  await sql`
    delete from reconciliation.break b where b.session_id = ${sessionId} and b.status = 'OPEN' and not b.taken_apart and not exists (select from match_standing s where s.id = b.id)`.execute(
    tx,
  )
  await sql`
    with made as (
      insert into reconciliation.break (session_id, kind, reference, field, ours_value, theirs_value, rule, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines,
          unit_id, partner_id, updated_by, updated_at)
      select s.id, f.kind, f.reference, f.field, f.ours_value, f.theirs_value, f.rule, f.day, f.ours_sum, f.theirs_sum, f.at_risk, f.ours_lines, f.theirs_lines,
          s.unit_id, s.partner_id, 'system', now()
        from match_found f cross join reconciliation.session s
       where s.id = ${sessionId} and not exists (select from match_standing x where x.place = f.place) order by f.place
      returning id
    ), numbered as (
      select id, row_number() over (order by id) as turn from made
    ), places as (
      select place, row_number() over (order by place) as turn from match_found f where not exists (select from match_standing x where x.place = f.place)
    )
    insert into reconciliation.break_line (break_id, session_id, side, no)
    select n.id, ${sessionId}::bigint, l.side, l.no from numbered n join places p on p.turn = n.turn join match_break_line l on l.place = p.place order by n.id, l.side, l.no`.execute(
    tx,
  )
}

/** What is said of each break: the field that differs with both values, its sums over money lines, what is at risk. */
const foundBreaks = (scene: Scene) => sql`
  with facts as (
    select b.place, b.kind, b.rule, min(l.day) as day,
        coalesce(sum(l.amount) filter (where l.side = 'O' and l.money), 0) * 0.01 as ours_sum, coalesce(sum(l.amount) filter (where l.side = 'T' and l.money), 0) * 0.01 as theirs_sum,
        coalesce(sum(abs(l.amount)) filter (where l.side = 'O'), 0) * 0.01 as ours_size, coalesce(sum(abs(l.amount)) filter (where l.side = 'T'), 0) * 0.01 as theirs_size,
        count(*) filter (where l.side = 'O' and l.money) as ours_lines, count(*) filter (where l.side = 'T' and l.money) as theirs_lines,
        min(l.day) filter (where l.side = 'O') as ours_day, min(l.day) filter (where l.side = 'T') as theirs_day,
        (array_agg(l.status order by l.money, l.no) filter (where l.side = 'O'))[1] as ours_status, (array_agg(l.status order by l.money, l.no) filter (where l.side = 'T'))[1] as theirs_status,
        (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), nullif(left(l.text, 200), ''), l.counter_account) order by l.side, l.no))[1] as reference,
        array_agg(k.side::text || k.no order by k.side, k.no) as lines
      from match_break b join match_break_line k on k.place = b.place ${lineOf(scene, 'k')}
     group by b.place, b.kind, b.rule
  )
  select place, kind, rule, day, reference, lines, ours_sum, theirs_sum, ours_lines::int as ours_lines, theirs_lines::int as theirs_lines,
      case kind when 'AMOUNT' then 'amount' when 'DATE' then 'day' when 'STATUS' then 'status' when 'DUPLICATE' then 'lines' else '' end as field,
      case kind when 'AMOUNT' then round(ours_sum, 2)::text when 'DATE' then ours_day::text when 'STATUS' then coalesce(ours_status, '') when 'DUPLICATE' then ours_lines::text else '' end as ours_value,
      case kind when 'AMOUNT' then round(theirs_sum, 2)::text when 'DATE' then theirs_day::text when 'STATUS' then coalesce(theirs_status, '') when 'DUPLICATE' then theirs_lines::text else '' end as theirs_value,
      case when kind in ('AMOUNT', 'DUPLICATE') then abs(ours_sum - theirs_sum) else greatest(abs(ours_sum - theirs_sum), ours_size, theirs_size) end as at_risk
    from facts`

async function keepWaiting({ tx, sessionId }: Scene): Promise<void> {
  await sql`
    delete from reconciliation.waiting w where w.session_id = ${sessionId} and not exists (select from match_out x where x.side = w.side and x.no = w.no)`.execute(
    tx,
  )
  await sql`
    insert into reconciliation.waiting (session_id, side, no, why, due_on)
    select ${sessionId}::bigint, side, no, why, due_on from match_waiting order by side, no`.execute(tx)
}
