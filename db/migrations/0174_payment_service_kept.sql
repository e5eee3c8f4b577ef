-- What a program that starts may say of a service, and what it may no longer change.

-- A service that is known by name only has no prefix: none is taken from those that are registered later.
alter table payment.service alter column prefix drop not null;
update payment.service set prefix = null where not active;
alter table payment.service add constraint prefix_of_active check (prefix is not null or not active);
comment on column payment.service.prefix is 'Where the codes of its transactions begin; empty until a program that has the service has started.';
comment on column payment.service.active is 'Whether it is offered for new rules and policies. Taken back by hand or by a migration: a program that starts only adds its own services.';

create function payment.keep_prefix() returns trigger language plpgsql as $$
declare
  carried text;
begin
  select t.code into carried from payment.transaction t where t.service = old.code limit 1;
  if carried is not null and coalesce(carried !~ ('^' || new.prefix || '[0-9]'), true) then
    raise exception 'payment service %: transactions have codes like %, the prefix cannot become %', old.code, carried, new.prefix using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_prefix before update on payment.service for each row when (new.prefix is distinct from old.prefix) execute function payment.keep_prefix();

alter table payment.service add column fee_on_top boolean not null default false;
update payment.service s set fee_on_top = true where exists (select from payment.transaction t where t.service = s.code and t.fee_on_top);
create trigger keep_fee_on_top before update on payment.service for each row when (old.fee_on_top and not new.fee_on_top) execute function payment.keep_service();
comment on column payment.service.fee_on_top is 'Whether any of its transactions may have fee and tax beside the amount; once true it stays. Where it is false net is reckoned without looking at the rows.';
