import type { TestRuntime } from './app.ts'

/** Deposits, hand-ins and bank slips of postmen all over the country, put in by the owner of the tables. To be called after `fillCob`. */
export async function fillDeposits({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    create temporary table debtor as
      select c.id, c.code, c.name, c.unit_id, c.head_unit_id, row_number() over (order by c.id) as n from cob.courier c where c.code like 'BTLW%';
    insert into cob.hand_in (code, courier_id, status, declared_amount, counted_amount, counted_at, declared_by, declared_by_id, declared_at, unit_id, head_unit_id, updated_by, updated_at)
      select 'BK' || lpad(n::text, 9, '0'), id, s.status, 100000 + n * 1000, case when s.status = 'DISCREPANCY' then 90000 + n * 1000 end, case when s.status = 'DISCREPANCY' then '${today}'::timestamptz end,
        'probe', 1, '${today}'::timestamptz - n * interval '1 hour', unit_id, head_unit_id, 'probe', now()
      from debtor cross join lateral (select (array['DECLARED', 'DISCREPANCY', 'CANCELLED'])[1 + n % 3] as status) s;
    insert into cob.bank_slip (code, courier_id, bank_id, bank_reference, amount, bank_amount, paid_on, status, unit_id, head_unit_id, entered_by, entered_by_id, entered_at, updated_by, updated_at)
      select 'TK' || lpad(n::text, 9, '0'), id, (select min(p.id) from organisation.partner p), 'FTLW' || n, 100000 + n * 1000, case when n % 3 = 1 then 90000 + n * 1000 end, '${today}'::date - (n % 20)::int,
        (array['ENTERED', 'MISMATCH', 'REFUSED'])[1 + n % 3], unit_id, head_unit_id, 'probe', 1, '${today}'::timestamptz - n * interval '1 hour', 'probe', now()
      from debtor;
    update payment.transaction set service = 'COD', merchant_id = null where id % 8 = 5 and id between 200 and 400;
    insert into cob.deposit (id, business_date, kind, courier_code, courier_name, item_count, surplus, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
      select t.id, t.business_date, (array['CASH', 'WALLET', 'QR', 'TKTT'])[1 + t.id / 8 % 4], d.code, d.name, t.id % 7, 0, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
      from payment.transaction t join debtor d on d.n = 1 + t.id % 60 where t.service = 'COD';
    update payment.transaction set service = 'CODPAY', type = 'PAYOUT', direction = 'OUT', payee_name = (array['Phạm Thị Hoa', 'Đỗ Minh'])[1 + id / 8 % 2], merchant_id = null
      where id % 16 in (7, 13) and id < 200;
    insert into cash.counter_entry (id, business_date, order_code, till_code, teller_code, without_shift, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
      select t.id, t.business_date, 'EBLW' || t.id, 'Q' || t.id % 5, 'GDV' || t.id % 7, t.id % 3 = 0, t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
      from payment.transaction t where t.service = 'CODPAY';
    drop table debtor`)
}
