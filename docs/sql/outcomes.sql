-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /pp-admin/asynchronous-order/v1/search: the filters, each alone
--   text: platform.fold(c.code || ' ' || c.external_ref) like $1
--   status: c.status in ($1)
--   partnerId: c.partner_id = $1
--   channel: c.channel = $1
--   service: c.service = $1
--   suggested: c.suggested = $1
--   mine: c.assignee_id = $1
--   taken: c.assignee_id is not null
--   conflict: (c.conflict_at is not null and c.conflict_decision is distinct from 'RELEASE' and c.conflict_booked_at is null)
--   cause: c.cause = $1
--   unitId: (c.office_unit_id = $1 or c.district_unit_id = $2 or c.province_unit_id = $3 or c.head_unit_id = $4)
--   period: c.occurred_at >= $1 and c.occurred_at < $2
--   amount: c.amount >= $1 and c.amount <= $2

-- a page (an export reads the same without its end)
select c.id,
  c.code,
  c.status,
  c.amount,
  c.channel,
  c.service,
  c.cause,
  c.inquiries,
  c.suggested,
  c.reason,
  c.verdict,
  c.version,
  floor(extract(epoch from $1::timestamptz - c.waits_since) / 3600)::int as hours,
  p.name as partnerName,
  u.name as unitName,
  a.full_name as assignee,
  (c.conflict_at is not null and c.conflict_decision is distinct from 'RELEASE' and c.conflict_booked_at is null) as conflict,
  c.inquiry_verdict as inquiry,
  c.statement_verdict as statement,
  c.partner_verdict as partner,
  c.paper_verdict as paper,
  c.inquired_at as inquiredAt,
  c.resolved_by as resolvedBy,
  c.decided_at as decidedAt,
  case when exists (select
  from partner.endpoint e
  where e.partner_id = c.partner_id
    and e.status = 'ON'
    and $2 = any(e.operations)) then c.next_inquiry_at end as nextInquiryAt,
  case when c.status = 'DECIDED' then 'DECIDED' when c.next_inquiry_at is null then 'ENOUGH' when not exists (select
  from partner.endpoint e
  where e.partner_id = c.partner_id
    and e.status = 'ON'
    and $3 = any(e.operations)) then 'NO_CONNECTION' when c.next_inquiry_at > $4 then 'PLANNED' else 'WAITING' end as nextInquiry,
  c.occurred_at as occurredAt,
  c.external_ref as externalRef,
  c.waits_since as waitsSince,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $5 and w.subject_id = c.id::text limit 1), (select w.request_id from approvals.pending w where w.question = $6 || c.transaction_id::text limit 1)) as pendingRequestId
from (select c.*
  from outcome.outcome_case as c
  where c.province_unit_id = $7
  order by c.waits_since asc,
    c.id asc
  limit 15) as c
left join organisation.partner as p on p.id = c.partner_id
left join organisation.unit_directory as u on u.id = coalesce(c.office_unit_id, c.district_unit_id, c.province_unit_id, c.head_unit_id)
left join iam.person as a on a.id = c.assignee_id
order by c.waits_since asc,
  c.id asc;

-- number and sums
select c.status as value,
  count(*) as totalRecord,
  sum(c.amount) as amount
from outcome.outcome_case as c
where c.province_unit_id = $1
group by c.status;

-- number and sums under every filter
select c.status as value,
  count(*) as totalRecord,
  sum(c.amount) as amount
from outcome.outcome_case as c
where c.province_unit_id = $1
  and (platform.fold(c.code || ' ' || c.external_ref) like $2)
  and (c.status in ($3))
  and (c.partner_id = $4)
  and (c.channel = $5)
  and (c.service = $6)
  and (c.suggested = $7)
  and (c.assignee_id = $8)
  and (c.assignee_id is not null)
  and ((c.conflict_at is not null and c.conflict_decision is distinct from 'RELEASE' and c.conflict_booked_at is null))
  and (c.cause = $9)
  and ((c.office_unit_id = $10 or c.district_unit_id = $11 or c.province_unit_id = $12 or c.head_unit_id = $13))
  and (c.occurred_at >= $14 and c.occurred_at < $15)
  and (c.amount >= $16 and c.amount <= $17)
group by c.status;

-- POST /pp-admin/asynchronous-order/v1/report/search: the rows; groups, totals and chart are made around them
select c.partner_id as partnerId,
  p.name as partnerName,
  c.channel,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.opened_at >= $1)::int as opened,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $2 and c.decided_at < $3)::int as decided,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $4 and c.decided_at < $5 and c.resolved_by = 'REPORT')::int as byReport,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $6 and c.decided_at < $7 and c.resolved_by = 'INQUIRY')::int as byInquiry,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $8 and c.decided_at < $9 and c.resolved_by = 'PERSON' and c.statement_verdict = c.verdict)::int as byStatement,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $10 and c.decided_at < $11 and c.resolved_by = 'PERSON' and c.statement_verdict is distinct from c.verdict)::int as byPerson,
  round((percentile_cont(0.5) within group (order by extract(epoch from c.decided_at - c.opened_at)) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $12 and c.decided_at < $13) / 60)::numeric)::int as median,
  round((percentile_cont(0.95) within group (order by extract(epoch from c.decided_at - c.opened_at)) filter (where c.cause <> 'CONTRADICTED' and c.decided_at >= $14 and c.decided_at < $15) / 60)::numeric)::int as p95,
  count(*) filter (where c.cause <> 'CONTRADICTED' and c.opened_at < $16 and (c.decided_at is null or c.decided_at >= $17))::int as open,
  coalesce(sum(c.amount) filter (where c.cause <> 'CONTRADICTED' and c.opened_at < $18 and (c.decided_at is null or c.decided_at >= $19)), 0)::numeric(20, 2) as openAmount,
  floor(extract(epoch from $20::timestamptz - min(c.occurred_at) filter (where c.cause <> 'CONTRADICTED' and c.opened_at < $21 and (c.decided_at is null or c.decided_at >= $22))) / 3600)::int as oldest,
  count(*) filter (where c.conflict_at >= $23 and c.conflict_at < $24)::int as contradicted
from outcome.outcome_case as c
left join organisation.partner as p on p.id = c.partner_id
where c.province_unit_id = $25
  and c.opened_at < $26
  and (c.decided_at is null or c.decided_at >= $27 or c.conflict_at >= $28)
  and ((c.office_unit_id = $29 or c.district_unit_id = $30 or c.province_unit_id = $31 or c.head_unit_id = $32) and c.partner_id = $33 and c.channel = $34)
group by c.partner_id,
  p.name,
  c.channel;
