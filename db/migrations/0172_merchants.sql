-- Merchants are a module of their own, which every service with merchants shares.
create schema merchants;
alter table payment.fee_plan set schema merchants;
alter table payment.merchant set schema merchants;
-- Where rows are protected already, the directory belongs to the role that reads it whole, and is moved as that role.
do $$
declare
  keeper name := (select relowner::regrole::name from pg_class where oid = 'payment.merchant_directory'::regclass);
begin
  if keeper = current_user then
    alter view payment.merchant_directory set schema merchants;
    return;
  end if;
  execute format('grant create on schema merchants to %I', keeper);
  execute format('set local role %I', keeper);
  alter view payment.merchant_directory set schema merchants;
  reset role;
  execute format('revoke create on schema merchants from %I', keeper);
end $$;
alter function payment.merchant_place() set schema merchants;
comment on table merchants.merchant is 'Who is paid through the services; each belongs to the unit that looks after it.';
