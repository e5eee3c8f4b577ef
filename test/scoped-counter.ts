import type { TestRuntime } from './app.ts'

/** What lies in suspense of transactions all over the country, put in by the owner of the tables. To be called after `fillCash`. */
export async function fillCounter({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(
    `with posted as materialized (
      select p.journal_id from (select array_agg(id order by id) as ids from (select id from ledger.account where code in ('RLS-1', 'RLS-2')) a) accounts,
      ledger.post_many(array['probe-suspense'], array['PROBE'], array['QR'], array[$1::date], array[now()], array['x'], array['probe'], array['1'],
        array[null]::bigint[], array[null]::bigint[], array[2]::smallint[], array[1, 1], array[1, 2]::smallint[], ids, array[100, -100]::bigint[], array['VND', 'VND'], true) p)
    insert into payment.suspense (transaction_id, business_date, service, journal_id, account_id, reason, side, amount, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
    select t.id, t.business_date, t.service, posted.journal_id, a.id, (array['INACTIVE', 'LIMIT'])[1 + t.n % 2], (array['D', 'C'])[1 + t.n % 2], 1000 + t.n * 7,
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
    from posted, (select *, row_number() over (order by id) as n from payment.transaction order by id limit 60) t
    join (select id, row_number() over (order by id) as n from ledger.account where code like 'RLS-%') a on a.n = t.n`,
    [today],
  )
}
