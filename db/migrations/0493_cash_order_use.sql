-- A cash order is kept whole once it is asked for, and pays nothing but what was decided.

create or replace function cash.cash_order_kept() returns trigger language plpgsql as $$
begin
  if (new.code, new.source_kind, new.source_id, new.source_code, new.amount, new.large, new.till_id, new.teller_staff_id, new.person_name, new.identity_type,
      new.identity_number, new.business_date, new.unit_id, new.created_at)
    is distinct from (old.code, old.source_kind, old.source_id, old.source_code, old.amount, old.large, old.till_id, old.teller_staff_id, old.person_name, old.identity_type,
      old.identity_number, old.business_date, old.unit_id, old.created_at) then
    raise exception 'a cash order keeps what it was asked for';
  end if;
  return new;
end $$;

create function cash.cash_order_fits() returns trigger language plpgsql as $$
begin
  if not exists (select from cash.slip s where s.id = new.slip_id and s.direction = 'OUT' and (s.source_kind, s.source_id, s.amount, s.till_id, s.identity_number)
      = (new.source_kind, new.source_id, new.amount, new.till_id, new.identity_number) and s.teller_staff_id is distinct from new.decided_staff_id) then
    raise exception 'a cash order is used for what was decided, by somebody else than who decided it' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger fits before insert or update on cash.cash_order for each row when (new.status = 'USED') execute function cash.cash_order_fits();

create index slip_excess on cash.slip (source_kind, source_id) where excess;
