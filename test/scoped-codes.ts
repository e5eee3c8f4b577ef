/** Codes and virtual accounts all over the country, put in by the owner of the tables. */
import type { TestRuntime } from './app.ts'

export async function fillCodes({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    with place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit),
      shop as (select id, code, row_number() over (order by id) - 1 as n, count(*) over () as many from merchants.merchant)
    insert into vietqr.virtual_account (number, bank_bin, owner_kind, owner_ref, merchant_id, single_use, unit_id, head_unit_id, opened_by, opened_at, updated_by, updated_at)
    select '9688' || lpad(g::text, 10, '0'), '970449', (array['MERCHANT', 'ORDER', 'PARCEL'])[1 + g % 3], 'REF-' || g, s.id, g % 3 > 0, u.id, 0, 'probe', now() - g * interval '7 hour', 'probe',
      now() - g * interval '1 hour'
    from generate_series(1, 80) g join place u on u.n = g * 13 % u.many join shop s on s.n = g % s.many`)
  await owner.query(`
    insert into vietqr.code (code, kind, merchant_id, account_id, counter, amount, memo, valid_from, valid_to, payload, status, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select 'QRC' || lpad(a.id::text, 8, '0'), case when a.id % 2 = 0 then 'STATIC' else 'DYNAMIC' end, a.merchant_id, a.id, 'Counter ' || a.id, case when a.id % 2 = 1 then a.id * 1000 end,
      case when a.id % 2 = 1 then 'Memo ' || a.id else '' end, current_date - 5, current_date + 30, repeat('0', 40) || a.id, case when a.id % 5 = 0 then 'DRAFT' else 'ACTIVE' end, a.unit_id, 0, 'probe', a.opened_at, 'probe', a.updated_at
    from vietqr.virtual_account a`)
  // An account of its own for each payment, by which a question finds it.
  await owner.query("update payment.transaction set credited_account = 'VA' || lpad(id::text, 8, '0')")
}
