-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /core/staff/v1/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || s.full_name || ' ' || s.mobile || ' ' || s.email) like $1
--   unitId: (s.office_unit_id = $1 or s.district_unit_id = $2 or s.province_unit_id = $3 or s.head_unit_id = $4)
--   status: s.status in ($1)

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.full_name as fullName,
  s.mobile,
  s.email,
  s.unit_id as unitId,
  s.status,
  s.version,
  coalesce(u.name, p.name, '') as place,
  array_to_string(s.positions, ', ') as positions
from (select s.*
  from organisation.staff as s
  where s.province_unit_id = $1
  order by s.code asc,
    s.id asc
  limit 15) as s
left join organisation.unit_directory as u on u.id = s.unit_id
left join organisation.partner as p on p.id = s.partner_id
order by s.code asc,
  s.id asc;

-- number and sums
select count(*) as totalRecord
from organisation.staff as s
where s.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from organisation.staff as s
where s.province_unit_id = $1
  and (platform.fold(s.code || ' ' || s.full_name || ' ' || s.mobile || ' ' || s.email) like $2)
  and ((s.office_unit_id = $3 or s.district_unit_id = $4 or s.province_unit_id = $5 or s.head_unit_id = $6))
  and (s.status in ($7));

-- POST /pp-admin/org-unit/v1/search: the filters, each alone
--   text: platform.fold(u.code || ' ' || u.name || ' ' || u.address || ' ' || u.phone) like $1
--   level: u.level in ($1)
--   status: u.status in ($1)
--   unitId: (u.office_unit_id = $1 or u.district_unit_id = $2 or u.province_unit_id = $3 or u.head_unit_id = $4)

-- a page (an export reads the same without its end)
select u.id,
  u.code,
  u.name,
  u.level,
  u.parent_id as parentId,
  u.address,
  u.phone,
  u.status,
  u.version,
  u.valid_from as validFrom,
  u.valid_to as validTo,
  coalesce(p.name, '') as parentName
from (select u.*
  from organisation.unit as u
  where u.province_unit_id = $1
  order by u.code asc,
    u.id asc
  limit 15) as u
left join organisation.unit_directory as p on p.id = u.parent_id
order by u.code asc,
  u.id asc;

-- number and sums
select count(*) as totalRecord
from organisation.unit as u
where u.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from organisation.unit as u
where u.province_unit_id = $1
  and (platform.fold(u.code || ' ' || u.name || ' ' || u.address || ' ' || u.phone) like $2)
  and (u.level in ($3))
  and (u.status in ($4))
  and ((u.office_unit_id = $5 or u.district_unit_id = $6 or u.province_unit_id = $7 or u.head_unit_id = $8));
