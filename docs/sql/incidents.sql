-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /incident-report/by-team/v1/search: the rows; groups, totals and chart are made around them
select i.desk,
  i.team_unit_id as teamId,
  coalesce(u.name, $1) as teamName,
  count(*) filter (where i.reported) as received,
  count(*) filter (where i.reported and a.ended_at is not null) as answered,
  round((percentile_cont(0.5) within group (order by a.used_ms) filter (where i.reported and a.ended_at is not null) / 60000)::numeric)::bigint as answerMedian,
  round((percentile_cont(0.95) within group (order by a.used_ms) filter (where i.reported and a.ended_at is not null) / 60000)::numeric)::bigint as answerP95,
  count(*) filter (where i.reported and i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) as resolved,
  round((percentile_cont(0.5) within group (order by r.used_ms) filter (where i.reported and i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) / 60000)::numeric)::bigint as resolutionMedian,
  round((percentile_cont(0.95) within group (order by r.used_ms) filter (where i.reported and i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) / 60000)::numeric)::bigint as resolutionP95,
  count(*) filter (where i.reported and i.reopened > 0) as reopened,
  round(100.0 * count(*) filter (where i.reported and i.reopened > 0) / nullif(count(*) filter (where (i.reported and i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null or i.reported and i.reopened > 0)), 0))::bigint as reopenRate,
  count(*) filter (where i.reported and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $2)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $3)) is true)) as overdue,
  count(*) filter (where i.reported and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $4)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $5)) is true) and i.cause is not distinct from 'OURS') as lateOurs,
  count(*) filter (where i.reported and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $6)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $7)) is true) and i.cause is not distinct from 'PARTNER') as latePartner,
  count(*) filter (where i.reported and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $8)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $9)) is true) and i.cause is not distinct from 'CUSTOMER') as lateCustomer,
  count(*) filter (where i.reported and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $10)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $11)) is true) and i.cause is not distinct from null) as lateUnknown,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED')) as open,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED') and i.created_at >= $12) as openDay,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED') and i.created_at >= $13 and i.created_at < $14) as openThreeDays,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED') and i.created_at >= $15 and i.created_at < $16) as openWeek,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED') and true and i.created_at < $17) as openOlder,
  coalesce(sum(i.at_risk), 0)::numeric(20, 2) as openAmount
from (select i.id,
    i.desk,
    i.team_unit_id,
    i.status,
    i.cause,
    i.reopened,
    i.created_at,
    i.created_at >= $18 as reported,
    case when i.status not in ('RESOLVED', 'CLOSED', 'REJECTED')
    and row_number() over (partition by i.status not in ('RESOLVED', 'CLOSED', 'REJECTED'), i.subject_type, i.subject_id order by i.id) = 1 then i.amount end as at_risk
  from incident.incident as i
  where i.province_unit_id = $19
    and i.merged_into_id is null
    and i.created_at < $20
    and (i.created_at >= $21 or i.status not in ('RESOLVED', 'CLOSED', 'REJECTED'))
    and (i.office_unit_id = $22 or i.district_unit_id = $23 or i.province_unit_id = $24 or i.head_unit_id = $25)) as i
left join incident.clock as a on a.incident_id = i.id
  and a.kind = $26
left join incident.clock as r on r.incident_id = i.id
  and r.kind = $27
left join organisation.unit_directory as u on u.id = i.team_unit_id
group by i.desk,
  i.team_unit_id,
  u.name;

-- POST /incident-report/by-partner/v1/search: the rows; groups, totals and chart are made around them
select k.partner_id as partnerId,
  p.name as partnerName,
  count(*) filter (where w.started_at >= $1 and w.started_at < $2) as asked,
  count(*) filter (where w.started_at >= $3 and w.started_at < $4 and not k.ended_at is null and not exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at)) as answered,
  count(*) filter (where w.started_at >= $5 and w.started_at < $6 and not k.ended_at is null and not exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at) and k.state = 'MET') as inTime,
  count(*) filter (where w.started_at >= $7 and w.started_at < $8 and not k.ended_at is null and not exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at) and k.state = 'BREACHED') as late,
  count(*) filter (where w.started_at >= $9 and w.started_at < $10 and not k.ended_at is null and exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at)) as unanswered,
  ceil((percentile_cont(0.5) within group (order by k.used_ms) filter (where w.started_at >= $11 and w.started_at < $12 and not k.ended_at is null and not exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at)) / 3600000.0)::numeric)::bigint as median,
  ceil((max(k.used_ms) filter (where w.started_at >= $13 and w.started_at < $14 and not k.ended_at is null and not exists (select from incident.incident_event e where e.incident_id = i.id and e.kind = 'MESSAGE' and e.detail ->> 'from' = 'REPORTER' and e.at = k.ended_at)) / 3600000.0)::numeric)::bigint as longest,
  count(*) filter (where k.ended_at is null) as open,
  count(*) filter (where k.ended_at is null and (k.state = 'BREACHED' or (k.state = 'RUNNING' and k.due_at <= $15)) is true) as openLate,
  count(*) filter (where w.started_at >= $16 and w.started_at < $17 and i.merged_into_id is null and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id) and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $18)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $19)) is true)) as overdue,
  count(*) filter (where w.started_at >= $20 and w.started_at < $21 and i.merged_into_id is null and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id) and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $22)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $23)) is true) and i.cause is not distinct from 'OURS') as lateOurs,
  count(*) filter (where w.started_at >= $24 and w.started_at < $25 and i.merged_into_id is null and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id) and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $26)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $27)) is true) and i.cause is not distinct from 'PARTNER') as latePartner,
  count(*) filter (where w.started_at >= $28 and w.started_at < $29 and i.merged_into_id is null and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id) and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $30)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $31)) is true) and i.cause is not distinct from 'CUSTOMER') as lateCustomer,
  count(*) filter (where w.started_at >= $32 and w.started_at < $33 and i.merged_into_id is null and not exists (select from incident.clock l where l.incident_id = k.incident_id and l.kind = 'PARTNER' and l.id > k.id) and ((a.state = 'BREACHED' or (a.state = 'RUNNING' and a.due_at <= $34)) is true or (r.state = 'BREACHED' or (r.state = 'RUNNING' and r.due_at <= $35)) is true) and i.cause is not distinct from null) as lateUnknown
from incident.incident as i
inner join incident.clock as k on k.incident_id = i.id
  and k.kind = $36
inner join incident.clock_interval as w on w.clock_id = k.id
  and w.seq = $37
left join incident.clock as a on a.incident_id = i.id
  and a.kind = $38
left join incident.clock as r on r.incident_id = i.id
  and r.kind = $39
left join organisation.partner as p on p.id = k.partner_id
where i.province_unit_id = $40
  and k.state <> $41
  and (w.started_at >= $42 and w.started_at < $43 or k.ended_at is null)
  and (i.office_unit_id = $44 or i.district_unit_id = $45 or i.province_unit_id = $46 or i.head_unit_id = $47)
  and k.partner_id = $48
group by k.partner_id,
  p.name;

-- POST /incident-category/v1/search: the filters, each alone
--   text: platform.fold(c.code || ' ' || c.name || ' ' || c.name_en) like $1
--   priority: c.priority in ($1)
--   status: c.status = $1

-- a page (an export reads the same without its end)
select c.id,
  c.code,
  c.name,
  c.name_en as nameEn,
  c.priority,
  c.resolution_hours as resolutionHours,
  c.needs_record as needsRecord,
  c.needs_evidence as needsEvidence,
  c.two_people as twoPeople,
  c.decided_by_second as secondTier,
  c.position,
  c.status,
  c.updated_at as updatedAt,
  c.updated_by as updatedBy,
  c.version
from incident.category as c
order by c.position asc,
  c.id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from incident.category as c;

-- number and sums under every filter
select count(*) as totalRecord
from incident.category as c
where (platform.fold(c.code || ' ' || c.name || ' ' || c.name_en) like $1)
  and (c.priority in ($2))
  and (c.status = $3);

-- POST /cfm-admin/incident/v1/search: the filters, each alone
--   text: platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $1
--   view: i.assignee_id = $1 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED')
--   status: i.status in ($1)
--   priority: i.priority in ($1)
--   categoryId: i.category_id = $1
--   assigneeId: i.assignee_id = $1
--   teamId: i.team_unit_id = $1
--   partnerId: i.asked_partner_id = $1
--   unitId: (i.office_unit_id = $1 or i.district_unit_id = $2 or i.province_unit_id = $3 or i.head_unit_id = $4)
--   channel: i.channel in ($1)
--   period: i.created_at >= $1 and i.created_at < $2

-- a page (an export reads the same without its end)
select i.id,
  i.code,
  c.name as categoryName,
  i.priority,
  i.status,
  i.subject_code as subjectCode,
  i.amount,
  i.reporter_name as reporterName,
  a.full_name as assigneeName,
  i.due_at as dueAt,
  tu.name as teamName,
  (i.due_at is not null and i.due_at < $1) as late,
  coalesce(u.name, '') as unitName,
  p.name as partnerName,
  i.reports,
  i.channel,
  i.created_at as createdAt,
  coalesce((select maker.full_name from iam.person maker where maker.account = i.created_by), i.created_by) as createdBy,
  i.answered_at as answeredAt,
  i.resolved_at as resolvedAt,
  i.updated_at as updatedAt,
  case when i.held_until > $2 then h.full_name end as heldBy,
  (i.assignee_id is not distinct from $3::bigint) as mine,
  (i.held_until > $4 and i.held_by_id <> $5::bigint) is true as heldByOther,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $6
    and w.subject_id = i.id::text
  limit 1) as pendingRequestId,
  i.version
from incident.incident as i
left join incident.category as c on c.id = i.category_id
left join iam.person as a on a.id = i.assignee_id
left join iam.person as h on h.id = i.held_by_id
left join organisation.partner as p on p.id = i.asked_partner_id
left join organisation.unit_directory as tu on tu.id = i.team_unit_id
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $7
  and i.desk = $8
order by i.created_at desc,
  i.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2;

-- number and sums under every filter
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2
  and (platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $3)
  and (i.assignee_id = $4 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED'))
  and (i.status in ($5))
  and (i.priority in ($6))
  and (i.category_id = $7)
  and (i.assignee_id = $8)
  and (i.team_unit_id = $9)
  and (i.asked_partner_id = $10)
  and ((i.office_unit_id = $11 or i.district_unit_id = $12 or i.province_unit_id = $13 or i.head_unit_id = $14))
  and (i.channel in ($15))
  and (i.created_at >= $16 and i.created_at < $17);

-- POST /qr-admin/incident/v1/search: the filters, each alone
--   text: platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $1
--   view: i.assignee_id = $1 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED')
--   status: i.status in ($1)
--   priority: i.priority in ($1)
--   categoryId: i.category_id = $1
--   assigneeId: i.assignee_id = $1
--   teamId: i.team_unit_id = $1
--   partnerId: i.asked_partner_id = $1
--   unitId: (i.office_unit_id = $1 or i.district_unit_id = $2 or i.province_unit_id = $3 or i.head_unit_id = $4)
--   channel: i.channel in ($1)
--   period: i.created_at >= $1 and i.created_at < $2

-- a page (an export reads the same without its end)
select i.id,
  i.code,
  c.name as categoryName,
  i.priority,
  i.status,
  i.subject_code as subjectCode,
  i.amount,
  i.reporter_name as reporterName,
  a.full_name as assigneeName,
  i.due_at as dueAt,
  tu.name as teamName,
  (i.due_at is not null and i.due_at < $1) as late,
  coalesce(u.name, '') as unitName,
  p.name as partnerName,
  i.reports,
  i.channel,
  i.created_at as createdAt,
  coalesce((select maker.full_name from iam.person maker where maker.account = i.created_by), i.created_by) as createdBy,
  i.answered_at as answeredAt,
  i.resolved_at as resolvedAt,
  i.updated_at as updatedAt,
  case when i.held_until > $2 then h.full_name end as heldBy,
  (i.assignee_id is not distinct from $3::bigint) as mine,
  (i.held_until > $4 and i.held_by_id <> $5::bigint) is true as heldByOther,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $6
    and w.subject_id = i.id::text
  limit 1) as pendingRequestId,
  i.version
from incident.incident as i
left join incident.category as c on c.id = i.category_id
left join iam.person as a on a.id = i.assignee_id
left join iam.person as h on h.id = i.held_by_id
left join organisation.partner as p on p.id = i.asked_partner_id
left join organisation.unit_directory as tu on tu.id = i.team_unit_id
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $7
  and i.desk = $8
order by i.created_at desc,
  i.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2;

-- number and sums under every filter
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2
  and (platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $3)
  and (i.assignee_id = $4 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED'))
  and (i.status in ($5))
  and (i.priority in ($6))
  and (i.category_id = $7)
  and (i.assignee_id = $8)
  and (i.team_unit_id = $9)
  and (i.asked_partner_id = $10)
  and ((i.office_unit_id = $11 or i.district_unit_id = $12 or i.province_unit_id = $13 or i.head_unit_id = $14))
  and (i.channel in ($15))
  and (i.created_at >= $16 and i.created_at < $17);

-- POST /cpob-407/incident/v1/search: the filters, each alone
--   text: platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $1
--   view: i.assignee_id = $1 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED')
--   status: i.status in ($1)
--   priority: i.priority in ($1)
--   categoryId: i.category_id = $1
--   assigneeId: i.assignee_id = $1
--   teamId: i.team_unit_id = $1
--   partnerId: i.asked_partner_id = $1
--   unitId: (i.office_unit_id = $1 or i.district_unit_id = $2 or i.province_unit_id = $3 or i.head_unit_id = $4)
--   channel: i.channel in ($1)
--   period: i.created_at >= $1 and i.created_at < $2

-- a page (an export reads the same without its end)
select i.id,
  i.code,
  c.name as categoryName,
  i.priority,
  i.status,
  i.subject_code as subjectCode,
  i.amount,
  i.reporter_name as reporterName,
  a.full_name as assigneeName,
  i.due_at as dueAt,
  tu.name as teamName,
  (i.due_at is not null and i.due_at < $1) as late,
  coalesce(u.name, '') as unitName,
  p.name as partnerName,
  i.reports,
  i.channel,
  i.created_at as createdAt,
  coalesce((select maker.full_name from iam.person maker where maker.account = i.created_by), i.created_by) as createdBy,
  i.answered_at as answeredAt,
  i.resolved_at as resolvedAt,
  i.updated_at as updatedAt,
  case when i.held_until > $2 then h.full_name end as heldBy,
  (i.assignee_id is not distinct from $3::bigint) as mine,
  (i.held_until > $4 and i.held_by_id <> $5::bigint) is true as heldByOther,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $6
    and w.subject_id = i.id::text
  limit 1) as pendingRequestId,
  i.version
from incident.incident as i
left join incident.category as c on c.id = i.category_id
left join iam.person as a on a.id = i.assignee_id
left join iam.person as h on h.id = i.held_by_id
left join organisation.partner as p on p.id = i.asked_partner_id
left join organisation.unit_directory as tu on tu.id = i.team_unit_id
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $7
  and i.desk = $8
order by i.created_at desc,
  i.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2;

-- number and sums under every filter
select count(*) as totalRecord
from incident.incident as i
left join organisation.unit_directory as u on u.id = coalesce(i.office_unit_id, i.district_unit_id, i.province_unit_id, i.head_unit_id)
where i.province_unit_id = $1
  and i.desk = $2
  and (platform.fold(i.code || ' ' || coalesce(i.subject_code, '') || ' ' || i.reporter_name || ' ' || coalesce(i.reporter_phone, '') || ' ' || coalesce(i.partner_case, '') || ' ' || i.description) like $3)
  and (i.assignee_id = $4 and not i.status in ('RESOLVED', 'CLOSED', 'REJECTED'))
  and (i.status in ($5))
  and (i.priority in ($6))
  and (i.category_id = $7)
  and (i.assignee_id = $8)
  and (i.team_unit_id = $9)
  and (i.asked_partner_id = $10)
  and ((i.office_unit_id = $11 or i.district_unit_id = $12 or i.province_unit_id = $13 or i.head_unit_id = $14))
  and (i.channel in ($15))
  and (i.created_at >= $16 and i.created_at < $17);
