import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { ACCOUNT_LINES } from '../contract/transfers.ts'
import type { ListRow } from './records.ts'

/** Of one programme, lists get lines one after another: who has a line of a month already is seen by the next. Taken behind the list's own lock. */
export async function lockProgramme(tx: Tx, programmeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout.programme:' || ${programmeId}::text, 0))`.execute(tx)
}

/** The code of the list that pays the person of line `t` for that month, or has paid them. */
const paidBy = sql<string | null>`(
  select l.code from payout.line o join payout.list l on l.id = o.list_id
  where o.programme_id = t.programme_id and o.month = t.month and o.status not in ('RETURNED', 'CARRIED', 'CANCELLED')
    and (o.beneficiary_code = t.beneficiary_code or o.identity_number = t.identity_number) limit 1)`

/** Lines `t` that came back or were carried over, which no list has taken; `other`: the list that has the same person for the month, so that they are left out. */
const openLines = (which: RawBuilder<boolean>) => sql<OpenLine>`
  select id, name, amount::text as amount, coalesce(other, case when nth_code > 1 or nth_person > 1 then code end) as other from (
    select t.id, t.name, t.amount, t.month, l.code, ${paidBy} as other,
      row_number() over (partition by t.month, t.beneficiary_code order by t.id) as nth_code, row_number() over (partition by t.month, t.identity_number order by t.id) as nth_person
    from payout.line t join payout.list l on l.id = t.list_id
    where ${which} and not exists (select from payout.line n where n.from_line_id = t.id and n.status <> 'CANCELLED')
      -- Given up when its list was closed, and made after all: by a transfer for the line itself, or for another of those that repeat one another.
      and not exists (
        with recursive same as (
          select t.id, t.list_id, t.from_line_id
          union select p.id, p.list_id, p.from_line_id from same s join payout.line p on p.id = s.from_line_id or p.from_line_id = s.id
        )
        select from same s join disbursement.transfer x on x.source_kind = ${ACCOUNT_LINES} and x.source_id = s.list_id and x.source_item = s.id
        where x.status = 'PAID')
      -- Or paid in cash after all, as two people have found.
      and not exists (select from payout.disputed_line d where d.line_id = t.id and d.booked)) found
  order by month, id`

export interface OpenLine {
  id: string
  name: string
  amount: string
  other: string | null
}

/** Of a closed list: what a follow-up may pay. Behind `lockProgramme`. */
export async function openOfList(tx: Tx, listId: string): Promise<OpenLine[]> {
  return (await openLines(sql`t.list_id = ${listId} and t.status in ('RETURNED', 'CARRIED')`).execute(tx)).rows
}

/** What earlier lists of the programme, of the list's unit and those below, have carried over. Behind `lockProgramme`. */
async function carriedTo(tx: Tx, list: ListRow): Promise<OpenLine[]> {
  const below = sql`${list.unit_id}::bigint in (l.head_unit_id, l.province_unit_id, l.district_unit_id, l.office_unit_id)`
  const which = sql<boolean>`t.programme_id = ${list.programme_id} and t.status = 'CARRIED' and t.month < ${list.month}::date and ${below}`
  return (await openLines(which).execute(tx)).rows
}

/** Puts lines into a list once more, behind `after` others. */
export async function repeatLines(tx: Tx, listId: string, lines: readonly OpenLine[], after = 0): Promise<void> {
  await sql`
    insert into payout.line (list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, birth_date, identity_type, identity_number, phone, address, area_code, amount,
      method, bank_bin, account_number, account_name, receiver_name, receiver_identity, receiver_paper, unit_id, head_unit_id, province_unit_id, district_unit_id,
      office_unit_id, from_line_id)
    select ${listId}, ${after}::int + row_number() over (order by t.month, t.list_id, t.line_no), t.partner_id, t.programme_id, t.month, t.beneficiary_code, t.name, t.birth_date,
      t.identity_type, t.identity_number, t.phone, t.address, t.area_code, t.amount, t.method, t.bank_bin, t.account_number, t.account_name, t.receiver_name, t.receiver_identity,
      t.receiver_paper, t.unit_id, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.id
    from payout.line t where t.id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/** Takes what earlier lists have carried over; who has a line of that month by now is left out. Answers how many came, and who did not. */
export async function takeCarried(tx: Tx, list: ListRow, after: number): Promise<{ carried: number; left: readonly OpenLine[] }> {
  const open = await carriedTo(tx, list)
  const taken = open.filter(({ other }) => other === null)
  if (taken.length > 0) await repeatLines(tx, list.id, taken, after)
  return { carried: taken.length, left: open.filter(({ other }) => other !== null) }
}

/** As many as a list says; of more, how many there are. */
const MOST_NAMED = 40

/** People who are left out, with the list that has each. */
export function namesOf(left: readonly OpenLine[]): string {
  const names = left.slice(0, MOST_NAMED).map(({ name, other }) => `${name.slice(0, 60)} (${other})`)
  return `${names.join(', ')}${left.length > MOST_NAMED ? `, … (${left.length})` : ''}`
}
