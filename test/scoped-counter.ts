import type { TestRuntime } from './app.ts'

/** Transactions at counters with money orders and slips, and what lies in suspense, all over the country, put in by the owner of the tables. To be called after `fillCash`. */
/** A case of each of some transactions: what became of them nobody knows. */
const CASES = `
    insert into outcome.outcome_case (transaction_id, business_date, code, external_ref, service, type, channel, direction, amount, occurred_at, opened_at, cause,
        head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
      select id, business_date, 'UNSURE' || id, 'PARTNERREF' || id, service, type, channel, direction, amount, occurred_at, occurred_at, 'UNKNOWN',
        head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id from payment.transaction order by id limit 150;
    insert into outcome.evidence (case_id, kind, verdict, hard, at, recorded_at, source, message)
      select id, 'INQUIRY', 'UNKNOWN', false, now(), now(), 'system', 'EVIDENCE' || id from outcome.outcome_case`

export async function fillCounter({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    update payment.transaction set service = 'CFM', type = case when id % 8 = 0 then 'PAYOUT' else 'TRANSFER' end, direction = case when id % 8 = 0 then 'OUT' else 'IN' end,
      payee_name = (array['Phạm Thị Hoa', 'Đỗ Minh'])[1 + id / 4 % 2], merchant_id = null where id % 4 = 0;
    update payment.transaction set service = 'PAYOUT', type = 'PAYOUT', direction = 'OUT', payee_name = (array['Phạm Thị Hoa', 'Đỗ Minh'])[1 + id / 8 % 2], merchant_id = null where id % 8 = 1;
    create temporary table spot as select t.*, h.id as till_id, h.code as till, h.unit_id, s.id as staff_id, row_number() over (order by t.service, t.id) as n
      from payment.transaction t cross join lateral (select * from cash.holding order by md5(id || '-' || t.id) limit 1) h
      cross join lateral (select id from organisation.staff order by md5(id || '-' || t.id) limit 1) s where t.service in ('CFM', 'PAYOUT');
    insert into cash.counter_entry (id, business_date, order_code, till_code, teller_code, without_shift, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
      select id, business_date, case when service = 'PAYOUT' then 'DC' || lpad(n::text, 9, '0') when type = 'PAYOUT' then 'CT' || n end, till, 'GDV' || n, n % 3 = 0, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id from spot;
    delete from spot where service = 'PAYOUT';
    insert into cash.money_order (code, transaction_id, status, amount, return_amount, sender_name, sender_identity_type, sender_identity_number, receiver_name, secret_hash, sent_at, tell_by, return_on, unit_id, wrong_tries, paid_unit_id)
      select 'CT' || n, id, (array['SENT', 'RETURNING', 'VOID'])[1 + n % 3], amount + n * 1000, amount + n * 1000, 'Người gửi ' || n, 'CCCD', lpad(n::text, 12, '0'), 'Người nhận ' || n, sha256(n::text::bytea),
        occurred_at, business_date + 1, business_date + 30, unit_id, case when n % 5 = 0 then 5 else 0 end, case when n % 2 = 0 then unit_id end from spot;
    insert into cash.slip (code, transaction_id, source_kind, source_id, direction, status, amount, business_date, till_id, teller_staff_id, person_name, identity_type, identity_number, occurred_at, unit_id)
      select 'SLIP' || n, id, 'MONEY_ORDER', 'CT' || n, 'IN', 'PAID', amount, business_date, till_id, staff_id, 'Người gửi ' || n, 'CCCD', lpad(n::text, 12, '0'), occurred_at, unit_id from spot;
    insert into cash.cash_order (code, source_kind, source_id, source_code, status, amount, large, business_date, till_id, teller_staff_id, person_name, identity_type, identity_number, unit_id,
      decided_by, decided_at, decision_note, alike_slips)
      select 'LC' || n, (array['MONEY_ORDER_PAYOUT', 'PAYOUT_LINE'])[1 + n % 2], 'CT' || n, 'CT' || n, (array['PENDING', 'REJECTED', 'EXPIRED'])[1 + n % 3], 50000000 + n * 1000000, n % 4 = 0, business_date, till_id, staff_id,
        (array['Phạm Thị Hoa', 'Đỗ Minh'])[1 + n % 2], 'CCCD', lpad(n::text, 12, '0'), unit_id, case when n % 3 = 1 then 'kiemsoat' end, case when n % 3 = 1 then occurred_at end,
        case when n % 3 = 1 then 'Thiếu giấy tờ' else '' end, array(select id from cash.slip where code = 'SLIP' || n and n % 2 = 0) from spot;
    insert into cash.person_day (identity_number, business_date, person_name, taken_in, slips)
      select lpad(n::text, 12, '0'), business_date, case when n % 2 = 0 then 'Nguyễn Thị Lan' else 'Trần Văn Bình' end, 400000000 + n * 1000000, 1 from spot where n <= 40;
    drop table spot`)
  await owner.query(CASES)
  await owner.query(
    `with posted as materialized (
      select p.journal_id from (select array_agg(id order by id) as ids from (select id from ledger.account where code in ('RLS-1', 'RLS-2')) a) accounts,
      ledger.post_many(array['probe-suspense'], array['PROBE'], array['QR'], array[$1::date], array[now()], array['x'], array['probe'], array['1'],
        array[null]::bigint[], array[null]::bigint[], array[2]::smallint[], array[1, 1], array[1, 2]::smallint[], ids, array[100, -100]::bigint[], array['VND', 'VND'], true) p)
    insert into payment.suspense (transaction_id, business_date, service, journal_id, account_id, reason, side, amount, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, created_at)
    select t.id, t.business_date, t.service, posted.journal_id, a.id, (array['INACTIVE', 'LIMIT'])[1 + t.n % 2], (array['D', 'C'])[1 + t.n % 2], 1000 + t.n * 7,
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id, now() - t.n * interval '1 day'
    from posted, (select *, row_number() over (order by id) as n from payment.transaction order by id limit 60) t
    join (select id, row_number() over (order by id) as n from ledger.account where code like 'RLS-%') a on a.n = t.n`,
    [today],
  )
}
