-- Retail senders are paid in cash at counters: an item once.
create table cob.sender_payout (
  transaction_id bigint primary key,
  item_id bigint not null references cob.item,
  amount numeric(20,2) not null check (amount > 0),
  -- Under way, unknown or made; false once it came to nothing.
  stands boolean not null,
  -- It was reported although the item did not owe it (any more): whoever paid it owes it.
  excess boolean not null,
  at timestamptz not null
);
create unique index sender_payout_once on cob.sender_payout (item_id) where stands and not excess;
create index on cob.sender_payout (item_id);
create trigger kept before delete or truncate on cob.sender_payout for each statement execute function ledger.refuse('a payout to a sender is kept');
create trigger frozen before update on cob.sender_payout for each row
  when (row(old.transaction_id, old.item_id, old.amount) is distinct from row(new.transaction_id, new.item_id, new.amount))
  execute function ledger.refuse('a payout keeps its item and amount');
comment on table cob.sender_payout is 'Payouts of items to their retail senders at counters, by transaction. Of those that an item owes, at most one stands.';

-- What counters look items up by, whatever their number: items of retail senders alone.
create index item_retail_phone on cob.item (sender_phone, accepted_at) where key_account_id is null and sender_phone <> '' and money_state not in ('NONE', 'WAIVED');
create index item_retail_office on cob.item (accepted_unit_id) where key_account_id is null and money_state in ('HANDED_IN', 'PAYABLE');

-- What a counter reports otherwise than it is owed holds the item until people have decided.
insert into masterdata.global_list_entry (list_id, key, value, value_en, position)
select id, 'PAID_OTHERWISE', 'Quầy báo đã chi không khớp', 'A counter reported a payout that was not owed', 6 from masterdata.global_list where code = 'COD_HOLD'
on conflict do nothing;
