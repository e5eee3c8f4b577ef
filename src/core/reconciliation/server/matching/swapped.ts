import { sql } from 'kysely'
import { keepBreaks } from './found.ts'
import { changed, keep, type Lines, type Scene } from './scene.ts'

/**
 * Pairs of a reference whose accounts are crossed: two payments of the same amount and day whose references may have been exchanged. Neither the
 * reference nor the account is to be believed, so all of them become one break. Accounts that merely differ leave the reference its word.
 */
export async function partCrossed({ tx }: Scene, lines: Lines, number: number): Promise<void> {
  await sql`insert into match_differing (ours_no, theirs_no) select ours_no, theirs_no from match_even`.execute(tx)
  await sql`analyze pg_temp.match_differing`.execute(tx)
  if ((await changed(tx, sql`select from match_differing limit 1`)) === 0n) return
  await keep(
    tx,
    'match_crossed',
    sql`
    with facts as (
      select p.ours_no, p.theirs_no, o.counter_account as account_o, t.counter_account as account_t, o.counted as counted_o, t.counted as counted_t, o.day as day_o, t.day as day_t
        from match_differing d join match_pair p on p.ours_no = d.ours_no and p.theirs_no = d.theirs_no and p.rule = ${number}
        join ${lines} o on o.side = 'O' and o.no = d.ours_no join ${lines} t on t.side = 'T' and t.no = d.theirs_no
       where o.counter_account <> '' and t.counter_account <> '' and o.counter_account <> t.counter_account
    ), crosses as (
      select counted_o, counted_t, day_o, day_t, least(account_o, account_t) as low, greatest(account_o, account_t) as high, min(ours_no) as place
        from facts group by 1, 2, 3, 4, 5, 6 having bool_or(account_o < account_t) and bool_or(account_o > account_t)
    )
    select c.place::bigint as place, f.ours_no, f.theirs_no from crosses c join facts f on f.counted_o = c.counted_o and f.counted_t = c.counted_t
       and f.day_o = c.day_o and f.day_t = c.day_t and least(f.account_o, f.account_t) = c.low and greatest(f.account_o, f.account_t) = c.high`,
  )
  await sql`delete from match_pair p using match_crossed c where p.ours_no = c.ours_no and p.theirs_no = c.theirs_no`.execute(tx)
  await keepBreaks(
    tx,
    number,
    sql`select distinct place, place as key, 'AMBIGUOUS' as kind from match_crossed`,
    sql`select place as key, 'O'::"char" as side, ours_no as no from match_crossed union all select place, 'T', theirs_no from match_crossed`,
  )
}
