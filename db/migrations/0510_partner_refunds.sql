-- Refunds that leave through a partner: a transaction of type REFUND each, with an outcome of its own; the payment is refunded when that has succeeded.

-- What is on its way back of a payment, kept by the trigger below. With what was given back it never passes the amount, whoever asks for it at once.
alter table payment.transaction add column refunding numeric(20,2) not null default 0;
alter table payment.transaction add constraint refunding_within_amount check (refunding >= 0 and refunded + refunding <= amount);
alter table payment.transaction add constraint refunding_by_status check (refunding = 0 or status = 'REFUND_PENDING');
comment on column payment.transaction.refunding is 'What partners have been asked to give back and have not yet answered for; a refund whose outcome is unknown counts.';

create table payment.partner_refund (
  refund_id bigint primary key,
  business_date date not null,
  parent_id bigint not null,
  parent_date date not null,
  partner_id bigint not null references organisation.partner,
  amount numeric(20,2) not null check (amount > 0),
  fee numeric(20,2) not null check (fee >= 0),
  tax numeric(20,2) not null check (tax >= 0),
  reason text not null,
  request_ref text not null unique,
  reference text not null,
  original_reference text not null,
  state text not null default 'READY' check (state in ('READY', 'SENDING', 'LEFT', 'ENDED')),
  next_at timestamptz,
  claims integer not null default 0 check (claims >= 0),
  created_at timestamptz not null,
  foreign key (refund_id, business_date) references payment.transaction,
  foreign key (parent_id, parent_date) references payment.transaction,
  check ((state in ('READY', 'SENDING')) = (next_at is not null))
);
comment on table payment.partner_refund is 'How a refund gets to the partner. READY: nothing has left; SENDING: committed before the call leaves, so it may have left; LEFT: it has left and is never sent again; ENDED: its transaction has succeeded or failed.';
comment on column payment.partner_refund.refund_id is 'The transaction of type REFUND; parent_id: the payment that it gives back.';
comment on column payment.partner_refund.fee is 'Fee that the merchant gets back with it; tax likewise.';
comment on column payment.partner_refund.reference is 'Under which the partner does it once.';
comment on column payment.partner_refund.next_at is 'READY: when it is tried; SENDING: from when on nobody expects an answer any more, and the outcome is unknown.';
-- One at a time: while nobody knows whether the last one left, no further one leaves.
create unique index partner_refund_open on payment.partner_refund (parent_id) where state <> 'ENDED';
create index on payment.partner_refund (parent_id);
create index partner_refund_due on payment.partner_refund (partner_id, next_at) where state = 'READY';
create index partner_refund_sending on payment.partner_refund (next_at) where state = 'SENDING';

create function payment.reserve_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.refund_id, new.parent_id, new.partner_id, new.amount, new.fee, new.tax, new.request_ref, new.reference)
      is distinct from (old.refund_id, old.parent_id, old.partner_id, old.amount, old.fee, old.tax, old.request_ref, old.reference)
      or old.state = 'ENDED' or (old.state = 'LEFT' and new.state <> 'ENDED')) then
    raise exception 'a refund stays as it was agreed, and what has left is not sent again' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    update payment.transaction set refunding = refunding + new.amount where id = new.parent_id and business_date = new.parent_date;
  elsif new.state = 'ENDED' then
    update payment.transaction set refunding = refunding - old.amount where id = old.parent_id and business_date = old.parent_date;
  end if;
  return null;
end $$;
create trigger reserve after insert or update on payment.partner_refund for each row execute function payment.reserve_refund();
create trigger kept before delete or truncate on payment.partner_refund for each statement execute function ledger.refuse('a refund that was agreed is kept');

alter table payment.refund add column refund_transaction_id bigint unique;
comment on column payment.refund.refund_transaction_id is 'The transaction by which it left through the partner; null where it was only posted here.';

-- The list of payments leaves refunds out; its totals still read nothing but this index.
drop index payment.transaction_totals;
create index transaction_totals on payment.transaction (service, status, business_date)
  include (type, amount_hundredths, fee_hundredths, tax_hundredths, occurred_at);
