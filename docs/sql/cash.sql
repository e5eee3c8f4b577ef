-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cfm-admin/holding/v1/search: the filters, each alone
--   text: platform.fold(h.code || ' ' || h.name) like $1
--   unitId: (h.office_unit_id = $1 or h.district_unit_id = $2 or h.province_unit_id = $3 or h.head_unit_id = $4)
--   kind: h.kind in ($1)
--   fill: case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then case when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end end in ($3)
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
  case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then a.balance end as balance,
  h.ceiling,
  h.floor,
  h.ceiling_policy as ceilingPolicy,
  case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then case when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end end as fill,
  (select d.full_name
  from cash.shift s join organisation.staff_directory d on d.id = s.teller_staff_id
  where s.till_id = h.id
    and s.status <> 'CLOSED') as tellerName,
  (select d.full_name
  from cash.count_session s join organisation.staff_directory d on d.id = s.counter_staff_id
  where s.holding_id = h.id
    and s.ended_at is null) as counting,
  coalesce(w.single_handed, false) as singleHanded,
  h.status,
  h.updated_at as updatedAt,
  h.updated_by as updatedBy,
  h.version
from (select h.*
  from cash.holding as h
  where h.province_unit_id = $5
  order by h.code asc,
    h.id asc
  limit 15) as h
inner join ledger.account as a on a.id = h.account_id
left join organisation.unit_directory as u on u.id = h.unit_id
left join organisation.staff_directory as d on d.id = h.staff_id
left join cash.unit_state as w on w.unit_id = h.unit_id
order by h.code asc,
  h.id asc;

-- number and sums
select h.status as value,
  count(*) as totalRecord,
  sum(case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then a.balance end) as balance
from cash.holding as h
inner join ledger.account as a on a.id = h.account_id
where h.province_unit_id = $3
group by h.status;

-- number and sums under every filter
select h.status as value,
  count(*) as totalRecord,
  sum(case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then a.balance end) as balance
from cash.holding as h
inner join ledger.account as a on a.id = h.account_id
where h.province_unit_id = $3
  and (platform.fold(h.code || ' ' || h.name) like $4)
  and ((h.office_unit_id = $5 or h.district_unit_id = $6 or h.province_unit_id = $7 or h.head_unit_id = $8))
  and (h.kind in ($9))
  and (case when not (exists (select from cash.count_session blind where blind.holding_id = h.id and blind.counter_user_id = $10 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $11 and bag.status = 'DISPATCHED' and h.id in (bag.courier_holding_id, bag.from_holding_id))) then case when a.balance > h.ceiling then 'OVER' when a.balance >= h.ceiling * 0.8 then 'NEAR' when a.balance < h.floor then 'UNDER' else 'WITHIN' end end in ($12))
  and (h.status in ($13))
group by h.status;

-- POST /cfm-admin/count/v1/search: the filters, each alone
--   text: platform.fold(c.code || ' ' || h.code) like $1
--   unitId: (c.office_unit_id = $1 or c.district_unit_id = $2 or c.province_unit_id = $3 or c.head_unit_id = $4)
--   holdingId: c.holding_id = $1
--   shiftId: c.shift_id = $1
--   reason: c.reason in ($1)
--   varianceStatus: (v.status in ($1) and not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))))
--   period: c.business_date >= $1 and c.business_date <= $2

-- a page (an export reads the same without its end)
select c.id,
  c.code,
  c.holding_id as holdingId,
  h.code as holdingCode,
  c.unit_id as unitId,
  u.name as unitName,
  c.reason,
  c.business_date as businessDate,
  c.counted_at as countedAt,
  d.full_name as counterName,
  s.code as shiftCode,
  case when not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then c.counted end as counted,
  case when not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then c.ledger_balance end as ledgerBalance,
  case when not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $5 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $6 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then c.variance end as variance,
  case when not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $7 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $8 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then v.status end as varianceStatus,
  case when not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $9 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $10 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then v.amount + v.explained end as varianceLeft
from (select c.*
  from cash.count as c
  where c.province_unit_id = $11
  order by c.counted_at desc,
    c.id desc
  limit 15) as c
inner join cash.holding as h on h.id = c.holding_id
left join organisation.unit_directory as u on u.id = c.unit_id
left join organisation.staff_directory as d on d.id = c.counted_by_staff_id
left join cash.variance as v on v.count_id = c.id
left join cash.shift as s on s.id = c.shift_id
order by c.counted_at desc,
  c.id desc;

-- number and sums
select count(*) as totalRecord
from cash.count as c
where c.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from cash.count as c
inner join cash.holding as h on h.id = c.holding_id
left join cash.variance as v on v.count_id = c.id
where c.province_unit_id = $1
  and (platform.fold(c.code || ' ' || h.code) like $2)
  and ((c.office_unit_id = $3 or c.district_unit_id = $4 or c.province_unit_id = $5 or c.head_unit_id = $6))
  and (c.holding_id = $7)
  and (c.shift_id = $8)
  and (c.reason in ($9))
  and ((v.status in ($10) and not (exists (select from cash.count_session blind where blind.holding_id = c.holding_id and blind.counter_user_id = $11 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $12 and bag.status = 'DISPATCHED' and c.holding_id in (bag.courier_holding_id, bag.from_holding_id)))))
  and (c.business_date >= $13 and c.business_date <= $14);

-- POST /cfm-admin/shift/v1/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || h.code || ' ' || d.full_name) like $1
--   unitId: (s.office_unit_id = $1 or s.district_unit_id = $2 or s.province_unit_id = $3 or s.head_unit_id = $4)
--   status: s.status in ($1)
--   whose: (s.teller_staff_id is not distinct from (select p.staff_id from iam.account_place p where p.user_id = $1)) = $2
--   unclosed: (s.status <> 'CLOSED' and s.business_date < $1::date) = $2
--   period: s.business_date >= $1 and s.business_date <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.unit_id as unitId,
  u.name as unitName,
  s.till_id as tillId,
  h.code as tillCode,
  d.full_name as tellerName,
  s.business_date as businessDate,
  s.opened_at as openedAt,
  s.closed_at as closedAt,
  s.abandoned,
  s.status,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version
from (select s.*
  from cash.shift as s
  where s.province_unit_id = $1
  order by s.updated_at desc,
    s.id desc
  limit 15) as s
inner join cash.holding as h on h.id = s.till_id
left join organisation.unit_directory as u on u.id = s.unit_id
left join organisation.staff_directory as d on d.id = s.teller_staff_id
order by s.updated_at desc,
  s.id desc;

-- number and sums
select count(*) as totalRecord
from cash.shift as s
where s.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from cash.shift as s
inner join cash.holding as h on h.id = s.till_id
left join organisation.staff_directory as d on d.id = s.teller_staff_id
where s.province_unit_id = $1
  and (platform.fold(s.code || ' ' || h.code || ' ' || d.full_name) like $2)
  and ((s.office_unit_id = $3 or s.district_unit_id = $4 or s.province_unit_id = $5 or s.head_unit_id = $6))
  and (s.status in ($7))
  and ((s.teller_staff_id is not distinct from (select p.staff_id from iam.account_place p where p.user_id = $8)) = $9)
  and ((s.status <> 'CLOSED' and s.business_date < $10::date) = $11)
  and (s.business_date >= $12 and s.business_date <= $13);

-- POST /pob-admin/global/order/cash/cas/v1/search: the filters, each alone
--   text: platform.fold(o.code || ' ' || o.source_code || ' ' || o.person_name) like $1
--   status: o.status in ($1)
--   whose: exists ( select from iam.account_place place where place.user_id = $1 and place.staff_id = o.teller_staff_id)
--   kind: o.source_kind = $1
--   large: o.large = $1
--   unitId: (o.office_unit_id = $1 or o.district_unit_id = $2 or o.province_unit_id = $3 or o.head_unit_id = $4)
--   period: o.business_date >= $1 and o.business_date <= $2
--   amount: o.amount >= $1 and o.amount <= $2

-- a page (an export reads the same without its end)
select o.id,
  o.code,
  o.status,
  o.source_kind as kind,
  o.source_code as sourceCode,
  o.amount,
  o.person_name as personName,
  o.identity_type as identityType,
  repeat('•', greatest(0, length(o.identity_number) - 4)) || right(o.identity_number, 4) as identityNumber,
  h.code as tillCode,
  d.full_name as tellerName,
  u.name as unitName,
  o.business_date as businessDate,
  o.created_at as createdAt,
  o.large,
  o.decided_by as decidedBy,
  o.decided_at as decidedAt,
  o.decision_note as note,
  (select s.code
  from cash.slip s
  where s.id = o.slip_id) as slipCode,
  (select string_agg(s.code, ', ' order by s.id)
  from cash.slip_directory s
  where s.id = any(o.alike_slips)) as alike,
  exists ( select from iam.account_place place where place.user_id = $1 and place.staff_id = o.teller_staff_id) as own,
  o.version
from (select o.*
  from cash.cash_order as o
  where o.province_unit_id = $2
    and not (exists (select from cash.count_session blind where blind.holding_id = o.till_id and blind.counter_user_id = $3 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $4 and bag.status = 'DISPATCHED' and o.till_id in (bag.courier_holding_id, bag.from_holding_id)))
  order by o.created_at desc,
    o.id desc
  limit 15) as o
inner join cash.holding_directory as h on h.id = o.till_id
left join organisation.unit_directory as u on u.id = o.unit_id
left join organisation.staff_directory as d on d.id = o.teller_staff_id
order by o.created_at desc,
  o.id desc;

-- number and sums
select o.status as value,
  count(*) as totalRecord,
  sum(o.amount) as amount
from cash.cash_order as o
where o.province_unit_id = $1
  and not (exists (select from cash.count_session blind where blind.holding_id = o.till_id and blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED' and o.till_id in (bag.courier_holding_id, bag.from_holding_id)))
group by o.status;

-- number and sums under every filter
select o.status as value,
  count(*) as totalRecord,
  sum(o.amount) as amount
from cash.cash_order as o
where o.province_unit_id = $1
  and not (exists (select from cash.count_session blind where blind.holding_id = o.till_id and blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED' and o.till_id in (bag.courier_holding_id, bag.from_holding_id)))
  and (platform.fold(o.code || ' ' || o.source_code || ' ' || o.person_name) like $4)
  and (o.status in ($5))
  and (exists ( select from iam.account_place place where place.user_id = $6 and place.staff_id = o.teller_staff_id))
  and (o.source_kind = $7)
  and (o.large = $8)
  and ((o.office_unit_id = $9 or o.district_unit_id = $10 or o.province_unit_id = $11 or o.head_unit_id = $12))
  and (o.business_date >= $13 and o.business_date <= $14)
  and (o.amount >= $15 and o.amount <= $16)
group by o.status;

-- POST /cfm-admin/difference/v1/search: the filters, each alone
--   text: platform.fold(d.source_code || ' ' || h.name) like $1
--   unitId: (d.office_unit_id = $1 or d.district_unit_id = $2 or d.province_unit_id = $3 or d.head_unit_id = $4)
--   status: d.status in ($1)
--   source: case when d.source_type = 'cash.count' then 'COUNT' else 'TRANSIT' end = $1
--   direction: (case when not (exists (select from cash.count_session blind where blind.holding_id = d.holding_id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and d.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then d.amount end < 0) = $3
--   settlement: d.settlement = $1
--   period: d.arose_on >= $1 and d.arose_on <= $2

-- a page (an export reads the same without its end)
select d.id,
  d.source_code as sourceCode,
  case when d.source_type = 'cash.count' then 'COUNT' else 'TRANSIT' end as source,
  d.source_id as sourceId,
  case when not (exists (select from cash.count_session blind where blind.holding_id = d.holding_id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and d.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then d.amount end as amount,
  d.arose_on as aroseOn,
  h.name as holdingName,
  u.name as unitName,
  case when d.status in ('OPEN', 'PENDING') then $3::date - d.arose_on end as days,
  d.status,
  d.settlement,
  d.settlement_staff_name as settlementStaff,
  d.proposed_by as proposedBy,
  d.decided_by as decidedBy,
  d.decided_at as decidedAt,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $4
    and w.subject_id = d.id::text
  limit 1) as pendingRequestId,
  d.version
from (select d.*
  from cash.pending_difference as d
  where d.province_unit_id = $5
  order by d.arose_on desc,
    d.id desc
  limit 15) as d
inner join cash.holding_directory as h on h.id = d.holding_id
left join organisation.unit_directory as u on u.id = d.unit_id
order by d.arose_on desc,
  d.id desc;

-- number and sums
select d.status as value,
  count(*) as totalRecord,
  sum(case when not (exists (select from cash.count_session blind where blind.holding_id = d.holding_id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and d.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then d.amount end) as amount
from cash.pending_difference as d
where d.province_unit_id = $3
group by d.status;

-- number and sums under every filter
select d.status as value,
  count(*) as totalRecord,
  sum(case when not (exists (select from cash.count_session blind where blind.holding_id = d.holding_id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and d.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then d.amount end) as amount
from cash.pending_difference as d
inner join cash.holding_directory as h on h.id = d.holding_id
where d.province_unit_id = $3
  and (platform.fold(d.source_code || ' ' || h.name) like $4)
  and ((d.office_unit_id = $5 or d.district_unit_id = $6 or d.province_unit_id = $7 or d.head_unit_id = $8))
  and (d.status in ($9))
  and (case when d.source_type = 'cash.count' then 'COUNT' else 'TRANSIT' end = $10)
  and ((case when not (exists (select from cash.count_session blind where blind.holding_id = d.holding_id and blind.counter_user_id = $11 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $12 and bag.status = 'DISPATCHED' and d.holding_id in (bag.courier_holding_id, bag.from_holding_id))) then d.amount end < 0) = $13)
  and (d.settlement = $14)
  and (d.arose_on >= $15 and d.arose_on <= $16)
group by d.status;

-- POST /cfm-admin/day-close/v1/search: the filters, each alone
--   text: platform.fold(coalesce(u.code, '') || ' ' || coalesce(u.name, '')) like $1
--   unitId: (d.office_unit_id = $1 or d.district_unit_id = $2 or d.province_unit_id = $3 or d.head_unit_id = $4)
--   status: d.status in ($1)
--   whose: (d.unit_id is not distinct from (select p.unit_id from iam.person p where p.id = $1)) = $2
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
  and not (exists (select from cash.count_session blind join cash.holding counted on counted.id = blind.holding_id where counted.unit_id = d.unit_id and blind.counter_user_id = $2 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $3 and bag.status = 'DISPATCHED' and d.unit_id in (bag.from_unit_id, bag.to_unit_id))) then (d.figures ->> 'closing')::numeric(20,2) end as closing,
  d.version
from (select d.*
  from cash.day_close as d
  where d.province_unit_id = $4
  order by d.business_date desc,
    d.id desc
  limit 15) as d
left join organisation.unit_directory as u on u.id = d.unit_id
order by d.business_date desc,
  d.id desc;

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
  and ((d.unit_id is not distinct from (select p.unit_id from iam.person p where p.id = $8)) = $9)
  and (d.business_date >= $10 and d.business_date <= $11);

-- POST /cfm-admin/treasury/v1/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || coalesce(t.seal_number, '') || ' ' || coalesce(t.bank_reference, '') || ' ' || t.purpose) like $1
--   status: t.status in ($1)
--   kind: t.kind in ($1)
--   fromUnitId: t.kind <> $1 and exists (select from cash.treasury_end_directory e where e.treasury_id = t.id and e.unit_id = t.from_unit_id and (e.office_unit_id = $2 or e.district_unit_id = $3 or e.province_unit_id = $4 or e.head_unit_id = $5))
--   toUnitId: t.kind <> $1 and exists (select from cash.treasury_end_directory e where e.treasury_id = t.id and e.unit_id = t.to_unit_id and (e.office_unit_id = $2 or e.district_unit_id = $3 or e.province_unit_id = $4 or e.head_unit_id = $5))
--   courierId: t.courier_holding_id = $1
--   period: t.planned_on >= $1 and t.planned_on <= $2
--   dispatched: t.dispatched_at >= $1 and t.dispatched_at < $2
--   received: t.received_at >= $1 and t.received_at < $2
--   amount: ($1::numeric is null or case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $2::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $3 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end >= $4) and ($5::numeric is null or case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $6::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $7 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end <= $8)
--   transit: (t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) and not ((t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) and t.dispatched_at + make_interval(hours => coalesce( (select p.value::integer from masterdata.parameter p where p.key = $1), $2)) < $3)
--   statement: (t.bank_account_id is not null and t.status in ('RECEIVED', 'SETTLED') and t.statement_matched_at is null)
--   toReceive: (t.status = 'DISPATCHED' and exists ( select from iam.account_place p where p.user_id = $1 and p.staff_id <> t.dispatched_by_staff_id and case when t.kind = 'TILL_ISSUE' then p.staff_id = (select s.teller_staff_id from cash.shift s where s.id = t.shift_id) when t.to_holding_id is null then p.unit_id = t.to_unit_id else exists (select from cash.holding kept join iam.account_place p on p.user_id = $2 where kept.id = t.to_holding_id and case when kept.staff_id is null then p.unit_id = kept.unit_id else p.staff_id = kept.staff_id end) end)) = $3

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.kind,
  t.status,
  ch.name as courierName,
  t.planned_on as plannedOn,
  case when t.kind = 'BANK_WITHDRAWAL' then bp.name when t.shift_id is not null then fh.name || ',
  ' || fu.name else fu.name end as fromName,
  case when t.kind = 'BANK_DEPOSIT' then bp.name when t.shift_id is not null then th.name || ',
  ' || tu.name else tu.name end as toName,
  case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $1::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $2 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end as amount,
  case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $3::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $4 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.received_amount end as receivedAmount,
  case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $5::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $6 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.difference end as difference,
  t.dispatched_at as dispatchedAt,
  t.received_at as receivedAt,
  t.seal_number as sealNumber,
  t.bank_reference as bankReference,
  case when ((t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) and t.dispatched_at + make_interval(hours => coalesce( (select p.value::integer from masterdata.parameter p where p.key = $7), $8)) < $9) then 'OVERDUE' when (t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) then 'IN_TRANSIT' end as transit,
  case when (t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) then floor(extract(epoch from $10::timestamptz - t.dispatched_at) / 3600)::integer end as transitHours,
  case when (t.bank_account_id is not null and t.statement_matched_at is not null) then 'MATCHED' when (t.bank_account_id is not null and t.status in ('RECEIVED', 'SETTLED') and t.statement_matched_at is null) then 'WAITING' end as statement,
  t.created_by as createdBy,
  t.updated_at as updatedAt,
  t.version,
  exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $11 and s.treasury_id = t.id and s.unit_id = t.from_unit_id)) as sends,
  exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $12 and s.treasury_id = t.id and s.unit_id = t.to_unit_id)) as receives,
  (exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $13 and s.treasury_id = t.id and s.unit_id = t.from_unit_id)) and (t.from_holding_id is null or exists (select from cash.holding kept join iam.account_place p on p.user_id = $14 where kept.id = t.from_holding_id and case when kept.staff_id is null then p.unit_id = kept.unit_id else p.staff_id = kept.staff_id end))) as givesOut,
  (exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $15 and s.treasury_id = t.id and s.unit_id = t.to_unit_id)) and (t.to_holding_id is null or exists (select from cash.holding kept join iam.account_place p on p.user_id = $16 where kept.id = t.to_holding_id and case when kept.staff_id is null then p.unit_id = kept.unit_id else p.staff_id = kept.staff_id end))) as takesIn,
  (t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $17::bigint) as counting,
  (t.status = 'DISPATCHED' and t.receiving_user_id <> $18::bigint) is true as countedByOther,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $19
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId
from (select t.*
  from cash.treasury_transaction as t
  where exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $20 and s.treasury_id = t.id))
  order by t.planned_on desc,
    t.id desc
  limit 15) as t
left join organisation.unit_directory as fu on fu.id = t.from_unit_id
left join organisation.unit_directory as tu on tu.id = t.to_unit_id
left join cash.holding_directory as fh on fh.id = t.from_holding_id
left join cash.holding_directory as th on th.id = t.to_holding_id
left join cash.holding_directory as ch on ch.id = t.courier_holding_id
left join cash.bank_account as ba on ba.account_id = t.bank_account_id
left join organisation.partner as bp on bp.id = ba.partner_id
order by t.planned_on desc,
  t.id desc;

-- number and sums
select t.status as value,
  count(*) as totalRecord,
  sum(case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $1::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $2 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end) as amount
from cash.treasury_transaction as t
where exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $3 and s.treasury_id = t.id))
group by t.status;

-- number and sums under every filter
select t.status as value,
  count(*) as totalRecord,
  sum(case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $1::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $2 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end) as amount
from cash.treasury_transaction as t
where exists ((select s.id from cash.treasury_side as s where s.province_unit_id = $3 and s.treasury_id = t.id))
  and (platform.fold(t.code || ' ' || coalesce(t.seal_number, '') || ' ' || coalesce(t.bank_reference, '') || ' ' || t.purpose) like $4)
  and (t.status in ($5))
  and (t.kind in ($6))
  and (t.kind <> $7 and exists (select from cash.treasury_end_directory e where e.treasury_id = t.id and e.unit_id = t.from_unit_id and (e.office_unit_id = $8 or e.district_unit_id = $9 or e.province_unit_id = $10 or e.head_unit_id = $11)))
  and (t.kind <> $12 and exists (select from cash.treasury_end_directory e where e.treasury_id = t.id and e.unit_id = t.to_unit_id and (e.office_unit_id = $13 or e.district_unit_id = $14 or e.province_unit_id = $15 or e.head_unit_id = $16)))
  and (t.courier_holding_id = $17)
  and (t.planned_on >= $18 and t.planned_on <= $19)
  and (t.dispatched_at >= $20 and t.dispatched_at < $21)
  and (t.received_at >= $22 and t.received_at < $23)
  and (($24::numeric is null or case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $25::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $26 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end >= $27) and ($28::numeric is null or case when not ((t.status = 'DISPATCHED' and t.receiving_user_id is not distinct from $29::bigint) or exists (select from cash.count_session blind where blind.counter_user_id = $30 and blind.ended_at is null and blind.holding_id in (t.from_holding_id, t.to_holding_id))) then t.amount end <= $31))
  and ((t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) and not ((t.status in ('DISPATCHED', 'DISCREPANCY') and t.courier_holding_id is not null) and t.dispatched_at + make_interval(hours => coalesce( (select p.value::integer from masterdata.parameter p where p.key = $32), $33)) < $34))
  and ((t.status = 'DISPATCHED' and exists ( select from iam.account_place p where p.user_id = $35 and p.staff_id <> t.dispatched_by_staff_id and case when t.kind = 'TILL_ISSUE' then p.staff_id = (select s.teller_staff_id from cash.shift s where s.id = t.shift_id) when t.to_holding_id is null then p.unit_id = t.to_unit_id else exists (select from cash.holding kept join iam.account_place p on p.user_id = $36 where kept.id = t.to_holding_id and case when kept.staff_id is null then p.unit_id = kept.unit_id else p.staff_id = kept.staff_id end) end)) = $37)
  and ((t.bank_account_id is not null and t.status in ('RECEIVED', 'SETTLED') and t.statement_matched_at is null))
group by t.status;

-- POST /cfm-report/cash-summary/payout-point/v1/search: the rows; groups, totals and chart are made around them
select s.provinceId,
  coalesce(v.name, u.name) as provinceName,
  s.placeId,
  u.name as placeName,
  s.opening,
  s.inService,
  s.inTreasury,
  s.inOther,
  s.inLate,
  s.moneyIn,
  s.outService,
  s.outTreasury,
  s.outOther,
  s.outLate,
  s.moneyOut,
  s.closing,
  s.ceiling,
  coalesce(s.over, 0)::numeric(20,2) as over
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, h.unit_id as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and u.level = $2 and (h.office_unit_id = $3 or h.district_unit_id = $4 or h.province_unit_id = $5 or h.head_unit_id = $6) and not (exists (select from cash.count_session blind where blind.counter_user_id = $7 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $8 and bag.status = 'DISPATCHED'))), moved as ( select account_id, coalesce(sum(amount) filter (where side = 'D' and flow = 'SERVICE'), 0)::numeric(20,2) as inService, coalesce(sum(amount) filter (where side = 'C' and flow = 'SERVICE'), 0)::numeric(20,2) as outService, coalesce(sum(amount) filter (where side = 'D' and flow = 'TREASURY'), 0)::numeric(20,2) as inTreasury, coalesce(sum(amount) filter (where side = 'C' and flow = 'TREASURY'), 0)::numeric(20,2) as outTreasury, coalesce(sum(amount) filter (where side = 'D' and flow = 'OTHER'), 0)::numeric(20,2) as inOther, coalesce(sum(amount) filter (where side = 'C' and flow = 'OTHER'), 0)::numeric(20,2) as outOther, coalesce(sum(amount) filter (where side = 'D' and flow = 'LATE'), 0)::numeric(20,2) as inLate, coalesce(sum(amount) filter (where side = 'C' and flow = 'LATE'), 0)::numeric(20,2) as outLate, coalesce(sum(amount) filter (where side = 'D'), 0)::numeric(20,2) as moneyIn, coalesce(sum(amount) filter (where side = 'C'), 0)::numeric(20,2) as moneyOut from (select p.account_id, e.side, e.amount, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $9::date and $10::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $11::date and $12::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id) m group by account_id ), balance as ( select p.*, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $13::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $14::date order by d.business_date desc limit 1), 0) as closing from holding p ) select b.place_id as placeId, b.province_unit_id as provinceId, sum(b.opening)::numeric(20,2) as opening, sum(b.closing)::numeric(20,2) as closing, sum(b.ceiling)::numeric(20,2) as ceiling, sum(greatest(b.closing - b.ceiling, 0))::numeric(20,2) as over, coalesce(sum(m.inService), 0)::numeric(20,2) as inService, coalesce(sum(m.outService), 0)::numeric(20,2) as outService, coalesce(sum(m.inTreasury), 0)::numeric(20,2) as inTreasury, coalesce(sum(m.outTreasury), 0)::numeric(20,2) as outTreasury, coalesce(sum(m.inOther), 0)::numeric(20,2) as inOther, coalesce(sum(m.outOther), 0)::numeric(20,2) as outOther, coalesce(sum(m.inLate), 0)::numeric(20,2) as inLate, coalesce(sum(m.outLate), 0)::numeric(20,2) as outLate, coalesce(sum(m.moneyIn), 0)::numeric(20,2) as moneyIn, coalesce(sum(m.moneyOut), 0)::numeric(20,2) as moneyOut from balance b left join moved m on m.account_id = b.account_id group by b.place_id, b.province_unit_id) as s
left join organisation.unit_directory as u on u.id = s.placeId
left join organisation.unit_directory as v on v.id = s.provinceId;

-- POST /cfm-report/cash-summary/post-office/v1/search: the rows; groups, totals and chart are made around them
select s.provinceId,
  coalesce(v.name, u.name) as provinceName,
  s.placeId,
  u.name as placeName,
  s.opening,
  s.inService,
  s.inTreasury,
  s.inOther,
  s.inLate,
  s.moneyIn,
  s.outService,
  s.outTreasury,
  s.outOther,
  s.outLate,
  s.moneyOut,
  s.closing,
  s.ceiling,
  coalesce(s.over, 0)::numeric(20,2) as over
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, h.unit_id as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and u.level = $2 and (h.office_unit_id = $3 or h.district_unit_id = $4 or h.province_unit_id = $5 or h.head_unit_id = $6) and not (exists (select from cash.count_session blind where blind.counter_user_id = $7 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $8 and bag.status = 'DISPATCHED'))), moved as ( select account_id, coalesce(sum(amount) filter (where side = 'D' and flow = 'SERVICE'), 0)::numeric(20,2) as inService, coalesce(sum(amount) filter (where side = 'C' and flow = 'SERVICE'), 0)::numeric(20,2) as outService, coalesce(sum(amount) filter (where side = 'D' and flow = 'TREASURY'), 0)::numeric(20,2) as inTreasury, coalesce(sum(amount) filter (where side = 'C' and flow = 'TREASURY'), 0)::numeric(20,2) as outTreasury, coalesce(sum(amount) filter (where side = 'D' and flow = 'OTHER'), 0)::numeric(20,2) as inOther, coalesce(sum(amount) filter (where side = 'C' and flow = 'OTHER'), 0)::numeric(20,2) as outOther, coalesce(sum(amount) filter (where side = 'D' and flow = 'LATE'), 0)::numeric(20,2) as inLate, coalesce(sum(amount) filter (where side = 'C' and flow = 'LATE'), 0)::numeric(20,2) as outLate, coalesce(sum(amount) filter (where side = 'D'), 0)::numeric(20,2) as moneyIn, coalesce(sum(amount) filter (where side = 'C'), 0)::numeric(20,2) as moneyOut from (select p.account_id, e.side, e.amount, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $9::date and $10::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $11::date and $12::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id) m group by account_id ), balance as ( select p.*, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $13::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $14::date order by d.business_date desc limit 1), 0) as closing from holding p ) select b.place_id as placeId, b.province_unit_id as provinceId, sum(b.opening)::numeric(20,2) as opening, sum(b.closing)::numeric(20,2) as closing, sum(b.ceiling)::numeric(20,2) as ceiling, sum(greatest(b.closing - b.ceiling, 0))::numeric(20,2) as over, coalesce(sum(m.inService), 0)::numeric(20,2) as inService, coalesce(sum(m.outService), 0)::numeric(20,2) as outService, coalesce(sum(m.inTreasury), 0)::numeric(20,2) as inTreasury, coalesce(sum(m.outTreasury), 0)::numeric(20,2) as outTreasury, coalesce(sum(m.inOther), 0)::numeric(20,2) as inOther, coalesce(sum(m.outOther), 0)::numeric(20,2) as outOther, coalesce(sum(m.inLate), 0)::numeric(20,2) as inLate, coalesce(sum(m.outLate), 0)::numeric(20,2) as outLate, coalesce(sum(m.moneyIn), 0)::numeric(20,2) as moneyIn, coalesce(sum(m.moneyOut), 0)::numeric(20,2) as moneyOut from balance b left join moved m on m.account_id = b.account_id group by b.place_id, b.province_unit_id) as s
left join organisation.unit_directory as u on u.id = s.placeId
left join organisation.unit_directory as v on v.id = s.provinceId;

-- POST /cfm-report/cash-summary/district/v1/search: the rows; groups, totals and chart are made around them
select s.provinceId,
  coalesce(v.name, u.name) as provinceName,
  s.placeId,
  u.name as placeName,
  s.opening,
  s.inService,
  s.inTreasury,
  s.inOther,
  s.inLate,
  s.moneyIn,
  s.outService,
  s.outTreasury,
  s.outOther,
  s.outLate,
  s.moneyOut,
  s.closing,
  s.ceiling,
  coalesce(s.over, 0)::numeric(20,2) as over
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, coalesce(h.district_unit_id, h.unit_id) as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and (h.office_unit_id = $2 or h.district_unit_id = $3 or h.province_unit_id = $4 or h.head_unit_id = $5) and not (exists (select from cash.count_session blind where blind.counter_user_id = $6 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $7 and bag.status = 'DISPATCHED'))), moved as ( select account_id, coalesce(sum(amount) filter (where side = 'D' and flow = 'SERVICE'), 0)::numeric(20,2) as inService, coalesce(sum(amount) filter (where side = 'C' and flow = 'SERVICE'), 0)::numeric(20,2) as outService, coalesce(sum(amount) filter (where side = 'D' and flow = 'TREASURY'), 0)::numeric(20,2) as inTreasury, coalesce(sum(amount) filter (where side = 'C' and flow = 'TREASURY'), 0)::numeric(20,2) as outTreasury, coalesce(sum(amount) filter (where side = 'D' and flow = 'OTHER'), 0)::numeric(20,2) as inOther, coalesce(sum(amount) filter (where side = 'C' and flow = 'OTHER'), 0)::numeric(20,2) as outOther, coalesce(sum(amount) filter (where side = 'D' and flow = 'LATE'), 0)::numeric(20,2) as inLate, coalesce(sum(amount) filter (where side = 'C' and flow = 'LATE'), 0)::numeric(20,2) as outLate, coalesce(sum(amount) filter (where side = 'D'), 0)::numeric(20,2) as moneyIn, coalesce(sum(amount) filter (where side = 'C'), 0)::numeric(20,2) as moneyOut from (select p.account_id, e.side, e.amount, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $8::date and $9::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $10::date and $11::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id) m group by account_id ), balance as ( select p.*, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $12::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $13::date order by d.business_date desc limit 1), 0) as closing from holding p ) select b.place_id as placeId, b.province_unit_id as provinceId, sum(b.opening)::numeric(20,2) as opening, sum(b.closing)::numeric(20,2) as closing, sum(b.ceiling)::numeric(20,2) as ceiling, sum(greatest(b.closing - b.ceiling, 0))::numeric(20,2) as over, coalesce(sum(m.inService), 0)::numeric(20,2) as inService, coalesce(sum(m.outService), 0)::numeric(20,2) as outService, coalesce(sum(m.inTreasury), 0)::numeric(20,2) as inTreasury, coalesce(sum(m.outTreasury), 0)::numeric(20,2) as outTreasury, coalesce(sum(m.inOther), 0)::numeric(20,2) as inOther, coalesce(sum(m.outOther), 0)::numeric(20,2) as outOther, coalesce(sum(m.inLate), 0)::numeric(20,2) as inLate, coalesce(sum(m.outLate), 0)::numeric(20,2) as outLate, coalesce(sum(m.moneyIn), 0)::numeric(20,2) as moneyIn, coalesce(sum(m.moneyOut), 0)::numeric(20,2) as moneyOut from balance b left join moved m on m.account_id = b.account_id group by b.place_id, b.province_unit_id) as s
left join organisation.unit_directory as u on u.id = s.placeId
left join organisation.unit_directory as v on v.id = s.provinceId;

-- POST /cfm-report/cash-book/payout-point/v1/search: the rows; groups, totals and chart are made around them
select s.placeId,
  u.name as placeName,
  s.seq,
  s.recordedAt,
  s.businessDate,
  s.journalId,
  s.kind,
  s.reference,
  s.description,
  s.holdingName,
  s.contra,
  s.lateOf,
  s.moneyIn,
  s.moneyOut,
  s.change,
  s.balance
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, h.unit_id as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and u.level = $2 and (h.office_unit_id = $3 or h.district_unit_id = $4 or h.province_unit_id = $5 or h.head_unit_id = $6) and h.unit_id = $7 and not (exists (select from cash.count_session blind where blind.counter_user_id = $8 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $9 and bag.status = 'DISPATCHED'))), kind_name (kind, name) as (values ($10, $11), ($12, $13), ($14, $15), ($16, $17), ($18, $19), ($20, $21), ($22, $23), ($24, $25), ($26, $27), ($28, $29), ($30, $31), ($32, $33), ($34, $35), ($36, $37), ($38, $39), ($40, $41), ($42, $43), ($44, $45), ($46, $47), ($48, $49), ($50, $51), ($52, $53), ($54, $55), ($56, $57), ($58, $59), ($60, $61), ($62, $63), ($64, $65), ($66, $67), ($68, $69), ($70, $71), ($72, $73), ($74, $75), ($76, $77), ($78, $79), ($80, $81), ($82, $83), ($84, $85), ($86, $87), ($88, $89), ($90, $91), ($92, $93), ($94, $95), ($96, $97), ($98, $99), ($100, $101), ($102, $103), ($104, $105), ($106, $107), ($108, $109), ($110, $111), ($112, $113)), ends as ( select place_id, sum(opening)::numeric(20,2) as opening, sum(closing)::numeric(20,2) as closing from (select p.place_id, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $114::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $115::date order by d.business_date desc limit 1), 0) as closing from holding p) b group by place_id ), entered as ( select p.place_id, p.name, p.account_id, e.journal_id, e.line, e.side, e.amount, j.recorded_at, j.business_date, j.kind, j.source_type, j.source_id, j.description, l.late_of, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow, row_number() over w as seq, sum(case e.side when 'D' then e.amount else -e.amount end) over w as moved from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $116::date and $117::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $118::date and $119::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id window w as (partition by p.place_id order by j.business_date, e.journal_id, e.line) ) select n.place_id as placeId, n.seq::bigint as seq, n.recorded_at as recordedAt, n.business_date as businessDate, n.journal_id::text as journalId, coalesce(k.name, n.kind) as kind, case n.source_type when 'payment.transaction' then (select code from payment.code_directory where id = n.source_id::bigint) when 'cash.treasury_transaction' then (select code from cash.treasury_transaction where id = n.source_id::bigint) when 'cash.count' then (select code from cash.count where id = n.source_id::bigint) end as reference, n.description, n.name as holdingName, (select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id where x.journal_id = n.journal_id and x.side <> n.side) as contra, n.late_of as lateOf, case n.side when 'D' then n.amount else 0 end as moneyIn, case n.side when 'C' then n.amount else 0 end as moneyOut, case n.side when 'D' then n.amount else -n.amount end as change, (o.opening + n.moved)::numeric(20,2) as balance from entered n join ends o on o.place_id = n.place_id left join kind_name k on k.kind = n.kind where flow = $120 and side = $121) as s
left join organisation.unit_directory as u on u.id = s.placeId;

-- POST /cfm-report/cash-book/post-office/v1/search: the rows; groups, totals and chart are made around them
select s.placeId,
  u.name as placeName,
  s.seq,
  s.recordedAt,
  s.businessDate,
  s.journalId,
  s.kind,
  s.reference,
  s.description,
  s.holdingName,
  s.contra,
  s.lateOf,
  s.moneyIn,
  s.moneyOut,
  s.change,
  s.balance
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, h.unit_id as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and u.level = $2 and (h.office_unit_id = $3 or h.district_unit_id = $4 or h.province_unit_id = $5 or h.head_unit_id = $6) and h.unit_id = $7 and not (exists (select from cash.count_session blind where blind.counter_user_id = $8 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $9 and bag.status = 'DISPATCHED'))), kind_name (kind, name) as (values ($10, $11), ($12, $13), ($14, $15), ($16, $17), ($18, $19), ($20, $21), ($22, $23), ($24, $25), ($26, $27), ($28, $29), ($30, $31), ($32, $33), ($34, $35), ($36, $37), ($38, $39), ($40, $41), ($42, $43), ($44, $45), ($46, $47), ($48, $49), ($50, $51), ($52, $53), ($54, $55), ($56, $57), ($58, $59), ($60, $61), ($62, $63), ($64, $65), ($66, $67), ($68, $69), ($70, $71), ($72, $73), ($74, $75), ($76, $77), ($78, $79), ($80, $81), ($82, $83), ($84, $85), ($86, $87), ($88, $89), ($90, $91), ($92, $93), ($94, $95), ($96, $97), ($98, $99), ($100, $101), ($102, $103), ($104, $105), ($106, $107), ($108, $109), ($110, $111), ($112, $113)), ends as ( select place_id, sum(opening)::numeric(20,2) as opening, sum(closing)::numeric(20,2) as closing from (select p.place_id, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $114::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $115::date order by d.business_date desc limit 1), 0) as closing from holding p) b group by place_id ), entered as ( select p.place_id, p.name, p.account_id, e.journal_id, e.line, e.side, e.amount, j.recorded_at, j.business_date, j.kind, j.source_type, j.source_id, j.description, l.late_of, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow, row_number() over w as seq, sum(case e.side when 'D' then e.amount else -e.amount end) over w as moved from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $116::date and $117::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $118::date and $119::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id window w as (partition by p.place_id order by j.business_date, e.journal_id, e.line) ) select n.place_id as placeId, n.seq::bigint as seq, n.recorded_at as recordedAt, n.business_date as businessDate, n.journal_id::text as journalId, coalesce(k.name, n.kind) as kind, case n.source_type when 'payment.transaction' then (select code from payment.code_directory where id = n.source_id::bigint) when 'cash.treasury_transaction' then (select code from cash.treasury_transaction where id = n.source_id::bigint) when 'cash.count' then (select code from cash.count where id = n.source_id::bigint) end as reference, n.description, n.name as holdingName, (select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id where x.journal_id = n.journal_id and x.side <> n.side) as contra, n.late_of as lateOf, case n.side when 'D' then n.amount else 0 end as moneyIn, case n.side when 'C' then n.amount else 0 end as moneyOut, case n.side when 'D' then n.amount else -n.amount end as change, (o.opening + n.moved)::numeric(20,2) as balance from entered n join ends o on o.place_id = n.place_id left join kind_name k on k.kind = n.kind where flow = $120 and side = $121) as s
left join organisation.unit_directory as u on u.id = s.placeId;

-- POST /cfm-report/cash-book/district/v1/search: the rows; groups, totals and chart are made around them
select s.placeId,
  u.name as placeName,
  s.seq,
  s.recordedAt,
  s.businessDate,
  s.journalId,
  s.kind,
  s.reference,
  s.description,
  s.holdingName,
  s.contra,
  s.lateOf,
  s.moneyIn,
  s.moneyOut,
  s.change,
  s.balance
from ( with holding as materialized (select h.account_id, h.name, h.ceiling, h.province_unit_id, coalesce(h.district_unit_id, h.unit_id) as place_id from cash.holding as h inner join organisation.unit_directory as u on u.id = h.unit_id where h.province_unit_id = $1 and (h.office_unit_id = $2 or h.district_unit_id = $3 or h.province_unit_id = $4 or h.head_unit_id = $5) and coalesce(h.district_unit_id, h.unit_id) = $6 and not (exists (select from cash.count_session blind where blind.counter_user_id = $7 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $8 and bag.status = 'DISPATCHED'))), kind_name (kind, name) as (values ($9, $10), ($11, $12), ($13, $14), ($15, $16), ($17, $18), ($19, $20), ($21, $22), ($23, $24), ($25, $26), ($27, $28), ($29, $30), ($31, $32), ($33, $34), ($35, $36), ($37, $38), ($39, $40), ($41, $42), ($43, $44), ($45, $46), ($47, $48), ($49, $50), ($51, $52), ($53, $54), ($55, $56), ($57, $58), ($59, $60), ($61, $62), ($63, $64), ($65, $66), ($67, $68), ($69, $70), ($71, $72), ($73, $74), ($75, $76), ($77, $78), ($79, $80), ($81, $82), ($83, $84), ($85, $86), ($87, $88), ($89, $90), ($91, $92), ($93, $94), ($95, $96), ($97, $98), ($99, $100), ($101, $102), ($103, $104), ($105, $106), ($107, $108), ($109, $110), ($111, $112)), ends as ( select place_id, sum(opening)::numeric(20,2) as opening, sum(closing)::numeric(20,2) as closing from (select p.place_id, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date < $113::date order by d.business_date desc limit 1), 0) as opening, coalesce((select d.closing from ledger.daily_balance d where d.account_id = p.account_id and d.business_date <= $114::date order by d.business_date desc limit 1), 0) as closing from holding p) b group by place_id ), entered as ( select p.place_id, p.name, p.account_id, e.journal_id, e.line, e.side, e.amount, j.recorded_at, j.business_date, j.kind, j.source_type, j.source_id, j.description, l.late_of, case when l.late_of is not null then 'LATE' when j.service = 'CASH' and j.kind not in ('CASH_SHORTAGE', 'CASH_SURPLUS') then 'TREASURY' when j.service in ('CASH', 'GL') then 'OTHER' else 'SERVICE' end as flow, row_number() over w as seq, sum(case e.side when 'D' then e.amount else -e.amount end) over w as moved from holding p join lateral (select min(d.first_version) as low, max(d.last_version) as high from ledger.daily_balance d where d.account_id = p.account_id and d.business_date between $115::date and $116::date) v on v.low is not null join ledger.entry e on e.account_id = p.account_id and e.account_version between v.low and v.high join ledger.journal j on j.id = e.journal_id and j.business_date between $117::date and $118::date left join payment.late_directory l on j.source_type = 'payment.transaction' and l.source_id = j.source_id window w as (partition by p.place_id order by j.business_date, e.journal_id, e.line) ) select n.place_id as placeId, n.seq::bigint as seq, n.recorded_at as recordedAt, n.business_date as businessDate, n.journal_id::text as journalId, coalesce(k.name, n.kind) as kind, case n.source_type when 'payment.transaction' then (select code from payment.code_directory where id = n.source_id::bigint) when 'cash.treasury_transaction' then (select code from cash.treasury_transaction where id = n.source_id::bigint) when 'cash.count' then (select code from cash.count where id = n.source_id::bigint) end as reference, n.description, n.name as holdingName, (select string_agg(distinct o.code, ', ' order by o.code) from ledger.entry x join ledger.account_directory o on o.id = x.account_id where x.journal_id = n.journal_id and x.side <> n.side) as contra, n.late_of as lateOf, case n.side when 'D' then n.amount else 0 end as moneyIn, case n.side when 'C' then n.amount else 0 end as moneyOut, case n.side when 'D' then n.amount else -n.amount end as change, (o.opening + n.moved)::numeric(20,2) as balance from entered n join ends o on o.place_id = n.place_id left join kind_name k on k.kind = n.kind where flow = $119 and side = $120) as s
left join organisation.unit_directory as u on u.id = s.placeId;
