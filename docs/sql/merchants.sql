-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-admin/merchants/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(t.legal_name, '')) like $1
--   taxCode: t.tax_code like $1
--   status: t.status in ($1)
--   unitId: (t.office_unit_id = $1 or t.district_unit_id = $2 or t.province_unit_id = $3 or t.head_unit_id = $4)
--   settlementCycle: t.settlement_cycle = $1
--   feePlanId: t.fee_plan_id = $1
--   cooling: t.account_cooling_until > $1
--   isOwed: a.balance > 0

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.status,
  coalesce(a.balance, 0)::numeric(20,2) as owed,
  (select coalesce(sum(p.amount), 0)::numeric(20,2)
  from payment.transaction p
  where p.merchant_id = t.id
    and p.business_date = $1::date
    and p.direction = 'IN'
    and p.status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED')) as paidToday,
  t.tax_code as taxCode,
  t.legal_name as legalName,
  t.legal_kind as legalKind,
  t.unit_id as unitId,
  u.name as unitName,
  t.fee_plan_id as feePlanId,
  f.code as feePlanCode,
  t.settlement_cycle as settlementCycle,
  t.settlement_bank_bin as settlementBankBin,
  t.settlement_account as settlementAccount,
  t.settlement_name as settlementName,
  case when t.account_cooling_until > $2 then t.account_cooling_until end as coolingUntil,
  t.limit_once as limitOnce,
  t.limit_day as limitDay,
  t.phone,
  t.created_at as createdAt,
  t.created_by as createdBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $3
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from merchants.merchant as t
  where t.province_unit_id = $4
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.unit_directory as u on u.id = t.unit_id
left join merchants.fee_plan as f on f.id = t.fee_plan_id
left join ledger.account as a on a.id = t.payable_account_id
order by t.code asc,
  t.id asc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(coalesce(a.balance, 0)::numeric(20,2)) as owed
from merchants.merchant as t
left join ledger.account as a on a.id = t.payable_account_id
where t.province_unit_id = $1
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(coalesce(a.balance, 0)::numeric(20,2)) as owed
from merchants.merchant as t
left join ledger.account as a on a.id = t.payable_account_id
where t.province_unit_id = $1
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(t.legal_name, '')) like $2)
  and (t.tax_code like $3)
  and (t.status in ($4))
  and ((t.office_unit_id = $5 or t.district_unit_id = $6 or t.province_unit_id = $7 or t.head_unit_id = $8))
  and (t.settlement_cycle = $9)
  and (t.fee_plan_id = $10)
  and (t.account_cooling_until > $11)
  and (a.balance > 0)
group by t.status;

-- POST /qr-admin/fee-plans/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name) like $1
--   id: t.id = $1
--   status: t.status = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.service,
  t.status,
  (select r.rate_bps
  from merchants.fee_plan_revision r
  where r.plan_id = t.id
    and r.effective_from <= $1::date
    and coalesce(r.effective_to >= $2::date, true)) as rateBps,
  (select r.fixed
  from merchants.fee_plan_revision r
  where r.plan_id = t.id
    and r.effective_from <= $3::date
    and coalesce(r.effective_to >= $4::date, true)) as fixed,
  (select r.minimum
  from merchants.fee_plan_revision r
  where r.plan_id = t.id
    and r.effective_from <= $5::date
    and coalesce(r.effective_to >= $6::date, true)) as minimum,
  (select r.maximum
  from merchants.fee_plan_revision r
  where r.plan_id = t.id
    and r.effective_from <= $7::date
    and coalesce(r.effective_to >= $8::date, true)) as maximum,
  (select min(r.effective_from)
  from merchants.fee_plan_revision r
  where r.plan_id = t.id
    and r.effective_from > $9::date) as nextFrom,
  (select count(*)::int
  from merchants.merchant m
  where m.fee_plan_id = t.id
    and m.status <> 'CLOSED') as merchants,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $10
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from merchants.fee_plan as t
order by t.code asc,
  t.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from merchants.fee_plan as t;

-- number and sums under every filter
select count(*) as totalRecord
from merchants.fee_plan as t
where (platform.fold(t.code || ' ' || t.name) like $1)
  and (t.id = $2)
  and (t.status = $3);
