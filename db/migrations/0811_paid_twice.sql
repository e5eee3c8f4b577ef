-- Transfers of settlements that had failed and were made after all, when their money had gone on into another settlement: what the merchant has got twice.
-- The settlement that the money went into waits until that is set off, or somebody lets it go.
create table settlement.claim (
  item_id bigint primary key references disbursement.item,
  settlement_id bigint not null references settlement.settlement,
  merchant_id bigint not null references merchants.merchant,
  reference text not null,
  amount numeric(20,2) not null check (amount > 0),
  since timestamptz not null,
  released_by text,
  released_at timestamptz,
  constraint released check ((released_by is null) = (released_at is null))
);
create index on settlement.claim (settlement_id);
create index on settlement.claim (merchant_id) where released_at is null;
create trigger kept before delete or truncate on settlement.claim for each statement execute function ledger.refuse('what a merchant has got twice is kept');
create trigger once before update on settlement.claim for each row
  when (old.released_at is not null or (to_jsonb(old) - array['released_by', 'released_at']) is distinct from (to_jsonb(new) - array['released_by', 'released_at']))
  execute function ledger.refuse('what a merchant has got twice is released once and stays as it was');
comment on table settlement.claim is 'Transfers of settlements that paid a merchant what it got, or was to get, by another one.';

-- What was taken from a merchant's account for transfers made twice since a moment: journals by hand that set a claim off.
create function settlement.set_off(merchant bigint, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(e.amount), 0) from settlement.cursor k
    join payment.service_account r on r.service = 'DISB' and r.role = 'wrongPaid'
    join ledger.entry e on e.account_id = r.account_id and e.side = 'C'
    join ledger.journal j on j.id = e.journal_id and j.recorded_at >= since
   where k.merchant_id = merchant and exists (select from ledger.entry p where p.journal_id = j.id and p.account_id = k.account_id and p.side = 'D')
$$;

create function settlement.claim_of(about bigint) returns text language sql stable as $$
  select c.reference from settlement.claim c
    cross join lateral (select sum(o.amount) as amount, min(o.since) as since from settlement.claim o where o.merchant_id = c.merchant_id and o.released_at is null) open
   where c.released_at is null and c.settlement_id in (select q.id from settlement.tree(about) q) and open.amount > settlement.set_off(c.merchant_id, open.since)
   order by c.item_id limit 1
$$;
comment on function settlement.claim_of(bigint) is 'Reference of a transfer by which a merchant has got twice what a settlement, or what was merged into it, is of; null for none, or where it was set off or released.';
