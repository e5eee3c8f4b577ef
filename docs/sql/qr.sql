-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-admin/transactions/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payer: t.payer_account like $1
--   merchantId: t.merchant_id = $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
--   creditedAccount: t.credited_account = $1
--   qrCode: t.credited_account = (select a.number from vietqr.code_directory c join vietqr.account_directory a on a.id = c.account_id where c.code = $1)
--   returned: t.status in ($1, $2)
--   partnerId: t.partner_id = $1
--   hour: extract(hour from t.occurred_at at time zone 'Asia/Ho_Chi_Minh')::integer = $1

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
  m.code as merchantCode,
  m.name as merchantName,
  t.payer_name as payerName,
  t.payer_account as payerAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payer_bank_bin), t.payer_bank_bin) as payerBank
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join merchants.merchant_directory as m on m.id = t.merchant_id
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
where t.province_unit_id = $1
  and t.service = $2
  and (t.code = $3)
  and (t.external_ref = $4)
  and (coalesce(t.ledger_date, t.business_date) between $5::date and $6::date)
  and (t.type = 'REFUND')
  and (t.status in ($7))
  and (t.status in ($8, $9))
  and (t.channel = $10)
  and (t.fee_source = $11)
  and (t.late_of is not null)
  and (t.merchant_id = $12)
  and (t.partner_id = $13)
  and (extract(hour from t.occurred_at at time zone 'Asia/Ho_Chi_Minh')::integer = $14)
  and ((t.office_unit_id = $15 or t.district_unit_id = $16 or t.province_unit_id = $17 or t.head_unit_id = $18))
  and (t.amount >= $19 and t.amount <= $20)
  and (t.payer_account like $21)
  and (t.credited_account = $22)
  and (t.credited_account = (select a.number from vietqr.code_directory c join vietqr.account_directory a on a.id = c.account_id where c.code = $23))
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

-- POST /qr-report/daily-detail/v1/search: the rows; groups, totals and chart are made around them
select s.day as businessDate,
  s.province_unit_id as provinceId,
  p.name as provinceName,
  d.name as districtName,
  s.unit_id as unitId,
  u.name as unitName,
  s.merchant_id as merchantId,
  m.code as merchantCode,
  m.name as merchantName,
  s.count,
  s.succeeded,
  s.failed,
  s.other,
  s.refunds,
  s.amount,
  s.late,
  s.lateAmount,
  s.refunded,
  s.fee,
  s.tax,
  s.amount - s.refunded - s.fee - s.tax as net
from (select l.day,
    l.merchant_id,
    l.province_unit_id,
    l.district_unit_id,
    coalesce(l.office_unit_id, l.district_unit_id, l.province_unit_id, l.head_unit_id) as unit_id,
    (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) + coalesce(sum(l.n) filter (where l.event = 'FAILED'), 0) + coalesce(sum(l.n) filter (where l.event = 'OPEN'), 0))::bigint as count,
    (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as succeeded,
    (coalesce(sum(l.n) filter (where l.event = 'FAILED'), 0))::bigint as failed,
    (coalesce(sum(l.n) filter (where l.event = 'OPEN'), 0) + coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as other,
    (coalesce(sum(l.n) filter (where l.event = 'LATE'), 0))::bigint as late,
    (coalesce(sum(l.n) filter (where l.event = 'REFUNDED'), 0))::bigint as refunds,
    ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as amount,
    ((coalesce(sum(l.amount) filter (where l.event = 'LATE'), 0)) * 0.01)::numeric(20, 2) as lateAmount,
    ((coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as refunded,
    ((coalesce(sum(l.fee) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.fee) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.fee) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as fee,
    ((coalesce(sum(l.tax) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.tax) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.tax) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as tax
  from (select s.day,
      s.event,
      s.channel,
      s.partner_id,
      s.bank_bin,
      s.merchant_id as merchant_id,
      s.head_unit_id,
      s.province_unit_id,
      s.district_unit_id,
      s.office_unit_id,
      s.n,
      s.amount,
      s.fee,
      s.tax
    from payment.report_detail as s
    where s.province_unit_id = $1
      and (s.service = $2 and s.type = $3 and s.channel = $4 and s.day >= $5 and s.day <= $6 and (s.office_unit_id = $7 or s.district_unit_id = $8 or s.province_unit_id = $9 or s.head_unit_id = $10) and s.merchant_id = $11)
    union all select s.day,
      s.event,
      s.channel,
      s.partner_id,
      s.bank_bin,
      s.merchant_id as merchant_id,
      s.head_unit_id,
      s.province_unit_id,
      s.district_unit_id,
      s.office_unit_id,
      s.n,
      s.amount,
      s.fee,
      s.tax
    from payment.report_delta as s
    where s.province_unit_id = $12
      and (s.service = $13 and s.type = $14 and s.channel = $15 and s.day >= $16 and s.day <= $17 and (s.office_unit_id = $18 or s.district_unit_id = $19 or s.province_unit_id = $20 or s.head_unit_id = $21) and s.merchant_id = $22)) as l
  group by l.day,
    l.merchant_id,
    l.head_unit_id,
    l.province_unit_id,
    l.district_unit_id,
    l.office_unit_id) as s
left join merchants.merchant_directory as m on m.id = s.merchant_id
left join organisation.unit_directory as u on u.id = s.unit_id
left join organisation.unit_directory as d on d.id = s.district_unit_id
left join organisation.unit_directory as p on p.id = s.province_unit_id;
