-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cfm-admin/glbasetrans/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payer: t.payer_account like $1
--   payee: t.payee_account like $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3
--   orderCode: o.order_code = $1
--   tillCode: o.till_code = $1
--   withoutShift: o.without_shift = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.external_ref as externalRef,
  u.name as unitName,
  p.name as provinceName,
  t.amount,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') then t.fee end as fee,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') then t.tax end as tax,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') then t.amount - case when t.fee_on_top then 0 else (t.fee + t.tax) end end as net,
  t.status,
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
  t.payer_name as payerName,
  t.payer_account as payerAccount,
  t.payer_bank_bin as payerBankBin,
  t.payee_name as payeeName,
  t.payee_account as payeeAccount,
  t.payee_bank_bin as payeeBankBin,
  o.order_code as orderCode,
  o.till_code as tillCode,
  o.teller_code as tellerCode,
  o.without_shift as withoutShift
from payment.transaction as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $2
  and t.service = $3
order by t.occurred_at desc,
  t.id desc
limit 15;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as tax,
  sum(t.amount_hundredths - case when t.fee_on_top then 0 else (t.fee_hundredths + t.tax_hundredths) end) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as net
from payment.transaction as t
where t.province_unit_id = $1
  and t.service = $2
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as tax,
  sum(t.amount_hundredths - case when t.fee_on_top then 0 else (t.fee_hundredths + t.tax_hundredths) end) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) * 0.01 as net
from payment.transaction as t
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and (t.code = $3)
  and (t.external_ref = $4)
  and (t.status in ($5))
  and (t.channel = $6)
  and (t.fee_source = $7)
  and (t.late_of is not null)
  and ((t.office_unit_id = $8 or t.district_unit_id = $9 or t.province_unit_id = $10 or t.head_unit_id = $11))
  and (t.amount >= $12 and t.amount <= $13)
  and (t.payer_account like $14)
  and (t.payee_account like $15)
  and (o.order_code = $16)
  and (o.till_code = $17)
  and (o.without_shift = $18)
group by t.status;
