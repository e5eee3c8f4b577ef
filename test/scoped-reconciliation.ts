/** Configurations, sessions, breaks and handling requests all over the country, put in by the owner of the tables. */
import type { TestRuntime } from './app.ts'

export async function fillReconciliation({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    with place as (select id, head_unit_id, row_number() over (order by md5(id::text)) - 1 as n from organisation.unit limit 48),
      partner as (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from (select id from organisation.partner order by id offset 3) p)
    insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'DSLW' || u.n, 'Đối soát ' || u.n, (array['QR', 'SDK', 'DISB', 'QR_MC'])[1 + u.n / p.many], p.id, u.id, u.head_unit_id, 'probe', now(), 'probe', now()
      from place u join partner p on p.n = u.n % p.many where u.n / p.many < 4;
    insert into reconciliation.revision (setup_id, number, status, document, edited_at, created_by, created_at, updated_by, updated_at)
      select id, 1, 'ACTIVE', '{"rules":[{"name":"Số tham chiếu","keys":["REFERENCE"]}],"fee":{}}', now(), 'probe', now(), 'probe', now() from reconciliation.setup where code like 'DSLW%';
    update reconciliation.setup s set revision_id = r.id, status = 'ACTIVE' from reconciliation.revision r where r.setup_id = s.id and s.code like 'DSLW%';
    insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'PHLW' || s.id, s.id, s.revision_id, s.plug, s.partner_id, current_date - 100, current_date - 100, s.unit_id, s.head_unit_id, 'probe', now(), 'probe', now()
      from reconciliation.setup s where s.code like 'DSLW%';
    insert into reconciliation.break (session_id, kind, reference, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, unit_id, head_unit_id, partner_id, updated_by, updated_at)
      select id, 'AMOUNT', 'CLLW' || id, from_day, 1000, 900, 100, 1, 1, unit_id, head_unit_id, partner_id, 'probe', now() from reconciliation.session where code like 'PHLW%';
    insert into reconciliation.request (code, desk, kind, partner_id, reason, status, items, total, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'YCLW' || id, 'PAR', 'OTHER', partner_id, 'vì', 'NEW', 1, 1000, unit_id, head_unit_id, 'probe', now(), 'probe', now() from reconciliation.session where code like 'PHLW%'`)
}
