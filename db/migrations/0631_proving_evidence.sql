-- What people bring counts for a verdict by what it has, not by its kind alone: a statement line names its reference and the amount of the
-- transaction; a slip or a photo counts where the money changed hands at a counter of the operator, as a file. What was kept before counts as it did.
alter table outcome.evidence add column amount numeric(20,2) check (amount > 0);
alter table outcome.evidence alter column hard drop expression;
alter table outcome.evidence add constraint hard_proves check (not hard or (verdict in ('SUCCEEDED', 'FAILED') and (
  kind in ('INQUIRY', 'CALLBACK', 'RESULT_FILE', 'SLIP', 'DOCUMENT') or (kind = 'STATEMENT' and reference <> '' and amount is not null)))) not valid;
comment on column outcome.evidence.hard is 'Enough for a verdict: a final answer or report, a line of a result file, a statement line with reference and amount, a paper of a counter.';
comment on column outcome.evidence.amount is 'The amount that a statement line names.';

-- What the channel itself said of a transaction, as evidence of its case.
create or replace function outcome.keep_report(case_id bigint, t payment.transaction, heard timestamptz) returns void language sql as $$
  insert into outcome.evidence (case_id, kind, verdict, hard, at, recorded_at, source, code, message, reference, raw)
  select $1, 'CALLBACK', case when t.status in ('SUCCEEDED', 'FAILED') then t.status else 'UNKNOWN' end, t.status in ('SUCCEEDED', 'FAILED'),
    coalesce((t.outcome ->> 'occurredAt')::timestamptz, heard), heard,
    'partner:' || p.code, coalesce(t.outcome ->> 'code', ''), coalesce(t.outcome ->> 'message', ''), coalesce(t.outcome -> 'evidence' ->> 'bankReference', ''), t.outcome::text
  from organisation.partner p where p.id = t.partner_id and t.outcome is not null
  on conflict do nothing
$$;
