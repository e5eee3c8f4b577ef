-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /cfm-admin/sspay-period/v1/search: the filters, each alone
--   service: p.service = $1
--   unitId: (p.office_unit_id = $1 or p.district_unit_id = $2 or p.province_unit_id = $3 or p.head_unit_id = $4)
--   granularity: p.granularity = $1
--   status: p.status in ($1)
--   period: p.starts_on >= $1 and p.starts_on <= $2

-- a page (an export reads the same without its end)
select p.id,
  p.code,
  p.service,
  u.name as unitName,
  p.granularity,
  p.starts_on as startsOn,
  p.ends_on as endsOn,
  p.status,
  p.blockers,
  p.checked_at as checkedAt,
  p.submitted_by as submittedBy,
  p.submitted_at as submittedAt,
  p.closed_by as closedBy,
  p.closed_at as closedAt,
  s.code as snapshotCode,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = p.id::text
  limit 1) as pendingRequestId,
  p.version
from (select p.*
  from cutoff.period as p
  where p.province_unit_id = $2
  order by p.starts_on desc,
    p.id desc
  limit 15) as p
left join organisation.unit_directory as u on u.id = p.unit_id
left join cutoff.snapshot as s on s.period_id = p.id
  and s.number = p.closings
order by p.starts_on desc,
  p.id desc;

-- number and sums
select count(*) as totalRecord
from cutoff.period as p
where p.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from cutoff.period as p
where p.province_unit_id = $1
  and (p.service = $2)
  and ((p.office_unit_id = $3 or p.district_unit_id = $4 or p.province_unit_id = $5 or p.head_unit_id = $6))
  and (p.granularity = $7)
  and (p.status in ($8))
  and (p.starts_on >= $9 and p.starts_on <= $10);
