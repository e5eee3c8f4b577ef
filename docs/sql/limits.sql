-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /o2o-admin/role-limit/v1/search: the filters, each alone
--   text: platform.fold(r.code || ' ' || r.name) like $1
--   kind: l.kind = $1

-- a page (an export reads the same without its end)
select l.id,
  l.role_id as roleId,
  r.code as roleCode,
  r.name as roleName,
  l.kind,
  l.amount,
  l.updated_at as updatedAt,
  l.updated_by as updatedBy,
  l.version
from limits.role_limit as l
inner join iam.role_directory as r on r.id = l.role_id
order by r.name collate platform.vi asc,
  l.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from limits.role_limit as l;

-- number and sums under every filter
select count(*) as totalRecord
from limits.role_limit as l
inner join iam.role_directory as r on r.id = l.role_id
where (platform.fold(r.code || ' ' || r.name) like $1)
  and (l.kind = $2);
