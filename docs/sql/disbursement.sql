-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /o2o-admin/disbursement/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.source_code) like $1
--   status: t.status in ($1)
--   partnerId: t.partner_id = $1
--   sourceKind: t.source_kind = $1
--   sourceId: t.source_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.created_at >= $1 and t.created_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.source_kind as sourceKind,
  t.source_id as sourceId,
  t.source_code as sourceCode,
  p.name as partnerName,
  t.status,
  t.item_count as itemCount,
  t.total,
  t.left_out as leftOut,
  coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in ('PAID')), 0)::int as paidCount,
  coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in ('SENT', 'UNKNOWN')), 0)::int as openCount,
  coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in ('UNKNOWN')), 0)::int as unknownCount,
  coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in ('FAILED', 'CANCELLED')), 0)::int as failedCount,
  coalesce((select count(*) from disbursement.item i where i.batch_id = t.id and i.status in ('RETURNED')), 0)::int as returnedCount,
  coalesce((select sum(i.amount) from disbursement.item i where i.batch_id = t.id and i.status = 'PAID'), 0)::numeric(20,2) as paid,
  u.name as unitName,
  t.created_by as createdBy,
  t.created_at as createdAt,
  t.approved_by as approvedBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from disbursement.batch as t
  where t.province_unit_id = $2
  order by t.created_at desc,
    t.id desc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.created_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.total) as total
from disbursement.batch as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.total) as total
from disbursement.batch as t
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || t.source_code) like $2)
  and (t.status in ($3))
  and (t.partner_id = $4)
  and (t.source_kind = $5)
  and (t.source_id = $6)
  and ((t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10))
  and (t.created_at >= $11 and t.created_at < $12)
group by t.status;

-- POST /o2o-admin/disbursement-item/v1/search: the filters, each alone
--   text: (platform.fold(t.reference || ' ' || t.name || ' ' || t.item_code) like $1 or t.account_number = $2)
--   status: t.status in ($1)
--   batchId: t.batch_id = $1
--   partnerId: t.partner_id = $1
--   unsent: (t.call_at is null and (t.status = 'SENT' or (t.status = 'READY' and t.fault <> '')))
--   sourceKind: t.source_kind = $1
--   sourceId: t.source_id = $1
--   transactionId: t.transaction_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.updated_at >= $1 and t.updated_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.reference,
  t.batch_id as batchId,
  b.code as batchCode,
  t.source_kind as sourceKind,
  b.source_code as sourceCode,
  t.item_code as itemCode,
  t.name,
  t.amount,
  t.status,
  (t.call_at is null and (t.status = 'SENT' or (t.status = 'READY' and t.fault <> ''))) as unsent,
  t.bank_bin as bankBin,
  t.account_number as accountNumber,
  t.account_name as accountName,
  p.name as partnerName,
  t.partner_reference as partnerReference,
  nullif(t.fault, '') as fault,
  t.code,
  case when strpos(t.message, '') = 0 then t.message else case split_part(t.message, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.message, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.message, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.message, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.message, '', 2) end end as message,
  t.calls,
  t.sent_at as sentAt,
  t.ended_at as endedAt,
  t.returned_at as returnedAt,
  case when strpos(t.step_note, '') = 0 then t.step_note else case split_part(t.step_note, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.step_note, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.step_note, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.step_note, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.step_note, '', 2) end end as stepNote,
  u.name as unitName,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from disbursement.item as t
  where t.province_unit_id = $1
  order by t.updated_at desc,
    t.id desc
  limit 15) as t
left join disbursement.batch_directory as b on b.id = t.batch_id
left join organisation.partner as p on p.id = t.partner_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.updated_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.item as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.item as t
where t.province_unit_id = $1
  and ((platform.fold(t.reference || ' ' || t.name || ' ' || t.item_code) like $2 or t.account_number = $3))
  and (t.status in ($4))
  and (t.batch_id = $5)
  and (t.partner_id = $6)
  and ((t.call_at is null and (t.status = 'SENT' or (t.status = 'READY' and t.fault <> ''))))
  and (t.source_kind = $7)
  and (t.source_id = $8)
  and (t.transaction_id = $9)
  and ((t.office_unit_id = $10 or t.district_unit_id = $11 or t.province_unit_id = $12 or t.head_unit_id = $13))
  and (t.updated_at >= $14 and t.updated_at < $15)
group by t.status;

-- POST /o2o-admin/held-account/v1/search: the filters, each alone
--   text: (platform.fold(t.name || ' ' || t.item_code) like $1 or t.account_number = $2)
--   id: t.id = $1
--   status: t.status in ($1)
--   reason: t.reason = $1
--   sourceKind: t.source_kind = $1
--   sourceId: t.source_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.held_at >= $1 and t.held_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.bank_bin as bankBin,
  t.account_number as accountNumber,
  t.status,
  t.reason,
  t.name,
  t.item_code as itemCode,
  t.listed_name as listedName,
  t.answered_name as answeredName,
  t.amount,
  case when strpos(t.words, '') = 0 then t.words else case split_part(t.words, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.words, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.words, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.words, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.words, '', 2) end end as words,
  t.source_kind as sourceKind,
  t.source_code as sourceCode,
  i.reference as reference,
  t.new_bank_bin as newBankBin,
  t.new_account_number as newAccountNumber,
  t.new_account_name as newAccountName,
  t.held_at as heldAt,
  t.decided_by as decidedBy,
  t.decided_at as decidedAt,
  t.step_note as stepNote,
  u.name as unitName,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from disbursement.hold as t
  where t.province_unit_id = $2
  order by t.held_at desc,
    t.id desc
  limit 15) as t
left join disbursement.item_directory as i on i.id = t.item_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.held_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.hold as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.hold as t
where t.province_unit_id = $1
  and ((platform.fold(t.name || ' ' || t.item_code) like $2 or t.account_number = $3))
  and (t.id = $4)
  and (t.status in ($5))
  and (t.reason = $6)
  and (t.source_kind = $7)
  and (t.source_id = $8)
  and ((t.office_unit_id = $9 or t.district_unit_id = $10 or t.province_unit_id = $11 or t.head_unit_id = $12))
  and (t.held_at >= $13 and t.held_at < $14)
group by t.status;

-- POST /o2o-admin/returned-transfer/v1/search: the filters, each alone
--   text: platform.fold(t.reference || ' ' || t.reason) like $1
--   id: t.id = $1
--   status: t.status in ($1)
--   partnerId: t.partner_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.occurred_at >= $1 and t.occurred_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.reference,
  i.reference as itemReference,
  t.amount,
  t.status,
  t.reason,
  t.difference,
  k.code as transactionCode,
  p.name as partnerName,
  t.occurred_at as occurredAt,
  t.proposed_by as proposedBy,
  t.decided_by as decidedBy,
  t.decided_at as decidedAt,
  t.step_note as stepNote,
  u.name as unitName,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from disbursement.returned as t
  where t.province_unit_id = $2
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join disbursement.item_directory as i on i.id = t.item_id
left join payment.transaction_key as k on k.transaction_id = t.transaction_id
left join organisation.partner as p on p.id = t.partner_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.returned as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from disbursement.returned as t
where t.province_unit_id = $1
  and (platform.fold(t.reference || ' ' || t.reason) like $2)
  and (t.id = $3)
  and (t.status in ($4))
  and (t.partner_id = $5)
  and ((t.office_unit_id = $6 or t.district_unit_id = $7 or t.province_unit_id = $8 or t.head_unit_id = $9))
  and (t.occurred_at >= $10 and t.occurred_at < $11)
group by t.status;
