-- A vault that was a till once: facts of that time still come after the office has got tills of its own.
alter table cash.unit_state add column served_counter boolean not null default false;
comment on column cash.unit_state.served_counter is 'It is or was single-handed, so that its vault was a till: what happened there then is still taken in.';
update cash.unit_state w set served_counter = true
  where w.single_handed or exists (select from cash.shift s join cash.holding h on h.id = s.till_id where h.unit_id = w.unit_id and h.kind = 'VAULT');
create function cash.remember_single_handed() returns trigger language plpgsql as $$
begin
  new.served_counter := new.single_handed or (tg_op = 'UPDATE' and old.served_counter);
  return new;
end $$;
create trigger remember_single_handed before insert or update on cash.unit_state for each row execute function cash.remember_single_handed();
