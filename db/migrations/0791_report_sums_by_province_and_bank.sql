-- Reports by province and bank have lines of their own, by day and by month: those that also tell partners apart are five times as many.
alter table payment.report_sum drop constraint report_sum_grain_check;
alter table payment.report_sum add constraint report_sum_grain_check check (grain in ('DAY', 'MONTH', 'PROVINCE_BANK', 'PROVINCE_BANK_MONTH', 'PROVINCE', 'BANK', 'PARTNER'));
comment on table payment.report_sum is 'What has happened to transactions, by day and by month: by province, bank and partner (DAY, MONTH), by province and bank (PROVINCE_BANK, PROVINCE_BANK_MONTH), and by one of them alone.';
comment on column payment.report_sum.day is 'Of MONTH and PROVINCE_BANK_MONTH the first day of the month.';

-- Who sees one province reads its lines alone, whatever they tell apart; no question names the condition that the index had.
drop index payment.report_sum_province;
create index report_sum_province on payment.report_sum (province_unit_id, grain, day);

create or replace function payment.report_grains(day date, partner bigint, bank text, province bigint)
returns table (grain text, day date, partner_id bigint, bank_bin text, province_unit_id bigint) language sql immutable parallel safe as $$
  select 'DAY', day, partner, bank, province
  union all select 'MONTH', date_trunc('month', day::timestamp)::date, partner, bank, province
  union all select 'PROVINCE_BANK', day, 0, bank, province
  union all select 'PROVINCE_BANK_MONTH', date_trunc('month', day::timestamp)::date, 0, bank, province
  union all select 'PROVINCE', day, 0, '', province
  union all select 'BANK', day, 0, bank, 0
  union all select 'PARTNER', day, partner, '', 0
$$;

create or replace function payment.rebuild_report_sums(first date, last date) returns void language plpgsql as $$
declare
  month_first constant date := date_trunc('month', first::timestamp)::date;
  month_last constant date := (date_trunc('month', last::timestamp) + interval '1 month - 1 day')::date;
begin
  perform pg_advisory_xact_lock(7203132);
  -- One statement, so one snapshot: what others commit meanwhile stays in their deltas.
  with old_detail as (
    delete from payment.report_detail where day between first and last returning 1
  ), old_deltas as (
    delete from payment.report_delta where day between first and last returning 1
  )
  insert into payment.report_detail select * from payment.report_facts(first, last) f where f.n <> 0 or f.amount <> 0 or f.fee <> 0 or f.tax <> 0;
  delete from payment.report_sum where day between first and last and grain not in ('MONTH', 'PROVINCE_BANK_MONTH') or day between month_first and month_last and grain in ('MONTH', 'PROVINCE_BANK_MONTH');
  insert into payment.report_sum
  select g.grain, d.service, d.type, d.event, g.day, d.channel, g.partner_id, g.bank_bin, d.head_unit_id, g.province_unit_id, 0, 0,
      sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax)
    from payment.report_detail d cross join lateral payment.report_grains(d.day, d.partner_id, d.bank_bin, d.province_unit_id) g
   where d.day between month_first and month_last and (g.grain in ('MONTH', 'PROVINCE_BANK_MONTH') or d.day between first and last)
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;

create or replace function payment.report_sum_faults(first date, last date) returns table (service text, day date, lines bigint) language sql stable as $$
  with detail as (
    select * from payment.report_detail d where d.day between first and last
  ), facts as materialized (
    select * from payment.report_facts(first, last)
    union all
    select d.service, d.type, d.event, d.day, d.channel, d.partner_id, d.bank_bin, d.merchant_id, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id,
        -d.n, -d.amount, -d.fee, -d.tax
      from payment.report_delta d where d.day between first and last
  ), compared as (
    select c.service, c.day
      from (
        select f.* from facts f
        union all
        select d.service, d.type, d.event, d.day, d.channel, d.partner_id, d.bank_bin, d.merchant_id, d.head_unit_id, d.province_unit_id, d.district_unit_id, d.office_unit_id,
            -d.n, -d.amount, -d.fee, -d.tax from detail d
      ) c
     group by c.service, c.type, c.event, c.day, c.channel, c.partner_id, c.bank_bin, c.merchant_id, c.head_unit_id, c.province_unit_id, c.district_unit_id, c.office_unit_id
    having sum(c.n) <> 0 or sum(c.amount) <> 0 or sum(c.fee) <> 0 or sum(c.tax) <> 0
    union all
    select c.service, c.day
      from (
        select g.grain, f.service, f.type, f.event, g.day, f.channel, g.partner_id, g.bank_bin, f.head_unit_id, g.province_unit_id, f.n, f.amount, f.fee, f.tax
          from facts f cross join lateral payment.report_grains(f.day, f.partner_id, f.bank_bin, f.province_unit_id) g
        union all
        select s.grain, s.service, s.type, s.event, s.day, s.channel, s.partner_id, s.bank_bin, s.head_unit_id, s.province_unit_id, -s.n, -s.amount, -s.fee, -s.tax
          from payment.report_sum s where s.day between first and last
      ) c
     where c.grain not in ('MONTH', 'PROVINCE_BANK_MONTH') or c.day >= first and (c.day + interval '1 month - 1 day')::date <= last
     group by c.grain, c.service, c.type, c.event, c.day, c.channel, c.partner_id, c.bank_bin, c.head_unit_id, c.province_unit_id
    having sum(c.n) <> 0 or sum(c.amount) <> 0 or sum(c.fee) <> 0 or sum(c.tax) <> 0
  )
  select c.service, c.day, count(*) from compared c group by 1, 2 order by 2, 1
$$;

insert into payment.report_sum
select g.grain, d.service, d.type, d.event, g.day, d.channel, g.partner_id, g.bank_bin, d.head_unit_id, g.province_unit_id, 0, 0, sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax)
  from payment.report_detail d cross join lateral payment.report_grains(d.day, d.partner_id, d.bank_bin, d.province_unit_id) g
 where g.grain in ('PROVINCE_BANK', 'PROVINCE_BANK_MONTH')
 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
