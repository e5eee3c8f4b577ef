-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /pp-admin/controls/v1/search: the filters, each alone
--   text: platform.fold(coalesce($1::jsonb ->> a.rule, a.rule) || ' ' || coalesce($2::jsonb ->> a.rule, a.rule) || ' ' || coalesce(u.name, '') || ' ' || coalesce(a.note, '')) like $3
--   status: a.status in ($1)
--   severity: a.severity in ($1)
--   rule: a.rule = $1
--   unitId: (a.office_unit_id = $1 or a.district_unit_id = $2 or a.province_unit_id = $3 or a.head_unit_id = $4)
--   period: a.opened_at >= $1 and a.opened_at < $2

-- a page (an export reads the same without its end)
select a.id,
  a.rule,
  coalesce($1::jsonb ->> a.rule, a.rule) as ruleName,
  a.severity,
  u.name as unitName,
  a.status,
  case a.status when 'OPEN' then 1 when 'ACKNOWLEDGED' then 4 else 7 end + case a.severity when 'HIGH' then 0 when 'MEDIUM' then 1 else 2 end as urgency,
  a.opened_at as openedAt,
  a.rows,
  a.amount,
  a.openings,
  a.last_seen_at as lastSeenAt,
  a.acknowledged_by as acknowledgedBy,
  a.acknowledged_at as acknowledgedAt,
  a.note,
  a.healed_at as healedAt,
  a.version
from controls.alert as a
left join organisation.unit_directory as u on u.id = a.unit_id
where a.province_unit_id = $2
order by urgency asc,
  a.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from controls.alert as a
where a.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from controls.alert as a
left join organisation.unit_directory as u on u.id = a.unit_id
where a.province_unit_id = $1
  and (platform.fold(coalesce($2::jsonb ->> a.rule, a.rule) || ' ' || coalesce($3::jsonb ->> a.rule, a.rule) || ' ' || coalesce(u.name, '') || ' ' || coalesce(a.note, '')) like $4)
  and (a.status in ($5))
  and (a.severity in ($6))
  and (a.rule = $7)
  and ((a.office_unit_id = $8 or a.district_unit_id = $9 or a.province_unit_id = $10 or a.head_unit_id = $11))
  and (a.opened_at >= $12 and a.opened_at < $13);
