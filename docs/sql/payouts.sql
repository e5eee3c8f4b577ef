-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cfm-admin/payout-programme/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || p.name) like $1
--   kind: t.kind in ($1)
--   status: t.status = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.partner_id as partnerId,
  p.name as partnerName,
  t.kind,
  t.unpaid,
  t.tolerance_percent as tolerance,
  t.list_day as listDay,
  t.report_day as reportDay,
  t.status,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from payout.programme as t
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from payout.programme as t;

-- number and sums under every filter
select count(*) as totalRecord
from payout.programme as t
left join organisation.partner as p on p.id = t.partner_id
where (platform.fold(t.code || ' ' || t.name || ' ' || p.name) like $1)
  and (t.kind in ($2))
  and (t.status = $3);

-- POST /cfm-admin/payout-funds/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.bank_reference || ' ' || p.name) like $1
--   status: t.status in ($1)
--   partnerId: t.partner_id = $1
--   period: t.received_on >= $1 and t.received_on <= $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  p.name as partnerName,
  b.name as bankName,
  t.bank_reference as bankReference,
  t.amount,
  t.received_on as receivedOn,
  t.status,
  t.note,
  t.created_by as createdBy,
  t.decided_by as decidedBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from payout.receipt as t
  order by t.received_on desc,
    t.id desc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
left join organisation.partner as b on b.id = t.bank_id
order by t.received_on desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from payout.receipt as t
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from payout.receipt as t
left join organisation.partner as p on p.id = t.partner_id
where (platform.fold(t.code || ' ' || t.bank_reference || ' ' || p.name) like $1)
  and (t.status in ($2))
  and (t.partner_id = $3)
  and (t.received_on >= $4 and t.received_on <= $5)
group by t.status;

-- POST /cfm-admin/payout-list/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || p.name || ' ' || o.name) like $1
--   status: t.status in ($1)
--   programmeId: t.programme_id = $1
--   kind: t.kind = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   month: t.month = $1::date
--   period: t.pay_from <= $1::date and t.pay_until >= $2::date

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.kind,
  t.status,
  p.name as programmeName,
  o.name as partnerName,
  p.unpaid as unpaidRule,
  to_char(t.month, 'MM/YYYY') as month,
  t.line_count as lineCount,
  t.total,
  (case when t.account_id is null then 0 else t.total - t.returned_total - coalesce(a.balance, 0) - (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2) as paid,
  (case when t.status = 'CANCELLED' then 0 when t.account_id is null then t.total else coalesce(a.balance, 0) + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2) as unpaid,
  t.returned_total as returned,
  (case when t.status = 'CANCELLED' then t.total else 0 end)::numeric(20,2) as cancelled,
  t.pay_from as payFrom,
  t.pay_until as payUntil,
  u.name as unitName,
  t.content_version as contentVersion,
  t.created_by as createdBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from payout.list as t
  where t.province_unit_id = $2
  order by t.month desc,
    t.id desc
  limit 15) as t
left join payout.programme as p on p.id = t.programme_id
left join organisation.partner as o on o.id = t.partner_id
left join organisation.unit_directory as u on u.id = t.unit_id
left join ledger.account as a on a.id = t.account_id
order by t.month desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.line_count) as lineCount,
  sum(t.total) as total,
  sum((case when t.account_id is null then 0 else t.total - t.returned_total - coalesce(a.balance, 0) - (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2)) as paid,
  sum((case when t.status = 'CANCELLED' then 0 when t.account_id is null then t.total else coalesce(a.balance, 0) + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2)) as unpaid,
  sum(t.returned_total) as returned,
  sum((case when t.status = 'CANCELLED' then t.total else 0 end)::numeric(20,2)) as cancelled
from payout.list as t
left join ledger.account as a on a.id = t.account_id
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.line_count) as lineCount,
  sum(t.total) as total,
  sum((case when t.account_id is null then 0 else t.total - t.returned_total - coalesce(a.balance, 0) - (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2)) as paid,
  sum((case when t.status = 'CANCELLED' then 0 when t.account_id is null then t.total else coalesce(a.balance, 0) + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = t.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT') end)::numeric(20,2)) as unpaid,
  sum(t.returned_total) as returned,
  sum((case when t.status = 'CANCELLED' then t.total else 0 end)::numeric(20,2)) as cancelled
from payout.list as t
left join payout.programme as p on p.id = t.programme_id
left join organisation.partner as o on o.id = t.partner_id
left join ledger.account as a on a.id = t.account_id
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || p.name || ' ' || o.name) like $2)
  and (t.status in ($3))
  and (t.programme_id = $4)
  and (t.kind = $5)
  and ((t.office_unit_id = $6 or t.district_unit_id = $7 or t.province_unit_id = $8 or t.head_unit_id = $9))
  and (t.month = $10::date)
  and (t.pay_from <= $11::date and t.pay_until >= $12::date)
group by t.status;

-- POST /cfm-report/payout-paid/v1/search: the rows; groups, totals and chart are made around them
select t.programme_id as programmeId,
  p.name as programmeName,
  t.list_id as listId,
  l.code as listCode,
  t.line_no as lineNo,
  t.id as lineId,
  t.beneficiary_code as beneficiaryCode,
  t.name,
  t.birth_date as birthDate,
  repeat('•', greatest(0, length(t.identity_number) - 4)) || right(t.identity_number, 4) as identityNumber,
  to_char(t.month, 'MM/YYYY') as month,
  t.amount,
  t.method,
  coalesce(u.name, '') as unitName,
  t.paid_on as paidOn,
  t.receiver_name as receiverName,
  s.code as slipCode
from payout.line as t
inner join payout.list_directory as l on l.id = t.list_id
inner join payout.programme as p on p.id = t.programme_id
left join organisation.unit_directory as u on u.id = t.paid_unit_id
left join cash.slip as s on s.id = t.slip_id
where t.province_unit_id = $1
  and t.programme_id = $2
  and t.list_id = $3
  and (t.office_unit_id = $4 or t.district_unit_id = $5 or t.province_unit_id = $6 or t.head_unit_id = $7)
  and t.method = $8
  and t.status = $9
  and t.paid_on >= $10
  and t.paid_on <= $11;

-- POST /cfm-report/payout-unpaid/v1/search: the rows; groups, totals and chart are made around them
select t.programme_id as programmeId,
  p.name as programmeName,
  t.list_id as listId,
  l.code as listCode,
  t.line_no as lineNo,
  t.id as lineId,
  t.beneficiary_code as beneficiaryCode,
  t.name,
  t.birth_date as birthDate,
  repeat('•', greatest(0, length(t.identity_number) - 4)) || right(t.identity_number, 4) as identityNumber,
  to_char(t.month, 'MM/YYYY') as month,
  t.amount,
  t.method,
  coalesce(u.name, '') as unitName,
  case when strpos(t.hold_reason, '') = 0 then t.hold_reason else case split_part(t.hold_reason, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.hold_reason, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.hold_reason, '', 2) end end as holdReason,
  case when t.status = 'PAID' or (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date > $1::date) then 'UNPAID' else t.status end as status,
  (select n.code
  from payout.line f join payout.list_directory n on n.id = f.list_id
  where f.from_line_id = t.id
    and f.status <> 'CANCELLED') as nextCode
from payout.line as t
inner join payout.list_directory as l on l.id = t.list_id
inner join payout.programme as p on p.id = t.programme_id
left join organisation.unit_directory as u on u.id = t.unit_id
where t.province_unit_id = $2
  and t.programme_id = $3
  and t.list_id = $4
  and (t.office_unit_id = $5 or t.district_unit_id = $6 or t.province_unit_id = $7 or t.head_unit_id = $8)
  and t.method = $9
  and l.approved_on <= $10::date
  and t.status <> $11
  and (t.status <> 'PAID' or t.paid_on > $12::date)
  and (t.status not in ('RETURNED', 'CARRIED') or (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date >= $13::date);

-- POST /cfm-report/payout-money-left/v1/search: the rows; groups, totals and chart are made around them
select t.programme_id as programmeId,
  p.name as programmeName,
  t.list_id as listId,
  l.code as listCode,
  to_char(t.month, 'MM/YYYY') as month,
  case when (t.status = 'PAID' and t.paid_on <= '2026-01-31'::date) then t.method when not (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) then 'WAITING' when t.hold_reason <> '' then 'HELD' when t.method = 'ACCOUNT' then 'NOT_TRANSFERRED' else 'NOT_FETCHED' end as part,
  case when (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) then case when strpos(t.hold_reason, '') = 0 then t.hold_reason else case split_part(t.hold_reason, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.hold_reason, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.hold_reason, '', 2) end end else '' end as holdReason,
  count(*) as lines,
  sum(t.amount)::numeric(20,2) as amount,
  coalesce(sum(t.amount) filter (where (t.status = 'PAID' and t.paid_on <= '2026-01-31'::date)), 0)::numeric(20,2) as paid,
  coalesce(sum(t.amount) filter (where (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) and t.status = 'RETURNED'), 0)::numeric(20,2) as returned,
  coalesce(sum(t.amount) filter (where (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) and t.status = 'CARRIED'), 0)::numeric(20,2) as carried,
  coalesce(sum(t.amount) filter (where not (t.status = 'PAID' and t.paid_on <= '2026-01-31'::date) and not (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date)), 0)::numeric(20,2) as waiting,
  coalesce(sum(t.amount) filter (where (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date)), 0)::numeric(20,2) as left
from payout.line as t
inner join payout.list_directory as l on l.id = t.list_id
inner join payout.programme as p on p.id = t.programme_id
where t.province_unit_id = $1
  and t.status <> $2
  and l.approved_on <= $3::date
  and (l.closed_on is null or l.closed_on >= $4::date)
  and t.programme_id = $5
  and t.list_id = $6
  and (t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10)
group by t.programme_id,
  p.name,
  t.list_id,
  l.code,
  t.month,
  case when (t.status = 'PAID' and t.paid_on <= '2026-01-31'::date) then t.method when not (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) then 'WAITING' when t.hold_reason <> '' then 'HELD' when t.method = 'ACCOUNT' then 'NOT_TRANSFERRED' else 'NOT_FETCHED' end,
  case when (t.status in ('RETURNED', 'CARRIED') and (t.updated_at at time zone 'Asia/Ho_Chi_Minh')::date <= '2026-01-31'::date) then case when strpos(t.hold_reason, '') = 0 then t.hold_reason else case split_part(t.hold_reason, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.hold_reason, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.hold_reason, '', 2) end end else '' end;

-- POST /cfm-admin/payout-duty/v1/search: the filters, each alone
--   text: platform.fold(t.programmeCode || ' ' || t.programmeName || ' ' || t.partnerName) like $1
--   programmeId: t.programmeId = $1
--   month: t.monthStart = $1::date
--   listState: t.listState in ($1)
--   moneyState: t.moneyState in ($1)
--   reportState: t.reportState in ($1)

-- a page (an export reads the same without its end)
select t.id,
  t.programmeId,
  t.programmeName,
  t.partnerName,
  t.month,
  t.monthStart,
  t.listDue,
  t.listState,
  t.cameOn,
  t.lines,
  t.total,
  t.moneyState,
  t.missing,
  t.paid,
  t.unpaid,
  t.reportDue,
  t.reportState,
  t.sentOn,
  t.reference
from ( select (p.id * 1000000 + to_char(m.month, 'YYYYMM')::bigint) as id, p.id as programmeId, p.code as programmeCode, p.name as programmeName, o.name as partnerName, to_char(m.month, 'MM/YYYY') as month, m.month as monthStart, d.list_due as listDue, f.came_on as cameOn, f.lines, f.total, x.missing, f.paid, f.unpaid, d.report_due as reportDue, s.sent_on as sentOn, s.reference, case when f.came_on is not null then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $1::date then 'LATE' when d.list_due - $2::int <= $3::date then 'DUE' else 'OPEN' end as listState, case when f.came_on is not null and x.missing = 0 then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $4::date then 'LATE' when d.list_due - $5::int <= $6::date then 'DUE' else 'OPEN' end as moneyState, case when f.approved = 0 and s.sent_on is null then 'NONE' else case when s.sent_on is not null then 'DONE' when d.report_due is null then 'NONE' when d.report_due < $7::date then 'LATE' when d.report_due - $8::int <= $9::date then 'DUE' else 'OPEN' end end as reportState from payout.programme p join organisation.partner o on o.id = p.partner_id cross join lateral ( select g::date as month from generate_series(date_trunc('month', $10::date) - make_interval(months => $11::int), date_trunc('month', $12::date) + interval '1 month', interval '1 month') g ) m cross join lateral (select (m.month - interval '1 month')::date + p.list_day - 1 as list_due, m.month + p.report_day - 1 as report_due) d cross join lateral ( select count(*)::int as lists, coalesce(sum(l.line_count), 0)::int as lines, coalesce(sum(l.total), 0)::numeric(20,2) as total, min((l.created_at at time zone 'Asia/Ho_Chi_Minh')::date) filter (where l.line_count > 0) as came_on, count(*) filter (where l.account_id is not null) as approved, coalesce(sum(l.total) filter (where l.account_id is null), 0) as waiting, coalesce(sum(l.total - l.returned_total - b.left), 0)::numeric(20,2) as paid, coalesce(sum(b.left + l.returned_total), 0)::numeric(20,2) as unpaid from payout.list l left join ledger.account a on a.id = l.account_id cross join lateral (select coalesce(a.balance + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = l.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT'), l.total) as left) b where l.programme_id = p.id and l.month = m.month and l.status <> 'CANCELLED' ) f left join payout.funds pf on pf.partner_id = p.partner_id left join ledger.account fa on fa.id = pf.account_id cross join lateral (select greatest(0, f.waiting - coalesce(fa.balance, 0))::numeric(20,2) as missing) x left join lateral (select r.sent_on, r.reference from payout.report_sent r where r.programme_id = p.id and r.month = m.month order by r.id desc limit 1) s on true where f.lists > 0 or (p.status = 'ACTIVE' and coalesce(d.list_due, m.month) >= (p.created_at at time zone 'Asia/Ho_Chi_Minh')::date) ) as t
order by t.monthStart desc,
  t.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from ( select (p.id * 1000000 + to_char(m.month, 'YYYYMM')::bigint) as id, p.id as programmeId, p.code as programmeCode, p.name as programmeName, o.name as partnerName, to_char(m.month, 'MM/YYYY') as month, m.month as monthStart, d.list_due as listDue, f.came_on as cameOn, f.lines, f.total, x.missing, f.paid, f.unpaid, d.report_due as reportDue, s.sent_on as sentOn, s.reference, case when f.came_on is not null then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $1::date then 'LATE' when d.list_due - $2::int <= $3::date then 'DUE' else 'OPEN' end as listState, case when f.came_on is not null and x.missing = 0 then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $4::date then 'LATE' when d.list_due - $5::int <= $6::date then 'DUE' else 'OPEN' end as moneyState, case when f.approved = 0 and s.sent_on is null then 'NONE' else case when s.sent_on is not null then 'DONE' when d.report_due is null then 'NONE' when d.report_due < $7::date then 'LATE' when d.report_due - $8::int <= $9::date then 'DUE' else 'OPEN' end end as reportState from payout.programme p join organisation.partner o on o.id = p.partner_id cross join lateral ( select g::date as month from generate_series(date_trunc('month', $10::date) - make_interval(months => $11::int), date_trunc('month', $12::date) + interval '1 month', interval '1 month') g ) m cross join lateral (select (m.month - interval '1 month')::date + p.list_day - 1 as list_due, m.month + p.report_day - 1 as report_due) d cross join lateral ( select count(*)::int as lists, coalesce(sum(l.line_count), 0)::int as lines, coalesce(sum(l.total), 0)::numeric(20,2) as total, min((l.created_at at time zone 'Asia/Ho_Chi_Minh')::date) filter (where l.line_count > 0) as came_on, count(*) filter (where l.account_id is not null) as approved, coalesce(sum(l.total) filter (where l.account_id is null), 0) as waiting, coalesce(sum(l.total - l.returned_total - b.left), 0)::numeric(20,2) as paid, coalesce(sum(b.left + l.returned_total), 0)::numeric(20,2) as unpaid from payout.list l left join ledger.account a on a.id = l.account_id cross join lateral (select coalesce(a.balance + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = l.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT'), l.total) as left) b where l.programme_id = p.id and l.month = m.month and l.status <> 'CANCELLED' ) f left join payout.funds pf on pf.partner_id = p.partner_id left join ledger.account fa on fa.id = pf.account_id cross join lateral (select greatest(0, f.waiting - coalesce(fa.balance, 0))::numeric(20,2) as missing) x left join lateral (select r.sent_on, r.reference from payout.report_sent r where r.programme_id = p.id and r.month = m.month order by r.id desc limit 1) s on true where f.lists > 0 or (p.status = 'ACTIVE' and coalesce(d.list_due, m.month) >= (p.created_at at time zone 'Asia/Ho_Chi_Minh')::date) ) as t;

-- number and sums under every filter
select count(*) as totalRecord
from ( select (p.id * 1000000 + to_char(m.month, 'YYYYMM')::bigint) as id, p.id as programmeId, p.code as programmeCode, p.name as programmeName, o.name as partnerName, to_char(m.month, 'MM/YYYY') as month, m.month as monthStart, d.list_due as listDue, f.came_on as cameOn, f.lines, f.total, x.missing, f.paid, f.unpaid, d.report_due as reportDue, s.sent_on as sentOn, s.reference, case when f.came_on is not null then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $1::date then 'LATE' when d.list_due - $2::int <= $3::date then 'DUE' else 'OPEN' end as listState, case when f.came_on is not null and x.missing = 0 then 'DONE' when d.list_due is null then 'NONE' when d.list_due < $4::date then 'LATE' when d.list_due - $5::int <= $6::date then 'DUE' else 'OPEN' end as moneyState, case when f.approved = 0 and s.sent_on is null then 'NONE' else case when s.sent_on is not null then 'DONE' when d.report_due is null then 'NONE' when d.report_due < $7::date then 'LATE' when d.report_due - $8::int <= $9::date then 'DUE' else 'OPEN' end end as reportState from payout.programme p join organisation.partner o on o.id = p.partner_id cross join lateral ( select g::date as month from generate_series(date_trunc('month', $10::date) - make_interval(months => $11::int), date_trunc('month', $12::date) + interval '1 month', interval '1 month') g ) m cross join lateral (select (m.month - interval '1 month')::date + p.list_day - 1 as list_due, m.month + p.report_day - 1 as report_due) d cross join lateral ( select count(*)::int as lists, coalesce(sum(l.line_count), 0)::int as lines, coalesce(sum(l.total), 0)::numeric(20,2) as total, min((l.created_at at time zone 'Asia/Ho_Chi_Minh')::date) filter (where l.line_count > 0) as came_on, count(*) filter (where l.account_id is not null) as approved, coalesce(sum(l.total) filter (where l.account_id is null), 0) as waiting, coalesce(sum(l.total - l.returned_total - b.left), 0)::numeric(20,2) as paid, coalesce(sum(b.left + l.returned_total), 0)::numeric(20,2) as unpaid from payout.list l left join ledger.account a on a.id = l.account_id cross join lateral (select coalesce(a.balance + (select coalesce(sum(i.amount), 0) from payout.line i where i.list_id = l.id and i.status in ('CLAIMED', 'UNKNOWN') and i.method = 'ACCOUNT'), l.total) as left) b where l.programme_id = p.id and l.month = m.month and l.status <> 'CANCELLED' ) f left join payout.funds pf on pf.partner_id = p.partner_id left join ledger.account fa on fa.id = pf.account_id cross join lateral (select greatest(0, f.waiting - coalesce(fa.balance, 0))::numeric(20,2) as missing) x left join lateral (select r.sent_on, r.reference from payout.report_sent r where r.programme_id = p.id and r.month = m.month order by r.id desc limit 1) s on true where f.lists > 0 or (p.status = 'ACTIVE' and coalesce(d.list_due, m.month) >= (p.created_at at time zone 'Asia/Ho_Chi_Minh')::date) ) as t
where (platform.fold(t.programmeCode || ' ' || t.programmeName || ' ' || t.partnerName) like $13)
  and (t.programmeId = $14)
  and (t.monthStart = $15::date)
  and (t.listState in ($16))
  and (t.moneyState in ($17))
  and (t.reportState in ($18));

-- POST /cfm-admin/payout-line/v1/search: the filters, each alone
--   text: (platform.fold(t.name || ' ' || t.beneficiary_code) like $1 or t.identity_number = $2)
--   listId: t.list_id = $1
--   status: t.status in ($1)
--   warning: t.warnings && $1::text[]
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   method: t.method = $1
--   dueTomorrow: (t.status = 'UNPAID' and t.method = 'CASH' and exists ( select from payout.list_directory d where d.id = t.list_id and d.status in ('APPROVED', 'PAYING') and $1::date between d.pay_from and d.pay_until)) is '1'

-- a page (an export reads the same without its end)
select t.id,
  t.list_id as listId,
  l.code as listCode,
  t.line_no as lineNo,
  t.beneficiary_code as beneficiaryCode,
  t.name,
  t.birth_date as birthDate,
  t.identity_type as identityType,
  repeat('•', greatest(0, length(t.identity_number) - 4)) || right(t.identity_number, 4) as identityNumber,
  to_char(t.month, 'MM/YYYY') as month,
  t.amount,
  t.status,
  u.name as unitName,
  t.method,
  t.address,
  t.bank_bin as bankBin,
  t.account_number as accountNumber,
  t.account_name as accountName,
  t.receiver_name as receiverName,
  case when strpos(t.hold_reason, '') = 0 then t.hold_reason else case split_part(t.hold_reason, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.hold_reason, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.hold_reason, '', 2) end end as holdReason,
  t.warnings[1] as warning,
  t.paid_at as paidAt,
  pu.name as paidUnitName,
  s.full_name as tellerName,
  p.code as slipCode,
  t.updated_at as updatedAt,
  t.version
from (select t.*
  from payout.line as t
  where t.province_unit_id = $1
    and (exists (select from payout.list_directory d where d.id = t.list_id and d.approved_on is not null) or exists (select from payout.list own where own.id = t.list_id))
  order by t.line_no asc,
    t.id asc
  limit 15) as t
left join payout.list_directory as l on l.id = t.list_id
left join organisation.unit_directory as u on u.id = t.unit_id
left join organisation.unit_directory as pu on pu.id = t.paid_unit_id
left join organisation.staff_directory as s on s.id = t.teller_staff_id
left join cash.slip as p on p.id = t.slip_id
order by t.line_no asc,
  t.id asc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from payout.line as t
where t.province_unit_id = $1
  and (exists (select from payout.list_directory d where d.id = t.list_id and d.approved_on is not null) or exists (select from payout.list own where own.id = t.list_id))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from payout.line as t
where t.province_unit_id = $1
  and (exists (select from payout.list_directory d where d.id = t.list_id and d.approved_on is not null) or exists (select from payout.list own where own.id = t.list_id))
  and ((platform.fold(t.name || ' ' || t.beneficiary_code) like $2 or t.identity_number = $3))
  and (t.list_id = $4)
  and (t.status in ($5))
  and (t.warnings && $6::text[])
  and ((t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10))
  and (t.method = $11)
  and ((t.status = 'UNPAID' and t.method = 'CASH' and exists ( select from payout.list_directory d where d.id = t.list_id and d.status in ('APPROVED', 'PAYING') and $12::date between d.pay_from and d.pay_until)) is '1')
group by t.status;
