import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { ListRow } from './records.ts'

/**
 * What is unusual about the lines of a list, against the month before: an amount beyond the tolerance of the programme, another account,
 * somebody new where the programme had lines; people who stand in an open list of another programme; and personal numbers (province 3,
 * century and sex 1, year 2, six more) that do not hold the year of birth. Each group waits to be acknowledged. Answers how many lines have
 * a warning.
 */
export async function findWarnings(tx: Tx, list: ListRow): Promise<number> {
  // The lines have just come in, so the planner takes them for a few; without this it would compare each with each.
  await sql`set local enable_nestloop = off`.execute(tx)
  const { rows: unusual } = await sql<{ id: string; kinds: string[] }>`
    with before as (
      select distinct on (t.beneficiary_code) t.beneficiary_code, t.amount, t.bank_bin, t.account_number from payout.line t
      where t.programme_id = ${list.programme_id} and t.month = ${list.month}::date - interval '1 month' and t.status <> 'CANCELLED'
      order by t.beneficiary_code, t.id desc
    ), elsewhere as (
      select distinct t.identity_number from payout.line t join payout.list l on l.id = t.list_id
      where t.month = ${list.month}::date and t.programme_id <> ${list.programme_id} and t.status in ('UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD')
    ), found as (
      select t.id, array_remove(array[
          case when b.amount is not null and abs(t.amount - b.amount) * 100 > b.amount * p.tolerance_percent then 'AMOUNT' end,
          case when b.amount is not null and t.method = 'ACCOUNT' and b.account_number is not null and (t.bank_bin, t.account_number) is distinct from (b.bank_bin, b.account_number)
            then 'ACCOUNT_CHANGED' end,
          case when e.identity_number is not null then 'OTHER_LIST' end,
          case when b.amount is null and exists (select from before) then 'NEW' end,
          case when t.birth_date is not null and (substr(t.identity_number, 5, 2) <> to_char(t.birth_date, 'YY')
              or position(substr(t.identity_number, 4, 1) in case left(to_char(t.birth_date, 'YYYY'), 2) when '19' then '01' when '20' then '23' else '' end) = 0) then 'IDENTITY' end
        ], null) as kinds
      from payout.line t join payout.programme p on p.id = t.programme_id
        left join before b on b.beneficiary_code = t.beneficiary_code left join elsewhere e on e.identity_number = t.identity_number
      where t.list_id = ${list.id} and t.from_line_id is null
    )
    select id, kinds from found where cardinality(kinds) > 0`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  await sql`
    update payout.line t set warnings = r.kinds from json_to_recordset(${JSON.stringify(unusual)}::json) as r (id bigint, kinds text[]) where t.id = r.id`.execute(
    tx,
  )
  await tx.deleteFrom('payout.warning').where('list_id', '=', list.id).execute()
  await sql`
    insert into payout.warning (list_id, kind, lines)
    select ${list.id}, kind, count(*) from payout.line t cross join unnest(t.warnings) kind where t.list_id = ${list.id} group by kind`.execute(tx)
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from payout.line where list_id = ${list.id} and cardinality(warnings) > 0`.execute(tx)
  return rows[0]?.lines ?? 0
}
