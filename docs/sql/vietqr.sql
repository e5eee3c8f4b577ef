-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-admin/codes/v1/search: the filters, each alone
--   code: t.code = $1
--   text: platform.fold(t.code || ' ' || t.counter || ' ' || t.memo) like $1
--   account: a.number = $1
--   kind: t.kind = $1
--   status: t.status in ($1)
--   merchantId: t.merchant_id = $1
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   usedToday: (select count(*) > 0 from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $1::date) = $2
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
  (select count(*)::int
  from payment.transaction p
  where p.credited_account = a.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')
    and p.business_date = $1::date) as paidToday,
  (select coalesce(sum(p.amount), 0)::numeric(20,2)
  from payment.transaction p
  where p.credited_account = a.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')
    and p.business_date = $2::date) as amountToday,
  (select count(*)::int
  from payment.transaction p
  where p.credited_account = a.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as payments,
  (select max(p.occurred_at)
  from payment.transaction p
  where p.credited_account = a.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as lastPaidAt,
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
  sum((select count(*)::int from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $1::date)) as paidToday,
  sum((select coalesce(sum(p.amount), 0)::numeric(20,2) from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $2::date)) as amountToday
from vietqr.code as t
left join vietqr.account_directory as a on a.id = t.account_id
where t.province_unit_id = $3
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum((select count(*)::int from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $1::date)) as paidToday,
  sum((select coalesce(sum(p.amount), 0)::numeric(20,2) from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $2::date)) as amountToday
from vietqr.code as t
left join vietqr.account_directory as a on a.id = t.account_id
where t.province_unit_id = $3
  and (t.code = $4)
  and (platform.fold(t.code || ' ' || t.counter || ' ' || t.memo) like $5)
  and (a.number = $6)
  and (t.kind = $7)
  and (t.status in ($8))
  and (t.merchant_id = $9)
  and ((t.office_unit_id = $10 or t.district_unit_id = $11 or t.province_unit_id = $12 or t.head_unit_id = $13))
  and ((select count(*) > 0 from payment.transaction p where p.credited_account = a.number and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED') and p.business_date = $14::date) = $15)
  and (t.created_at >= $16 and t.created_at < $17)
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
  (select count(*)::int
  from payment.transaction p
  where p.credited_account = t.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as payments,
  (select coalesce(sum(p.amount), 0)::numeric(20,2)
  from payment.transaction p
  where p.credited_account = t.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as amountPaid,
  (select max(p.occurred_at)
  from payment.transaction p
  where p.credited_account = t.number
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as lastPaidAt,
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
