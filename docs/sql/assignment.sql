-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/assignment/v1/search: the filters, each alone
--   text: platform.fold(coalesce(u.code, p.account) || ' ' || coalesce(u.name, p.full_name)) like $1
--   business: r.business = $1
--   subject: r.unit_id is not null
--   verdict: r.allowed = $1
--   inForceOn: r.valid_from <= $1 and (r.valid_to is null or r.valid_to >= $2)

-- a page (an export reads the same without its end)
select r.id,
  case when r.unit_id is null then 'USER' else 'UNIT' end as subject,
  coalesce(u.code, p.account) as subjectCode,
  coalesce(u.name, p.full_name) as subjectName,
  r.business,
  case when r.allowed then 'ALLOWED' else 'REFUSED' end as verdict,
  r.valid_from as validFrom,
  r.valid_to as validTo,
  r.reason,
  r.updated_by as updatedBy,
  r.updated_at as updatedAt,
  r.version
from assignment.rule as r
left join organisation.unit_directory as u on u.id = r.unit_id
left join iam.user_account as p on p.id = r.user_id
where coalesce(r.unit_id, p.unit_id) in (select g.id
  from organisation.unit as g
  where g.province_unit_id = $1)
order by r.updated_at desc,
  r.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from assignment.rule as r
left join iam.user_account as p on p.id = r.user_id
where coalesce(r.unit_id, p.unit_id) in (select g.id
  from organisation.unit as g
  where g.province_unit_id = $1);

-- number and sums under every filter
select count(*) as totalRecord
from assignment.rule as r
left join organisation.unit_directory as u on u.id = r.unit_id
left join iam.user_account as p on p.id = r.user_id
where coalesce(r.unit_id, p.unit_id) in (select g.id
  from organisation.unit as g
  where g.province_unit_id = $1)
  and (platform.fold(coalesce(u.code, p.account) || ' ' || coalesce(u.name, p.full_name)) like $2)
  and (r.business = $3)
  and (r.unit_id is not null)
  and (r.allowed = $4)
  and (r.valid_from <= $5 and (r.valid_to is null or r.valid_to >= $6));
