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
  and ((t.id, t.business_date) in (select f.transaction_id, f.business_date from payment.refused_return f))
  and (t.channel = $10)
  and (t.fee_source = $11)
  and (t.late_of is not null)
  and (t.merchant_id = $12)
  and (t.partner_id = $13)
  and (t.payer_bank_bin = $14)
  and (extract(hour from t.occurred_at at time zone 'Asia/Ho_Chi_Minh')::integer = $15)
  and ((t.office_unit_id = $16 or t.district_unit_id = $17 or t.province_unit_id = $18 or t.head_unit_id = $19))
  and (t.amount >= $20 and t.amount <= $21)
  and (t.payer_account like $22)
  and (t.credited_account = $23)
  and (t.credited_account = (select a.number from vietqr.code_directory c join vietqr.account_directory a on a.id = c.account_id where c.code = $24))
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

-- POST /qr-report/summary/v1/search: the rows; groups, totals and chart are made around them
select s.day as businessDate,
  s.month as month,
  s.province_id as provinceId,
  s.bank_bin as bankBin,
  s.channel as channel,
  s.partner_id as partnerId,
  (select u.name
  from organisation.unit_directory u
  where u.id = s.province_id) as provinceName,
  nullif(coalesce((select b.name from masterdata.bank b where b.bin = s.bank_bin), s.bank_bin), '') as bankName,
  (select c.name
  from organisation.partner c
  where c.id = s.partner_id) as partnerName,
  s.count as count,
  s.succeeded as succeeded,
  s.failed as failed,
  s.other as other,
  s.successRate as successRate,
  s.amount as amount,
  s.refunds as refunds,
  s.refunded as refunded,
  s.fee as fee,
  s.tax as tax,
  s.net as net
from (select l.day as day,
    null::text as month,
    null::bigint as province_id,
    null::text as bank_bin,
    null::text as channel,
    null::bigint as partner_id,
    (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) + coalesce(sum(l.n) filter (where l.event = 'FAILED'), 0) + coalesce(sum(l.n) filter (where l.event = 'OPEN'), 0))::bigint as count,
    (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as succeeded,
    (coalesce(sum(l.n) filter (where l.event = 'FAILED'), 0))::bigint as failed,
    (coalesce(sum(l.n) filter (where l.event = 'OPEN'), 0) + coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as other,
    null::numeric as successRate,
    ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as amount,
    (coalesce(sum(l.n) filter (where l.event = 'REFUNDED'), 0))::bigint as refunds,
    ((coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as refunded,
    ((coalesce(sum(l.fee) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.fee) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.fee) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as fee,
    ((coalesce(sum(l.tax) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.tax) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.tax) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as tax,
    ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0) - (coalesce(sum(l.fee) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.fee) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.fee) filter (where l.event = 'REFUNDED'), 0)) - (coalesce(sum(l.tax) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.tax) filter (where l.event = 'CANCELLED'), 0) - coalesce(sum(l.tax) filter (where l.event = 'REFUNDED'), 0))) * 0.01)::numeric(20, 2) as net
  from (select s.day,
      s.event,
      s.channel,
      s.partner_id,
      s.bank_bin,
      null::bigint as merchant_id,
      s.head_unit_id,
      s.province_unit_id,
      s.district_unit_id,
      s.office_unit_id,
      s.n,
      s.amount,
      s.fee,
      s.tax
    from payment.report_sum as s
    where s.province_unit_id = $1
      and (s.service = $2 and s.type = $3 and s.channel = $4 and s.bank_bin = $5 and s.partner_id = $6 and s.day >= $7 and s.day <= $8 and (s.grain = 'DAY' and s.day between $9::date and $10::date) and (s.head_unit_id = $11 or s.province_unit_id = $12))
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
    from payment.report_detail as s
    where s.province_unit_id = $13
      and (s.service = $14 and s.type = $15 and s.channel = $16 and s.bank_bin = $17 and s.partner_id = $18 and s.day >= $19 and s.day <= $20 and (s.district_unit_id = $21 or s.office_unit_id = $22))
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
    where s.province_unit_id = $23
      and (s.service = $24 and s.type = $25 and s.channel = $26 and s.bank_bin = $27 and s.partner_id = $28 and s.day >= $29 and s.day <= $30 and (s.office_unit_id = $31 or s.district_unit_id = $32 or s.province_unit_id = $33 or s.head_unit_id = $34))) as l
  group by l.day) as s;

-- POST /qr-report/return-detail/v1/search: the rows; groups, totals and chart are made around them
select r.day as businessDate,
  t.province_unit_id as provinceId,
  p.name as provinceName,
  r.kind,
  t.code,
  m.name as merchantName,
  u.name as unitName,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payer_bank_bin), t.payer_bank_bin) as bankName,
  t.channel,
  c.name as partnerName,
  t.business_date as paidOn,
  t.amount as paid,
  r.amount as returned,
  r.fee,
  r.tax,
  r.reason,
  r.amount - r.fee - r.tax as net,
  regexp_replace(r.request_ref, '^approval:', '') as requestRef
from payment.transaction as t
inner join ( select 'REFUND' as kind, j.business_date as day, f.transaction_id, f.business_date, f.amount, f.fee, f.tax, f.reason, f.request_ref from payment.refund f join ledger.journal j on j.id = f.journal_id where j.business_date between $1::date and $2::date union all select 'CANCELLATION', c.business_date, c.transaction_id, c.business_date, c.amount, c.fee, c.tax, c.reason, c.request_ref from payment.cancellation c where c.business_date between $3::date and $4::date) as r on r.transaction_id = t.id
  and r.business_date = t.business_date
left join merchants.merchant_directory as m on m.id = t.merchant_id
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
inner join organisation.partner as c on c.id = t.partner_id
where t.province_unit_id = $5
  and t.service = $6
  and t.type = $7
  and (r.kind = $8 and (t.office_unit_id = $9 or t.district_unit_id = $10 or t.province_unit_id = $11 or t.head_unit_id = $12) and t.merchant_id = $13 and t.channel = $14 and t.partner_id = $15 and t.payer_bank_bin = $16);

-- POST /qr-report/return-summary/v1/search: the rows; groups, totals and chart are made around them
select s.day as businessDate,
  s.month as month,
  s.province_id as provinceId,
  s.bank_bin as bankBin,
  s.channel as channel,
  s.partner_id as partnerId,
  (select u.name
  from organisation.unit_directory u
  where u.id = s.province_id) as provinceName,
  nullif(coalesce((select b.name from masterdata.bank b where b.bin = s.bank_bin), s.bank_bin), '') as bankName,
  (select c.name
  from organisation.partner c
  where c.id = s.partner_id) as partnerName,
  s.refunds as refunds,
  s.refunded as refunded,
  s.cancellations as cancellations,
  s.cancelled as cancelled,
  s.returns as returns,
  s.returned as returned,
  s.fee as fee,
  s.tax as tax,
  s.net as net,
  s.turnover as turnover,
  s.returnRate as returnRate
from (select l.day as day,
    null::text as month,
    null::bigint as province_id,
    null::text as bank_bin,
    null::text as channel,
    null::bigint as partner_id,
    (coalesce(sum(l.n) filter (where l.event = 'REFUNDED'), 0))::bigint as refunds,
    ((coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0)) * 0.01)::numeric(20, 2) as refunded,
    (coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as cancellations,
    ((coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as cancelled,
    (coalesce(sum(l.n) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as returns,
    ((coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as returned,
    ((coalesce(sum(l.fee) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.fee) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as fee,
    ((coalesce(sum(l.tax) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.tax) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as tax,
    ((coalesce(sum(l.amount) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0) - (coalesce(sum(l.fee) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.fee) filter (where l.event = 'CANCELLED'), 0)) - (coalesce(sum(l.tax) filter (where l.event = 'REFUNDED'), 0) + coalesce(sum(l.tax) filter (where l.event = 'CANCELLED'), 0))) * 0.01)::numeric(20, 2) as net,
    ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0)) * 0.01)::numeric(20, 2) as turnover,
    null::numeric as returnRate
  from (select s.day,
      s.event,
      s.channel,
      s.partner_id,
      s.bank_bin,
      null::bigint as merchant_id,
      s.head_unit_id,
      s.province_unit_id,
      s.district_unit_id,
      s.office_unit_id,
      s.n,
      s.amount,
      s.fee,
      s.tax
    from payment.report_sum as s
    where s.province_unit_id = $1
      and (s.service = $2 and s.type = $3 and s.channel = $4 and s.bank_bin = $5 and s.partner_id = $6 and s.day >= $7 and s.day <= $8 and (s.grain = 'DAY' and s.day between $9::date and $10::date) and (s.head_unit_id = $11 or s.province_unit_id = $12))
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
    from payment.report_detail as s
    where s.province_unit_id = $13
      and (s.service = $14 and s.type = $15 and s.channel = $16 and s.bank_bin = $17 and s.partner_id = $18 and s.day >= $19 and s.day <= $20 and (s.district_unit_id = $21 or s.office_unit_id = $22))
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
    where s.province_unit_id = $23
      and (s.service = $24 and s.type = $25 and s.channel = $26 and s.bank_bin = $27 and s.partner_id = $28 and s.day >= $29 and s.day <= $30 and (s.office_unit_id = $31 or s.district_unit_id = $32 or s.province_unit_id = $33 or s.head_unit_id = $34))) as l
  group by l.day) as s;

-- POST /qr-report/cumulative/v1/search: the rows; groups, totals and chart are made around them
select s.day as businessDate,
  s.month as month,
  s.province_id as provinceId,
  s.bank_bin as bankBin,
  s.channel as channel,
  s.partner_id as partnerId,
  (select u.name
  from organisation.unit_directory u
  where u.id = s.province_id) as provinceName,
  nullif(coalesce((select b.name from masterdata.bank b where b.bin = s.bank_bin), s.bank_bin), '') as bankName,
  (select c.name
  from organisation.partner c
  where c.id = s.partner_id) as partnerName,
  s.count as count,
  s.amount as amount,
  s.before as before,
  s.yearBefore as yearBefore,
  s.monthCount as monthCount,
  s.monthAmount as monthAmount,
  s.yearCount as yearCount,
  s.yearAmount as yearAmount,
  s.beforeGrowth as beforeGrowth,
  s.yearGrowth as yearGrowth
from (select q.day as day,
    q.month as month,
    q.province_id as province_id,
    q.bank_bin as bank_bin,
    q.channel as channel,
    q.partner_id as partner_id,
    sum(q.count) as count,
    sum(q.amount) as amount,
    sum(q.before) as before,
    sum(q.yearBefore) as yearBefore,
    sum(q.monthCount) as monthCount,
    sum(q.monthAmount) as monthAmount,
    sum(q.yearCount) as yearCount,
    sum(q.yearAmount) as yearAmount,
    sum(q.beforeGrowth) as beforeGrowth,
    sum(q.yearGrowth) as yearGrowth
  from (select null::date as day,
      null::text as month,
      l.province_unit_id as province_id,
      null::text as bank_bin,
      null::text as channel,
      null::bigint as partner_id,
      (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as count,
      ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as amount,
      0 as before,
      0 as yearBefore,
      0 as monthCount,
      0 as monthAmount,
      0 as yearCount,
      0 as yearAmount,
      null::numeric as beforeGrowth,
      null::numeric as yearGrowth
    from (select s.day,
        s.event,
        s.channel,
        s.partner_id,
        s.bank_bin,
        null::bigint as merchant_id,
        s.head_unit_id,
        s.province_unit_id,
        s.district_unit_id,
        s.office_unit_id,
        s.n,
        s.amount,
        s.fee,
        s.tax
      from payment.report_sum as s
      where s.province_unit_id = $1
        and (s.service = $2 and s.type = $3 and s.channel = $4 and s.bank_bin = $5 and s.partner_id = $6 and s.day >= $7 and s.day <= $8 and ((s.grain = 'MONTH' and s.day between $9::date and $10::date)) and (s.head_unit_id = $11 or s.province_unit_id = $12))
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
      from payment.report_detail as s
      where s.province_unit_id = $13
        and (s.service = $14 and s.type = $15 and s.channel = $16 and s.bank_bin = $17 and s.partner_id = $18 and s.day >= $19 and s.day <= $20 and (s.district_unit_id = $21 or s.office_unit_id = $22))
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
      where s.province_unit_id = $23
        and (s.service = $24 and s.type = $25 and s.channel = $26 and s.bank_bin = $27 and s.partner_id = $28 and s.day >= $29 and s.day <= $30 and (s.office_unit_id = $31 or s.district_unit_id = $32 or s.province_unit_id = $33 or s.head_unit_id = $34))) as l
    group by l.province_unit_id
    union all select null::date as day,
      null::text as month,
      l.province_unit_id as province_id,
      null::text as bank_bin,
      null::text as channel,
      null::bigint as partner_id,
      0 as count,
      0 as amount,
      ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as before,
      0 as yearBefore,
      0 as monthCount,
      0 as monthAmount,
      0 as yearCount,
      0 as yearAmount,
      null::numeric as beforeGrowth,
      null::numeric as yearGrowth
    from (select s.day,
        s.event,
        s.channel,
        s.partner_id,
        s.bank_bin,
        null::bigint as merchant_id,
        s.head_unit_id,
        s.province_unit_id,
        s.district_unit_id,
        s.office_unit_id,
        s.n,
        s.amount,
        s.fee,
        s.tax
      from payment.report_sum as s
      where s.province_unit_id = $35
        and (s.service = $36 and s.type = $37 and s.channel = $38 and s.bank_bin = $39 and s.partner_id = $40 and s.day >= $41 and s.day <= $42 and ((s.grain = 'MONTH' and s.day between $43::date and $44::date)) and (s.head_unit_id = $45 or s.province_unit_id = $46))
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
      from payment.report_detail as s
      where s.province_unit_id = $47
        and (s.service = $48 and s.type = $49 and s.channel = $50 and s.bank_bin = $51 and s.partner_id = $52 and s.day >= $53 and s.day <= $54 and (s.district_unit_id = $55 or s.office_unit_id = $56))
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
      where s.province_unit_id = $57
        and (s.service = $58 and s.type = $59 and s.channel = $60 and s.bank_bin = $61 and s.partner_id = $62 and s.day >= $63 and s.day <= $64 and (s.office_unit_id = $65 or s.district_unit_id = $66 or s.province_unit_id = $67 or s.head_unit_id = $68))) as l
    group by l.province_unit_id
    union all select null::date as day,
      null::text as month,
      l.province_unit_id as province_id,
      null::text as bank_bin,
      null::text as channel,
      null::bigint as partner_id,
      0 as count,
      0 as amount,
      0 as before,
      ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as yearBefore,
      0 as monthCount,
      0 as monthAmount,
      0 as yearCount,
      0 as yearAmount,
      null::numeric as beforeGrowth,
      null::numeric as yearGrowth
    from (select s.day,
        s.event,
        s.channel,
        s.partner_id,
        s.bank_bin,
        null::bigint as merchant_id,
        s.head_unit_id,
        s.province_unit_id,
        s.district_unit_id,
        s.office_unit_id,
        s.n,
        s.amount,
        s.fee,
        s.tax
      from payment.report_sum as s
      where s.province_unit_id = $69
        and (s.service = $70 and s.type = $71 and s.channel = $72 and s.bank_bin = $73 and s.partner_id = $74 and s.day >= $75 and s.day <= $76 and ((s.grain = 'MONTH' and s.day between $77::date and $78::date)) and (s.head_unit_id = $79 or s.province_unit_id = $80))
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
      from payment.report_detail as s
      where s.province_unit_id = $81
        and (s.service = $82 and s.type = $83 and s.channel = $84 and s.bank_bin = $85 and s.partner_id = $86 and s.day >= $87 and s.day <= $88 and (s.district_unit_id = $89 or s.office_unit_id = $90))
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
      where s.province_unit_id = $91
        and (s.service = $92 and s.type = $93 and s.channel = $94 and s.bank_bin = $95 and s.partner_id = $96 and s.day >= $97 and s.day <= $98 and (s.office_unit_id = $99 or s.district_unit_id = $100 or s.province_unit_id = $101 or s.head_unit_id = $102))) as l
    group by l.province_unit_id
    union all select null::date as day,
      null::text as month,
      l.province_unit_id as province_id,
      null::text as bank_bin,
      null::text as channel,
      null::bigint as partner_id,
      0 as count,
      0 as amount,
      0 as before,
      0 as yearBefore,
      (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as monthCount,
      ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as monthAmount,
      0 as yearCount,
      0 as yearAmount,
      null::numeric as beforeGrowth,
      null::numeric as yearGrowth
    from (select s.day,
        s.event,
        s.channel,
        s.partner_id,
        s.bank_bin,
        null::bigint as merchant_id,
        s.head_unit_id,
        s.province_unit_id,
        s.district_unit_id,
        s.office_unit_id,
        s.n,
        s.amount,
        s.fee,
        s.tax
      from payment.report_sum as s
      where s.province_unit_id = $103
        and (s.service = $104 and s.type = $105 and s.channel = $106 and s.bank_bin = $107 and s.partner_id = $108 and s.day >= $109 and s.day <= $110 and ((s.grain = 'MONTH' and s.day between $111::date and $112::date)) and (s.head_unit_id = $113 or s.province_unit_id = $114))
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
      from payment.report_detail as s
      where s.province_unit_id = $115
        and (s.service = $116 and s.type = $117 and s.channel = $118 and s.bank_bin = $119 and s.partner_id = $120 and s.day >= $121 and s.day <= $122 and (s.district_unit_id = $123 or s.office_unit_id = $124))
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
      where s.province_unit_id = $125
        and (s.service = $126 and s.type = $127 and s.channel = $128 and s.bank_bin = $129 and s.partner_id = $130 and s.day >= $131 and s.day <= $132 and (s.office_unit_id = $133 or s.district_unit_id = $134 or s.province_unit_id = $135 or s.head_unit_id = $136))) as l
    group by l.province_unit_id
    union all select null::date as day,
      null::text as month,
      l.province_unit_id as province_id,
      null::text as bank_bin,
      null::text as channel,
      null::bigint as partner_id,
      0 as count,
      0 as amount,
      0 as before,
      0 as yearBefore,
      0 as monthCount,
      0 as monthAmount,
      (coalesce(sum(l.n) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.n) filter (where l.event = 'CANCELLED'), 0))::bigint as yearCount,
      ((coalesce(sum(l.amount) filter (where l.event = 'PAID'), 0) - coalesce(sum(l.amount) filter (where l.event = 'CANCELLED'), 0)) * 0.01)::numeric(20, 2) as yearAmount,
      null::numeric as beforeGrowth,
      null::numeric as yearGrowth
    from (select s.day,
        s.event,
        s.channel,
        s.partner_id,
        s.bank_bin,
        null::bigint as merchant_id,
        s.head_unit_id,
        s.province_unit_id,
        s.district_unit_id,
        s.office_unit_id,
        s.n,
        s.amount,
        s.fee,
        s.tax
      from payment.report_sum as s
      where s.province_unit_id = $137
        and (s.service = $138 and s.type = $139 and s.channel = $140 and s.bank_bin = $141 and s.partner_id = $142 and s.day >= $143 and s.day <= $144 and ((s.grain = 'MONTH' and s.day between $145::date and $146::date)) and (s.head_unit_id = $147 or s.province_unit_id = $148))
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
      from payment.report_detail as s
      where s.province_unit_id = $149
        and (s.service = $150 and s.type = $151 and s.channel = $152 and s.bank_bin = $153 and s.partner_id = $154 and s.day >= $155 and s.day <= $156 and (s.district_unit_id = $157 or s.office_unit_id = $158))
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
      where s.province_unit_id = $159
        and (s.service = $160 and s.type = $161 and s.channel = $162 and s.bank_bin = $163 and s.partner_id = $164 and s.day >= $165 and s.day <= $166 and (s.office_unit_id = $167 or s.district_unit_id = $168 or s.province_unit_id = $169 or s.head_unit_id = $170))) as l
    group by l.province_unit_id) as q
  group by q.day,
    q.month,
    q.province_id,
    q.bank_bin,
    q.channel,
    q.partner_id) as s;
