-- KEEP books the difference in the transaction in which two people decide it, and is final: nothing of the transaction's own money ever goes on.
alter table outcome.outcome_case add column conflict_booked_at timestamptz;
alter table outcome.outcome_case add constraint conflict_booked check (conflict_booked_at is null or conflict_decision is not distinct from 'KEEP');
comment on column outcome.outcome_case.conflict_booked_at is 'When the difference that KEEP has found was booked; null of a KEEP decided before that was done by itself.';
comment on column outcome.outcome_case.conflict_decision is 'RELEASE: the verdict stands and its money goes on; KEEP: what contradicts it is right, the difference is booked and the transaction''s own money stays held for good.';
create trigger conflict_final before update on outcome.outcome_case for each row
  when (old.conflict_booked_at is not null and row(old.conflict_decision, old.conflict_booked_at, old.conflict_settled_by) is distinct from row(new.conflict_decision, new.conflict_booked_at, new.conflict_settled_by))
  execute function ledger.refuse('a contradiction whose difference was booked stays settled');
create index outcome_case_held on outcome.outcome_case (transaction_id) where conflict_at is not null and conflict_decision is distinct from 'RELEASE';

create or replace view outcome.settlement_hold with (security_invoker) as
  select transaction_id, conflict_at as since, conflict_booked_at is not null as booked from outcome.outcome_case
  where conflict_at is not null and conflict_decision is distinct from 'RELEASE';
comment on view outcome.settlement_hold is 'Published: transactions whose own money stays where it is: a contradiction about them is not settled, or what contradicts them is right; booked: the difference is in the books.';

create or replace view disbursement.disputed_transfer with (security_invoker) as
  select i.source_kind, i.source_item, i.reference, i.transaction_id from disbursement.item i join outcome.settlement_hold h on h.transaction_id = i.transaction_id
  where not h.booked;

-- What a journal left on the suspense account because a contradicted outcome was corrected.
alter table payment.suspense drop constraint suspense_reason_check;
alter table payment.suspense add constraint suspense_reason_check check (reason in ('INACTIVE', 'LIMIT', 'CONTRADICTED'));

-- A line repeats one of an earlier list: whoever may have the money by a transfer for any of them is not paid by another, in whatever way.
create view payout.disputed_line with (security_invoker) as
  with recursive disputed as (
    select d.source_item as line_id, d.reference from disbursement.disputed_transfer d where d.source_kind = 'PAYOUT_LIST'
    union select l.id, p.reference from payout.line l join disputed p on l.from_line_id = p.line_id
  )
  select line_id, min(reference) as reference from disputed group by line_id;
comment on view payout.disputed_line is 'Lines of which a transfer, or one of a line that they repeat, has reports that contradict each other: not paid, changed, withdrawn or given back before that is settled.';
