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

-- POST /o2o-admin/partner-webhook/v1/search: the filters, each alone
--   text: platform.fold(p.code || ' ' || p.name || ' ' || e.label || ' ' || e.url) like $1
--   partnerId: e.partner_id = $1
--   status: e.status = $1

-- a page (an export reads the same without its end)
select e.id,
  e.partner_id as partnerId,
  p.code as partnerCode,
  p.name as partnerName,
  e.label,
  e.status,
  e.url,
  (select count(*)::int
  from partner.webhook_event v
  where v.endpoint_id = e.id
    and v.outcome is null) as waiting,
  (select min(v.created_at)
  from partner.webhook_event v
  where v.endpoint_id = e.id
    and v.outcome is null) as oldestWaitingAt,
  (select max(v.created_at)
  from partner.webhook_event v
  where v.endpoint_id = e.id
    and v.outcome is null) as newestWaitingAt,
  (select count(*)::int
  from partner.webhook_attempt a
  where a.endpoint_id = e.id
    and a.at > $1) as sent,
  (select (floor((count(*) - count(a.fault)) * 1000.0 / nullif(count(*), 0)) / 10)::float8
  from partner.webhook_attempt a
  where a.endpoint_id = e.id
    and a.at > $2) as successRate,
  h.last_success_at as lastSuccessAt,
  h.last_failure_at as lastFailureAt,
  h.last_fault as lastFault,
  e.updated_at as updatedAt,
  e.updated_by as updatedBy,
  e.version
from partner.webhook_endpoint as e
inner join organisation.partner as p on p.id = e.partner_id
left join partner.webhook_health as h on h.endpoint_id = e.id
order by p.code asc,
  e.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from partner.webhook_endpoint as e;

-- number and sums under every filter
select count(*) as totalRecord
from partner.webhook_endpoint as e
inner join organisation.partner as p on p.id = e.partner_id
where (platform.fold(p.code || ' ' || p.name || ' ' || e.label || ' ' || e.url) like $1)
  and (e.partner_id = $2)
  and (e.status = $3);

-- POST /o2o-admin/partner-delivery/v1/search: the filters, each alone
--   subject: s.subject = $1
--   webhookId: v.endpoint_id = $1
--   partnerId: e.partner_id = $1
--   kind: s.kind = $1
--   state: coalesce(v.outcome, 'WAITING') = $1
--   period: v.created_at >= $1 and v.created_at < $2

-- a page (an export reads the same without its end)
select v.id,
  v.created_at as createdAt,
  e.partner_id as partnerId,
  p.code as partnerCode,
  p.name as partnerName,
  v.endpoint_id as webhookId,
  e.label,
  s.kind,
  s.subject,
  v.sequence,
  v.state_version as stateVersion,
  coalesce(v.outcome, 'WAITING') as state,
  v.attempts,
  v.http_status as httpStatus,
  v.fault,
  v.ended_at as endedAt,
  v.event_id as eventId,
  o.event_id as replayOf,
  v.version
from (select v.*
  from partner.webhook_event as v
  order by v.created_at desc,
    v.id desc
  limit 15) as v
inner join partner.webhook_subject as s on s.id = v.subject_id
inner join partner.webhook_endpoint as e on e.id = v.endpoint_id
inner join organisation.partner as p on p.id = e.partner_id
left join partner.webhook_event as o on o.id = v.replay_of
order by v.created_at desc,
  v.id desc;

-- number and sums
select count(*) as totalRecord
from partner.webhook_event as v;

-- number and sums under every filter
select count(*) as totalRecord
from partner.webhook_event as v
inner join partner.webhook_subject as s on s.id = v.subject_id
inner join partner.webhook_endpoint as e on e.id = v.endpoint_id
where (s.subject = $1)
  and (v.endpoint_id = $2)
  and (e.partner_id = $3)
  and (s.kind = $4)
  and (coalesce(v.outcome, 'WAITING') = $5)
  and (v.created_at >= $6 and v.created_at < $7);
