-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /system/jobs/v1/search: the filters, each alone
--   text: platform.fold(j.name || ' ' || coalesce($1::jsonb ->> j.name, j.name) || ' ' || coalesce($2::jsonb ->> j.name, j.name) || ' ' || coalesce(j.last_error, '')) like $3
--   state: j.state in ($1)
--   id: j.id::text = $1
--   period: j.created_at >= $1 and j.created_at < $2

-- a page (an export reads the same without its end)
select j.id,
  j.name as code,
  j.state,
  j.tries,
  j.max_tries as maxTries,
  j.created_at as createdAt,
  j.started_at as startedAt,
  j.ended_at as endedAt,
  j.last_error as lastError,
  u.full_name as askedBy,
  extract(epoch from coalesce(case when j.state = 'RUNNING' then clock_timestamp() else j.ended_at end - j.started_at))::int as seconds,
  coalesce($1::jsonb ->> j.name, j.name) as name,
  (100 * j.progress_done / nullif(j.progress_total, 0))::int as progress
from (select j.*
  from platform.job as j
  order by j.created_at desc,
    j.id desc
  limit 15) as j
left join iam.person as u on u.id = j.user_id
order by j.created_at desc,
  j.id desc;

-- number and sums
select count(*) as totalRecord
from platform.job as j;

-- number and sums under every filter
select count(*) as totalRecord
from platform.job as j
where (j.id::text = $1)
  and (j.state in ($2))
  and (j.created_at >= $3 and j.created_at < $4)
  and (platform.fold(j.name || ' ' || coalesce($5::jsonb ->> j.name, j.name) || ' ' || coalesce($6::jsonb ->> j.name, j.name) || ' ' || coalesce(j.last_error, '')) like $7);
