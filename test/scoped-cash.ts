import type { TestRuntime } from './app.ts'

/** Holdings, shifts, counts, treasury transactions and days of sixty units, put in by the owner of the tables. */
export async function fillCash({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    create temporary table place as select id, row_number() over (order by md5('cash' || id)) as n from organisation.unit order by 2 limit 60;
    insert into ledger.unit_day (unit_id) select id from place;
    insert into cash.unit_state (unit_id, updated_by) select id, 'probe' from place;
    with account as (insert into ledger.account (code, name, class, normal_side, chart_id, owner_type, owner_id, unit_id, day_unit_id)
      select 'HOLDACC-' || n, 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_TILL'), 'UNIT', id, id, id from place returning id, unit_id)
    insert into cash.holding (code, name, kind, unit_id, account_id) select 'HOLD-' || p.n, 'x', 'TILL', p.id, a.id from place p join account a on a.unit_id = p.id;
    create temporary table person as select id, row_number() over (order by id) as n from organisation.staff limit 60`)
  const filled = [
    `insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date)
      select 'SHIFT-' || p.n, p.id, h.id, s.id, $1::date - (p.n % 5)::int from place p join cash.holding h on h.unit_id = p.id join person s on s.n = p.n`,
    `insert into cash.count (code, holding_id, unit_id, reason, business_date, shift_id, counted, ledger_balance, account_version, counted_by_staff_id, counted_at, created_by)
      select 'COUNT-' || p.n, h.id, p.id, case when p.n % 2 = 0 then 'SPOT' else 'DAY' end, $1::date - (p.n % 5)::int, t.id, 0, 0, 0, s.id, now(), 'probe'
      from place p join cash.holding h on h.unit_id = p.id join person s on s.n = p.n left join cash.shift t on t.unit_id = p.id and p.n % 3 = 0`,
    `insert into cash.treasury_transaction (code, kind, from_unit_id, to_unit_id, amount, planned_on)
      select 'TREASURY-' || p.n, 'TRANSFER', p.id, o.id, 1000, $1 from place p join place o on o.n = p.n % 60 + 1`,
    `insert into cash.variance (count_id, holding_id, unit_id, amount) select c.id, c.holding_id, c.unit_id, 1000 from cash.count c where $1 <> ''`,
    `insert into cash.count_session (holding_id, reason, counter_staff_id, counter_user_id, started_at)
      select h.id, 'SPOT', s.id, (select min(id) from iam.user_account), $1::date from cash.holding h join place p on p.id = h.unit_id and p.n = 7 join person s on s.n = 7`,
    `insert into cash.document (number, kind, subject_type, subject_id, unit_id, figures, figures_sha256, issued_by, issued_at)
      select 'DOCUMENT-' || n, 'COUNT', 'cash.count', n, id, '{}', sha256('{}'), 'probe', $1::date from place`,
    'insert into cash.day_close (unit_id, business_date, opened_at) select id, $1, now() from place',
  ]
  for (const statement of filled) await owner.query(statement, [today])
  await owner.query('drop table place, person')
}
