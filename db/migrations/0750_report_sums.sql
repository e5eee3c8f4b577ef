-- Sums that reports read: by the day of the books and by what happened on it. Who posts only adds lines; once a second they are folded into sums.
-- What happens later is a line of a later day, so the sums of a day that is over never change.

alter table payment.transaction add column ledger_date date;
comment on column payment.transaction.ledger_date is 'The day that its outcome counts for, where that came after it was reported: of its journal, or for one that failed the first open day on which that was known. Null: its business date.';
create index transaction_decided on payment.transaction (ledger_date) where ledger_date is not null;

---------------------------------------------------------------- what happens

-- What a transaction counts as, and on which days. What was decided later is no longer open from that day on, and still was on the days before.
create function payment.report_events(status text, business_date date, ledger_date date, late_of date)
returns table (event text, day date, n smallint) language sql immutable parallel safe as $$
  select case when status in ('INITIATED', 'PROCESSING', 'UNKNOWN') then 'OPEN' when status = 'FAILED' then 'FAILED' else 'PAID' end,
    coalesce(ledger_date, business_date), 1::smallint
  union all select 'LATE', coalesce(ledger_date, business_date), 1::smallint
    where late_of is not null and status not in ('INITIATED', 'PROCESSING', 'UNKNOWN', 'FAILED', 'CANCELLED')
  union all select 'OPEN', business_date, 1::smallint where ledger_date is not null
  union all select 'OPEN', ledger_date, (-1)::smallint where ledger_date is not null
$$;

create table payment.report_delta (
  service text not null,
  type text not null,
  event text not null,
  day date not null,
  channel text not null,
  partner_id bigint not null,
  bank_bin text not null,
  merchant_id bigint,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  n bigint not null,
  amount bigint not null,
  fee bigint not null,
  tax bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0, parallel_workers = 0);
comment on table payment.report_delta is 'What has happened to transactions since it was folded last, by the day of the books; written by triggers of payment.transaction, payment.refund and payment.cancellation.';
comment on column payment.report_delta.event is 'PAID, FAILED, OPEN (no outcome yet), REFUNDED, CANCELLED; LATE is what belongs to an earlier day of what is PAID and not CANCELLED. One that is CANCELLED was PAID on the same day.';
comment on column payment.report_delta.bank_bin is 'The bank that the payer paid from; empty where the channel did not say.';
comment on column payment.report_delta.n is 'How many; the sums are whole hundredths. What is decided later is taken out of OPEN on that day.';

-- The same, folded: each line as it came, so that anything can be asked of a merchant or a unit.
create table payment.report_detail (like payment.report_delta including comments) with (autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table payment.report_detail is 'What has happened to transactions, by everything that a report asks for; only added to.';
create index report_detail_day on payment.report_detail (service, day);
create index report_detail_merchant on payment.report_detail (merchant_id, day);
create index report_detail_office on payment.report_detail (office_unit_id, day);
create index report_detail_district on payment.report_detail (district_unit_id, day);
create index report_detail_province on payment.report_detail (province_unit_id, day);

create table payment.report_sum (
  grain text not null check (grain in ('DAY', 'MONTH', 'PROVINCE', 'BANK', 'PARTNER')),
  service text not null,
  type text not null,
  event text not null,
  day date not null,
  channel text not null,
  partner_id bigint not null,
  bank_bin text not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  n bigint not null,
  amount bigint not null,
  fee bigint not null,
  tax bigint not null,
  constraint report_sum_key unique nulls not distinct (grain, service, day, type, event, channel, partner_id, bank_bin, head_unit_id, province_unit_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0);
comment on table payment.report_sum is 'What has happened to transactions, by day and by month: by province, bank and partner (DAY, MONTH), and by one of them alone.';
comment on column payment.report_sum.grain is 'What the line tells apart beside service, type, event and channel. 0, and an empty bank, stand for all of a kind; units below the province are always all.';
comment on column payment.report_sum.day is 'Of MONTH the first day of the month.';
create index report_sum_province on payment.report_sum (province_unit_id, grain, day) where partner_id <> 0;
create index report_sum_partner on payment.report_sum (partner_id, grain, day) where partner_id <> 0;

-- The lines of payment.report_sum that something counts in.
create function payment.report_grains(day date, partner bigint, bank text, province bigint)
returns table (grain text, day date, partner_id bigint, bank_bin text, province_unit_id bigint) language sql immutable parallel safe as $$
  select 'DAY', day, partner, bank, province
  union all select 'MONTH', date_trunc('month', day::timestamp)::date, partner, bank, province
  union all select 'PROVINCE', day, 0, '', province
  union all select 'BANK', day, 0, bank, 0
  union all select 'PARTNER', day, partner, '', 0
$$;

---------------------------------------------------------------- who adds to it

create function payment.report_delta_insert() returns trigger language plpgsql as $$
begin
  insert into payment.report_delta
  select t.service, t.type, e.event, e.day, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, e.n, e.n * t.amount_hundredths, e.n * t.fee_hundredths, e.n * t.tax_hundredths
    from new_rows t cross join lateral payment.report_events(t.status, t.business_date, t.ledger_date, t.late_of) e
   where t.type <> 'REFUND';
  return null;
end $$;

-- What stays as it was cancels out: a day that is over is changed by nothing that the machine allows.
create function payment.report_delta_update() returns trigger language plpgsql as $$
begin
  insert into payment.report_delta
  select t.service, t.type, e.event, e.day, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, sum(t.sign * e.n), sum(t.sign * e.n * t.amount_hundredths), sum(t.sign * e.n * t.fee_hundredths), sum(t.sign * e.n * t.tax_hundredths)
    from (
      select 1 as sign, service, type, status, business_date, ledger_date, late_of, channel, partner_id, payer_bank_bin, merchant_id, head_unit_id, province_unit_id,
          district_unit_id, office_unit_id, amount_hundredths, fee_hundredths, tax_hundredths from new_rows where type <> 'REFUND'
      union all
      select -1, service, type, status, business_date, ledger_date, late_of, channel, partner_id, payer_bank_bin, merchant_id, head_unit_id, province_unit_id,
          district_unit_id, office_unit_id, amount_hundredths, fee_hundredths, tax_hundredths from old_rows where type <> 'REFUND'
    ) t cross join lateral payment.report_events(t.status, t.business_date, t.ledger_date, t.late_of) e
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  having sum(t.sign * e.n) <> 0 or sum(t.sign * e.n * t.amount_hundredths) <> 0 or sum(t.sign * e.n * t.fee_hundredths) <> 0 or sum(t.sign * e.n * t.tax_hundredths) <> 0;
  return null;
end $$;

create function payment.report_delta_delete() returns trigger language plpgsql as $$
begin
  insert into payment.report_delta
  select t.service, t.type, e.event, e.day, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, -e.n, -e.n * t.amount_hundredths, -e.n * t.fee_hundredths, -e.n * t.tax_hundredths
    from old_rows t cross join lateral payment.report_events(t.status, t.business_date, t.ledger_date, t.late_of) e
   where t.type <> 'REFUND';
  return null;
end $$;

-- Refunds count for the day of their journal.
create function payment.report_delta_refund() returns trigger language plpgsql as $$
begin
  insert into payment.report_delta
  select t.service, t.type, 'REFUNDED', j.business_date, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, 1, (r.amount * 100)::bigint, (r.fee * 100)::bigint, (r.tax * 100)::bigint
    from new_rows r
    join payment.transaction t on t.id = r.transaction_id and t.business_date = r.business_date
    join ledger.journal j on j.id = r.journal_id;
  return null;
end $$;

-- A cancellation counts for the day of its payment.
create function payment.report_delta_cancellation() returns trigger language plpgsql as $$
begin
  insert into payment.report_delta
  select t.service, t.type, 'CANCELLED', r.business_date, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, 1, (r.amount * 100)::bigint, (r.fee * 100)::bigint, (r.tax * 100)::bigint
    from new_rows r join payment.transaction t on t.id = r.transaction_id and t.business_date = r.business_date;
  return null;
end $$;

create trigger report_delta_insert after insert on payment.transaction referencing new table as new_rows for each statement execute function payment.report_delta_insert();
create trigger report_delta_update after update on payment.transaction referencing old table as old_rows new table as new_rows for each statement execute function payment.report_delta_update();
create trigger report_delta_delete after delete on payment.transaction referencing old table as old_rows for each statement execute function payment.report_delta_delete();
create trigger report_delta after insert on payment.refund referencing new table as new_rows for each statement execute function payment.report_delta_refund();
create trigger report_delta after insert on payment.cancellation referencing new table as new_rows for each statement execute function payment.report_delta_cancellation();

---------------------------------------------------------------- folding, making anew, proving

-- One at a time, whatever process asks; the others return at once. Answers how many lines it folded.
create function payment.fold_report_deltas() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(7203132) then
    return 0;
  end if;
  with taken as (
    delete from payment.report_delta returning *
  ), detail as (
    insert into payment.report_detail
    select service, type, event, day, channel, partner_id, bank_bin, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
        sum(n), sum(amount), sum(fee), sum(tax)
      from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    having sum(n) <> 0 or sum(amount) <> 0 or sum(fee) <> 0 or sum(tax) <> 0
  ), kept as (
    insert into payment.report_sum as s
    select g.grain, d.service, d.type, d.event, g.day, d.channel, g.partner_id, g.bank_bin, d.head_unit_id, g.province_unit_id, 0, 0,
        sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax)
      from taken d cross join lateral payment.report_grains(d.day, d.partner_id, d.bank_bin, d.province_unit_id) g
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    having sum(d.n) <> 0 or sum(d.amount) <> 0 or sum(d.fee) <> 0 or sum(d.tax) <> 0
    on conflict on constraint report_sum_key do update
      set n = s.n + excluded.n, amount = s.amount + excluded.amount, fee = s.fee + excluded.fee, tax = s.tax + excluded.tax
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- What has happened on these days, from the records themselves.
create function payment.report_facts(first date, last date) returns setof payment.report_delta language sql stable as $$
  select t.service, t.type, e.event, e.day, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, sum(e.n)::bigint, sum(e.n * t.amount_hundredths)::bigint, sum(e.n * t.fee_hundredths)::bigint, sum(e.n * t.tax_hundredths)::bigint
    from (
      select * from payment.transaction where business_date between first and last
      union all
      select * from payment.transaction where ledger_date between first and last and business_date not between first and last
    ) t cross join lateral payment.report_events(t.status, t.business_date, t.ledger_date, t.late_of) e
   where t.type <> 'REFUND' and e.day between first and last
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  union all
  select t.service, t.type, r.event, r.day, t.channel, t.partner_id, coalesce(t.payer_bank_bin, ''), t.merchant_id, t.head_unit_id, t.province_unit_id,
      t.district_unit_id, t.office_unit_id, count(*), sum(r.amount * 100)::bigint, sum(r.fee * 100)::bigint, sum(r.tax * 100)::bigint
    from (
      select 'REFUNDED' as event, j.business_date as day, f.transaction_id, f.business_date, f.amount, f.fee, f.tax
        from payment.refund f join ledger.journal j on j.id = f.journal_id where j.business_date between first and last
      union all
      select 'CANCELLED', business_date, transaction_id, business_date, amount, fee, tax from payment.cancellation where business_date between first and last
    ) r join payment.transaction t on t.id = r.transaction_id and t.business_date = r.business_date
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
$$;

-- Makes the sums of these days anew from the records, and those of their months from the days.
create function payment.rebuild_report_sums(first date, last date) returns void language plpgsql as $$
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
  delete from payment.report_sum where day between first and last and grain <> 'MONTH' or day between month_first and month_last and grain = 'MONTH';
  insert into payment.report_sum
  select g.grain, d.service, d.type, d.event, g.day, d.channel, g.partner_id, g.bank_bin, d.head_unit_id, g.province_unit_id, 0, 0,
      sum(d.n), sum(d.amount), sum(d.fee), sum(d.tax)
    from payment.report_detail d cross join lateral payment.report_grains(d.day, d.partner_id, d.bank_bin, d.province_unit_id) g
   where d.day between month_first and month_last and (g.grain = 'MONTH' or d.day between first and last)
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;

-- Days of services on which the sums, with what is not folded yet, are not those of the records, and of how many lines. Months stand under their
-- first day, and only where they lie between the two as a whole.
create function payment.report_sum_faults(first date, last date) returns table (service text, day date, lines bigint) language sql stable as $$
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
     where c.grain <> 'MONTH' or c.day >= first and (c.day + interval '1 month - 1 day')::date <= last
     group by c.grain, c.service, c.type, c.event, c.day, c.channel, c.partner_id, c.bank_bin, c.head_unit_id, c.province_unit_id
    having sum(c.n) <> 0 or sum(c.amount) <> 0 or sum(c.fee) <> 0 or sum(c.tax) <> 0
  )
  select c.service, c.day, count(*) from compared c group by 1, 2 order by 2, 1
$$;

---------------------------------------------------------------- what stands

alter table payment.sum_repair add column kind text not null default 'LIST' check (kind in ('LIST', 'REPORT'));
comment on column payment.sum_repair.kind is 'LIST: payment.list_sum; REPORT: payment.report_detail and payment.report_sum.';

-- Outcomes that came later have posted for a day of their own; of those that failed nothing was posted, so theirs is the day on which that was told.
update payment.transaction t set ledger_date = j.business_date
  from ledger.journal j
 where j.source_type = 'payment.transaction' and j.source_id = t.id::text and j.business_key in ('payment:' || t.code || ':paid', 'payment:' || t.code || ':moved')
   and j.business_date <> t.business_date;
update payment.transaction t set ledger_date = (e.occurred_at at time zone 'Asia/Ho_Chi_Minh')::date
  from payment.transaction_event e
 where e.transaction_id = t.id and e.business_date = t.business_date and e.step = 'fail' and e.from_status = 'UNKNOWN' and t.status = 'FAILED'
   and (e.occurred_at at time zone 'Asia/Ho_Chi_Minh')::date > t.business_date;
delete from payment.report_delta;

select payment.rebuild_report_sums(min(d), max(d))
  from (select business_date as d from payment.transaction union all select ledger_date from payment.transaction union all select business_date from ledger.journal) days;

create or replace function organisation.unit_uses(target bigint) returns setof text language plpgsql stable as $$
declare
  it record;
  used boolean;
begin
  for it in
    select distinct c.oid::regclass::text as place, a.attname as named
    from organisation.unit u
    cross join pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
    where u.id = target and c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
      and case when a.attname in ('head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id')
        then a.attname = case u.level when 'HEAD_OFFICE' then 'head_unit_id' when 'PROVINCE' then 'province_unit_id' when 'DISTRICT' then 'district_unit_id' else 'office_unit_id' end
        else exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'organisation.unit'::regclass and f.conkey = array[a.attnum]) end
      and not (c.oid = 'organisation.unit'::regclass and a.attname <> 'parent_id')
      -- What is kept of payments names no unit that they do not name.
      and c.oid <> all (array['payment.list_delta', 'payment.list_sum', 'payment.report_delta', 'payment.report_detail', 'payment.report_sum']::regclass[])
    order by 1, 2
  loop
    execute format('select exists (select from %s where %I = $1)', it.place, it.named) into used using target;
    if used then return next it.place; end if;
  end loop;
end $$;
