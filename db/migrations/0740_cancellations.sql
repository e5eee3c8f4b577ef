-- Cancellations: a payment of today is given back whole, as if it had never been, before its day ends.

-- CANCEL_PENDING: a cancellation waits for its decision, or for the answer of the partner through which it left. Partitions hold copies of the CHECKs.
do $$
declare
  part regclass;
begin
  alter table payment.transaction drop constraint transaction_status_check, drop constraint refunding_by_status;
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'payment.transaction'::regclass loop
    execute format('alter table %s drop constraint if exists transaction_status_check, drop constraint if exists refunding_by_status', part);
  end loop;
end $$;
alter table payment.transaction
  add constraint transaction_status_check check (status in
    ('INITIATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING', 'CANCELLED')),
  add constraint refunding_by_status check (refunding = 0 or status in ('REFUND_PENDING', 'CANCEL_PENDING'));

create table payment.cancellation (
  transaction_id bigint primary key,
  business_date date not null,
  amount numeric(20,2) not null check (amount > 0),
  fee numeric(20,2) not null check (fee >= 0),
  tax numeric(20,2) not null check (tax >= 0),
  reason text not null,
  journal_id bigint not null unique references ledger.journal,
  request_ref text not null unique,
  cancelled_at timestamptz not null,
  refund_transaction_id bigint unique,
  created_at timestamptz not null default now(),
  foreign key (transaction_id, business_date) references payment.transaction
);
comment on table payment.cancellation is 'One row a payment that was cancelled, append-only. Its journal counts for the day of the payment itself, so that the day comes to nothing of it.';
comment on column payment.cancellation.business_date is 'That of the transaction, and of the journal.';
comment on column payment.cancellation.fee is 'Fee of the payment, which goes back whole; tax likewise.';
comment on column payment.cancellation.request_ref is 'The approval that it was made by.';
comment on column payment.cancellation.refund_transaction_id is 'The transaction by which it left through the partner; null where it was only posted here.';
create trigger append_only before update or delete on payment.cancellation for each row execute function payment.refuse_change();
create trigger append_only_truncate before truncate on payment.cancellation for each statement execute function payment.refuse_change();

-- The mirror of a journal may have a kind of its own.
drop function ledger.reverse(bigint, text, date, timestamptz, text);
create function ledger.reverse(original_id bigint, key text, day date, at timestamptz, reason text, kind text)
returns table (journal_id bigint, problem text, detail text)
language plpgsql
as $$
#variable_conflict use_column
declare
  original ledger.journal;
begin
  select * into original from ledger.journal where id = original_id;
  if not found then
    return query select null::bigint, 'JOURNAL_UNKNOWN', original_id::text;
  elsif original.reverses_journal_id is not null then
    return query select null::bigint, 'IS_REVERSAL', original_id::text;
  else
    return query
      select p.*
        from (
          select array_agg(1 order by line) as journals, array_agg(line order by line) as lines, array_agg(account_id order by line) as accounts,
              array_agg((case side when 'D' then -100 else 100 end * amount)::bigint order by line) as amounts, array_agg(currency order by line) as currencies
            from ledger.entry where journal_id = original_id
        ) e,
        ledger.post_many(
          array[key], array[kind], array[original.service], array[day], array[at], array[reason],
          array[original.source_type], array[original.source_id], array[original.office_unit_id], array[original_id], array[original.entries],
          e.journals, e.lines, e.accounts, e.amounts, e.currencies, true
        ) p;
  end if;
end $$;

create or replace function merchants.stays_while_owed() returns trigger language plpgsql as $$
declare
  owed numeric;
begin
  -- Postings hold the account until they commit.
  select balance into owed from ledger.account where id = new.payable_account_id for no key update;
  if owed <> 0 then
    raise exception 'merchant % is owed money', new.code using errcode = 'foreign_key_violation', constraint = 'merchant_settled';
  end if;
  if exists (
    select from payment.transaction t
    where t.merchant_id = new.id and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN', 'REFUND_PENDING', 'CANCEL_PENDING')
  ) then
    raise exception 'merchant % has payments in flight', new.code using errcode = 'foreign_key_violation', constraint = 'merchant_settled';
  end if;
  return new;
end $$;
