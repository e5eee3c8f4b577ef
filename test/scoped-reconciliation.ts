import type { TestRuntime } from './app.ts'

const WORKBOOK = '00000000-0000-4000-8000-'

/** Of the workbook of a session. */
export const workbookOf = (sessionId: string): string => `${WORKBOOK}${sessionId.padStart(12, '0')}`

/** Configurations, sessions, breaks and handling requests all over the country, put in by the owner of the tables. */
export async function fillReconciliation({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    with place as (select id, head_unit_id, row_number() over (order by md5(id::text)) - 1 as n from organisation.unit limit 72),
      partner as (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from (select id from organisation.partner order by id offset 3) p)
    insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'DSLW' || u.n, 'Đối soát ' || u.n, (array['QR', 'SDK', 'DISB', 'QR_MC', 'COD', 'COD_LDP'])[1 + u.n / p.many], p.id, u.id, u.head_unit_id, 'probe', now(), 'probe', now()
      from place u join partner p on p.n = u.n % p.many where u.n / p.many < 6;
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

/**
 * A statement, lines, a match, a break in dispute and a filled-in workbook in each of these sessions, of a day some weeks back, and requests of another
 * desk: something to answer with. A statement has the id of its session, a workbook the one that workbookOf() makes of it.
 */
export async function fillSessions({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    update reconciliation.session set from_day = current_date - 30, to_day = current_date - 30 where code like 'PHLW%';
    update reconciliation.request set desk = 'SDK' where code like 'YCLW%' and id % 2 = 0;
    update reconciliation.break set day = current_date - 30, status = 'RESOLVED', resolution = 'DISPUTE', resolved_by = 'probe', resolved_at = now() where reference like 'CLLW%';
    insert into reconciliation.statement (id, session_id, origin, file_name, bytes, received, sha256, status, rows, accepted, rejected, uploaded_by, uploaded_at)
      select id, id, 'UPLOAD', 'sao-ke.csv', 1, 1, sha256(code::bytea), 'STAGED', 2, 1, 1, 'probe', now() from reconciliation.session where code like 'PHLW%';
    insert into reconciliation.statement_part (statement_id, number, content) select id, 0, 'x' from reconciliation.session where code like 'PHLW%';
    insert into reconciliation.row_verdict (statement_id, file_row, verdict, about, value, error_code, error_params)
      select id, 2, 'R', 'amount', 'x', 'RCR-061', '{}' from reconciliation.session where code like 'PHLW%';
    select reconciliation.ensure_partitions(current_date - 31, current_date);
    insert into reconciliation.line (period, session_id, side, no, money, day, amount)
      select from_day, id, side::"char", 1, true, from_day, 100000 from reconciliation.session, unnest(array['O', 'T']) side where code like 'PHLW%';
    insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
      select from_day, id, 1, 1, 1, 1, 'A' from reconciliation.session where code like 'PHLW%';
    insert into reconciliation.workbook (id, session_id, desk, file_name, sha256, uploaded_by, uploaded_at)
      select ('${WORKBOOK}' || lpad(id::text, 12, '0'))::uuid, id, 'QR', 'chenh-lech.xlsx', sha256(code::bytea), 'probe', now() from reconciliation.session where code like 'PHLW%'`)
}
