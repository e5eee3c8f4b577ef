import type { TestRuntime } from './app.ts'

/** Holdings, shifts, counts, treasury transactions and days of sixty units, put in by the owner of the tables. */
export async function fillCash({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    create temporary table place as select id, row_number() over (order by md5('cash' || id)) as n from organisation.unit order by 2 limit 60;
    insert into ledger.unit_day (unit_id) select id from place;
    insert into cash.unit_state (unit_id, updated_by) select id, 'probe' from place;
    with account as (insert into ledger.account (code, name, class, normal_side, chart_id, owner_type, owner_id, unit_id, day_unit_id)
      select 'HOLDACC-' || n, 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_TILL'), 'UNIT', id, id, id from place returning id, unit_id)
    insert into cash.holding (code, name, kind, unit_id, account_id) select 'HOLD-' || p.n, 'x', case when p.n % 3 = 0 then 'VAULT' else 'TILL' end, p.id, a.id from place p join account a on a.unit_id = p.id;
    create temporary table person as select id, row_number() over (order by id) as n from organisation.staff limit 60;
    with account as (insert into ledger.account (code, name, class, normal_side, chart_id, owner_type, owner_id, unit_id)
      select 'BAGACC-' || n, 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_IN_TRANSIT'), 'UNIT', id, id from place where n <= 6 returning id, unit_id)
    insert into cash.holding (code, name, kind, unit_id, staff_id, account_id)
      select 'BAG-' || p.n, 'Người áp tải ' || p.n, 'COURIER', p.id, s.id, a.id from place p join account a on a.unit_id = p.id join person s on s.n = p.n;
    insert into cash.bank_account (partner_id, account_id)
      select p.id, a.id from (select id, row_number() over (order by id) as n from organisation.partner where kind = 'BANK') p
        join (select id, row_number() over (order by id) as n from ledger.account where code like 'BAGACC-%') a using (n)`)
  const filled = [
    `insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date)
      select 'SHIFT-' || p.n, p.id, h.id, s.id, $1::date - (p.n % 5)::int from place p join cash.holding h on h.unit_id = p.id and h.kind <> 'COURIER' join person s on s.n = p.n`,
    `insert into cash.count (code, holding_id, unit_id, reason, business_date, shift_id, counted, ledger_balance, account_version, counted_by_staff_id, counted_at, created_by)
      select 'COUNT-' || p.n, h.id, p.id, case when p.n % 2 = 0 then 'SPOT' else 'DAY' end, $1::date - (p.n % 5)::int, t.id, 0, 0, 0, s.id, now(), 'probe'
      from place p join cash.holding h on h.unit_id = p.id and h.kind <> 'COURIER' join person s on s.n = p.n left join cash.shift t on t.unit_id = p.id and p.n % 3 = 0`,
    `insert into cash.treasury_transaction (code, kind, from_unit_id, to_unit_id, bank_account_id, courier_holding_id, amount, purpose, planned_on, status,
        dispatched_by_name, received_by_name, dispatched_by_staff_id, dispatched_at, dispatched_on, seal_number, received_by_staff_id, received_at, received_on, received_amount, statement_matched_at, bank_reference)
      select 'TREASURY-' || p.n, case when p.n % 2 = 0 then 'BANK_DEPOSIT' else (array['TRANSFER', 'REMITTANCE'])[1 + p.n % 4 / 2] end, p.id, case when p.n % 2 = 0 then p.id else o.id end,
        case when p.n % 2 = 0 then b.account_id end, c.id, 1000 * p.n, 'Chuyển tiền ' || p.n, $1::date - (p.n % 7)::integer, st.status,
        case when st.sent then 'Người giao' end, case when st.got then 'Người nhận' end, case when st.sent then s.id end, case when st.sent then $1::date - (p.n % 6)::integer * interval '7 hour' end, case when st.sent then $1::date - 3 end, case when st.sent then 'SEAL' || p.n end,
        case when st.got then r.id end, case when st.got then $1::date + (10 + p.n % 5)::integer * interval '9 hour' end, case when st.got then $1::date end,
        case when st.got then 1000 * p.n - case when st.status = 'DISCREPANCY' then 500 else 0 end end, case when st.got and p.n % 4 = 2 then $1::date end, 'BANKREF' || p.n
      from place p join place o on o.n = p.n % 60 + 1 join (select account_id from cash.bank_account order by 1 limit 1) b on true
        join (select id, row_number() over (order by id) as n from cash.holding where kind = 'COURIER') c on c.n = 1 + p.n % 6
        join person s on s.n = 1 + p.n % 6 join person r on r.n = 1 + (p.n + 1) % 6,
        lateral (select (array['DRAFT', 'RECEIVED', 'RECEIVED', 'DISCREPANCY', 'DISPATCHED'])[1 + p.n % 5] as status, p.n % 5 > 0 as sent, p.n % 5 between 1 and 3 as got) st`,
    `insert into cash.treasury_transaction (code, kind, status, from_unit_id, to_unit_id, from_holding_id, to_holding_id, shift_id, amount, planned_on, dispatched_by_staff_id, dispatched_by_name, dispatched_at)
      select 'ISSUE-' || p.n, 'TILL_ISSUE', 'DISPATCHED', p.id, p.id, s.till_id, (select min(id) from cash.holding where id <> s.till_id), s.id, 500 * p.n, $1, s.teller_staff_id, 'Thủ quỹ', $1::date from place p join cash.shift s on s.unit_id = p.id and p.n <= 12`,
    `insert into cash.variance (count_id, holding_id, unit_id, amount) select c.id, c.holding_id, c.unit_id, 1000 from cash.count c where $1 <> ''`,
    `insert into cash.pending_difference (source_type, source_id, source_code, holding_id, unit_id, amount, arose_on) select 'cash.count', c.id, 'PENDING-' || c.id, c.holding_id, c.unit_id, 1000, c.business_date from cash.count c where $1 <> ''`,
    `insert into cash.count_session (holding_id, reason, counter_staff_id, counter_user_id, started_at)
      select h.id, 'SPOT', s.id, (select max(id) from iam.user_account), $1::date from cash.holding h join place p on p.id = h.unit_id and p.n = 7 join person s on s.n = 7`,
    `insert into cash.document (number, kind, subject_type, subject_id, unit_id, figures, figures_sha256, issued_by, issued_at)
      select 'DOCUMENT-' || n, 'COUNT', 'cash.count', n, id, '{}', sha256('{}'), 'probe', $1::date from place`,
    'insert into cash.day_close (unit_id, business_date, opened_at) select id, $1, now() from place',
  ]
  for (const statement of filled) await owner.query(statement, [today])
  await owner.query('drop table place, person')
}
