-- Fees by the day of the payment: a customer's own plan has revisions as policies have, and a transaction keeps what gave its fee.

create table merchants.fee_plan_revision (
  plan_id bigint not null references merchants.fee_plan,
  revision integer not null check (revision >= 1),
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  rate_bps integer not null check (rate_bps between 0 and 10000),
  fixed numeric(20,2) not null default 0 check (fixed >= 0),
  minimum numeric(20,2) not null default 0 check (minimum >= 0),
  maximum numeric(20,2) check (maximum >= minimum),
  primary key (plan_id, revision),
  -- One revision of a plan is in force on a day.
  constraint fee_plan_period exclude using gist (plan_id with =, daterange(effective_from, effective_to, '[]') with &&)
);
comment on table merchants.fee_plan_revision is 'What a plan costs, by day; the revisions of a plan follow each other in time.';
comment on column merchants.fee_plan_revision.effective_to is 'Last day in force; null: until another revision begins.';
comment on column merchants.fee_plan_revision.rate_bps is 'Hundredths of a percent of the amount.';

-- What payments were charged by does not change: a revision follows it. Only its end is set, once.
create function merchants.guard_fee_plan_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.effective_to is not null or (new.plan_id, new.revision, new.effective_from, new.rate_bps, new.fixed, new.minimum, new.maximum)
    is distinct from (old.plan_id, old.revision, old.effective_from, old.rate_bps, old.fixed, old.minimum, old.maximum) then
    raise exception 'revision % of fee plan % is kept as it is', old.revision, old.plan_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard before update or delete on merchants.fee_plan_revision for each row execute function merchants.guard_fee_plan_revision();

-- A plan has applied to every day until now.
insert into merchants.fee_plan_revision (plan_id, revision, effective_from, rate_bps, minimum, maximum)
select id, 1, date '2000-01-01', rate_bps, minimum, maximum from merchants.fee_plan;
alter table merchants.fee_plan drop column rate_bps, drop column minimum, drop column maximum;
comment on table merchants.fee_plan is 'A fee that a customer has of its own for a service.';

-- Without a plan of its own a merchant pays by the partner's schedule or the product policy.
alter table merchants.merchant alter column fee_plan_id drop not null;

---------------------------------------------------------------- what gave the fee

alter table payment.transaction
  add column fee_source text check (fee_source in ('CUSTOMER_PLAN', 'PARTNER_SCHEDULE', 'PRODUCT_POLICY', 'NONE')),
  add column fee_code text,
  add column fee_revision integer check (fee_revision >= 1),
  add constraint fee_origin check (
    (fee_code is null) = (coalesce(fee_source, 'NONE') = 'NONE') and (fee_revision is null) = (fee_code is null)
    and (fee_source is distinct from 'NONE' or fee + tax = 0)
  );
comment on column payment.transaction.fee_source is 'What gave the fee when the transaction was reported; NONE: nothing was in force. Null in rows from before this was kept.';
comment on column payment.transaction.fee_code is 'Code of the plan, schedule or policy; fee_revision the revision of it that was in force at occurred_at.';

-- As before, with what gave the fee.
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
      fee_source text, fee_code text, fee_revision integer,
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
      id, business_date, code, service, type, channel, direction, status, amount, fee, tax, fee_on_top, fee_source, fee_code, fee_revision, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      partner_id, teller_staff_id, external_ref, outcome, occurred_at
    )
    select k.transaction_id, r.business_date, k.code, r.service, r.type, r.channel, r.direction, r.status, r.amount, r.fee, r.tax, r.fee_on_top, r.fee_source, r.fee_code, r.fee_revision, r.currency,
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
