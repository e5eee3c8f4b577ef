-- What cancelled deposits gave back is told apart from what was waived: sums of a day may hold both.
alter table cob.debt add column given_back numeric(20,2) not null default 0;
update cob.debt d set given_back = p.amount from (
  select courier_id, unit_id, business_date, due_on, sum(amount) as amount from cob.position where kind = 'ADJUST' and amount > 0 group by 1, 2, 3, 4) p
 where (p.courier_id, p.unit_id, p.business_date, p.due_on) = (d.courier_id, d.unit_id, d.business_date, d.due_on);
comment on column cob.debt.given_back is 'The part of adjusted that is above nothing: deposits that were cancelled.';

-- The debt of offices without their postmen: what the report of the country reads, a third of the rows.
create table cob.debt_delta (
  unit_id bigint not null,
  business_date date not null,
  due_on date not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  collected numeric(20,2) not null,
  handed_in numeric(20,2) not null,
  adjusted numeric(20,2) not null,
  given_back numeric(20,2) not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
comment on table cob.debt_delta is 'What was added to the debt of offices since it was folded last; never updated: postmen of one office wait for nobody.';

create table cob.debt_sum (
  unit_id bigint not null,
  business_date date not null,
  due_on date not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  collected numeric(20,2) not null,
  handed_in numeric(20,2) not null,
  adjusted numeric(20,2) not null,
  given_back numeric(20,2) not null,
  constraint debt_sum_key unique nulls not distinct (unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index debt_sum_day on cob.debt_sum (business_date);
comment on table cob.debt_sum is 'Kept sums of cob.debt by office; with cob.debt_delta it is what cob.debt adds up to, proved by a control rule.';

insert into cob.debt_sum
select unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(collected), sum(handed_in), sum(adjusted), sum(given_back)
  from cob.debt group by 1, 2, 3, 4, 5, 6, 7;

create or replace function cob.keep_debt() returns trigger language plpgsql as $$
begin
  insert into cob.debt as d (courier_id, unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, collected, handed_in, adjusted, given_back, items)
  select courier_id, unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      coalesce(sum(amount) filter (where kind = 'COLLECT'), 0), coalesce(-sum(amount) filter (where kind = 'HAND_IN'), 0),
      coalesce(sum(amount) filter (where kind = 'ADJUST'), 0), coalesce(sum(amount) filter (where kind = 'ADJUST' and amount > 0), 0), count(*) filter (where kind = 'COLLECT')
    from made group by courier_id, unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id
    order by courier_id, unit_id, business_date, due_on
  on conflict (courier_id, unit_id, business_date, due_on) do update set collected = d.collected + excluded.collected, handed_in = d.handed_in + excluded.handed_in,
    adjusted = d.adjusted + excluded.adjusted, given_back = d.given_back + excluded.given_back, items = d.items + excluded.items;
  insert into cob.debt_delta
  select unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id,
      coalesce(sum(amount) filter (where kind = 'COLLECT'), 0), coalesce(-sum(amount) filter (where kind = 'HAND_IN'), 0), coalesce(sum(amount) filter (where kind = 'ADJUST'), 0),
      coalesce(sum(amount) filter (where kind = 'ADJUST' and amount > 0), 0)
    from made group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

-- One at a time, whatever process asks; the others return at once. Answers how many lines it folded.
create function cob.fold_debt_deltas() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(10600001) then
    return 0;
  end if;
  with taken as (
    delete from cob.debt_delta returning *
  ), kept as (
    insert into cob.debt_sum as s
    select unit_id, business_date, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(collected), sum(handed_in), sum(adjusted), sum(given_back)
      from taken group by 1, 2, 3, 4, 5, 6, 7
    on conflict on constraint debt_sum_key do update
      set collected = s.collected + excluded.collected, handed_in = s.handed_in + excluded.handed_in, adjusted = s.adjusted + excluded.adjusted,
        given_back = s.given_back + excluded.given_back
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- Offices and days on which the sums, with what is not folded yet, are not those of their postmen.
create function cob.debt_sum_faults() returns table (unit_id bigint, business_date date, amount numeric) language sql stable as $$
  select c.unit_id, c.business_date, sum(c.collected - c.handed_in + c.adjusted)
    from (
      select d.unit_id, d.business_date, d.due_on, d.collected, d.handed_in, d.adjusted, d.given_back from cob.debt_sum d
      union all select d.unit_id, d.business_date, d.due_on, d.collected, d.handed_in, d.adjusted, d.given_back from cob.debt_delta d
      union all select d.unit_id, d.business_date, d.due_on, -d.collected, -d.handed_in, -d.adjusted, -d.given_back from cob.debt d
    ) c
   group by c.unit_id, c.business_date, c.due_on
  having sum(c.collected) <> 0 or sum(c.handed_in) <> 0 or sum(c.adjusted) <> 0 or sum(c.given_back) <> 0
$$;
