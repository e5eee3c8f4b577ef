import type { TestRuntime } from './app.ts'

/** Lots of collection requests and their lines all over the country, put in by the owner of the tables. To be called after `fillCob`. */
export async function fillIssuances({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    create temporary table place as select u.*, c.id as courier_id, row_number() over (order by c.id) as n from cob.courier c join organisation.unit u on u.id = c.unit_id where c.code like 'BTLW%';
    insert into cob.issuance (code, key_account_id, name, note, status, line_count, total, hash, submitted_by, submitted_at, issued_by, issued_at, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'NT2611-' || lpad((90000 + p.n)::text, 5, '0'), k.id, (array['Cước điện ', 'Học phí ', 'Trả góp '])[1 + p.n % 3] || p.n, '', s.state, 4, 400000 + p.n * 1000, sha256(p.n::text::bytea), 'probe', now(),
        case when s.state in ('ISSUED', 'CLOSED') then 'checker' end, case when s.state in ('ISSUED', 'CLOSED') then now() - p.n * interval '3 hour' end, p.id, p.head_unit_id, 'maker', now() - p.n * interval '9 hour',
        'probe', now() - p.n * interval '7 hour'
      from place p join cob.key_account k on k.code = 'KHLW' || 1 + (p.n * 7) % 60 cross join lateral (select (array['DRAFT', 'ISSUED', 'CLOSED', 'CANCELLED'])[1 + p.n % 4] as state) s;
    insert into cob.issuance_line (issuance_id, line_no, key_account_id, reference, payer_name, payer_phone, address, amount, due_on, note, status, item_id, courier_id, attempts, unit_id, head_unit_id, updated_by, updated_at)
      select o.id, g, o.key_account_id, 'TCLW-' || o.id || '-' || g, (array['Nguyễn Văn An ', 'Trần Thị Bình ', 'Lê Hoàng '])[1 + g % 3] || g, '0912' || lpad((o.id * 10 + g)::text, 6, '0'), g || ' Lê Lợi, ' || p.name,
        10000 + o.id * 100 + g * 1000, current_date + (p.n % 20)::int, '', s.state, case when s.state not in ('NEW', 'CANCELLED') then i.id end, case when s.state in ('ASSIGNED', 'REFUSED') then p.courier_id end, g % 3,
        p.id, p.head_unit_id, 'probe', now() - (o.id * 4 + g) * interval '1 hour'
      from cob.issuance o join place p on p.id = o.unit_id and o.code = 'NT2611-' || lpad((90000 + p.n)::text, 5, '0') cross join generate_series(1, 4) g
        cross join lateral (select (array['NEW', 'ISSUED', 'ASSIGNED', 'REFUSED', 'CANCELLED', 'EXPIRED'])[1 + (p.n + g) % 6] as state) s
        left join lateral (select id from (select id, row_number() over (order by id) as at from cob.item where code like 'BGLW%') x where x.at = p.n and g = 1 + p.n % 4) i on true
      where s.state in ('NEW', 'CANCELLED') or i.id is not null;
    drop table place`)
}
