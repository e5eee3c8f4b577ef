-- What the money trace asks for by reference, at any size.

create view cash.holder_directory as select account_id, name, kind, unit_id from cash.holding;
comment on view cash.holder_directory is 'Published: who holds what lies on an account of cash, outside the scope of who asks too.';

create index on cash.cash_order (source_id);
create index on payout.receipt (bank_reference);
