-- A payout of which nobody knows whether it was made, at a till that is counted meanwhile: if it was made, the count has already found its
-- cash missing. What is decided later is then taken from what that count has found, never a second time from the till.

alter table cash.slip add column unknown_at timestamptz;
comment on column cash.slip.unknown_at is 'Since when nobody can say whether its cash has changed hands; kept when that is decided.';
-- What became unknown has had its case since; updated_at of a slip is the time of its claim.
update cash.slip s set unknown_at = coalesce((select min(o.opened_at) from outcome.outcome_case o where o.transaction_id = s.transaction_id), s.updated_at)
  where s.status = 'UNKNOWN';

create table cash.counted_payout (
  slip_id bigint primary key references cash.slip,
  count_id bigint not null references cash.count,
  account_id bigint references ledger.account,
  created_at timestamptz not null
);
create index on cash.counted_payout (count_id);
create index on cash.counted_payout (account_id);
create trigger append_only before update or delete or truncate on cash.counted_payout for each statement execute function ledger.refuse('what a count had found of a payout is kept');
comment on table cash.counted_payout is 'Payouts that were found to have been made after their till had been counted, with the first count that had found their cash missing.';
comment on column cash.counted_payout.account_id is 'Taken from this account in place of the till, because the difference of the count had been settled with the books; null: from the till.';

alter table cash.variance add column explained numeric(20,2) not null default 0 check (explained >= 0);
comment on column cash.variance.explained is 'Payouts that were found to have been made before the count: what is left to be posted is amount + explained.';
alter table cash.variance drop constraint variance_status_check;
alter table cash.variance add constraint variance_status_check check (status in ('OPEN', 'PENDING', 'POSTED', 'SUPERSEDED', 'CLEARED'));
alter table cash.variance add constraint variance_left_to_post check (amount + explained <> 0 or status in ('CLEARED', 'SUPERSEDED'));
create or replace function cash.variance_kept() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.count_id <> old.count_id or new.holding_id <> old.holding_id then
    raise exception 'a variance keeps its amount';
  end if;
  if new.explained <> old.explained and (new.explained < old.explained or old.status <> 'OPEN') then
    raise exception 'what explains a variance is added before somebody decides about it';
  end if;
  return new;
end $$;

-- A difference that payouts explain ends as CLEARED; what is left of it, or beyond it, is a difference of its own.
alter table cash.pending_difference drop constraint pending_difference_status_check;
alter table cash.pending_difference add constraint pending_difference_status_check check (status in ('OPEN', 'PENDING', 'SETTLED', 'CLEARED'));
alter table cash.pending_difference drop constraint pending_difference_source_type_source_id_key;
create unique index pending_difference_one_unsettled on cash.pending_difference (source_type, source_id) where status in ('OPEN', 'PENDING');
create index on cash.pending_difference (source_type, source_id);
create or replace function cash.pending_difference_kept() returns trigger language plpgsql as $$
begin
  if (new.amount, new.source_type, new.source_id, new.unit_id) is distinct from (old.amount, old.source_type, old.source_id, old.unit_id) then
    raise exception 'a pending difference keeps its amount and where it comes from';
  end if;
  if old.status in ('SETTLED', 'CLEARED') then raise exception 'a difference is decided once'; end if;
  return new;
end $$;

create view outcome.case_directory as select id, code, transaction_id from outcome.outcome_case;
comment on view outcome.case_directory is 'Cases of unknown outcome by their transaction, for links to them.';
