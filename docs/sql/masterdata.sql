-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/administrative-area/v1/search: the filters, each alone
--   text: (a.code like $1 or (a.search like $2))
--   asOf: (a.valid_from <= $1 and (a.valid_to is null or a.valid_to >= $2))
--   level: a.level = $1
--   kind: a.kind in ($1)
--   provinceCode: (a.parent_level = 'PROVINCE' and a.parent_code = $1 or a.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = a.parent_code and d.parent_code = $2 and (d.valid_from <= greatest(a.valid_from, least(a.valid_to, $3::date)) and (d.valid_to is null or d.valid_to >= greatest(a.valid_from, least(a.valid_to, $4::date))))))
--   districtCode: a.parent_level = 'DISTRICT' and a.parent_code = $1
--   status: a.status = $1
--   succession: a.valid_to is not null and exists (select from masterdata.area_successor s where s.old_id = a.id)

-- a page (an export reads the same without its end)
select a.id,
  a.code,
  a.full_name as fullName,
  a.valid_from as validFrom,
  a.valid_to as validTo,
  a.level as level,
  a.kind as kind,
  masterdata.area_district(a.parent_level, a.parent_code, $1::date) as districtName,
  masterdata.area_province(a.parent_level, a.parent_code, $2::date) as provinceName,
  a.full_name_en as fullNameEn,
  a.status,
  a.version
from masterdata.administrative_area as a
order by a.code asc,
  a.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from masterdata.administrative_area as a;

-- number and sums under every filter
select count(*) as totalRecord
from masterdata.administrative_area as a
where ((a.code like $1 or (a.search like $2)))
  and ((a.valid_from <= $3 and (a.valid_to is null or a.valid_to >= $4)))
  and (a.level = $5)
  and (a.kind in ($6))
  and (a.status = $7)
  and ((a.parent_level = 'PROVINCE' and a.parent_code = $8 or a.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = a.parent_code and d.parent_code = $9 and (d.valid_from <= $10::date and (d.valid_to is null or d.valid_to >= $11::date)))))
  and (a.parent_level = 'DISTRICT' and a.parent_code = $12)
  and (a.valid_to is not null and exists (select from masterdata.area_successor s where s.old_id = a.id));

-- POST /sys/administrative-area/v1/succession/search: the filters, each alone
--   text: ((o.code like $1 or (o.search like $2)) or (n.code like $3 or (n.search like $4)) or (platform.fold(s.recorded_as) like $5))
--   level: o.level = $1
--   oldAsOf: (o.valid_from <= $1 and (o.valid_to is null or o.valid_to >= $2))
--   oldProvinceCode: (o.parent_level = 'PROVINCE' and o.parent_code = $1 or o.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = o.parent_code and d.parent_code = $2 and (d.valid_from <= greatest(o.valid_from, least(o.valid_to, $3::date)) and (d.valid_to is null or d.valid_to >= greatest(o.valid_from, least(o.valid_to, $4::date))))))
--   newProvinceCode: (n.parent_level = 'PROVINCE' and n.parent_code = $1 or n.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = n.parent_code and d.parent_code = $2 and (d.valid_from <= n.valid_from and (d.valid_to is null or d.valid_to >= n.valid_from))))
--   kind: s.kind = $1

-- a page (an export reads the same without its end)
select s.id,
  s.kind,
  s.recorded_as as recordedAs,
  o.code as oldCode,
  o.full_name as oldName,
  o.valid_to as oldValidTo,
  masterdata.area_district(o.parent_level, o.parent_code, greatest(o.valid_from, least(o.valid_to, $1::date))) as oldDistrictName,
  masterdata.area_province(o.parent_level, o.parent_code, greatest(o.valid_from, least(o.valid_to, $2::date))) as oldProvinceName,
  n.code as newCode,
  n.full_name as newName,
  n.valid_from as newValidFrom,
  masterdata.area_district(n.parent_level, n.parent_code, n.valid_from) as newDistrictName,
  masterdata.area_province(n.parent_level, n.parent_code, n.valid_from) as newProvinceName
from masterdata.area_successor as s
inner join masterdata.administrative_area as o on o.id = s.old_id
inner join masterdata.administrative_area as n on n.id = s.new_id
order by o.code asc,
  s.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from masterdata.area_successor as s
inner join masterdata.administrative_area as o on o.id = s.old_id
inner join masterdata.administrative_area as n on n.id = s.new_id;

-- number and sums under every filter
select count(*) as totalRecord
from masterdata.area_successor as s
inner join masterdata.administrative_area as o on o.id = s.old_id
inner join masterdata.administrative_area as n on n.id = s.new_id
where (((o.code like $1 or (o.search like $2)) or (n.code like $3 or (n.search like $4)) or (platform.fold(s.recorded_as) like $5)))
  and (o.level = $6)
  and (s.kind = $7)
  and ((o.valid_from <= $8 and (o.valid_to is null or o.valid_to >= $9)))
  and ((o.parent_level = 'PROVINCE' and o.parent_code = $10 or o.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = o.parent_code and d.parent_code = $11 and (d.valid_from <= greatest(o.valid_from, least(o.valid_to, $12::date)) and (d.valid_to is null or d.valid_to >= greatest(o.valid_from, least(o.valid_to, $13::date)))))))
  and ((n.parent_level = 'PROVINCE' and n.parent_code = $14 or n.parent_level = 'DISTRICT' and exists ( select from masterdata.administrative_area d where d.level = 'DISTRICT' and d.code = n.parent_code and d.parent_code = $15 and (d.valid_from <= n.valid_from and (d.valid_to is null or d.valid_to >= n.valid_from)))));

-- POST /sys/global/param/v1/search: the filters, each alone
--   text: platform.fold(p.key || ' ' || p.description || ' ' || p.description_en || ' ' || p.value) like $1
--   type: p.type = $1
--   critical: p.critical = $1
--   builtin: p.builtin = $1

-- a page (an export reads the same without its end)
select p.id,
  p.key,
  p.type,
  p.value,
  p.description as description,
  p.critical,
  p.builtin,
  p.version,
  p.updated_at as updatedAt,
  p.updated_by as updatedBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = p.id::text
  limit 1) as pendingRequestId
from masterdata.parameter as p
order by p.key asc,
  p.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from masterdata.parameter as p;

-- number and sums under every filter
select count(*) as totalRecord
from masterdata.parameter as p
where (platform.fold(p.key || ' ' || p.description || ' ' || p.description_en || ' ' || p.value) like $1)
  and (p.type = $2)
  and (p.critical = $3)
  and (p.builtin = $4);

-- POST /global/list/v1/search: the filters, each alone
--   text: (platform.fold(l.code || ' ' || l.name || ' ' || l.description) like $1 or exists ( select from masterdata.global_list_entry e where e.list_id = l.id and platform.fold(e.key || ' ' || e.value || ' ' || e.value_en) like $2))
--   status: l.status = $1

-- a page (an export reads the same without its end)
select l.id,
  l.code,
  l.name,
  l.description,
  l.status,
  l.version,
  l.updated_at as updatedAt,
  l.updated_by as updatedBy,
  (select count(*)::int as n
  from masterdata.global_list_entry as e
  where e.list_id = l.id) as entries
from masterdata.global_list as l
order by l.code asc,
  l.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from masterdata.global_list as l;

-- number and sums under every filter
select count(*) as totalRecord
from masterdata.global_list as l
where ((platform.fold(l.code || ' ' || l.name || ' ' || l.description) like $1 or exists ( select from masterdata.global_list_entry e where e.list_id = l.id and platform.fold(e.key || ' ' || e.value || ' ' || e.value_en) like $2)))
  and (l.status = $3);
