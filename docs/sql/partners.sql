-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /o2o-admin/partner-connection/v1/search: the filters, each alone
--   text: platform.fold(p.code || ' ' || p.name || ' ' || e.base_url) like $1
--   status: e.status = $1
--   circuit: case when c.retry_at is null then 'CLOSED' when c.retry_at > $1::timestamptz then 'OPEN' else 'TRIAL' end = $2

-- a page (an export reads the same without its end)
select e.id,
  e.partner_id as partnerId,
  p.code as partnerCode,
  p.name as partnerName,
  e.status,
  e.base_url as baseUrl,
  case when c.retry_at is null then 'CLOSED' when c.retry_at > $1::timestamptz then 'OPEN' else 'TRIAL' end as circuit,
  (select count(*)::int
  from (select x.verdict,
      x.fault
    from partner.exchange x
    where x.partner_id = e.partner_id
    order by x.at desc,
      x.id desc
    limit 200) l) as calls,
  (select count(*)::int
  from (select x.verdict,
      x.fault
    from partner.exchange x
    where x.partner_id = e.partner_id
    order by x.at desc,
      x.id desc
    limit 200) l
  where l.fault is not null) as unanswered,
  c.last_success_at as lastSuccessAt,
  c.last_failure_at as lastFailureAt,
  c.last_fault as lastFault,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $2
    and w.subject_id = e.id::text
  limit 1) as pendingRequestId,
  e.updated_at as updatedAt,
  e.updated_by as updatedBy,
  e.version
from partner.endpoint as e
inner join organisation.partner as p on p.id = e.partner_id
left join partner.circuit as c on c.partner_id = e.partner_id
order by p.code asc,
  e.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from partner.endpoint as e;

-- number and sums under every filter
select count(*) as totalRecord
from partner.endpoint as e
inner join organisation.partner as p on p.id = e.partner_id
left join partner.circuit as c on c.partner_id = e.partner_id
where (platform.fold(p.code || ' ' || p.name || ' ' || e.base_url) like $1)
  and (e.status = $2)
  and (case when c.retry_at is null then 'CLOSED' when c.retry_at > $3::timestamptz then 'OPEN' else 'TRIAL' end = $4);

-- POST /o2o-admin/partner-code/v1/search: the filters, each alone
--   text: platform.fold(o.code || ' ' || o.meaning || ' ' || p.name || ' ' || p.code) like $1
--   partnerId: o.partner_id = $1
--   verdict: o.verdict = $1
--   agreed: o.verdict is not null

-- a page (an export reads the same without its end)
select o.id,
  o.partner_id as partnerId,
  p.code as partnerCode,
  p.name as partnerName,
  o.code,
  o.verdict,
  o.meaning,
  o.revision,
  o.seen::int as seen,
  o.last_message as lastMessage,
  o.last_seen_at as lastSeenAt,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = o.id::text
  limit 1) as pendingRequestId,
  o.updated_at as updatedAt,
  o.updated_by as updatedBy,
  o.version
from (select o.*
  from partner.outcome_code as o
  order by o.last_seen_at desc nulls last,
    o.id desc
  limit 15) as o
inner join organisation.partner as p on p.id = o.partner_id
order by o.last_seen_at desc nulls last,
  o.id desc;

-- number and sums
select count(*) as totalRecord
from partner.outcome_code as o;

-- number and sums under every filter
select count(*) as totalRecord
from partner.outcome_code as o
inner join organisation.partner as p on p.id = o.partner_id
where (platform.fold(o.code || ' ' || o.meaning || ' ' || p.name || ' ' || p.code) like $1)
  and (o.partner_id = $2)
  and (o.verdict = $3)
  and (o.verdict is not null);

-- POST /o2o-admin/partner-exchange/v1/search: the filters, each alone
--   reference: x.reference = $1
--   partnerId: x.partner_id = $1
--   operation: x.operation = $1
--   verdict: x.verdict = $1
--   fault: x.fault = $1
--   period: x.at >= $1 and x.at < $2

-- a page (an export reads the same without its end)
select x.id,
  x.at,
  x.partner_id as partnerId,
  p.code as partnerCode,
  p.name as partnerName,
  x.operation,
  x.reference,
  x.verdict,
  x.fault,
  x.code,
  x.message,
  x.partner_reference as partnerReference,
  x.tries,
  x.sent,
  x.http_status as httpStatus,
  x.milliseconds
from (select x.*
  from partner.exchange as x
  order by x.at desc,
    x.id desc
  limit 15) as x
inner join organisation.partner as p on p.id = x.partner_id
order by x.at desc,
  x.id desc;

-- number and sums
select count(*) as totalRecord
from partner.exchange as x;

-- number and sums under every filter
select count(*) as totalRecord
from partner.exchange as x
where (x.reference = $1)
  and (x.partner_id = $2)
  and (x.operation = $3)
  and (x.verdict = $4)
  and (x.fault = $5)
  and (x.at >= $6 and x.at < $7);
