-- Where one question may be answered on two ways (what became of an unknown payout: at its counter, on the workbench), one answer waits at a time.
alter table approvals.request add column question text check (length(question) between 1 and 264);
alter table approvals.request add column answer jsonb;
alter table approvals.request add constraint answer_named check ((question is null) = (answer is null) and (answer is null or (answer ? 'vi' and answer ? 'en')));
comment on column approvals.request.question is 'What it answers, as TYPE:ID of the record that the question is about; null where nothing else asks the same.';
comment on column approvals.request.answer is 'What it proposes, in both languages.';

-- Of those that wait already the oldest counts; whichever is approved first, the other finds nothing to decide.
alter table approvals.request disable trigger guard;
with asked as (
  select r.id, 'payment.transaction:' || coalesce(c.transaction_id, s.transaction_id) as question,
    case when coalesce(r.payload ->> 'verdict', r.payload ->> 'made') in ('SUCCEEDED', 'PAID') then '{"vi": "Thành công", "en": "Successful"}'::jsonb else '{"vi": "Thất bại", "en": "Failed"}'::jsonb end as answer
  from approvals.request r
  left join outcome.outcome_case c on r.kind = 'OUTCOME_VERDICT' and c.id::text = r.subject_id
  left join cash.slip s on r.kind = 'SLIP_RESULT' and s.id::text = r.subject_id
  where r.status = 'PENDING' and r.kind in ('OUTCOME_VERDICT', 'SLIP_RESULT')
), first as (select distinct on (question) * from asked order by question, id)
update approvals.request r set question = f.question, answer = f.answer from first f where f.id = r.id;
alter table approvals.request enable always trigger guard;

create unique index request_one_answer on approvals.request (question) where status = 'PENDING' and question is not null;

create or replace view approvals.pending with (security_invoker) as
  select r.id as request_id, r.kind, r.subject_type, r.subject_id, r.question from approvals.request r where r.status = 'PENDING';
