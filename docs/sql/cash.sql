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
