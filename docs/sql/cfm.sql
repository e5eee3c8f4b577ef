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
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
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
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.fee end as fee,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.tax end as tax,
  case when t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING') then t.amount - case when t.fee_on_top then 0 else (t.fee + t.tax) end end as net,
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
  t.payee_name as payeeName,
  t.payee_account as payeeAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payee_bank_bin), t.payee_bank_bin) as payeeBank,
  o.order_code as orderCode,
  o.till_code as tillCode,
  o.teller_code as tellerCode,
  o.without_shift as withoutShift
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
    and not ((exists (select from cash.count_session blind where blind.counter_user_id = $4 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $5 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $6 and blind.ended_at is null and counted.code = e.till_code)))
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
order by t.occurred_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - case when t.fee_on_top then 0 else (t.fee_hundredths + t.tax_hundredths) end) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
where t.province_unit_id = $1
  and t.service = $2
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - case when t.fee_on_top then 0 else (t.fee_hundredths + t.tax_hundredths) end) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
  and (t.code = $6)
  and (t.external_ref = $7)
  and (coalesce(t.ledger_date, t.business_date) between $8::date and $9::date)
  and (t.type = 'REFUND')
  and (t.status in ($10))
  and (t.channel = $11)
  and (t.fee_source = $12)
  and (t.late_of is not null)
  and ((t.office_unit_id = $13 or t.district_unit_id = $14 or t.province_unit_id = $15 or t.head_unit_id = $16))
  and (t.amount >= $17 and t.amount <= $18)
  and (t.payer_account like $19)
  and (t.payee_account like $20)
  and (o.order_code = $21)
  and (o.till_code = $22)
  and (o.without_shift = $23)
group by t.status;

-- POST /cfm-admin/payout-transaction/v1/search: the filters, each alone
--   code: t.code = $1
--   externalRef: t.external_ref = $1
--   payee: t.payee_account like $1
--   status: t.status in ($1)
--   channel: t.channel = $1
--   feeSource: t.fee_source = $1
--   deviation: t.late_of is not null
--   refunds: t.type = 'REFUND'
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   amount: t.amount >= $1 and t.amount <= $2
--   period: t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $3 and t.type <> 'REFUND'
--   ledger: coalesce(t.ledger_date, t.business_date) between $1::date and $2::date
--   lineCode: o.order_code = $1
--   tillCode: o.till_code = $1
--   withoutShift: o.without_shift = $1

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
  t.payee_name as payeeName,
  t.payee_account as payeeAccount,
  coalesce((select b.name from masterdata.bank b where b.bin = t.payee_bank_bin), t.payee_bank_bin) as payeeBank,
  o.order_code as lineCode,
  o.till_code as tillCode,
  o.teller_code as tellerCode,
  o.without_shift as withoutShift
from (select t.*
  from payment.transaction as t
  where t.province_unit_id = $2
    and t.service = $3
    and not ((exists (select from cash.count_session blind where blind.counter_user_id = $4 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $5 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $6 and blind.ended_at is null and counted.code = e.till_code)))
  order by t.occurred_at desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit_directory as p on p.id = t.province_unit_id
left join cash.counter_entry as o on o.id = t.id
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
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount_hundredths) * 0.01 as amount,
  sum(t.fee_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as fee,
  sum(t.tax_hundredths) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as tax,
  sum(t.amount_hundredths - (t.fee_hundredths + t.tax_hundredths)) filter (where t.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')) * 0.01 as net
from payment.transaction as t
left join cash.counter_entry as o on o.id = t.id
  and o.business_date = t.business_date
where t.province_unit_id = $1
  and t.service = $2
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED')) and exists (select from cash.counter_entry e where e.id = t.id and e.business_date = t.business_date and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $5 and blind.ended_at is null and counted.code = e.till_code)))
  and (t.code = $6)
  and (t.external_ref = $7)
  and (coalesce(t.ledger_date, t.business_date) between $8::date and $9::date)
  and (t.type = 'REFUND')
  and (t.status in ($10))
  and (t.channel = $11)
  and (t.fee_source = $12)
  and (t.late_of is not null)
  and ((t.office_unit_id = $13 or t.district_unit_id = $14 or t.province_unit_id = $15 or t.head_unit_id = $16))
  and (t.amount >= $17 and t.amount <= $18)
  and (t.payee_account like $19)
  and (o.order_code = $20)
  and (o.till_code = $21)
  and (o.without_shift = $22)
group by t.status;

-- POST /cfm-admin/money-order/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.sender_name || ' ' || t.receiver_name || ' ' || t.sender_phone || ' ' || t.receiver_phone) like $1
--   status: t.status in ($1)
--   telling: ((t.status = 'SENT' and t.tell_by is not null) and not ((t.status = 'SENT' and t.tell_by is not null) and t.tell_by < $1::date))
--   locked: (t.wrong_tries >= 5) = $1
--   held: (t.status in ('SENT', 'NOTIFIED', 'RETURNING') and exists (select from cash.order_doubts(t.code, t.cleared_slips))) = $1
--   dueBack: (t.status = 'RETURNING' or (t.status in ('SENT', 'NOTIFIED') and t.return_on <= $1::date)) is '1'
--   fromUnitId: exists (select from cash.money_order_end_directory e where e.order_id = t.id and e.unit_id = t.unit_id and (e.office_unit_id = $1 or e.district_unit_id = $2 or e.province_unit_id = $3 or e.head_unit_id = $4))
--   paidUnitId: exists (select from cash.money_order_end_directory e where e.order_id = t.id and e.unit_id = t.paid_unit_id and (e.office_unit_id = $1 or e.district_unit_id = $2 or e.province_unit_id = $3 or e.head_unit_id = $4))
--   period: t.sent_at >= $1 and t.sent_at < $2
--   amount: t.amount >= $1 and t.amount <= $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.status,
  t.amount,
  t.return_amount as returnAmount,
  t.sender_name as senderName,
  t.receiver_name as receiverName,
  fu.name as fromUnit,
  pu.name as paidUnit,
  t.sent_at as sentAt,
  t.tell_by as tellBy,
  t.told_on as toldOn,
  case when ((t.status = 'SENT' and t.tell_by is not null) and t.tell_by < $1::date) then 'LATE' when (t.status = 'SENT' and t.tell_by is not null) then 'WAITING' end as telling,
  case when t.status in ('SENT', 'NOTIFIED') then t.return_on - $2::date when t.status = 'RETURNING' then t.expires_on - $3::date end as daysLeft,
  (t.wrong_tries >= 5) as locked,
  t.updated_at as updatedAt,
  t.version,
  exists ((select s.id from cash.money_order_side as s where s.province_unit_id = $4 and s.order_id = t.id and s.unit_id = t.unit_id)) as sends,
  (t.status in ('SENT', 'NOTIFIED', 'RETURNING') and exists (select from cash.order_doubts(t.code, t.cleared_slips))) as held,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $5
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId
from (select t.*
  from cash.money_order as t
  where exists ((select s.id from cash.money_order_side as s where s.province_unit_id = $6 and s.order_id = t.id))
    and not ((exists (select from cash.count_session blind where blind.counter_user_id = $7 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $8 and bag.status = 'DISPATCHED')) and exists (select from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = t.code and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $9 and blind.ended_at is null and counted.code = h.code)))
  order by t.sent_at desc nulls last,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as fu on fu.id = t.unit_id
left join organisation.unit_directory as pu on pu.id = t.paid_unit_id
order by t.sent_at desc nulls last,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from cash.money_order as t
where exists ((select s.id from cash.money_order_side as s where s.province_unit_id = $1 and s.order_id = t.id))
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED')) and exists (select from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = t.code and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $4 and blind.ended_at is null and counted.code = h.code)))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(t.amount) as amount
from cash.money_order as t
where exists ((select s.id from cash.money_order_side as s where s.province_unit_id = $1 and s.order_id = t.id))
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED')) and exists (select from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = t.code and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $4 and blind.ended_at is null and counted.code = h.code)))
  and (platform.fold(t.code || ' ' || t.sender_name || ' ' || t.receiver_name || ' ' || t.sender_phone || ' ' || t.receiver_phone) like $5)
  and (t.status in ($6))
  and (((t.status = 'SENT' and t.tell_by is not null) and not ((t.status = 'SENT' and t.tell_by is not null) and t.tell_by < $7::date)))
  and ((t.wrong_tries >= 5) = $8)
  and ((t.status in ('SENT', 'NOTIFIED', 'RETURNING') and exists (select from cash.order_doubts(t.code, t.cleared_slips))) = $9)
  and ((t.status = 'RETURNING' or (t.status in ('SENT', 'NOTIFIED') and t.return_on <= $10::date)) is '1')
  and (exists (select from cash.money_order_end_directory e where e.order_id = t.id and e.unit_id = t.unit_id and (e.office_unit_id = $11 or e.district_unit_id = $12 or e.province_unit_id = $13 or e.head_unit_id = $14)))
  and (exists (select from cash.money_order_end_directory e where e.order_id = t.id and e.unit_id = t.paid_unit_id and (e.office_unit_id = $15 or e.district_unit_id = $16 or e.province_unit_id = $17 or e.head_unit_id = $18)))
  and (t.sent_at >= $19 and t.sent_at < $20)
  and (t.amount >= $21 and t.amount <= $22)
group by t.status;

-- POST /cfm-report/postal-transfer/v1/search: the rows; groups, totals and chart are made around them
select e.province_unit_id as provinceId,
  p.name as provinceName,
  e.unit_id as unitId,
  coalesce(u.name, '') as unitName,
  count(*) filter (where (t.sent_at at time zone 'Asia/Ho_Chi_Minh')::date < $1::date and (t.paid_at is null or (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date >= $2::date)) as opening,
  coalesce(sum(t.amount) filter (where (t.sent_at at time zone 'Asia/Ho_Chi_Minh')::date < $3::date and (t.paid_at is null or (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date >= $4::date)), 0)::numeric(20,2) as openingAmount,
  count(*) filter (where (t.sent_at at time zone 'Asia/Ho_Chi_Minh')::date between $5::date and $6::date) as sent,
  coalesce(sum(t.amount) filter (where (t.sent_at at time zone 'Asia/Ho_Chi_Minh')::date between $7::date and $8::date), 0)::numeric(20,2) as sentAmount,
  count(*) filter (where t.status = 'PAID' and (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date between $9::date and $10::date) as paid,
  coalesce(sum(t.amount) filter (where t.status = 'PAID' and (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date between $11::date and $12::date), 0)::numeric(20,2) as paidAmount,
  count(*) filter (where t.status <> 'PAID' and (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date between $13::date and $14::date) as returned,
  coalesce(sum(t.amount) filter (where t.status <> 'PAID' and (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date between $15::date and $16::date), 0)::numeric(20,2) as returnedAmount,
  count(*) filter (where (t.paid_at is null or (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date > $17::date)) as closing,
  coalesce(sum(t.amount) filter (where (t.paid_at is null or (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date > $18::date)), 0)::numeric(20,2) as closingAmount
from cash.money_order_side as e
inner join cash.money_order as t on t.id = e.order_id
  and t.unit_id = e.unit_id
left join organisation.unit_directory as u on u.id = e.unit_id
left join organisation.unit_directory as p on p.id = e.province_unit_id
where e.province_unit_id = $19
  and t.status <> $20
  and not ((exists (select from cash.count_session blind where blind.counter_user_id = $21 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $22 and bag.status = 'DISPATCHED')) and exists (select from cash.slip s join cash.holding h on h.id = s.till_id where s.source_id = t.code and exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where blind.counter_user_id = $23 and blind.ended_at is null and counted.code = h.code)))
  and (t.sent_at at time zone 'Asia/Ho_Chi_Minh')::date <= $24::date
  and (t.paid_at is null or (t.paid_at at time zone 'Asia/Ho_Chi_Minh')::date >= $25::date)
  and (e.office_unit_id = $26 or e.district_unit_id = $27 or e.province_unit_id = $28 or e.head_unit_id = $29)
group by e.province_unit_id,
  p.name,
  e.unit_id,
  u.name;

-- POST /cfm-admin/large-cash/v1/search: the filters, each alone
--   text: (platform.fold(d.person_name) like $1 or d.identity_number = $2)
--   period: d.business_date >= $1 and d.business_date <= $2

-- a page (an export reads the same without its end)
select d.id,
  d.business_date as businessDate,
  d.person_name as personName,
  repeat('•', greatest(0, length(d.identity_number) - 4)) || right(d.identity_number, 4) as identityNumber,
  d.taken_in as takenIn,
  d.paid_out as paidOut,
  d.total,
  d.slips
from cash.person_day as d
where d.total >= coalesce((select p.value::numeric from masterdata.parameter p where p.key = $1), $2::numeric)
order by d.business_date desc,
  d.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from cash.person_day as d
where d.total >= coalesce((select p.value::numeric from masterdata.parameter p where p.key = $1), $2::numeric);

-- number and sums under every filter
select count(*) as totalRecord
from cash.person_day as d
where d.total >= coalesce((select p.value::numeric from masterdata.parameter p where p.key = $1), $2::numeric)
  and ((platform.fold(d.person_name) like $3 or d.identity_number = $4))
  and (d.business_date >= $5 and d.business_date <= $6);
