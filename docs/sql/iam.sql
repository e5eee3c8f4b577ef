-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/user/v1/search: the filters, each alone
--   text: platform.fold(u.account || ' ' || u.full_name || ' ' || u.mobile || ' ' || u.email) like $1
--   status: u.status in ($1)
--   roleId: exists (select from iam.user_role ur where ur.user_id = u.id and ur.role_id = $1)
--   application: exists (select from iam.user_application ua where ua.user_id = u.id and ua.application = $1)
--   unitId: u.unit_id in (select g.id from organisation.unit g where (g.office_unit_id = $1 or g.district_unit_id = $2 or g.province_unit_id = $3 or g.head_unit_id = $4))
--   scopeKind: u.scope_kind = $1

-- a page (an export reads the same without its end)
select u.id,
  u.account,
  u.full_name as fullName,
  u.scope_kind as scopeKind,
  u.mobile,
  u.email,
  u.status,
  u.version,
  u.created_at as createdAt,
  (select max(s.created_at)
  from iam.session s
  where s.user_id = u.id) as lastSignInAt,
  coalesce( (select g.name from organisation.unit_directory g where g.id = u.unit_id), (select p.name from organisation.partner p where p.id = u.partner_id), '') as place,
  (select coalesce(string_agg(r.name, ', ' order by r.name collate platform.vi), '')
  from iam.user_role ur join iam.role r on r.id = ur.role_id
  where ur.user_id = u.id) as roles,
  (select count(*)::int
  from iam.user_application ua
  where ua.user_id = u.id) as applications,
  exists (select
  from iam.totp t
  where t.user_id = u.id) as authenticator
from iam.user_account as u
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1))
order by u.account asc,
  u.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from iam.user_account as u
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1));

-- number and sums under every filter
select count(*) as totalRecord
from iam.user_account as u
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1))
  and (platform.fold(u.account || ' ' || u.full_name || ' ' || u.mobile || ' ' || u.email) like $2)
  and (u.status in ($3))
  and (u.scope_kind = $4)
  and (exists (select from iam.user_role ur where ur.user_id = u.id and ur.role_id = $5))
  and (exists (select from iam.user_application ua where ua.user_id = u.id and ua.application = $6))
  and (u.unit_id in (select g.id from organisation.unit g where (g.office_unit_id = $7 or g.district_unit_id = $8 or g.province_unit_id = $9 or g.head_unit_id = $10)));

-- POST /sys/role/v1/search: the filters, each alone
--   text: platform.fold(r.code || ' ' || r.name || ' ' || r.description) like $1
--   status: r.status = $1

-- a page (an export reads the same without its end)
select r.id,
  r.code,
  r.name,
  r.description,
  r.status,
  r.version,
  r.updated_at as updatedAt,
  r.updated_by as updatedBy,
  (select count(*)::int
  from iam.role_permission rp join iam.permission p on p.id = rp.permission_id
    and p.retired_at is null
  where rp.role_id = r.id) as permissions,
  (select count(*)::int
  from iam.user_role ur
  where ur.role_id = r.id) as members
from iam.role as r
order by r.code asc,
  r.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from iam.role as r;

-- number and sums under every filter
select count(*) as totalRecord
from iam.role as r
where (platform.fold(r.code || ' ' || r.name || ' ' || r.description) like $1)
  and (r.status = $2);

-- POST /sys/role/v1/members/search: the filters, each alone
--   roleId: ur.role_id = $1
--   text: platform.fold(u.account || ' ' || u.full_name) like $1

-- a page (an export reads the same without its end)
select u.id,
  u.account,
  u.full_name as fullName,
  u.status,
  coalesce( (select g.name from organisation.unit_directory g where g.id = u.unit_id), (select p.name from organisation.partner p where p.id = u.partner_id), '') as place
from iam.user_account as u
inner join iam.user_role as ur on ur.user_id = u.id
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1))
order by u.account asc,
  u.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from iam.user_account as u
inner join iam.user_role as ur on ur.user_id = u.id
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1));

-- number and sums under every filter
select count(*) as totalRecord
from iam.user_account as u
inner join iam.user_role as ur on ur.user_id = u.id
where u.unit_id in ((select vu.id from organisation.unit as vu where vu.province_unit_id = $1))
  and (ur.role_id = $2)
  and (platform.fold(u.account || ' ' || u.full_name) like $3);

-- POST /sys/client/v1/search: the filters, each alone
--   text: platform.fold(a.code || ' ' || a.name_vi || ' ' || a.name_en || ' ' || a.description) like $1
--   status: a.status = $1

-- a page (an export reads the same without its end)
select a.code as id,
  a.code,
  a.name_vi as nameVi,
  a.name_en as nameEn,
  a.description,
  a.status,
  a.version,
  a.updated_at as updatedAt,
  a.updated_by as updatedBy,
  (select count(*)::int
  from iam.user_application ua
  where ua.application = a.code) as users,
  (select count(*)::int
  from iam.permission p
  where p.application = a.code
    and p.retired_at is null) as permissions,
  (select count(*)::int
  from iam.menu m
  where m.application = a.code
    and m.gated
    and m.retired_at is null) as gatedMenus,
  (select count(*)::int
  from iam.menu_rule r
  where r.application = a.code) as rules,
  a.code = any ($1::text[]) as installed
from iam.application as a
order by a.code asc
limit 15;

-- number and sums
select count(*) as totalRecord
from iam.application as a;

-- number and sums under every filter
select count(*) as totalRecord
from iam.application as a
where (platform.fold(a.code || ' ' || a.name_vi || ' ' || a.name_en || ' ' || a.description) like $1)
  and (a.status = $2);
