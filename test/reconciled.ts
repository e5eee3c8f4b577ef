import type { TestRuntime } from './app.ts'

/** Configurations, sessions with lines of all states, breaks and handling requests at every desk: rows for the lists of reconciliation. */
export async function reconciled(owner: TestRuntime['database']['owner']): Promise<void> {
  await owner.query(`
    with place as (select id from organisation.unit where level = 'HEAD_OFFICE' limit 1),
      partner as (select id, row_number() over (order by id) as n from organisation.partner order by id limit 3),
      plug as (select * from unnest(array['QR', 'SDK', 'DISB', 'QR_MC', 'COD', 'COD_LDP']) with ordinality x(key, n)),
      wanted as (
        select plug.key, plug.n as plug_n, partner.id as partner_id, partner.n from plug cross join partner
      )
    insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'DS.' || w.key || '.' || w.n, (array['Đối soát ngân hàng', 'Đối soát ví', 'Đối soát cổng thanh toán', 'Đối soát điểm bán'])[w.n] || ' ' || w.key, w.key, w.partner_id, place.id, place.id,
        'probe', now(), 'probe', now() - w.n * interval '1 hour' from wanted w, place;
    insert into reconciliation.setup (code, name, plug, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'DS.NHAP.' || k, 'Bản nháp ' || k, k, u.id, u.id, 'probe', now(), 'probe', now() from unnest(array['QR', 'SDK', 'DISB', 'COD']) k, organisation.unit u where u.level = 'HEAD_OFFICE';
    insert into reconciliation.revision (setup_id, number, status, document, edited_at, created_by, created_at, updated_by, updated_at)
      select id, 1, 'ACTIVE', '{"rules":[{"name":"Số tham chiếu","keys":["REFERENCE"],"cardinality":"ONE_ONE","windowDays":1,"toleranceAmount":"0.00","tolerancePercent":"0"}],
        "account":"","fee":{"mode":"GROSS","percent":"0","fixed":"0.00","texts":[]},"expectedDays":1,"carryDays":5,"dueTime":"09:00","connector":false,"writeOffLimit":"100000.00",
        "highFrom":"50000000.00","bankAccountCode":""}', now(), 'probe', now(), 'probe', now() from reconciliation.setup where code like 'DS.%' and code not like 'DS.NHAP%';
    update reconciliation.setup s set revision_id = r.id, status = (array['ACTIVE', 'ACTIVE', 'SUSPENDED'])[1 + s.id % 3] from reconciliation.revision r where r.setup_id = s.id;
    insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select reconciliation.next_code('DS', current_date - n * 7), s.id, s.revision_id, s.plug, s.partner_id, current_date - n * 7, current_date - n * 7, s.unit_id, s.head_unit_id,
        'probe', now() - n * interval '3 hour', 'probe', now() - n * interval '2 hour' from reconciliation.setup s, generate_series(1, 8) n where s.revision_id is not null and s.code like 'DS.%';
    insert into reconciliation.line (period, session_id, side, no, money, day, amount, fee, at, reference, document_no, counter_account, counter_name, text, status, source_id, source_code)
      select s.from_day, s.id, side, n, n <> 12, s.from_day - n % 3, (s.id * 1000 + n * 137) * 100, n % 4 * 100, s.from_day + n * interval '1 hour', 'THAM' || s.id || 'X' || n, 'CT' || n,
        '19000' || n, (array['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Hoàng'])[1 + n % 3], 'nội dung ' || n, (array['SUCCEEDED', 'UNKNOWN'])[1 + n % 2],
        case side when 'O' then n end, case side when 'O' then 'GD' || s.id || 'X' || n else '' end
      from reconciliation.session s, generate_series(1, 12) n, unnest(array['O', 'T']::"char"[]) side;
    insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method)
      select s.from_day, s.id, n, n, n, case when n < 3 then 1 else 0 end, (array['A', 'T', 'M', 'F']::"char"[])[n] from reconciliation.session s, generate_series(1, 4) n;
    insert into reconciliation.match (session_id, no, difference, reason, made_by, made_at) select id, n, n * 5 - 10, 'khớp tay', 'ketoan', now() from reconciliation.session, generate_series(2, 4) n;
    insert into reconciliation.waiting (session_id, side, no, why, due_on) select id, side, n, (array['EXPECTED', 'CARRIED'])[n - 4], current_date + 2 from reconciliation.session, generate_series(5, 6) n, unnest(array['O', 'T']::"char"[]) side;
    with wanted as (
      select s.*, n, (array['MISSING_OURS', 'MISSING_THEIRS', 'AMOUNT', 'STATUS', 'DUPLICATE', 'DATE', 'AMBIGUOUS'])[1 + (s.id + n) % 7] as kind from reconciliation.session s, generate_series(7, 11) n
    ), made as (
      insert into reconciliation.break (session_id, kind, reference, field, ours_value, theirs_value, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, status, resolution, reason, resolved_by, resolved_at,
          assignee_id, unit_id, head_unit_id, partner_id, updated_by, updated_at)
        select id, kind, 'THAM' || id || 'X' || n, 'amount', n || '.00', (n + 1) || '.00', (array[current_date, current_date - 4, current_date - 8, current_date - 20])[1 + (id + n) % 4], id * 1000 + n * 137, id * 1000 + n * 137,
          (id + n) % 5 * 15000000, 1, 1, (array['OPEN', 'OPEN', 'RESOLVED', 'PROPOSED'])[1 + n % 4], case when n % 4 > 1 then (array['WRITE_OFF', 'DISPUTE', 'ADJUST'])[1 + id % 3] end, 'lý do ' || n,
          case when n % 4 = 2 then 'kiemsoat' end, case when n % 4 = 2 then now() end, case when (id + n) % 3 = 0 then (select id from iam.user_account where account = 'admin') end,
          unit_id, head_unit_id, partner_id, 'probe', now() - n * interval '1 hour' from wanted
        returning id, session_id, reference)
    insert into reconciliation.break_line (break_id, session_id, side, no) select id, session_id, side, split_part(reference, 'X', 2)::integer from made, unnest(array['O', 'T']::"char"[]) side;
    update reconciliation.session s set ours_lines = 11, theirs_lines = 11, ours_sum = l.total, theirs_sum = l.total, matched_ours = 4, matched_theirs = 4, matched_ours_sum = l.matched, matched_theirs_sum = l.matched,
        waiting_ours = 2, waiting_theirs = 2, waiting_ours_sum = l.waiting, waiting_theirs_sum = l.waiting, broken_ours = 5, broken_theirs = 5, broken_ours_sum = l.total - l.matched - l.waiting,
        broken_theirs_sum = l.total - l.matched - l.waiting, breaks = 5, breaks_open = s.id % 5, at_risk = s.id * 11.5, matched_at = now(),
        status = (array['DRAFT', 'IMPORTED', 'MATCHED', 'REVIEWING', 'REVIEWING', 'CONFIRMED', 'SETTLED', 'CANCELLED'])[1 + s.id % 8], settled_at = case when s.id % 8 = 6 then now() end
      from (select session_id, sum(amount) filter (where side = 'O' and money) * 0.01 as total, sum(amount) filter (where side = 'O' and no <= 4) * 0.01 as matched,
        sum(amount) filter (where side = 'O' and no in (5, 6)) * 0.01 as waiting from reconciliation.line group by session_id) l where l.session_id = s.id;
    insert into reconciliation.statement (session_id, origin, file_name, bytes, received, sha256, status, rows, accepted, ignored, rejected, uploaded_by, uploaded_at)
      select id, 'UPLOAD', 'sao-ke-' || id || '.csv', 100, 100, sha256(id::text::bytea), 'STAGED', 20, 12, 4, 4, 'ketoan', now() from reconciliation.session;
    insert into reconciliation.row_verdict (statement_id, file_row, verdict, about, value, error_code, error_params)
      select t.id, n, (array['I', 'R']::"char"[])[1 + n % 2], case when n % 2 = 0 then 'Dòng tổng' else 'amount' end, 'giá trị ' || n, case when n % 2 = 1 then 'RCR-001' end, case when n % 2 = 1 then '{}'::jsonb end
      from reconciliation.statement t, generate_series(1, 8) n;
    insert into reconciliation.request (code, desk, kind, session_id, partner_id, reason, status, items, total, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select reconciliation.next_code('YCXL', current_date), d, (array['OUTCOME', 'REFUND', 'RESEND', 'OTHER'])[1 + n % 4], null, p.id, (array['Đối tác xác nhận', 'Khách khiếu nại', 'Sao kê thiếu'])[1 + n % 3] || ' ' || n,
        (array['NEW', 'SUBMITTED', 'DONE', 'REJECTED', 'CANCELLED'])[1 + n % 5], 1, n * 1000.5, u.id, u.id, 'ketoan', now() - n * interval '30 hour', 'probe', now() - n * interval '1 hour'
      from unnest(array['PAR', 'SDK']) d, generate_series(1, 24) n, lateral (select id from organisation.partner order by id offset n % 3 limit 1) p, organisation.unit u where u.level = 'HEAD_OFFICE';
    insert into reconciliation.request_item (request_id, number, transaction_id, business_date, transaction_code, amount)
      select r.id, 1, t.id, t.business_date, t.code, r.total from reconciliation.request r, lateral (select id, business_date, code from payment.transaction order by id offset r.id % 20 limit 1) t`)
}
