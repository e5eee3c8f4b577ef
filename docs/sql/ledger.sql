-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /pp-admin/admin/business-acc/v1/search: the filters, each alone
--   text: platform.fold(a.code || ' ' || a.name) like $1
--   chart: a.chart_id in ( with recursive line as ( select id from ledger.chart where number = $1 union all select c.id from ledger.chart c join line on c.parent_id = line.id ) select id from line)
--   class: a.class = $1
--   ownerType: a.owner_type = $1
--   unitId: (a.office_unit_id = $1 or a.district_unit_id = $2 or a.province_unit_id = $3 or a.head_unit_id = $4)
--   status: a.status = $1

-- a page (an export reads the same without its end)
select a.id,
  a.code,
  a.name,
  a.class,
  a.status,
  a.owner_type as ownerType,
  a.normal_side as normalSide,
  a.currency,
  c.number as chartNumber,
  c.name as chartName,
  u.name as unitName,
  j.recorded_at as lastMovementAt,
  a.min_balance as minBalance,
  a.max_balance as maxBalance,
  a.revision as version,
  case when exists (select
  from cash.holding counted
  where counted.account_id = a.id
    and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))) then null else a.balance end as balance,
  case a.owner_type when 'UNIT' then (select o.name
  from organisation.unit_directory o
  where o.id = a.owner_id) when 'PARTNER' then (select p.short_name
  from organisation.partner p
  where p.id = a.owner_id) when 'MERCHANT' then (select m.name
  from merchants.merchant_directory m
  where m.id = a.owner_id) end as ownerName,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $3
    and w.subject_id = a.id::text
  limit 1) as pendingRequestId
from (select a.*
  from ledger.account as a
  where a.province_unit_id = $4
  order by a.code asc,
    a.id asc
  limit 15) as a
left join ledger.chart as c on c.id = a.chart_id
left join organisation.unit_directory as u on u.id = a.unit_id
left join ledger.entry as e on e.account_id = a.id
  and e.account_version = a.version
left join ledger.journal as j on j.id = e.journal_id
order by a.code asc,
  a.id asc;

-- number and sums
select a.class as value,
  count(*) as totalRecord,
  sum(case when exists (select from cash.holding counted where counted.account_id = a.id and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))) then null else a.balance end) as balance
from ledger.account as a
where a.province_unit_id = $3
group by a.class;

-- number and sums under every filter
select a.class as value,
  count(*) as totalRecord,
  sum(case when exists (select from cash.holding counted where counted.account_id = a.id and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $1 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $2 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))) then null else a.balance end) as balance
from ledger.account as a
where a.province_unit_id = $3
  and (platform.fold(a.code || ' ' || a.name) like $4)
  and (a.chart_id in ( with recursive line as ( select id from ledger.chart where number = $5 union all select c.id from ledger.chart c join line on c.parent_id = line.id ) select id from line))
  and (a.class = $6)
  and (a.owner_type = $7)
  and ((a.office_unit_id = $8 or a.district_unit_id = $9 or a.province_unit_id = $10 or a.head_unit_id = $11))
  and (a.status = $12)
group by a.class;

-- POST /pp-admin/admin/business-acc/v1/manual-journal/search: the filters, each alone
--   text: platform.fold(m.code || ' ' || m.reason) like $1
--   status: m.status = $1
--   unitId: (m.office_unit_id = $1 or m.district_unit_id = $2 or m.province_unit_id = $3 or m.head_unit_id = $4)
--   period: m.business_date >= $1 and m.business_date <= $2
--   amount: m.amount >= $1 and m.amount <= $2

-- a page (an export reads the same without its end)
select m.id,
  m.code,
  m.business_date as businessDate,
  m.reason,
  m.amount,
  m.status,
  u.name as unitName,
  m.version,
  m.created_by as createdBy,
  m.created_at as createdAt,
  m.posted_by as postedBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = m.id::text
  limit 1) as pendingRequestId
from (select m.*
  from ledger.manual_journal as m
  where m.province_unit_id = $2
  order by m.created_at desc,
    m.id desc
  limit 15) as m
left join organisation.unit_directory as u on u.id = m.unit_id
order by m.created_at desc,
  m.id desc;

-- number and sums
select m.status as value,
  count(*) as totalRecord,
  sum(m.amount) as amount
from ledger.manual_journal as m
where m.province_unit_id = $1
group by m.status;

-- number and sums under every filter
select m.status as value,
  count(*) as totalRecord,
  sum(m.amount) as amount
from ledger.manual_journal as m
where m.province_unit_id = $1
  and (platform.fold(m.code || ' ' || m.reason) like $2)
  and (m.status = $3)
  and ((m.office_unit_id = $4 or m.district_unit_id = $5 or m.province_unit_id = $6 or m.head_unit_id = $7))
  and (m.business_date >= $8 and m.business_date <= $9)
  and (m.amount >= $10 and m.amount <= $11)
group by m.status;

-- POST /pp-admin/admin/business-acc/v1/chart/search: the filters, each alone
--   text: platform.fold(c.number || ' ' || c.name) like $1
--   under: c.id in (select unnest(x.line_ids) from ledger.chart_tree x join ledger.chart top on top.id = x.id where top.number = $1)
--   class: c.class = $1
--   asOf: c.valid_from <= $1 and (c.valid_to is null or c.valid_to >= $2)

-- a page (an export reads the same without its end)
select c.id,
  c.number,
  c.name,
  c.class,
  p.number as parentNumber,
  c.valid_from as validFrom,
  c.valid_to as validTo,
  c.allows_manual as allowsManual,
  t.depth,
  c.key is not null as shipped,
  (select count(*)::int as accounts
  from ledger.account as a
  where a.province_unit_id = $1
    and a.chart_id = any(t.line_ids)) as accounts,
  case when false then ((select coalesce(sum(case when (a.normal_side = 'D') = (c.class in ('ASSET', 'EXPENSE', 'OFF_BALANCE')) then a.balance else -a.balance end), 0) as balance from ledger.account as a where a.province_unit_id = $2 and a.chart_id = any(t.line_ids))) end as balance,
  c.updated_at as updatedAt,
  c.updated_by as updatedBy,
  c.version
from ledger.chart as c
inner join ledger.chart_tree as t on t.id = c.id
left join ledger.chart as p on p.id = c.parent_id
order by t.path asc,
  c.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from ledger.chart as c
inner join ledger.chart_tree as t on t.id = c.id
left join ledger.chart as p on p.id = c.parent_id;

-- number and sums under every filter
select count(*) as totalRecord
from ledger.chart as c
inner join ledger.chart_tree as t on t.id = c.id
left join ledger.chart as p on p.id = c.parent_id
where (platform.fold(c.number || ' ' || c.name) like $1)
  and (c.id in (select unnest(x.line_ids) from ledger.chart_tree x join ledger.chart top on top.id = x.id where top.number = $2))
  and (c.class = $3)
  and (c.valid_from <= $4 and (c.valid_to is null or c.valid_to >= $5));

-- POST /pp-admin/admin/business-acc/v1/statement-report/search: the rows; groups, totals and chart are made around them
select p.id as accountId,
  p.code || ' · ' || p.name as accountName,
  0::bigint as seq,
  null::timestamptz as recordedAt,
  null::date as businessDate,
  null::text as journalId,
  null::text as kind,
  $1::text as description,
  null::text as contra,
  null::numeric(20,2) as debit,
  null::numeric(20,2) as credit,
  null::numeric(20,2) as change,
  coalesce(e.balance_after, 0)::numeric(20,2) as balance
from (select a.id,
    a.code,
    a.name,
    ledger.version_before(a.id, a.version, $2) as low,
    ledger.version_before(a.id, a.version, $3) as high
  from ledger.account as a
  where a.province_unit_id = $4
    and not exists (select
    from ledger.account hidden
    where hidden.kept_by is not null
      and exists (select
      from cash.holding counted
      where counted.account_id = hidden.id
        and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $5 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $6 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))))
    and a.id = $7) as p
left join ledger.entry as e on e.account_id = p.id
  and e.account_version = p.low
union all select p.id as accountId,
  p.code || ' · ' || p.name as accountName,
  e.account_version as seq,
  j.recorded_at as recordedAt,
  j.business_date as businessDate,
  j.id::text as journalId,
  j.kind as kind,
  j.description,
  (select string_agg(distinct o.code, ', ' order by o.code)
  from ledger.entry x join ledger.account_directory o on o.id = x.account_id
  where x.journal_id = e.journal_id
    and x.side <> e.side) as contra,
  case e.side when 'D' then e.amount else 0 end as debit,
  case e.side when 'C' then e.amount else 0 end as credit,
  case e.side when 'D' then e.amount else -e.amount end as change,
  e.balance_after as balance
from (select a.id,
    a.code,
    a.name,
    ledger.version_before(a.id, a.version, $8) as low,
    ledger.version_before(a.id, a.version, $9) as high
  from ledger.account as a
  where a.province_unit_id = $10
    and not exists (select
    from ledger.account hidden
    where hidden.kept_by is not null
      and exists (select
      from cash.holding counted
      where counted.account_id = hidden.id
        and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $11 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $12 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))))
    and a.id = $13) as p
inner join ledger.entry as e on e.account_id = p.id
  and e.account_version > p.low
  and e.account_version <= p.high
inner join ledger.journal as j on j.id = e.journal_id
union all select p.id as accountId,
  p.code || ' · ' || p.name as accountName,
  p.high + 1 as seq,
  null::timestamptz as recordedAt,
  null::date as businessDate,
  null::text as journalId,
  null::text as kind,
  $14::text as description,
  null::text as contra,
  null::numeric(20,2) as debit,
  null::numeric(20,2) as credit,
  null::numeric(20,2) as change,
  coalesce(e.balance_after, 0)::numeric(20,2) as balance
from (select a.id,
    a.code,
    a.name,
    ledger.version_before(a.id, a.version, $15) as low,
    ledger.version_before(a.id, a.version, $16) as high
  from ledger.account as a
  where a.province_unit_id = $17
    and not exists (select
    from ledger.account hidden
    where hidden.kept_by is not null
      and exists (select
      from cash.holding counted
      where counted.account_id = hidden.id
        and ( exists (select from cash.count_session blind where blind.holding_id = counted.id and blind.counter_user_id = $18 and blind.ended_at is null) or exists (select from cash.treasury_transaction bag where bag.receiving_user_id = $19 and bag.status = 'DISPATCHED' and counted.id in (bag.courier_holding_id, bag.from_holding_id)))))
    and a.id = $20) as p
left join ledger.entry as e on e.account_id = p.id
  and e.account_version = p.high;
