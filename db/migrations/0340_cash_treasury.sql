-- Treasury transactions: the blind receipt, how a bag came to its end, and what was decided about a difference.
alter table cash.treasury_transaction
  add column dispatched_by_name text,
  add column dispatched_on date,
  add column receiving_user_id bigint references iam.user_account,
  add column receiving_by_staff_id bigint references organisation.staff,
  add column receiving_by_name text,
  add column receiving_at timestamptz,
  add column received_by_name text,
  add column received_on date,
  add column goes_back boolean not null default false,
  add column end_reason text not null default '' check (length(end_reason) <= 500),
  add column settlement text check (settlement in ('CORRECT_COUNT', 'KEEP_PENDING', 'RECOVER', 'WRITE_OFF', 'PAY_BACK')),
  add column settlement_staff_id bigint references organisation.staff,
  add column settlement_staff_name text,
  add column settled_at timestamptz,
  add column statement_matched_at timestamptz;
comment on column cash.treasury_transaction.dispatched_on is 'Business date of the sending unit that the dispatch counts for.';
comment on column cash.treasury_transaction.receiving_user_id is 'Who counts the bag now, without being shown what was sent: from the start of the receipt to its submission.';
comment on column cash.treasury_transaction.received_on is 'Business date of the receiving unit that the receipt counts for, never before the dispatch.';
comment on column cash.treasury_transaction.goes_back is 'What was received was received by the sender: the bag came back.';
comment on column cash.treasury_transaction.settlement is 'What was decided about the difference.';
comment on column cash.treasury_transaction.statement_matched_at is 'Of a transaction with a bank: when the line of its statement was found; null: it is waited for.';

-- The two ends by every way, and what each state must know.
alter table cash.treasury_transaction
  add constraint two_ends_counting check (receiving_by_staff_id <> dispatched_by_staff_id),
  add constraint sent_by_somebody check (status not in ('DISPATCHED', 'RECEIVED', 'DISCREPANCY', 'SETTLED', 'RETURNED')
    or (dispatched_by_staff_id is not null and dispatched_at is not null)),
  add constraint received_by_somebody check (status not in ('RECEIVED', 'DISCREPANCY', 'SETTLED')
    or (received_by_staff_id is not null and received_at is not null and received_amount is not null)),
  add constraint in_transit_with_somebody check (status not in ('DISPATCHED', 'DISCREPANCY') or kind in ('TILL_ISSUE', 'TILL_RETURN') or courier_holding_id is not null),
  add constraint difference_decided check (status not in ('RECEIVED', 'SETTLED') or (received_amount = amount) = (status = 'RECEIVED')),
  add constraint settled_by_decision check ((status = 'SETTLED') = (settlement is not null)),
  add constraint not_before_dispatch check (received_on >= dispatched_on);

-- A bag that came back is taken in by the sender, who may be the person who sent it.
alter table cash.treasury_transaction drop constraint two_ends;
alter table cash.treasury_transaction add constraint two_ends check (goes_back or received_by_staff_id <> dispatched_by_staff_id);

create index treasury_receiving on cash.treasury_transaction (receiving_user_id) where status = 'DISPATCHED' and receiving_user_id is not null;
create index treasury_shift on cash.treasury_transaction (shift_id) where shift_id is not null;

create sequence cash.treasury_number;

-- Names of holdings stand on papers of both ends; what lies in them does not.
create view cash.holding_directory as select id, code, name, kind, unit_id, status from cash.holding;
comment on view cash.holding_directory is 'Published: names of holdings, outside the scope of who asks too.';

comment on column cash.count.ledger_balance is
  'Of the account at account_version, the moment the count was submitted; of a bag (DISPATCH, RECEIPT): what the books say it holds.';

-- The timeline: every state it has been in, written with it.
create table cash.treasury_event (
  treasury_id bigint not null references cash.treasury_transaction,
  seq integer not null,
  status text not null,
  at timestamptz not null,
  by text not null,
  note text not null default '',
  primary key (treasury_id, seq)
);
create function cash.write_treasury_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into cash.treasury_event (treasury_id, seq, status, at, by, note)
      select new.id, coalesce(max(e.seq), 0) + 1, new.status, new.updated_at, new.updated_by,
          case when tg_op = 'INSERT' or new.end_reason <> old.end_reason then new.end_reason else '' end
        from cash.treasury_event e where e.treasury_id = new.id;
  end if;
  return null;
end $$;
create trigger write_event after insert or update of status on cash.treasury_transaction for each row execute function cash.write_treasury_event();
create trigger append_only before update or delete or truncate on cash.treasury_event for each statement execute function ledger.refuse('the timeline of a treasury transaction is kept as it was');
alter table cash.treasury_event enable always trigger append_only;
comment on table cash.treasury_event is 'The states of each treasury transaction in their order, written by a trigger.';

-- The account of the ledger (112) for cash at each cooperative bank; opened when the first transaction names the bank.
create table cash.bank_account (
  partner_id bigint primary key references organisation.partner,
  account_id bigint not null unique references ledger.account
);

-- Which units the ends of a transaction stand below, for filters: a reader of one end knows the other by name.
create view cash.treasury_end_directory as
  select treasury_id, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id from cash.treasury_side;
comment on view cash.treasury_end_directory is 'Published: the units of both ends, outside the scope of who asks too; read for transactions that were found within the scope.';
