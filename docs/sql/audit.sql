-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/audit/log/v1/search: the filters, each alone
--   period: e.at >= $1 and e.at < $2
--   actor: (lower(e.actor) like $1 or exists ( select from iam.person p where e.actor = 'user:' || p.account and platform.fold(p.full_name) like $2))
--   action: e.action ilike $1
--   subjectType: e.subject_type like $1
--   subjectId: e.subject_id = $1
--   ip: e.ip like $1

-- a page (an export reads the same without its end)
select e.id,
  e.at,
  e.actor,
  case when e.actor like 'user:%' then (select p.full_name
  from iam.person p
  where p.account = substr(e.actor, 6)) when e.actor like 'partner:%' then (select p.name
  from organisation.partner_credential c join organisation.partner p on p.id = c.partner_id
  where c.client_id = substr(e.actor, 9)) end as actorName,
  e.action,
  e.subject_type as subjectType,
  e.subject_id as subjectId,
  e.ip
from platform.audit_entry as e
order by e.at desc,
  e.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from platform.audit_entry as e;

-- number and sums under every filter
select count(*) as totalRecord
from platform.audit_entry as e
where (e.at >= $1 and e.at < $2)
  and ((lower(e.actor) like $3 or exists ( select from iam.person p where e.actor = 'user:' || p.account and platform.fold(p.full_name) like $4)))
  and (e.action ilike $5)
  and (e.subject_type like $6)
  and (e.subject_id = $7)
  and (e.ip like $8);
