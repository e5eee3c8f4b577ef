-- As before; what the channel says after all is also what the evidence comes to.
create or replace function outcome.close_case() returns trigger language plpgsql as $$
declare
  closed bigint;
begin
  update outcome.outcome_case set status = 'DECIDED', verdict = new.status, resolved_by = 'REPORT', decided_by = 'system', decided_at = new.updated_at, next_inquiry_at = null,
      partner_verdict = new.status, suggested = new.status, reason = 'PARTNER_' || new.status, updated_by = 'system', updated_at = new.updated_at, version = version + 1
    where transaction_id = new.id and status <> 'DECIDED' returning id into closed;
  if closed is not null then
    update outcome.proposal set status = 'STALE', ended_at = new.updated_at, ended_by = 'system', version = version + 1 where case_id = closed and status = 'OPEN';
    perform outcome.keep_report(closed, new, new.updated_at);
  end if;
  return null;
end $$;
update outcome.outcome_case set suggested = verdict, reason = 'PARTNER_' || verdict where resolved_by = 'REPORT' and reason = 'NOTHING';
