import type { TestRuntime } from './app.ts'

/** Postmen, key accounts, items and what is held of them all over the country, put in by the owner of the tables. To be called after `fillLedger`. */
export async function fillCob({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
    create temporary table place as select *, row_number() over (order by md5('cob' || id)) as n from organisation.unit order by n limit 60;
    insert into ledger.account (code, name, class, normal_side, chart_id, unit_id)
      select 'CODACC-' || n, 'x', 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_IN_TRANSIT'), id from place
      union all select 'KHLACC-' || n, 'x', 'LIABILITY', 'C', (select id from ledger.chart where key = 'SENDER_PAYABLE'), id from place;
    insert into cob.courier (code, name, phone, route, account_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at, ceiling, status)
      select 'BTLW' || p.n, (array['Nguyễn Văn An ', 'Trần Thị Bình ', 'Lê Hoàng '])[1 + p.n % 3] || p.n, '0901' || lpad(p.n::text, 6, '0'), 'T' || p.n % 5, a.id, p.id, p.head_unit_id, 'probe', now() - p.n * interval '9 hour',
        'probe', now() - p.n * interval '7 hour', case when p.n % 3 = 0 then p.n * 1000000 end, (array['ACTIVE', 'ACTIVE', 'LOCKED'])[1 + p.n % 3]
      from place p join ledger.account a on a.code = 'CODACC-' || p.n;
    insert into cob.key_account (code, name, tax_code, account_id, status, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'KHLW' || p.n, (array['Thời trang ', 'Sách ', 'Đặc sản '])[1 + p.n % 3] || p.n, lpad((p.n * 7654321)::text, 10, '0'), a.id, (array['ACTIVE', 'SUSPENDED', 'CLOSED'])[1 + p.n % 3], p.id, p.head_unit_id,
        'probe', now() - p.n * interval '9 hour', 'probe', now() - p.n * interval '7 hour'
      from place p join ledger.account a on a.code = 'KHLACC-' || p.n;
    insert into cob.item (code, partner_id, key_account_id, sender_name, receiver_name, receiver_phone, receiver_address, cod_amount, postage, cod_fee, accepted_at, accepted_unit_id, unit_id, head_unit_id, route, courier_id,
        delivery_state, delivered_at, returned_at, updated_at)
      select 'BGLW' || g, t.id, case when g % 4 > 0 then k.id end, (array['Shop An ', 'Shop Bình ', 'Shop Chi '])[1 + g % 3] || g, (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + g % 3], '0912' || lpad(g::text, 6, '0'),
        g || ' Trần Phú', 10000 + g * 1000, 20000 + g % 7 * 1000, g % 5 * 1000, '${today}'::timestamptz - g * interval '5 hour', p.id, p.id, p.head_unit_id, 'T' || g % 5, c.id, s.state,
        case when s.state in ('DELIVERED', 'RETURNED') then '${today}'::timestamptz - g * interval '3 hour' end, case when s.state = 'RETURNED' then '${today}'::timestamptz - g * interval '2 hour' end, now() - g * interval '1 hour'
      from generate_series(1, 180) g join place p on p.n = 1 + g % 60 join cob.courier c on c.code = 'BTLW' || p.n join cob.key_account k on k.code = 'KHLW' || 1 + (g * 7) % 60
        join (select id, row_number() over (order by id) - 1 as at, count(*) over () as many from organisation.partner) t on t.at = g % t.many
        cross join lateral (select (array['ACCEPTED', 'IN_TRANSIT', 'AT_OFFICE', 'OUT_FOR_DELIVERY', 'DELIVERED', 'DELIVERED', 'RETURNED'])[1 + g % 7] as state) s;
    insert into cob.event (partner_id, reference, item_code, item_id, kind, at, courier_id, amount, method, received_at)
      select i.partner_id, 'BGEV-' || i.id, i.code, i.id, 'COLLECTED', i.delivered_at, i.courier_id, i.cod_amount, 'CASH', i.delivered_at from cob.item i where i.delivery_state = 'DELIVERED';
    update cob.item i set collected_event_id = e.id, collected_at = e.at, collected_amount = e.amount, money_state = 'COLLECTED', due_on = e.at::date + 1, events = 2, marks = case when i.id % 3 = 0 then array['WRONG_AMOUNT'] else '{}' end
      from cob.event e where e.item_id = i.id;
    insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, head_unit_id, at)
      select i.courier_id, i.id, i.key_account_id, 'COLLECT', i.collected_amount, i.collected_at::date, i.due_on, (select min(id) from ledger.journal), i.unit_id, i.head_unit_id, i.collected_at from cob.item i where i.collected_at is not null;
    update cob.item set money_state = case when id % 2 = 0 then 'PAYABLE' else 'PARTIAL' end, handed_in_amount = case when id % 2 = 0 then collected_amount else 5000 end, handed_in_at = case when id % 2 = 0 then collected_at + interval '9 hour' end,
        hold_reason = case when id % 5 = 0 then 'SENDER_CLAIM' end where collected_at is not null and id % 3 > 0;
    insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, head_unit_id, at)
      select p.courier_id, p.item_id, p.key_account_id, 'HAND_IN', -i.handed_in_amount, p.business_date, p.due_on, p.journal_id, p.unit_id, p.head_unit_id, p.at + interval '9 hour'
      from cob.position p join cob.item i on i.id = p.item_id where i.handed_in_amount > 0;
    update cob.key_account set account_cooling_until = now() + interval '1 day' where id % 4 = 0;
    insert into cob.watch (rule, subject_type, subject_id, subject_code, courier_id, amount, facts, since, found_at, opened_at, unit_id, head_unit_id, updated_at, assignee_id)
      select 'WRONG_AMOUNT', 'cob.item', i.id, i.code, i.courier_id, i.cod_amount, '{"collected": "1000.00", "wanted": "2000.00"}', i.accepted_at, i.accepted_at, i.accepted_at, i.unit_id, i.head_unit_id, now(),
          (select id from iam.user_account order by md5(id::text || i.id) limit 1) from cob.item i where i.id % 3 < 2;
    drop table place`)
}
