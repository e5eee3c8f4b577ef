-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sdk-admin/transactions/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payer: t.payer_account like $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
--   appCode: o.app_code = $1
--   partnerOrder: o.partner_order = $1
--   platform: o.platform = $1
--   risk: exists (select from sdk.device_use u where u.transaction_id = t.id and (u.reported_risks || u.found_risks) && $1::text[])
--   returned: t.status in ($1, $2)
--   refusedReturn: (t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f)
--   partnerId: t.partner_id = $1
--   hour: extract(hour from t.occurred_at at time zone 'Asia/Ho_Chi_Minh')::integer = $1
--   payerBankBin: t.payer_bank_bin = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.external_ref as externalRef,
  u.name as unitName,
  p.name as provinceName,
  t.amount,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.fee end as fee,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.tax end as tax,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.amount - (t.fee + t.tax) end as net,
  t.status,
  t.type,
  t.channel,
  t.fee_source as feeSource,
  t.occurred_at as occurredAt,
  t.business_date as businessDate,
  t.late_of as lateOf,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  exists ( select from outcome.settlement_hold h where h.transaction_id = t.id or h.transaction_id in (select r.refund_id from payment.partner_refund r where r.parent_id = t.id)) as held,
  t.payer_name as payerName,
  t.payer_account as payerAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payer_bank_bin), t.payer_bank_bin) as payerBank,
  o.app_code as appCode,
  o.platform as platform,
  o.sdk_version as sdkVersion,
  o.partner_order as partnerOrder,
  o.risk as risk
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join sdk.transaction as o on o.id = t.id
  and o.business_date = t.business_date
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
where t.province_unit_id = $1
  and t.service = $2
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
left join sdk.transaction as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and (t.code = $3)
  and (t.external_ref = $4)
  and (coalesce(t.ledger_date, t.business_date) between $5::date and $6::date)
  and (t.type = 'REFUND')
  and (t.status in ($7))
  and (t.status in ($8, $9))
  and ((t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f))
  and (t.channel = $10)
  and (t.fee_source = $11)
  and (t.late_of is not null)
  and (t.partner_id = $12)
  and (t.payer_bank_bin = $13)
  and (extract(hour from t.occurred_at at time zone 'Asia/Ho_Chi_Minh')::integer = $14)
  and ((t.office_unit_id = $15 or t.district_unit_id = $16 or t.province_unit_id = $17 or t.head_unit_id = $18))
  and (t.amount >= $19 and t.amount <= $20)
  and (t.payer_account like $21)
  and (o.app_code = $22)
  and (o.partner_order = $23)
  and (o.platform = $24)
  and (exists (select from sdk.device_use u where u.transaction_id = t.id and (u.reported_risks || u.found_risks) && $25::text[]))
group by t.status;

-- number and sums where they are kept
select k.status as value,
  sum(k.n) as totalRecord,
  sum(k.amount) * 0.01 as amount,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.fee) * 0.01 end as fee,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.tax) * 0.01 end as tax,
  case when k.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then sum(k.amount - k.inside) * 0.01 end as net
from (select s.status,
    s.n,
    s.amount,
    s.fee,
    s.tax,
    s.inside
  from payment.list_sum as s
  where s.province_unit_id = $1
    and (s.service = $2 and s.refund = $3 and s.business_date >= $4 and s.business_date <= $5)
    and s.merchant_id = $6
    and s.partner_id = $7
    and s.unit_id in ($8)
    and (((s.head_unit_id in ($9) and s.head_unit_id <> s.unit_id) or (s.province_unit_id in ($10) and s.province_unit_id <> s.unit_id) or (s.district_unit_id in ($11) and s.district_unit_id <> s.unit_id) or (s.office_unit_id in ($12) and s.office_unit_id <> s.unit_id))) is not true
  union all select d.status,
    d.n,
    d.amount,
    d.fee,
    d.tax,
    d.inside
  from payment.list_delta as d
  where d.province_unit_id = $13
    and (d.service = $14 and d.refund = $15 and d.business_date >= $16 and d.business_date <= $17)) as k
group by k.status having sum(k.n) <> 0;

-- POST /sdk-admin/apps/v1/search: the filters, each alone
--   text: platform.fold(a.code || ' ' || a.name || ' ' || p.code || ' ' || p.name) like $1
--   partnerId: a.partner_id = $1
--   status: a.status = $1

-- a page (an export reads the same without its end)
select a.id,
  a.code,
  a.name,
  a.partner_id as partnerId,
  p.name as partnerName,
  a.status,
  array_to_string(a.platforms, ', ') as platformNames,
  cardinality(a.redirects) as redirectCount,
  a.created_at as createdAt,
  a.updated_at as updatedAt,
  a.updated_by as updatedBy,
  a.version
from (select a.*
  from sdk.app as a
  where a.province_unit_id = $1
  order by a.code asc,
    a.id asc
  limit 15) as a
inner join organisation.partner as p on p.id = a.partner_id
order by a.code asc,
  a.id asc;

-- number and sums
select count(*) as totalRecord
from sdk.app as a
where a.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from sdk.app as a
inner join organisation.partner as p on p.id = a.partner_id
where a.province_unit_id = $1
  and (platform.fold(a.code || ' ' || a.name || ' ' || p.code || ' ' || p.name) like $2)
  and (a.partner_id = $3)
  and (a.status = $4);
