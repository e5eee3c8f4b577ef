-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cfm-admin/holding/v1/search: the filters, each alone
--   text: platform.fold(h.code || ' ' || h.name) like $1
--   unitId: (h.office_unit_id = $1 or h.district_unit_id = $2 or h.province_unit_id = $3 or h.head_unit_id = $4)
--   kind: h.kind in ($1)
--   fill: case when exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) then null when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end in ($2)
--   status: h.status in ($1)

-- a page (an export reads the same without its end)
select h.id,
  h.code,
  h.name,
  h.kind,
  h.unit_id as unitId,
  u.name as unitName,
  h.staff_id as staffId,
  d.full_name as holderName,
  case when not exists (select
  from cash.count_session blind
  where blind.holding_id = h.id
    and blind.counter_user_id = $1
    and blind.ended_at is null) then a.balance end as balance,
  h.ceiling,
  h.floor,
  h.ceiling_policy as ceilingPolicy,
  case when exists (select
  from cash.count_session blind
  where blind.holding_id = h.id
    and blind.counter_user_id = $2
    and blind.ended_at is null) then null when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end as fill,
  (select d.full_name
  from cash.shift s join organisation.staff_directory d on d.id = s.teller_staff_id
  where s.till_id = h.id
    and s.status <> 'CLOSED') as tellerName,
  coalesce(w.single_handed, false) as singleHanded,
  h.status,
  h.updated_at as updatedAt,
  h.updated_by as updatedBy,
  h.version
from cash.holding as h
inner join ledger.account as a on a.id = h.account_id
left join organisation.unit_directory as u on u.id = h.unit_id
left join organisation.staff_directory as d on d.id = h.staff_id
left join cash.unit_state as w on w.unit_id = h.unit_id
where h.province_unit_id = $3
order by h.code asc,
  h.id asc
limit 15;

-- number and sums
select h.status as value,
  count(*) as totalRecord,
  sum(case when not exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) then a.balance end) as balance
from cash.holding as h
inner join ledger.account as a on a.id = h.account_id
where h.province_unit_id = $2
group by h.status;

-- number and sums under every filter
select h.status as value,
  count(*) as totalRecord,
  sum(case when not exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) then a.balance end) as balance
from cash.holding as h
inner join ledger.account as a on a.id = h.account_id
where h.province_unit_id = $2
  and (platform.fold(h.code || ' ' || h.name) like $3)
  and ((h.office_unit_id = $4 or h.district_unit_id = $5 or h.province_unit_id = $6 or h.head_unit_id = $7))
  and (h.kind in ($8))
  and (case when exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $9 and blind.ended_at is null) then null when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end in ($10))
  and (h.status in ($11))
group by h.status;

-- POST /cfm-admin/day-close/v1/search: the filters, each alone
--   text: platform.fold(coalesce(u.code, '') || ' ' || coalesce(u.name, '')) like $1
--   unitId: (d.office_unit_id = $1 or d.district_unit_id = $2 or d.province_unit_id = $3 or d.head_unit_id = $4)
--   status: d.status in ($1)
--   own: d.unit_id = (select p.unit_id from iam.person p where p.id = $1)
--   period: d.business_date >= $1 and d.business_date <= $2

-- a page (an export reads the same without its end)
select d.id,
  d.unit_id as unitId,
  u.code as unitCode,
  u.name as unitName,
  u.level as unitLevel,
  d.business_date as businessDate,
  d.status,
  (d.status <> 'CLOSED' and d.business_date < $1::date) as overdue,
  d.closed_late as closedLate,
  (select count(*)::int
  from cash.day_close b
  where b.business_date = d.business_date
    and (b.unit_id <> d.unit_id and (b.district_unit_id = d.unit_id or b.province_unit_id = d.unit_id or b.head_unit_id = d.unit_id))
    and b.status = 'CLOSED') as closedBelow,
  (select count(*)::int
  from cash.day_close b
  where b.business_date = d.business_date
    and (b.unit_id <> d.unit_id and (b.district_unit_id = d.unit_id or b.province_unit_id = d.unit_id or b.head_unit_id = d.unit_id))
    and true) as daysBelow,
  d.opened_at as openedAt,
  d.submitted_by as submittedBy,
  d.submitted_at as submittedAt,
  d.closed_by as closedBy,
  d.closed_at as closedAt,
  case when d.status = 'CLOSED'
  and not exists ( select from cash.count_session s join cash.holding h on h.id = s.holding_id where h.unit_id = d.unit_id and s.counter_user_id = $2 and s.ended_at is null) then (d.figures ->> 'closing')::numeric(20,2) end as closing,
  d.version
from cash.day_close as d
left join organisation.unit_directory as u on u.id = d.unit_id
where d.province_unit_id = $3
order by d.business_date desc,
  d.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from cash.day_close as d
where d.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from cash.day_close as d
left join organisation.unit_directory as u on u.id = d.unit_id
where d.province_unit_id = $1
  and (platform.fold(coalesce(u.code, '') || ' ' || coalesce(u.name, '')) like $2)
  and ((d.office_unit_id = $3 or d.district_unit_id = $4 or d.province_unit_id = $5 or d.head_unit_id = $6))
  and (d.status in ($7))
  and (d.unit_id = (select p.unit_id from iam.person p where p.id = $8))
  and (d.business_date >= $9 and d.business_date <= $10);
