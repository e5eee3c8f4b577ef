-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/product-policy/v1/search: the filters, each alone
--   text: platform.fold(p.code || ' ' || p.name) like $1
--   service: p.service = $1
--   status: p.status = $1
--   inForceOn: (p.status in ('APPROVED', 'ENDED') and p.effective_from <= $1::date and (p.effective_to is null or p.effective_to >= $2::date))

-- a page (an export reads the same without its end)
select p.id,
  p.code,
  p.revision,
  p.name,
  p.service,
  p.status,
  (p.status in ('APPROVED', 'ENDED') and p.effective_from <= $1::date and (p.effective_to is null or p.effective_to >= $2::date)) as inForce,
  p.version,
  p.effective_from as effectiveFrom,
  p.effective_to as effectiveTo,
  p.updated_at as updatedAt,
  p.updated_by as updatedBy,
  (select count(*)::int
  from policy.fee f
  where f.policy_id = p.id) as fees,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $3
    and w.subject_id = p.id::text
  limit 1) as pendingRequestId
from policy.policy as p
order by p.updated_at desc,
  p.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from policy.policy as p;

-- number and sums under every filter
select count(*) as totalRecord
from policy.policy as p
where (platform.fold(p.code || ' ' || p.name) like $1)
  and (p.service = $2)
  and (p.status = $3)
  and ((p.status in ('APPROVED', 'ENDED') and p.effective_from <= $4::date and (p.effective_to is null or p.effective_to >= $5::date)));
