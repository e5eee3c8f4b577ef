import { sql } from 'kysely'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { keepBreaks } from './found.ts'
import { type Lines, placeOf, type Scene, UNDECIDED } from './scene.ts'

/** The day until which the counterpart of a line of `day` may still come. */
const dueOn = (day: string, workdays: number, off: ReadonlySet<string>): string => (workdays === 0 ? day : dueOn(nextWorkday(day, off), workdays - 1, off))

/**
 * Lines that no rule has found a counterpart for: until they are due they are expected, then one side misses them. One that was carried over from an
 * earlier session waits for as long as it did there. Ours whose end nobody knows is a break of status from then on.
 */
export async function judgeRest({ tx, rules }: Scene, lines: Lines, today: string): Promise<void> {
  const { days, dues } = await dueDays(tx, lines, rules.expectedDays)
  const due = sql`unnest(${days}::date[], ${dues}::date[]) due(day, due_on)`
  await sql`
    insert into match_waiting (side, no, why, due_on)
    select l.side, l.no, coalesce(w.why, 'EXPECTED'), coalesce(w.due_on, due.due_on)
      from ${lines} l join ${due} on due.day = l.day
      left join reconciliation.waiting w on w.session_id = l.carried_from and w.side = l.side and w.no = l.carried_no
     where l.money and coalesce(w.due_on, due.due_on) >= ${today}::date`.execute(tx)
  const number = sql`case when side = 'O' then no end`
  const place = placeOf(number, sql`no`)
  const missing = sql`
    select side::text || no as key, ${place} as place, case when side = 'O' then 'MISSING_THEIRS' else 'MISSING_OURS' end as kind from ${lines} l
     where money and not exists (select from match_waiting w where w.side = l.side and w.no = l.no)
    union all
    select side::text || no, ${place}, 'STATUS' from ${lines} l join ${due} on due.day = l.day
     where not money and side = 'O' and status in ${UNDECIDED} and due.due_on < ${today}::date`
  await keepBreaks(tx, 0, missing, sql`select side::text || no as key, side, no from ${lines} l`)
}

async function dueDays(tx: Tx, lines: Lines, workdays: number): Promise<{ days: string[]; dues: string[] }> {
  const off = await holidays(tx)
  const { rows } = await sql<{ day: string }>`select distinct day from ${lines} l order by day`.execute(tx)
  return { days: rows.map(({ day }) => day), dues: rows.map(({ day }) => dueOn(day, workdays, off)) }
}
