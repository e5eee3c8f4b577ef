-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /qr-schedule-rc/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /qr-schedule-rc/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /qr-schedule-rc/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /qr-schedule-rc/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /qr-schedule-rc/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /qr-schedule-rc/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /sdk-admin/reconciliation/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /sdk-admin/reconciliation/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /sdk-admin/reconciliation/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /sdk-admin/reconciliation/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /sdk-admin/reconciliation/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /sdk-admin/reconciliation/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /pp-admin/rc/partner/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1
--   plug: t.plug = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5)
  and (t.plug = $6);

-- POST /pp-admin/rc/partner/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   plug: s.plug = $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.plug = $4)
  and (s.partner_id = $5)
  and (s.setup_id = $6)
  and (s.status in ($7))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $8)
  and (s.from_day >= $9 and s.from_day <= $10)
group by s.status;

-- POST /pp-admin/rc/partner/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /pp-admin/rc/partner/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /pp-admin/rc/partner/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /pp-admin/rc/partner/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   plug: s.plug = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (s.plug = $18)
  and (b.assignee_id = $19)
  and (b.assignee_id = $20)
  and (b.day >= $21 and b.day <= $22)
group by b.status;

-- POST /pp-admin/rc/pob/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /pp-admin/rc/pob/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /pp-admin/rc/pob/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /pp-admin/rc/pob/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /pp-admin/rc/pob/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /pp-admin/rc/pob/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /pp-admin/rc/qr-merchant/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /pp-admin/rc/qr-merchant/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /pp-admin/rc/qr-merchant/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /pp-admin/rc/qr-merchant/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /pp-admin/rc/qr-merchant/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /pp-admin/rc/qr-merchant/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /cob-schedule-partner/ldp/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /cob-schedule-partner/ldp/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /cob-schedule-partner/ldp/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /cob-schedule-partner/ldp/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /cob-schedule-partner/ldp/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /cob-schedule-partner/ldp/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /cob-schedule-partner/bank/v1/setup/search: the filters, each alone
--   text: platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $1
--   status: t.status = $1
--   partnerId: t.partner_id = $1

-- a page (an export reads the same without its end)
select t.id,
  t.code,
  t.name,
  t.plug,
  t.partner_id as partnerId,
  t.status,
  p.code as partnerCode,
  p.name as partnerName,
  (select r.document -> 'format' ->> 'kind'
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING')
  order by r.status = 'ACTIVE' desc
  limit 1) as formatKind,
  coalesce((select jsonb_array_length(r.document -> 'rules') from reconciliation.revision r where r.setup_id = t.id and r.status in ('ACTIVE', 'DRAFT', 'TESTED', 'PENDING') order by r.status = 'ACTIVE' desc limit 1), 0)::int as rules,
  (select r.number
  from reconciliation.revision r
  where r.id = t.revision_id) as revision,
  (select r.number
  from reconciliation.revision r
  where r.setup_id = t.id
    and r.status in ('DRAFT', 'TESTED', 'PENDING')) as draft,
  (select max(s.to_day)
  from reconciliation.session s
  where s.setup_id = t.id
    and s.status not in ('DRAFT', 'CANCELLED')) as lastDay,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = t.id::text
  limit 1) as pendingRequestId,
  t.updated_at as updatedAt,
  t.updated_by as updatedBy,
  t.version
from (select t.*
  from reconciliation.setup as t
  where t.province_unit_id = $2
    and t.plug = any($3::text[])
  order by t.code asc,
    t.id asc
  limit 15) as t
left join organisation.partner as p on p.id = t.partner_id
order by t.code asc,
  t.id asc;

-- number and sums
select count(*) as totalRecord
from reconciliation.setup as t
where t.province_unit_id = $1
  and t.plug = any($2::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.setup as t
left join organisation.partner as p on p.id = t.partner_id
where t.province_unit_id = $1
  and t.plug = any($2::text[])
  and (platform.fold(t.code || ' ' || t.name || ' ' || coalesce(p.name, '')) like $3)
  and (t.status = $4)
  and (t.partner_id = $5);

-- POST /cob-schedule-partner/bank/v1/session/search: the filters, each alone
--   text: platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $1
--   partnerId: s.partner_id = $1
--   setupId: s.setup_id = $1
--   status: s.status in ($1)
--   nextStep: case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $1
--   period: s.from_day >= $1 and s.from_day <= $2

-- a page (an export reads the same without its end)
select s.id,
  s.code,
  s.plug,
  s.setup_id as setupId,
  s.partner_id as partnerId,
  s.from_day as fromDay,
  s.to_day as toDay,
  s.status,
  s.task,
  c.name as setupName,
  p.code as partnerCode,
  p.name as partnerName,
  case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING'
  and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end as nextStep,
  s.ours_lines as oursLines,
  s.ours_sum as oursSum,
  s.theirs_lines as theirsLines,
  s.theirs_sum as theirsSum,
  (s.ours_sum - s.theirs_sum)::numeric(20,2) as difference,
  (select coalesce(sum(b.difference), 0)::numeric(20,2)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as openDifference,
  case when s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs > 0 then (trunc((s.matched_ours + s.matched_theirs)::numeric * 1000 / (s.matched_ours + s.matched_theirs + s.broken_ours + s.broken_theirs)) / 10)::float8 end as matchedPercent,
  s.breaks,
  s.breaks_open as breaksOpen,
  s.at_risk as atRisk,
  case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end as broken,
  $1::text as language,
  s.settled_at as settledAt,
  s.created_by as createdBy,
  s.updated_at as updatedAt,
  s.updated_by as updatedBy,
  s.version,
  coalesce((select string_agg(concat(case k.kind when $2 then $3 when $4 then $5 when $6 then $7 when $8 then $9 when $10 then $11 when $12 then $13 when $14 then $15 else k.kind end, ' ', k.open), ' · ' order by k.open desc, k.kind) from (select b.kind, count(*) as open from reconciliation.break b where b.session_id = s.id and b.status <> 'RESOLVED' group by b.kind) k), '') as openKinds,
  (select min(b.day)
  from reconciliation.break b
  where b.session_id = s.id
    and b.status <> 'RESOLVED') as oldestOpen
from (select s.*
  from reconciliation.session as s
  where s.province_unit_id = $16
    and s.plug = any($17::text[])
  order by s.from_day desc,
    s.id desc
  limit 15) as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
order by s.from_day desc,
  s.id desc;

-- number and sums
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
where s.province_unit_id = $1
  and s.plug = any($2::text[])
group by s.status;

-- number and sums under every filter
select s.status as value,
  count(*) as totalRecord,
  sum(s.at_risk) as atRisk
from reconciliation.session as s
left join organisation.partner as p on p.id = s.partner_id
left join reconciliation.setup as c on c.id = s.setup_id
where s.province_unit_id = $1
  and s.plug = any($2::text[])
  and (platform.fold(s.code || ' ' || coalesce(c.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(p.code, '') || ' ' || coalesce(p.name, '')) like $3)
  and (s.partner_id = $4)
  and (s.setup_id = $5)
  and (s.status in ($6))
  and (case when s.status = 'DRAFT' then case when s.partner_id is null then 'MATCH' else 'IMPORT' end when s.status = 'IMPORTED' then 'MATCH' when s.status = 'REVIEWING' and s.breaks_open > 0 then 'RESOLVE' when s.status in ('MATCHED', 'REVIEWING') then case when case when s.status in ('IMPORTED', 'MATCHED', 'REVIEWING') then ( select jsonb_build_object('file', f.file_name, 'gap', f.gap) from reconciliation.statement f where f.session_id = s.id and f.status = 'STAGED' and f.gap is not null order by f.id limit 1) end is null then 'CONFIRM' else 'MEND' end when s.status = 'CONFIRMED' then 'SETTLE' else 'NONE' end = $7)
  and (s.from_day >= $8 and s.from_day <= $9)
group by s.status;

-- POST /cob-schedule-partner/bank/v1/session/verdicts/search: the filters, each alone
--   sessionId: nothing
--   statementId: v.statement_id = $1
--   verdict: v.verdict = $1

-- a page (an export reads the same without its end)
select v.statement_id || '-' || v.file_row as id,
  f.file_name as fileName,
  v.file_row as fileRow,
  v.verdict,
  v.about,
  v.value,
  v.error_code as errorCode,
  v.error_params as errorParams,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $2 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $3 and l.period = (select x.from_day from reconciliation.session x where x.id = $4) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $5
  and s.id = $6
  and s.plug = any($7::text[])
order by v.file_row asc,
  id asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.statement as f on f.session_id = s.id
inner join ( select v.statement_id, v.file_row, v.verdict::text as verdict, v.about, v.value, v.error_code, v.error_params from reconciliation.statement f join reconciliation.row_verdict v on v.statement_id = f.id where f.session_id = $1 and f.status = 'STAGED' union all select l.statement_id, l.file_row, 'I', 'NOT_MOVED', l.status, null, null from reconciliation.line l where l.session_id = $2 and l.period = (select x.from_day from reconciliation.session x where x.id = $3) and l.side = 'T' and not l.money and l.carried_from is null) as v on v.statement_id = f.id
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
  and (v.statement_id = $7)
  and (v.verdict = $8);

-- POST /cob-schedule-partner/bank/v1/session/lines/search: the filters, each alone
--   sessionId: nothing
--   side: l.side = $1
--   state: ((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no))))
--   text: platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $1
--   amount: abs(l.amount) = abs($1::bigint)
--   day: l.day = $1

-- a page (an export reads the same without its end)
select l.side::text || l.no as id,
  case l.side when 'O' then 'OURS' else 'THEIRS' end as side,
  l.no,
  (case when not l.money then 'NO_MONEY' when (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) is not null then 'MATCHED' else coalesce((select w.why from reconciliation.waiting w where w.session_id = l.session_id and w.side = l.side and w.no = l.no), case (select b.status from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id and not b.put_right where k.session_id = l.session_id and k.side = l.side and k.no = l.no order by k.break_id desc limit 1) when 'OPEN' then 'BREAK' when 'PROPOSED' then 'PROPOSED' when 'RESOLVED' then 'DECIDED' else 'NEW' end) end) as state,
  l.day,
  l.at,
  l.reference,
  l.document_no as documentNo,
  (l.amount * 0.01)::numeric(20,2) as amount,
  (l.fee * 0.01)::numeric(20,2) as fee,
  l.counter_account as counterAccount,
  l.counter_name as counterName,
  l.text,
  l.status as lineStatus,
  l.file_row as fileRow,
  l.source_id as sourceId,
  l.source_code as sourceCode,
  (select k.break_id
  from reconciliation.break_line k join reconciliation.break b on b.id = k.break_id
  where k.session_id = l.session_id
    and k.side = l.side
    and k.no = l.no
  order by b.put_right,
    k.break_id desc
  limit 1) as breakId,
  (case l.side when 'O' then (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no limit 1) else (select p.match_no from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no limit 1) end) as matchNo,
  (select w.due_on
  from reconciliation.waiting w
  where w.session_id = l.session_id
    and w.side = l.side
    and w.no = l.no) as dueOn
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
order by l.no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.line as l on l.session_id = $1
  and l.period = (select x.from_day
  from reconciliation.session x
  where x.id = $2)
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (l.side = $6)
  and (((l.money and (l.side = 'O' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.ours_no = l.no) or l.side = 'T' and exists (select from reconciliation.pair p where p.session_id = l.session_id and p.period = l.period and p.theirs_no = l.no)))))
  and (platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.counter_name || ' ' || l.text) like $7)
  and (abs(l.amount) = abs($8::bigint))
  and (l.day = $9);

-- number and sums where they are kept
select (case when s.all_theirs > 0 then s.all_theirs else (select count(*) from reconciliation.line l where l.session_id = s.id and l.period = s.from_day and l.side = $1) end) as totalRecord
from reconciliation.session as s
where s.province_unit_id = $2
  and s.id = $3
  and s.plug = any($4::text[]);

-- POST /cob-schedule-partner/bank/v1/session/matches/search: the filters, each alone
--   sessionId: nothing
--   method: m.method in ($1)
--   text: m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $1 and l.period = (select x.from_day from reconciliation.session x where x.id = $2) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $3)
--   differing: coalesce(d.difference, 0) <> 0

-- a page (an export reads the same without its end)
select m.match_no::text as id,
  m.match_no as matchNo,
  m.method,
  m.ours as oursLines,
  m.theirs as theirsLines,
  coalesce(r.document -> 'rules' -> (m.rule - 1) ->> 'name', '') as rule,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as oursReference,
  coalesce((select (array_agg(coalesce(nullif(l.reference, ''), nullif(l.document_no, ''), nullif(l.source_code, ''), left(l.text, 200)) order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'T' and l.no = p.theirs_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as theirsReference,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursDay,
  (select min(l.day)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsDay,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as oursAmount,
  (select (coalesce(sum(l.amount), 0) * 0.01)::numeric(20,2)
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'T'
    and l.no = p.theirs_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as theirsAmount,
  coalesce(d.difference, 0)::numeric(20,2) as difference,
  coalesce(d.reason, '') as reason,
  (select (array_agg(l.source_id order by l.no))[1]
  from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id
    and l.period = p.period
    and l.side = 'O'
    and l.no = p.ours_no
  where p.session_id = m.session_id
    and p.period = m.period
    and p.match_no = m.match_no) as sourceId,
  coalesce((select (array_agg(l.source_code order by l.no))[1] from reconciliation.pair p join reconciliation.line l on l.session_id = p.session_id and l.period = p.period and l.side = 'O' and l.no = p.ours_no where p.session_id = m.session_id and p.period = m.period and p.match_no = m.match_no), '') as sourceCode,
  nullif(d.made_by, 'system') as madeBy,
  case when m.method in ('M', 'F') then d.made_at end as madeAt,
  d.agreed_by as agreedBy,
  $1::text as language
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $2 and p.period = (select x.from_day from reconciliation.session x where x.id = $3) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $4
  and s.id = $5
  and s.plug = any($6::text[])
order by m.match_no asc
limit 15;

-- number and sums
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[]);

-- number and sums under every filter
select count(*) as totalRecord
from reconciliation.session as s
inner join reconciliation.revision as r on r.id = s.revision_id
inner join ( select p.session_id, p.period, p.match_no, min(p.rule)::integer as rule, min(p.method::text) as method, count(p.ours_no)::integer as ours, count(p.theirs_no)::integer as theirs from reconciliation.pair p where p.session_id = $1 and p.period = (select x.from_day from reconciliation.session x where x.id = $2) group by p.session_id, p.period, p.match_no) as m on true
left join reconciliation.match as d on d.session_id = s.id
  and d.no = m.match_no
where s.province_unit_id = $3
  and s.id = $4
  and s.plug = any($5::text[])
  and (m.method in ($6))
  and (m.match_no in (select p.match_no from reconciliation.line l join reconciliation.pair p on p.session_id = l.session_id and p.period = l.period and (l.side = 'O' and p.ours_no = l.no or l.side = 'T' and p.theirs_no = l.no) where l.session_id = $7 and l.period = (select x.from_day from reconciliation.session x where x.id = $8) and platform.fold(l.reference || ' ' || l.document_no || ' ' || l.source_code || ' ' || l.text) like $9))
  and (coalesce(d.difference, 0) <> 0);

-- POST /cob-schedule-partner/bank/v1/break/search: the filters, each alone
--   text: (platform.fold(b.reference) like $1 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $2))
--   sessionId: b.session_id = $1
--   setupId: s.setup_id = $1
--   kind: b.kind in ($1)
--   status: b.status in ($1)
--   resolution: b.resolution in ($1)
--   severity: case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($1::date, $2)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($3::date, $4)) then 'MEDIUM' else 'LOW' end = $5
--   bucket: (true and not b.day < (select reconciliation.workday_back($1::date, $2)))
--   partnerId: b.partner_id = $1
--   assigneeId: b.assignee_id = $1
--   mine: b.assignee_id = $1
--   period: b.day >= $1 and b.day <= $2

-- a page (an export reads the same without its end)
select b.id,
  b.session_id as sessionId,
  s.code as sessionCode,
  s.setup_id as setupId,
  s.plug,
  s.partner_id as partnerId,
  p.name as partnerName,
  b.kind,
  b.reference,
  b.field,
  b.ours_value as oursValue,
  b.theirs_value as theirsValue,
  b.ours_sum as oursSum,
  b.theirs_sum as theirsSum,
  b.difference,
  b.at_risk as atRisk,
  b.ours_lines as oursLines,
  b.theirs_lines as theirsLines,
  b.day,
  b.status,
  b.resolution,
  b.reason,
  b.note,
  b.assignee_id as assigneeId,
  a.full_name as assigneeName,
  b.due_on as dueOn,
  b.resolved_by as resolvedBy,
  b.resolved_at as resolvedAt,
  b.updated_at as updatedAt,
  b.updated_by as updatedBy,
  b.version,
  reconciliation.working_days(b.day, $1::date) as age,
  case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($2::date, $3)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($4::date, $5)) then 'MEDIUM' else 'LOW' end as severity,
  ( select l.source_id from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1) as sourceId,
  coalesce(( select l.source_code from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and bl.side = 'O' order by bl.no limit 1), '') as sourceCode,
  coalesce((select w.request_id from approvals.pending w where w.subject_type = $6 and w.subject_id = b.id::text limit 1), (select w.request_id from approvals.pending w where w.subject_type = $7 and w.subject_id = b.proposed_with::text limit 1), case when b.status = 'PROPOSED' then (select w.request_id from approvals.pending w where w.subject_type = $8 and w.subject_id = b.session_id::text limit 1) end) as pendingRequestId,
  $9::text as language
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
left join organisation.partner as p on p.id = s.partner_id
left join iam.person as a on a.id = b.assignee_id
where b.province_unit_id = $10
  and s.plug = any($11::text[])
order by b.at_risk desc,
  b.id desc
limit 15;

-- number and sums
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
group by b.status;

-- number and sums under every filter
select b.status as value,
  count(*) as totalRecord,
  sum(b.ours_sum) as oursSum,
  sum(b.theirs_sum) as theirsSum,
  sum(b.difference) as difference,
  sum(b.at_risk) as atRisk
from reconciliation.break as b
left join reconciliation.session as s on s.id = b.session_id
left join reconciliation.revision as v on v.id = s.revision_id
where b.province_unit_id = $1
  and s.plug = any($2::text[])
  and ((platform.fold(b.reference) like $3 or exists ( select from reconciliation.break_line bl join reconciliation.line l on l.period = s.from_day and l.session_id = b.session_id and l.side = bl.side and l.no = bl.no where bl.break_id = b.id and platform.fold(l.source_code || ' ' || l.reference || ' ' || l.text) like $4)))
  and (b.session_id = $5)
  and (s.setup_id = $6)
  and (b.kind in ($7))
  and (b.status in ($8))
  and (b.resolution in ($9))
  and (case when b.at_risk >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($10::date, $11)) then 'HIGH' when b.at_risk * 10 >= (v.document ->> 'highFrom')::numeric or b.day < (select reconciliation.workday_back($12::date, $13)) then 'MEDIUM' else 'LOW' end = $14)
  and ((true and not b.day < (select reconciliation.workday_back($15::date, $16))))
  and (b.partner_id = $17)
  and (b.assignee_id = $18)
  and (b.assignee_id = $19)
  and (b.day >= $20 and b.day <= $21)
group by b.status;

-- POST /sdk-admin/rc/order/v1/search: the filters, each alone
--   text: (platform.fold(r.code || ' ' || r.reason) like $1 or exists ( select from reconciliation.request_item i where i.request_id = r.id and platform.fold(i.transaction_code) like $2))
--   kind: r.kind = $1
--   status: r.status in ($1)
--   partnerId: r.partner_id = $1
--   period: r.created_at >= $1 and r.created_at < $2

-- a page (an export reads the same without its end)
select r.id,
  r.code,
  r.kind,
  r.session_id as sessionId,
  s.code as sessionCode,
  r.partner_id as partnerId,
  p.name as partnerName,
  r.status,
  r.items,
  r.total,
  r.done,
  r.failed,
  r.reason,
  r.created_by as createdBy,
  r.created_at as createdAt,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = r.id::text
  limit 1) as pendingRequestId,
  r.updated_at as updatedAt,
  r.updated_by as updatedBy,
  r.version
from (select r.*
  from reconciliation.request as r
  where r.province_unit_id = $2
    and r.desk = $3
  order by r.created_at desc,
    r.id desc
  limit 15) as r
left join reconciliation.session as s on s.id = r.session_id
left join organisation.partner as p on p.id = r.partner_id
order by r.created_at desc,
  r.id desc;

-- number and sums
select r.status as value,
  count(*) as totalRecord,
  sum(r.total) as total
from reconciliation.request as r
where r.province_unit_id = $1
  and r.desk = $2
group by r.status;

-- number and sums under every filter
select r.status as value,
  count(*) as totalRecord,
  sum(r.total) as total
from reconciliation.request as r
where r.province_unit_id = $1
  and r.desk = $2
  and ((platform.fold(r.code || ' ' || r.reason) like $3 or exists ( select from reconciliation.request_item i where i.request_id = r.id and platform.fold(i.transaction_code) like $4)))
  and (r.kind = $5)
  and (r.status in ($6))
  and (r.partner_id = $7)
  and (r.created_at >= $8 and r.created_at < $9)
group by r.status;

-- POST /pp-admin/rc/order/batch/v1/search: the filters, each alone
--   text: (platform.fold(r.code || ' ' || r.reason) like $1 or exists ( select from reconciliation.request_item i where i.request_id = r.id and platform.fold(i.transaction_code) like $2))
--   kind: r.kind = $1
--   status: r.status in ($1)
--   partnerId: r.partner_id = $1
--   period: r.created_at >= $1 and r.created_at < $2

-- a page (an export reads the same without its end)
select r.id,
  r.code,
  r.kind,
  r.session_id as sessionId,
  s.code as sessionCode,
  r.partner_id as partnerId,
  p.name as partnerName,
  r.status,
  r.items,
  r.total,
  r.done,
  r.failed,
  r.reason,
  r.created_by as createdBy,
  r.created_at as createdAt,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = r.id::text
  limit 1) as pendingRequestId,
  r.updated_at as updatedAt,
  r.updated_by as updatedBy,
  r.version
from (select r.*
  from reconciliation.request as r
  where r.province_unit_id = $2
    and r.desk = $3
  order by r.created_at desc,
    r.id desc
  limit 15) as r
left join reconciliation.session as s on s.id = r.session_id
left join organisation.partner as p on p.id = r.partner_id
order by r.created_at desc,
  r.id desc;

-- number and sums
select r.status as value,
  count(*) as totalRecord,
  sum(r.total) as total
from reconciliation.request as r
where r.province_unit_id = $1
  and r.desk = $2
group by r.status;

-- number and sums under every filter
select r.status as value,
  count(*) as totalRecord,
  sum(r.total) as total
from reconciliation.request as r
where r.province_unit_id = $1
  and r.desk = $2
  and ((platform.fold(r.code || ' ' || r.reason) like $3 or exists ( select from reconciliation.request_item i where i.request_id = r.id and platform.fold(i.transaction_code) like $4)))
  and (r.kind = $5)
  and (r.status in ($6))
  and (r.partner_id = $7)
  and (r.created_at >= $8 and r.created_at < $9)
group by r.status;
