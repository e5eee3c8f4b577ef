-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /incident-report/by-team/v1/search: the rows; groups, totals and chart are made around them
select i.desk,
  i.team_unit_id as teamId,
  coalesce(u.name, $1) as teamName,
  count(*) as received,
  count(*) filter (where a.ended_at is not null) as answered,
  round((percentile_cont(0.5) within group (order by a.used_ms) filter (where a.ended_at is not null) / 60000)::numeric)::bigint as answerMedian,
  round((percentile_cont(0.95) within group (order by a.used_ms) filter (where a.ended_at is not null) / 60000)::numeric)::bigint as answerP95,
  count(*) filter (where i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) as resolved,
  round((percentile_cont(0.5) within group (order by r.used_ms) filter (where i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) / 60000)::numeric)::bigint as resolutionMedian,
  round((percentile_cont(0.95) within group (order by r.used_ms) filter (where i.status in ('RESOLVED', 'CLOSED', 'REJECTED') and r.ended_at is not null) / 60000)::numeric)::bigint as resolutionP95,
  count(*) filter (where i.status not in ('RESOLVED', 'CLOSED', 'REJECTED')) as open,
  count(*) filter (where a.state = 'BREACHED' or r.state = 'BREACHED') as overdue
from incident.incident as i
left join incident.clock as a on a.incident_id = i.id
  and a.kind = $2
left join incident.clock as r on r.incident_id = i.id
  and r.kind = $3
left join organisation.unit_directory as u on u.id = i.team_unit_id
where i.province_unit_id = $4
  and i.merged_into_id is null
  and i.created_at >= $5
  and i.created_at < $6
  and (i.office_unit_id = $7 or i.district_unit_id = $8 or i.province_unit_id = $9 or i.head_unit_id = $10)
group by i.desk,
  i.team_unit_id,
  u.name;

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
  i.created_by as createdBy,
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
