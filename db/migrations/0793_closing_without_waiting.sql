-- Closing a cycle keeps nobody from posting, and reads of each journal its own entries alone.

-- Materialized: the planner may not begin with the account of fees, on which everybody's journals are.
create or replace function settlement.charges_of(journal bigint) returns table (fee numeric, tax numeric) language sql stable parallel safe as $$
  with own as materialized (select e.account_id, e.side, e.amount, j.service from ledger.journal j join ledger.entry e on e.journal_id = j.id where j.id = journal)
  select coalesce(sum(case o.side when 'C' then o.amount else -o.amount end) filter (where a.role = 'feeIncome'), 0)::numeric(20,2),
      coalesce(sum(case o.side when 'C' then o.amount else -o.amount end) filter (where a.role = 'taxPayable'), 0)::numeric(20,2)
    from own o join payment.service_account a on a.account_id = o.account_id and a.service = o.service
$$;

drop trigger once on settlement.movement;
create trigger once before update on settlement.movement for each row
  when (old.settlement_id is not null
    or row(old.journal_id, old.merchant_id, old.part, old.amount, old.fee, old.tax, old.net, old.occurred_at, old.business_date, old.transaction_id)
      is distinct from row(new.journal_id, new.merchant_id, new.part, new.amount, new.fee, new.tax, new.net, new.occurred_at, new.business_date, new.transaction_id))
  execute function ledger.refuse('a movement is settled once and stays as it was posted');
