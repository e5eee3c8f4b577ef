-- A payment that is like one of which nobody knows whether it was made leaves only when two people have agreed to it, knowing of that one.

alter table cash.cash_order add column alike_slips bigint[] not null default '{}';
comment on column cash.cash_order.alike_slips is 'Unknown payments of the same kind and amount to the same person on that day: whoever approves the order agrees to this one all the same.';

create or replace function cash.cash_order_kept() returns trigger language plpgsql as $$
begin
  if (new.code, new.source_kind, new.source_id, new.source_code, new.amount, new.large, new.till_id, new.teller_staff_id, new.person_name, new.identity_type,
      new.identity_number, new.business_date, new.unit_id, new.created_at, new.alike_slips)
    is distinct from (old.code, old.source_kind, old.source_id, old.source_code, old.amount, old.large, old.till_id, old.teller_staff_id, old.person_name, old.identity_type,
      old.identity_number, old.business_date, old.unit_id, old.created_at, old.alike_slips) then
    raise exception 'a cash order keeps what it was asked for';
  end if;
  return new;
end $$;
