-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /sys/mail/v1/search: the filters, each alone
--   text: platform.fold(m.recipient || ' ' || m.subject) like $1
--   status: m.status in ($1)
--   period: m.created_at >= $1 and m.created_at < $2

-- a page (an export reads the same without its end)
select m.id,
  m.created_at as createdAt,
  m.recipient,
  m.subject,
  m.status,
  m.attempts::int as attempts,
  m.next_attempt_at as nextAttemptAt,
  m.ended_at as endedAt,
  m.error,
  m.version
from platform.mail as m
order by m.created_at desc,
  m.id desc
limit 15;

-- number and sums
select count(*) as totalRecord
from platform.mail as m;

-- number and sums under every filter
select count(*) as totalRecord
from platform.mail as m
where (platform.fold(m.recipient || ' ' || m.subject) like $1)
  and (m.status in ($2))
  and (m.created_at >= $3 and m.created_at < $4);
