-- Services are rows that the system registers when it starts, instead of lists in CHECKs.
create table payment.service (
  code text primary key check (code ~ '^[A-Z][A-Z0-9]{1,7}$'),
  prefix text not null unique check (prefix ~ '^[A-Z]([A-Z0-9]*[A-Z])?$'),
  name_vi text not null,
  name_en text not null,
  active boolean not null
);
comment on table payment.service is 'The payment services of this system. Never removed: what happened in a service keeps its name.';
comment on column payment.service.prefix is 'Where the codes of its transactions begin.';
comment on column payment.service.active is 'False where the program that runs has no such service any more.';

create view payment.service_directory as select code, name_vi, name_en from payment.service where active;
comment on view payment.service_directory is 'Published: the services that this system has.';

insert into payment.service (code, prefix, name_vi, name_en, active)
select distinct code, code, code, code, false from (
  select service from payment.fee_plan union select service from payment.service_account union select service from policy.policy union select business from assignment.rule
) used (code);

create function payment.keep_service() returns trigger language plpgsql as $$
begin
  raise exception 'payment service % is kept as it is', old.code using errcode = 'restrict_violation';
end $$;
create trigger keep_service before delete on payment.service for each row execute function payment.keep_service();
create trigger keep_service_code before update on payment.service for each row when (old.code <> new.code) execute function payment.keep_service();

---------------------------------------------------------------- foreign keys in place of lists

do $$
declare
  found record;
  dropped integer := 0;
begin
  for found in
    select c.conrelid::regclass as relation, c.conname from pg_constraint c
    where c.contype = 'c' and (
      (c.conrelid in ('payment.fee_plan'::regclass, 'payment.transaction'::regclass, 'policy.policy'::regclass) and pg_get_constraintdef(c.oid) like 'CHECK ((service = ANY%')
      or (c.conrelid = 'assignment.rule'::regclass and pg_get_constraintdef(c.oid) like 'CHECK ((business = ANY%')
      or (c.conrelid = 'payment.transaction'::regclass and pg_get_constraintdef(c.oid) = 'CHECK (((fee + tax) <= amount))')
    )
  loop
    execute format('alter table %s drop constraint %I', found.relation, found.conname);
    dropped := dropped + 1;
  end loop;
  if dropped <> 5 then
    raise exception 'expected the CHECKs of service in fee plans, transactions and policies, of business in assignment rules, and of the fee within the amount: found % of 5', dropped;
  end if;
end $$;
alter table payment.fee_plan add foreign key (service) references payment.service;
alter table policy.policy add foreign key (service) references payment.service;
alter table assignment.rule add foreign key (business) references payment.service;

-- Which accounts a service shares is the service's own affair.
create table payment.service_account_by_role (
  service text not null references payment.service,
  role text not null,
  account_id bigint not null unique references ledger.account,
  primary key (service, role)
);
insert into payment.service_account_by_role (service, role, account_id)
select service, 'feeIncome', fee_income_account_id from payment.service_account
union all select service, 'taxPayable', tax_payable_account_id from payment.service_account;
drop table payment.service_account;
alter table payment.service_account_by_role rename to service_account;
comment on table payment.service_account is 'Ledger accounts that all postings of a service share, by the part they play in them.';

---------------------------------------------------------------- transactions of any service

alter table payment.transaction add column fee_on_top boolean not null default false;
comment on column payment.transaction.fee_on_top is 'True where fee and tax are paid beside the amount; else they come out of it and cannot exceed it.';
alter table payment.transaction add constraint fee_within_amount check (fee_on_top or fee + tax <= amount);
comment on column payment.transaction.payer_account is 'Empty where money is paid in cash, as payee_account.';
comment on column payment.transaction.service is 'A row of payment.service: store_reports takes the prefix of the code from it. No foreign key, because that would lock one row for all payments.';

-- As before, for any service: who is paid, where it belongs and which way the money goes comes with the report; the prefix of the code from the service.
create or replace function payment.store_reports(reports json, timelines json)
returns table (id bigint, code text, partner_id bigint, external_ref text)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with r as materialized (
    select r.*, s.prefix from json_to_recordset(reports) as r (
      business_date date, request_hash text, service text, type text, channel text, direction text, status text, amount numeric, fee numeric, tax numeric, fee_on_top boolean,
      currency text, payer_name text, payer_account text, payer_bank_bin text, payee_name text, payee_account text, payee_bank_bin text, memo text, merchant_id bigint,
      head_unit_id bigint, province_unit_id bigint, district_unit_id bigint, office_unit_id bigint, partner_id bigint, teller_staff_id bigint,
      external_ref text, outcome jsonb, occurred_at timestamptz, actor text
    ) left join payment.service s on s.code = r.service
    order by external_ref, partner_id
  ), taken as (
    insert into payment.transaction_key (transaction_id, code, external_ref, partner_id, business_date, request_hash, received_status)
    select n.id, n.prefix || to_char(n.business_date, 'YYMMDD') || lpad(n.id::text, greatest(9, length(n.id::text)), '0'),
      n.external_ref, n.partner_id, n.business_date, decode(n.request_hash, 'hex'), n.status
    from (select nextval('payment.transaction_id') as id, r.* from r) n
    on conflict (external_ref, partner_id) do nothing
    returning transaction_id, code, external_ref, partner_id
  ), stored as (
    insert into payment.transaction (
      id, business_date, code, service, type, channel, direction, status, amount, fee, tax, fee_on_top, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      partner_id, teller_staff_id, external_ref, outcome, occurred_at
    )
    select k.transaction_id, r.business_date, k.code, r.service, r.type, r.channel, r.direction, r.status, r.amount, r.fee, r.tax, r.fee_on_top, r.currency,
      r.payer_name, r.payer_account, r.payer_bank_bin, r.payee_name, r.payee_account, r.payee_bank_bin, r.memo, r.merchant_id,
      r.head_unit_id, r.province_unit_id, r.district_unit_id, r.office_unit_id, r.partner_id, r.teller_staff_id, r.external_ref, r.outcome, r.occurred_at
    from taken k join r on r.external_ref = k.external_ref and r.partner_id = k.partner_id
  ), told as (
    insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
    select k.transaction_id, r.business_date, s.seq, s.step, s.from_status, s.to_status, r.occurred_at, 'GATEWAY', r.actor,
      case when s.to_status = r.status then r.outcome end
    from taken k join r on r.external_ref = k.external_ref and r.partner_id = k.partner_id
    join json_to_recordset(timelines) as s (status text, seq smallint, step text, from_status text, to_status text) on s.status = r.status
  )
  select transaction_id, code, partner_id, external_ref from taken;
end $$;
