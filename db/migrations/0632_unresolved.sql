-- Published: what a payment's own page says of its case.
create view outcome.unresolved with (security_invoker) as
  select transaction_id, id as case_id, case when status = 'DECIDED' then 'CONTRADICTED' else 'OPEN' end as state from outcome.outcome_case
  where status <> 'DECIDED' or (conflict_at is not null and conflict_decision is distinct from 'RELEASE' and conflict_booked_at is null);
comment on view outcome.unresolved is 'Published: transactions whose outcome nobody knows yet, or whose outcome a later report contradicts, with their cases.';
