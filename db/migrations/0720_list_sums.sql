-- Totals of the lists of transactions are kept, not counted. Whoever changes a transaction only adds a line of what that changes (no update of a
-- row that others need, no lock); once a second these lines are folded into sums by day. A reader adds what is not folded yet, in one statement.

-- What a statement changed, by everything that a list may ask for. Never updated.
create table payment.list_delta (
  service text not null,
  refund boolean not null,
  business_date date not null,
  status text not null,
  channel text not null,
  merchant_id bigint,
  partner_id bigint not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  n bigint not null,
  amount bigint not null,
  fee bigint not null,
  tax bigint not null,
  inside bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
comment on table payment.list_delta is 'What was added to and taken from the totals of lists since they were folded last; written by triggers of payment.transaction, read by the same scope as that.';
comment on column payment.list_delta.n is 'Transactions more, or less; the sums are whole hundredths.';
comment on column payment.list_delta.inside is 'Of fee and tax: what lies inside the amount.';

create table payment.list_sum (
  merchant_id bigint not null,
  partner_id bigint not null,
  unit_id bigint not null,
  service text not null,
  refund boolean not null,
  business_date date not null,
  status text not null,
  channel text not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  n bigint not null,
  amount bigint not null,
  fee bigint not null,
  tax bigint not null,
  inside bigint not null,
  constraint list_sum_key unique nulls not distinct (merchant_id, partner_id, unit_id, service, refund, business_date, status, channel,
    head_unit_id, province_unit_id, district_unit_id, office_unit_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table payment.list_sum is 'Transactions by day, status and channel: of everything, of each unit with what lies below it, of each merchant, of each partner. 0 stands for all of a kind.';
comment on column payment.list_sum.unit_id is 'The unit of a line by unit. Its columns of units are its path, 0 for what lies below: so no line is taken for one of that unit alone. Of a merchant they are where its transactions belong.';

-- The lines of payment.list_sum that a transaction counts in.
create function payment.list_grains(merchant bigint, partner bigint, head bigint, province bigint, district bigint, office bigint)
returns table (merchant_id bigint, partner_id bigint, unit_id bigint, head_unit_id bigint, province_unit_id bigint, district_unit_id bigint, office_unit_id bigint)
language sql immutable parallel safe as $$
  select 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint
  union all select 0, 0, head, head, 0, 0, 0
  union all select 0, 0, province, head, province, 0, 0 where province is not null
  union all select 0, 0, district, head, province, district, 0 where district is not null
  union all select 0, 0, office, head, province, district, office where office is not null
  union all select merchant, 0, 0, head, province, district, office where merchant is not null
  union all select 0, partner, 0, 0, 0, 0, 0
$$;

---------------------------------------------------------------- what changes them

create function payment.list_delta_insert() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      count(*), sum(amount_hundredths), sum(fee_hundredths), sum(tax_hundredths), sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end)
    from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  return null;
end $$;

create function payment.list_delta_delete() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      -count(*), -sum(amount_hundredths), -sum(fee_hundredths), -sum(tax_hundredths), -sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end)
    from old_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  return null;
end $$;

create function payment.list_delta_update() returns trigger language plpgsql as $$
begin
  insert into payment.list_delta
  select service, refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      sum(n), sum(n * amount), sum(n * fee), sum(n * tax), sum(n * inside)
    from (
      select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
          1 as n, amount_hundredths as amount, fee_hundredths as fee, tax_hundredths as tax, case when fee_on_top then 0 else fee_hundredths + tax_hundredths end as inside
        from new_rows
      union all
      select service, type = 'REFUND', business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
          -1, amount_hundredths, fee_hundredths, tax_hundredths, case when fee_on_top then 0 else fee_hundredths + tax_hundredths end
        from old_rows
    ) c
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  having sum(n) <> 0 or sum(n * amount) <> 0 or sum(n * fee) <> 0 or sum(n * tax) <> 0 or sum(n * inside) <> 0;
  return null;
end $$;

-- On the whole table, once a statement: it hears of every row, in whichever month it lies.
create trigger list_delta_insert after insert on payment.transaction referencing new table as new_rows for each statement execute function payment.list_delta_insert();
create trigger list_delta_update after update on payment.transaction referencing old table as old_rows new table as new_rows for each statement execute function payment.list_delta_update();
create trigger list_delta_delete after delete on payment.transaction referencing old table as old_rows for each statement execute function payment.list_delta_delete();

---------------------------------------------------------------- folding, making anew, proving

-- One at a time, whatever process asks; the others return at once. Answers how many lines it folded.
create function payment.fold_list_deltas() returns bigint language plpgsql as $$
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
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- Makes the sums of these days anew from the transactions. One statement, so one snapshot: what others commit meanwhile stays in their deltas.
create function payment.rebuild_list_sums(first date, last date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203131);
  with old_sums as (
    delete from payment.list_sum where business_date between first and last returning 1
  ), old_deltas as (
    delete from payment.list_delta where business_date between first and last returning 1
  )
  insert into payment.list_sum (merchant_id, partner_id, unit_id, service, refund, business_date, status, channel,
    head_unit_id, province_unit_id, district_unit_id, office_unit_id, n, amount, fee, tax, inside)
  select g.merchant_id, g.partner_id, g.unit_id, d.service, d.refund, d.business_date, d.status, d.channel,
      g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id, sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax), sum(d.inside)
    from (
      select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
          count(*) as n, sum(amount_hundredths) as amount, sum(fee_hundredths) as fee, sum(tax_hundredths) as tax,
          sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end) as inside
        from payment.transaction
       where business_date between first and last
         -- Read first: the lines that take their place have the same keys.
         and (select count(*) from old_sums) + (select count(*) from old_deltas) >= 0
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ) d cross join lateral payment.list_grains(d.merchant_id, d.partner_id, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id) g
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
end $$;

-- Days of services on which the sums, with what is not folded yet, are not those of the transactions, and of how many lines.
create function payment.list_sum_faults(first date, last date) returns table (service text, business_date date, lines bigint) language sql stable as $$
  with facts as (
    select service, type = 'REFUND' as refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        count(*) as n, sum(amount_hundredths) as amount, sum(fee_hundredths) as fee, sum(tax_hundredths) as tax,
        sum(case when fee_on_top then 0 else fee_hundredths + tax_hundredths end) as inside
      from payment.transaction where business_date between first and last group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    union all
    select service, refund, business_date, status, channel, merchant_id, partner_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        -n, -amount, -fee, -tax, -inside
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
  )
  select c.service, c.business_date, count(*) from compared c group by 1, 2 order by 2, 1
$$;

select payment.rebuild_list_sums(min(business_date), max(business_date)) from payment.transaction;
