-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /pp-admin/suspense/v1/search: the filters, each alone
--   text: platform.fold(k.code || ' ' || a.code || ' ' || a.name) like $1
--   status: s.status in ($1)
--   reason: s.reason = $1
--   period: s.created_at >= $1 and s.created_at < $2

-- a page (an export reads the same without its end)
select s.id,
  k.code as transactionCode,
  a.code as accountCode,
  a.name as accountName,
  s.amount,
  s.reason,
  s.status,
  s.created_at as createdAt,
  s.target,
  s.settled_at as settledAt,
  s.settled_by as settledBy,
  (select w.request_id
  from approvals.pending w
  where w.subject_type = $1
    and w.subject_id = s.id::text
  limit 1) as pendingRequestId,
  s.version
from (select s.*
  from payment.suspense as s
  where s.province_unit_id = $2
  order by s.created_at desc,
    s.id desc
  limit 15) as s
left join payment.transaction_key as k on k.transaction_id = s.transaction_id
left join ledger.account_directory as a on a.id = s.account_id
order by s.created_at desc,
  s.id desc;

-- number and sums
select count(*) as totalRecord
from payment.suspense as s
where s.province_unit_id = $1;

-- number and sums under every filter
select count(*) as totalRecord
from payment.suspense as s
left join payment.transaction_key as k on k.transaction_id = s.transaction_id
left join ledger.account_directory as a on a.id = s.account_id
where s.province_unit_id = $1
  and (platform.fold(k.code || ' ' || a.code || ' ' || a.name) like $2)
  and (s.status in ($3))
  and (s.reason = $4)
  and (s.created_at >= $5 and s.created_at < $6);
