-- What each account of the operator was paid is kept by day, in the way of the totals of lists: a list of codes counts no payments.

alter table payment.list_delta add column credited_account text;
-- A page, or an export, asks for each of its accounts.
create index list_delta_credited on payment.list_delta (credited_account) where credited_account is not null;

create table payment.credited_sum (
  service text not null,
  credited_account text not null,
  business_date date not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  n bigint not null,
  amount bigint not null,
  -- The day first: what was paid today, to whatever accounts, stands side by side.
  constraint credited_sum_key unique nulls not distinct (business_date, credited_account, service, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0);
create index on payment.credited_sum (credited_account);
comment on table payment.credited_sum is 'Payments that brought money (refunded later or not, not cancelled), by account of the operator, day and place; folded from payment.list_delta.';

create function payment.brought_money(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('SUCCEEDED', 'REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCEL_PENDING')
$$;
comment on function payment.brought_money is 'PAID_STATUSES of the contract.';

create view payment.credited_line with (security_invoker) as
  select credited_account, business_date, n, amount from payment.credited_sum
  union all
  select credited_account, business_date, n, amount from payment.list_delta where credited_account is not null and payment.brought_money(status);
comment on view payment.credited_line is 'Published: what accounts of the operator were paid, kept and not folded yet; several lines of a day add up. Within the scope of who asks.';

---------------------------------------------------------------- what changes them

create or replace function payment.list_delta_insert() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      count(*), sum(amount_hundredths), sum(fee_hundredths), sum(tax_hundredths), sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end), credited_account
    from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17;
  return null;
end $$;

create or replace function payment.list_delta_delete() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      -count(*), -sum(amount_hundredths), -sum(fee_hundredths), -sum(tax_hundredths), -sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end), credited_account
    from old_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17;
  return null;
end $$;

create or replace function payment.list_delta_update() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      sum(n), sum(n * amount), sum(n * fee), sum(n * tax), sum(n * inside), credited_account
    from (
      select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
          1 as n, amount_hundredths as amount, fee_hundredths as fee, tax_hundredths as tax, case when fee_on_top then 0 else fee_hundredths + tax_hundredths end as inside,
          credited_account
        from new_rows
      union all
      select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
          -1, amount_hundredths, fee_hundredths, tax_hundredths, case when fee_on_top then 0 else fee_hundredths + tax_hundredths end, credited_account
        from old_rows
    ) c
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17
  having sum(n) <> 0 or sum(n * amount) <> 0 or sum(n * fee) <> 0 or sum(n * tax) <> 0 or sum(n * inside) <> 0;
  return null;
end $$;

---------------------------------------------------------------- folding, making anew, proving

create or replace function payment.fold_list_deltas() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(7203131) then
    return 0;
  end if;
  with taken as (
    delete from payment.list_delta returning *
  ), kept as (
    insert into payment.list_sum as s (merchant_id, partner_id, unit_id, service, refund, business_date, status, channel,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, n, amount, fee, tax, inside)
    select g.merchant_id, g.partner_id, g.unit_id, d.service, d.refund, d.business_date, d.status, d.channel,
        g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id, sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax), sum(d.inside)
      from taken d cross join lateral payment.list_grains(d.merchant_id, d.partner_id, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id) g
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    having sum(d.n) <> 0 or sum(d.amount) <> 0 or sum(d.fee) <> 0 or sum(d.tax) <> 0 or sum(d.inside) <> 0
    on conflict on constraint list_sum_key do update
      set n = s.n + excluded.n, amount = s.amount + excluded.amount, fee = s.fee + excluded.fee, tax = s.tax + excluded.tax, inside = s.inside + excluded.inside
  ), credited as (
    insert into payment.credited_sum as s (service, credited_account, business_date, head_unit_id, province_unit_id, district_unit_id, office_unit_id, n, amount)
    select d.service, d.credited_account, d.business_date, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id, sum(d.n), sum(d.amount)
      from taken d where d.credited_account is not null and payment.brought_money(d.status)
     group by 1, 2, 3, 4, 5, 6, 7
    having sum(d.n) <> 0 or sum(d.amount) <> 0
    on conflict on constraint credited_sum_key do update set n = s.n + excluded.n, amount = s.amount + excluded.amount
  )
  select count(*) into folded from taken;
  return folded;
end $$;

create or replace function payment.rebuild_list_sums(first date, last date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203131);
  with old_sums as (
    delete from payment.list_sum where business_date between first and last returning 1
  ), old_credited as (
    delete from payment.credited_sum where business_date between first and last returning 1
  ), old_deltas as (
    delete from payment.list_delta where business_date between first and last returning 1
  ), facts as materialized (
    select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        credited_account, count(*) as n, sum(amount_hundredths) as amount, sum(fee_hundredths) as fee, sum(tax_hundredths) as tax,
        sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end) as inside
      from payment.transaction
     where business_date between first and last
       -- Read first: the lines that take their place have the same keys.
       and (select count(*) from old_sums) + (select count(*) from old_credited) + (select count(*) from old_deltas) >= 0
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  ), credited as (
    insert into payment.credited_sum (service, credited_account, business_date, head_unit_id, province_unit_id, district_unit_id, office_unit_id, n, amount)
    select service, credited_account, business_date, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(n), sum(amount)
      from facts where credited_account is not null and payment.brought_money(status)
     group by 1, 2, 3, 4, 5, 6, 7
  )
  insert into payment.list_sum (merchant_id, partner_id, unit_id, service, refund, business_date, status, channel,
    head_unit_id, province_unit_id, district_unit_id, office_unit_id, n, amount, fee, tax, inside)
  select g.merchant_id, g.partner_id, g.unit_id, d.service, d.refund, d.business_date, d.status, d.channel,
      g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id, sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax), sum(d.inside)
    from facts d cross join lateral payment.list_grains(d.merchant_id, d.partner_id, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id) g
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
end $$;

create or replace function payment.list_sum_faults(first date, last date) returns table (service text, business_date date, lines bigint) language sql stable as $$
  with facts as (
    select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        credited_account, count(*) as n, sum(amount_hundredths) as amount, sum(fee_hundredths) as fee, sum(tax_hundredths) as tax,
        sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end) as inside
      from payment.transaction where business_date between first and last group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    union all
    select service, refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        credited_account, -n, -amount, -fee, -tax, -inside
      from payment.list_delta where business_date between first and last
  ), compared as (
    select d.service, d.business_date
      from (
        select f.service, f.refund, f.business_date, f.status, f.channel, g.*, f.n, f.amount, f.fee, f.tax, f.inside
          from facts f cross join lateral payment.list_grains(f.merchant_id, f.partner_id, f.head_unit_id, f.province_unit_id, f.district_unit_id, f.office_unit_id) g
        union all
        select s.service, s.refund, s.business_date, s.status, s.channel, s.merchant_id, s.partner_id, s.unit_id,
            s.head_unit_id, s.province_unit_id, s.district_unit_id, s.office_unit_id, -s.n, -s.amount, -s.fee, -s.tax, -s.inside
          from payment.list_sum s where s.business_date between first and last
      ) d
     group by d.service, d.refund, d.business_date, d.status, d.channel, d.merchant_id, d.partner_id, d.unit_id,
       d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id
    having sum(d.n) <> 0 or sum(d.amount) <> 0 or sum(d.fee) <> 0 or sum(d.tax) <> 0 or sum(d.inside) <> 0
    union all
    select d.service, d.business_date
      from (
        select f.service, f.credited_account, f.business_date, f.head_unit_id, f.province_unit_id, f.district_unit_id, f.office_unit_id, f.n, f.amount
          from facts f where f.credited_account is not null and payment.brought_money(f.status)
        union all
        select s.service, s.credited_account, s.business_date, s.head_unit_id, s.province_unit_id, s.district_unit_id, s.office_unit_id, -s.n, -s.amount
          from payment.credited_sum s where s.business_date between first and last
      ) d
     group by d.service, d.credited_account, d.business_date, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id
    having sum(d.n) <> 0 or sum(d.amount) <> 0
  )
  select c.service, c.business_date, count(*) from compared c group by 1, 2 order by 2, 1
$$;

---------------------------------------------------------------- what stands

-- Lines that wait do not name their account: days with any are made anew, as those are that have paid to one.
select payment.rebuild_list_sums(d, d)
  from (select distinct business_date as d from payment.transaction where credited_account is not null union select business_date from payment.list_delta) days;

create view vietqr.account_day with (security_invoker) as
  select a.id as account_id, l.business_date, sum(l.n)::bigint as n, sum(l.amount) * 0.01 as amount
    from payment.credited_line l join vietqr.account_directory a on a.number = l.credited_account
   group by a.id, l.business_date;
comment on view vietqr.account_day is 'What each account was paid on a day, within the scope of who asks.';

-- When an account was paid last, and its newest payments, are read from its end.
drop index payment.transaction_credited;
create index transaction_credited on payment.transaction (credited_account, occurred_at) where credited_account is not null;

-- A unit is in use by its payments, not by what is kept of them.
do $$
declare
  body text := pg_get_functiondef('organisation.unit_uses'::regproc);
  changed text := replace(body, '''payment.list_delta'', ', '''payment.list_delta'', ''payment.credited_sum'', ');
begin
  if changed = body then
    raise exception 'organisation.unit_uses leaves kept sums out in another way';
  end if;
  execute changed;
end $$;
