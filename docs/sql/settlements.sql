-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-admin/settlements/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || m.code || ' ' || m.name) like $1
--   status: t.status in ($1)
--   cycle: t.cycle = $1
--   waiting: t.status = 'PAYABLE' and (select case when s.status <> 'PAYABLE' then null when m.status = 'LOCKED' then 'LOCKED' when m.account_cooling_until > $1 then 'COOLING' when settlement.dispute_of(s.id) is not null then 'DISPUTED' when a.balance < s.net then 'SHORT' end from settlement.settlement s, merchants.merchant m, ledger.account a where s.id = t.id and m.id = t.merchant_id and a.id = m.payable_account_id) is not null
--   merchantId: t.merchant_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.closed_at >= $1 and t.closed_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.merchant_id as merchantId,
  t.status,
  (select case when s.status <> 'PAYABLE' then null when m.status = 'LOCKED' then 'LOCKED' when m.account_cooling_until > $1 then 'COOLING' when settlement.dispute_of(s.id) is not null then 'DISPUTED' when a.balance < s.net then 'SHORT' end
  from settlement.settlement s,
    merchants.merchant m,
    ledger.account a
  where s.id = t.id
    and m.id = t.merchant_id
    and a.id = m.payable_account_id) as waits,
  t.cycle,
  t.until_at as untilAt,
  t.payments,
  m.code as merchantCode,
  m.name as merchantName,
  (select m.account_cooling_until
  from merchants.merchant m
  where m.id = t.merchant_id
    and m.account_cooling_until > $2) as coolingUntil,
  t.gross,
  t.fee,
  t.tax,
  t.refunds,
  t.cancellations,
  t.other,
  t.carried,
  t.net,
  (select x.reference
  from disbursement.transfer x
  where x.source_kind = 'MERCHANT_SETTLEMENT'
    and x.source_item = t.id
  order by x.id desc
  limit 1) as reference,
  (select x.batch_code
  from disbursement.transfer x
  where x.source_kind = 'MERCHANT_SETTLEMENT'
    and x.source_item = t.id
  order by x.id desc
  limit 1) as batchCode,
  case when strpos(t.hold_reason, '') = 0 then t.hold_reason else case split_part(t.hold_reason, '', 1) when 'RETURNED' then replace('Ngân hàng trả lại: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NO_ACCOUNT' then 'Ngân hàng không có số tài khoản này' when 'NAME_DIFFERS' then 'Tên tài khoản không khớp với danh sách' when 'ACCOUNT_HELD' then 'Tài khoản nhận đang bị giữ' when 'MADE_AFTER_ALL' then 'Đối tác xác nhận đã chuyển sau khi báo không thành công' when 'MADE_BY_ANOTHER' then replace('Đối tác xác nhận đã chuyển sau khi báo không thành công: {detail}', '{detail}', split_part(t.hold_reason, '', 2)) when 'NOT_MADE_AFTER_ALL' then 'Đối tác xác nhận chưa chuyển sau khi báo thành công' when 'UNSENT_TOO_LONG' then replace('Không gửi được sang đối tác trong {detail} giờ, lệnh chưa rời hệ thống', '{detail}', split_part(t.hold_reason, '', 2)) when 'SYSTEM_FAULT' then 'Lỗi hệ thống' else split_part(t.hold_reason, '', 2) end end as holdReason,
  t.paid_at as paidAt,
  t.closed_at as closedAt,
  t.unit_id as unitId,
  u.name as unitName,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from settlement.settlement as t
  where t.province_unit_id = $3
  order by t.closed_at desc,
    t.id desc
  limit 15) as t
left join merchants.merchant_directory as m on m.id = t.merchant_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.closed_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.net) as net,
  sum(t.gross) as gross,
  sum(t.fee) as fee,
  sum(t.tax) as tax,
  sum(t.refunds) as refunds,
  sum(t.cancellations) as cancellations,
  sum(t.other) as other,
  sum(t.carried) as carried
from settlement.settlement as t
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.net) as net,
  sum(t.gross) as gross,
  sum(t.fee) as fee,
  sum(t.tax) as tax,
  sum(t.refunds) as refunds,
  sum(t.cancellations) as cancellations,
  sum(t.other) as other,
  sum(t.carried) as carried
from settlement.settlement as t
left join merchants.merchant_directory as m on m.id = t.merchant_id
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || m.code || ' ' || m.name) like $2)
  and (t.status in ($3))
  and (t.cycle = $4)
  and (t.status = 'PAYABLE' and (select case when s.status <> 'PAYABLE' then null when m.status = 'LOCKED' then 'LOCKED' when m.account_cooling_until > $5 then 'COOLING' when settlement.dispute_of(s.id) is not null then 'DISPUTED' when a.balance < s.net then 'SHORT' end from settlement.settlement s, merchants.merchant m, ledger.account a where s.id = t.id and m.id = t.merchant_id and a.id = m.payable_account_id) is not null)
  and (t.merchant_id = $6)
  and ((t.office_unit_id = $7 or t.district_unit_id = $8 or t.province_unit_id = $9 or t.head_unit_id = $10))
  and (t.closed_at >= $11 and t.closed_at < $12)
group by t.status;

-- POST /qr-admin/settlements/v1/movements/search: the filters, each alone
--   merchantId: t.merchant_id = $1
--   settlement: t.settlement_id = (select s.id from settlement.settlement s where s.code = $1)
--   open: t.settlement_id is null
--   part: t.part = $1
--   period: t.occurred_at >= $1 and t.occurred_at < $2

-- a page (an export reads the same without its end)
select t.id as id,
  t.occurred_at as occurredAt,
  t.business_date as businessDate,
  t.part as part,
  t.transaction_id as transactionId,
  k.code as transactionCode,
  t.amount as amount,
  t.fee as fee,
  t.tax as tax,
  t.net as net,
  case when t.settlement_id is null then settlement.held_because(t.transaction_id) end as held,
  t.settlement_id as settlementId,
  (select s.code
  from settlement.settlement s
  where s.id = t.settlement_id) as settlementCode,
  m.code as merchantCode,
  m.name as merchantName
from (select t.*
  from settlement.movement_directory as t
  where t.province_unit_id = $1
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join merchants.merchant_directory as m on m.id = t.merchant_id
left join payment.transaction_key as k on k.transaction_id = t.transaction_id
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select count(*) as totalRecord,
  coalesce(sum(t.amount), 0) as amount,
  coalesce(sum(t.fee), 0) as fee,
  coalesce(sum(t.tax), 0) as tax,
  coalesce(sum(t.net), 0) as net
from settlement.movement_directory as t
where t.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord,
  coalesce(sum(t.amount), 0) as amount,
  coalesce(sum(t.fee), 0) as fee,
  coalesce(sum(t.tax), 0) as tax,
  coalesce(sum(t.net), 0) as net
from settlement.movement_directory as t
where t.province_unit_id = $1
  and (t.merchant_id = $2)
  and (t.settlement_id = (select s.id from settlement.settlement s where s.code = $3))
  and (t.settlement_id is null)
  and (t.part = $4)
  and (t.occurred_at >= $5 and t.occurred_at < $6);

-- POST /qr-report/merchant-statement/v1/search: the rows; groups, totals and chart are made around them
select p.id as merchantId,
  p.name || ' · ' || p.code as merchantName,
  0::bigint as seq,
  null::timestamptz as recordedAt,
  null::date as businessDate,
  null::text as part,
  null::text as reference,
  $1::text as description,
  null::numeric(20,2) as amount,
  null::numeric(20,2) as fee,
  null::numeric(20,2) as tax,
  null::numeric(20,2) as change,
  coalesce(e.balance_after, 0)::numeric(20,2) as balance
from (select m.id,
    m.code,
    m.name,
    m.payable_account_id as account,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $2) as low,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $3) as high
  from merchants.merchant as m
  where m.province_unit_id = $4
    and m.payable_account_id is not null
    and m.id = $5) as p
left join ledger.entry as e on e.account_id = p.account
  and e.account_version = p.low
union all select p.id as merchantId,
  p.name || ' · ' || p.code as merchantName,
  e.seq as seq,
  j.recorded_at as recordedAt,
  j.business_date as businessDate,
  case when j.service = 'DISB' then 'TRANSFER' else settlement.part_of(j.business_key) end as part,
  nullif(split_part(j.business_key, ':', 2), '') as reference,
  j.description,
  (e.net + c.fee + c.tax)::numeric(20,2) as amount,
  c.fee as fee,
  c.tax as tax,
  e.net::numeric(20,2) as change,
  e.balance as balance
from (select m.id,
    m.code,
    m.name,
    m.payable_account_id as account,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $6) as low,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $7) as high
  from merchants.merchant as m
  where m.province_unit_id = $8
    and m.payable_account_id is not null
    and m.id = $9) as p
inner join lateral ( select e.journal_id as journal, sum(case e.side when 'C' then e.amount else -e.amount end) as net, max(e.account_version) as seq, (array_agg(e.balance_after order by e.account_version desc))[1] as balance from ledger.entry e where e.account_id = p.account and e.account_version > p.low and e.account_version <= p.high group by e.journal_id) as e on true
inner join ledger.journal as j on j.id = e.journal
inner join lateral (select fee,
    tax
  from settlement.charges_of(e.journal)) as c on true
union all select p.id as merchantId,
  p.name || ' · ' || p.code as merchantName,
  p.high + 1 as seq,
  null::timestamptz as recordedAt,
  null::date as businessDate,
  null::text as part,
  null::text as reference,
  $10::text as description,
  null::numeric(20,2) as amount,
  null::numeric(20,2) as fee,
  null::numeric(20,2) as tax,
  null::numeric(20,2) as change,
  coalesce(e.balance_after, 0)::numeric(20,2) as balance
from (select m.id,
    m.code,
    m.name,
    m.payable_account_id as account,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $11) as low,
    ledger.version_before(m.payable_account_id, (select a.version from ledger.account a where a.id = m.payable_account_id), $12) as high
  from merchants.merchant as m
  where m.province_unit_id = $13
    and m.payable_account_id is not null
    and m.id = $14) as p
left join ledger.entry as e on e.account_id = p.account
  and e.account_version = p.high;
