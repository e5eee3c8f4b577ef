import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { ListRow } from './records.ts'

/**
 * What is unusual about people of a list, against the month before: an amount beyond the tolerance of the programme, another account,
 * somebody new where the programme had lines; people who stand in an open list of another programme; and personal numbers (province 3,
 * century and sex 1, year 2, six more) that do not hold the year of birth. `people`: id, beneficiary_code, identity_number, birth_date,
 * amount, method, bank_bin and account_number of each.
 */
async function unusualAmong(tx: Tx, list: ListRow, people: RawBuilder<unknown>): Promise<{ id: string; kinds: string[] }[]> {
  // The lines have just come in, so the planner takes them for a few; without this it would compare each with each.
  await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await sql<{ id: string; kinds: string[] }>`
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
      from (${people}) t cross join payout.programme p
        left join before b on b.beneficiary_code = t.beneficiary_code left join elsewhere e on e.identity_number = t.identity_number
      where p.id = ${list.programme_id}
    )
    select id, kinds from found where cardinality(kinds) > 0`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  return rows
}

/** Looks at the lines of a list. Each group of warnings waits to be acknowledged. Answers how many lines have one. */
export async function findWarnings(tx: Tx, list: ListRow): Promise<number> {
  const unusual = await unusualAmong(
    tx,
    list,
    sql`select id, beneficiary_code, identity_number, birth_date, amount, method, bank_bin, account_number from payout.line where list_id = ${list.id} and from_line_id is null`,
  )
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

/** What is unusual about a change of an update. */
export interface UnusualChange {
  id: string
  name: string
  kinds: string[]
  /** As it was kept with the change last. */
  known: string[]
}

/** The same of what an update adds or changes: of a changed line only where the change touches what is unusual. */
export async function unusualChanges(tx: Tx, list: ListRow, versionId: string): Promise<UnusualChange[]> {
  const { rows: changes } = await sql<{ id: string; name: string; known: string[]; adds: boolean; amount: boolean; account: boolean }>`
    select c.id, coalesce(c.after->>'name', l.name) as name, c.warnings as known, c.kind = 'ADD' as adds, c.after ? 'amount' as amount,
      c.after ?| array['method', 'bankBin', 'accountNumber'] as account
    from payout.change c left join payout.line l on l.id = c.line_id where c.version_id = ${versionId} and c.kind in ('ADD', 'CHANGE') order by c.id`.execute(
    tx,
  )
  const found = await unusualAmong(
    tx,
    list,
    sql`
      select c.id, r."beneficiaryCode" as beneficiary_code, r."identityNumber" as identity_number, r."birthDate" as birth_date, r.amount, r.method, r."bankBin" as bank_bin,
        r."accountNumber" as account_number
      from payout.change c left join payout.line l on l.id = c.line_id
        cross join lateral jsonb_to_record(coalesce(jsonb_build_object('beneficiaryCode', l.beneficiary_code, 'identityNumber', l.identity_number, 'amount', l.amount,
          'method', l.method, 'bankBin', l.bank_bin, 'accountNumber', l.account_number), '{}') || c.after)
          as r ("beneficiaryCode" text, "identityNumber" text, "birthDate" date, amount numeric, method text, "bankBin" text, "accountNumber" text)
      where c.version_id = ${versionId} and c.kind in ('ADD', 'CHANGE') and l.from_line_id is null`,
  )
  const kindsOf = new Map(found.map(({ id, kinds }) => [id, kinds]))
  return changes.map(({ id, name, known, adds, amount, account }) => {
    const touched = (kind: string) => adds || (kind === 'AMOUNT' && amount) || (kind === 'ACCOUNT_CHANGED' && account)
    return { id, name, known, kinds: (kindsOf.get(id) ?? []).filter(touched) }
  })
}

/** Keeps with each change of a draft what is unusual about it now. */
export async function warnOfChanges(tx: Tx, list: ListRow, versionId: string): Promise<void> {
  const changed = (await unusualChanges(tx, list, versionId)).filter(({ kinds, known }) => kinds.join() !== known.join())
  await sql`
    update payout.change c set warnings = r.kinds from json_to_recordset(${JSON.stringify(changed)}::json) as r (id bigint, kinds text[]) where c.id = r.id`.execute(
    tx,
  )
}
