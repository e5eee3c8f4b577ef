-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-admin/codes/v1/search: the filters, each alone
--   code: t.code = $1
--   text: platform.fold(t.code || ' ' || t.counter || ' ' || t.memo) like $1
--   account: a.number = $1
--   kind: t.kind = $1
--   status: t.status in ($1)
--   merchantId: t.merchant_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   usedToday: exists (select from vietqr.account_day u where u.account_id = t.account_id and u.business_date = $1::date and u.n > 0)
--   period: t.created_at >= $1 and t.created_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.kind,
  t.status,
  t.merchant_id as merchantId,
  t.counter,
  t.amount,
  t.memo,
  m.code as merchantCode,
  m.name as merchantName,
  u.name as unitName,
  a.number as accountNumber,
  coalesce((select b.name from masterdata.bank b where b.bin = a.bank_bin), a.bank_bin) as bankName,
  t.valid_from as validFrom,
  t.valid_to as validTo,
  (select coalesce(sum(l.n), 0)::int
  from payment.credited_line l
  where l.credited_account = a.number
    and l.business_date = $1::date) as paidToday,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from payment.credited_line l
  where l.credited_account = a.number
    and l.business_date = $2::date) as amountToday,
  (select coalesce(sum(l.n), 0)::int
  from payment.credited_line l
  where l.credited_account = a.number) as payments,
  (select p.occurred_at
  from payment.transaction p
  where p.credited_account = a.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')
  order by p.occurred_at desc
  limit 1) as lastPaidAt,
  t.created_by as createdBy,
  t.created_at as createdAt,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from vietqr.code as t
  where t.province_unit_id = $3
  order by t.created_at desc,
    t.id desc
  limit 15) as t
left join vietqr.account_directory as a on a.id = t.account_id
left join merchants.merchant_directory as m on m.id = t.merchant_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.created_at desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  coalesce(sum(d.n), 0) as paidToday,
  coalesce(sum(d.amount), 0) as amountToday
from vietqr.code as t
left join vietqr.account_day as d on d.account_id = t.account_id
  and d.business_date = $1::date
where t.province_unit_id = $2
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  coalesce(sum(d.n), 0) as paidToday,
  coalesce(sum(d.amount), 0) as amountToday
from vietqr.code as t
left join vietqr.account_directory as a on a.id = t.account_id
left join vietqr.account_day as d on d.account_id = t.account_id
  and d.business_date = $1::date
where t.province_unit_id = $2
  and (t.code = $3)
  and (platform.fold(t.code || ' ' || t.counter || ' ' || t.memo) like $4)
  and (a.number = $5)
  and (t.kind = $6)
  and (t.status in ($7))
  and (t.merchant_id = $8)
  and ((t.office_unit_id = $9 or t.district_unit_id = $10 or t.province_unit_id = $11 or t.head_unit_id = $12))
  and (exists (select from vietqr.account_day u where u.account_id = t.account_id and u.business_date = $13::date and u.n > 0))
  and (t.created_at >= $14 and t.created_at < $15)
group by t.status;

-- POST /qr-admin/virtual-account/v1/search: the filters, each alone
--   number: t.number = $1
--   text: (t.owner_ref = $1 or c.code = $2)
--   ownerKind: t.owner_kind = $1
--   status: t.status = $1
--   merchantId: t.merchant_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   period: t.opened_at >= $1 and t.opened_at < $2

-- a page (an export reads the same without its end)
select t.id,
  t.number,
  coalesce((select b.name from masterdata.bank b where b.bin = t.bank_bin), t.bank_bin) as bankName,
  t.owner_kind as ownerKind,
  t.owner_ref as ownerRef,
  t.status,
  t.single_use as singleUse,
  m.code as merchantCode,
  m.name as merchantName,
  c.id as codeId,
  c.code,
  coalesce(c.amount, t.amount) as amount,
  (select coalesce(sum(l.n), 0)::int
  from payment.credited_line l
  where l.credited_account = t.number) as payments,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from payment.credited_line l
  where l.credited_account = t.number) as amountPaid,
  (select p.occurred_at
  from payment.transaction p
  where p.credited_account = t.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')
  order by p.occurred_at desc
  limit 1) as lastPaidAt,
  t.opened_by as openedBy,
  t.opened_at as openedAt,
  t.closed_because as closedBecause,
  t.closed_by as closedBy,
  t.closed_at as closedAt,
  t.step_note as stepNote,
  u.name as unitName,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from vietqr.virtual_account as t
  where t.province_unit_id = $1
  order by t.opened_at desc,
    t.id desc
  limit 15) as t
left join vietqr.code_directory as c on c.account_id = t.id
left join merchants.merchant_directory as m on m.id = t.merchant_id
left join organisation.unit_directory as u on u.id = t.unit_id
order by t.opened_at desc,
  t.id desc;

-- number and sums
select count(*) as totalRecord
from vietqr.virtual_account as t
where t.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from vietqr.virtual_account as t
left join vietqr.code_directory as c on c.account_id = t.id
where t.province_unit_id = $1
  and (t.number = $2)
  and ((t.owner_ref = $3 or c.code = $4))
  and (t.owner_kind = $5)
  and (t.status = $6)
  and (t.merchant_id = $7)
  and ((t.office_unit_id = $8 or t.district_unit_id = $9 or t.province_unit_id = $10 or t.head_unit_id = $11))
  and (t.opened_at >= $12 and t.opened_at < $13);
