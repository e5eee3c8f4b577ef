-- A day is closed under the lock that postings on its cash wait for, so what it reads and writes then is a few functions: their plans are
-- kept by the connection, where statements of this size take longer to be planned than to run.

-- The first days of a unit that are not closed, the earliest first; a single row without a day where there is none, no row for a unit
-- without cash. Holds the unit's business date until the commit.
create function cash.lock_days(of_unit bigint) returns table (day date, status text, closed_through date)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform from cash.unit_state where unit_id = of_unit for update;
  -- A statement of its own: it sees what whoever held the lock has committed.
  return query
    select c.business_date, c.status, d.closed_through
      from cash.unit_state s left join ledger.unit_day d on d.unit_id = s.unit_id
      left join cash.day_close c on c.unit_id = s.unit_id and c.status <> 'CLOSED'
     where s.unit_id = of_unit order by c.business_date;
end $$;
comment on function cash.lock_days(bigint) is 'Days of a unit that are not closed, under its lock.';

-- What the checks of cash find against closing these days.
create function cash.day_close_items(days bigint[], units bigint[], dates date[])
returns table (found_by text, day_id text, id text, code text, amount text, name text, flag boolean, blocks boolean)
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select 'SHIFTS', d.day_id::text, s.id::text, s.code, null::text, h.name, false, true
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join cash.shift s on s.unit_id = d.unit_id and s.business_date <= d.business_date and s.status <> 'CLOSED'
      join cash.holding h on h.id = s.till_id order by s.code;
  -- Counted for the day, and nothing has moved since but what that count itself led to. flag: it was counted.
  return query
    select 'VAULT', d.day_id::text, h.id::text, h.code, null::text, h.name, c.id is not null, true
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join cash.holding h on h.unit_id = d.unit_id and h.kind = 'VAULT' and h.status <> 'CLOSED'
      left join lateral (
        select * from cash.count where holding_id = h.id and business_date = d.business_date and reason in ('DAY', 'SPOT') order by id desc limit 1
      ) c on true
     where c.id is null or exists (
        select from ledger.entry e join ledger.journal j on j.id = e.journal_id
         where e.account_id = h.account_id and e.account_version > c.account_version and j.business_date <= d.business_date
           and not exists (select from cash.variance v where v.count_id = c.id and v.journal_id = j.id)
      );
  return query
    select 'VARIANCES', d.day_id::text, c.id::text, c.code, v.amount::text, h.name, false, true
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join cash.variance v on v.unit_id = d.unit_id and v.status in ('OPEN', 'PENDING')
      join cash.count c on c.id = v.count_id and c.business_date <= d.business_date join cash.holding h on h.id = v.holding_id order by c.code;
  -- Of cash only: what else waits at a unit has its own time limits and is no cash of this day.
  return query
    select 'APPROVALS', d.day_id::text, r.request_id::text, r.subject_code, null::text, null::text, false, true
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join approvals.pending_place r on r.unit_id = d.unit_id and r.subject_type like 'cash.%'
     where (r.asked_at at time zone 'Asia/Ho_Chi_Minh')::date <= d.business_date order by r.request_id;
  -- flag: both ends disagree.
  return query
    select 'TRANSFERS', d.day_id::text, t.id::text, t.code, t.amount::text, o.name, t.status = 'DISCREPANCY', false
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join cash.treasury_transaction t on d.unit_id in (t.from_unit_id, t.to_unit_id) and t.status in ('DISPATCHED', 'DISCREPANCY')
        and (t.dispatched_at at time zone 'Asia/Ho_Chi_Minh')::date <= d.business_date
      join organisation.unit_directory o on o.id = case when t.from_unit_id = d.unit_id then t.to_unit_id else t.from_unit_id end
     order by t.code;
  -- What lies above the ceiling at the end of the day, or above the floor where there is no ceiling (flag: there is one).
  return query
    select 'CASH_LEFT', d.day_id::text, h.id::text, h.code, (b.closing - coalesce(h.ceiling, h.floor))::text, h.name, h.ceiling is not null, h.ceiling_policy = 'BLOCK'
      from unnest(days, units, dates) as d (day_id, unit_id, business_date)
      join cash.holding h on h.unit_id = d.unit_id and h.kind <> 'COURIER' and h.status <> 'CLOSED'
      cross join lateral (
        select closing from ledger.daily_balance where account_id = h.account_id and business_date <= d.business_date order by business_date desc limit 1
      ) b
     where b.closing > coalesce(h.ceiling, h.floor) order by h.code;
end $$;
comment on function cash.day_close_items(bigint[], bigint[], date[]) is 'What the checks of cash find against closing days.';

-- The figures of a day: everything after the last closed day of the unit up to its own date. The plan holds for any number of entries:
-- they are found by the versions that the ledger keeps by date.
create function cash.day_figures(closing_day bigint, of_unit bigint, through date) returns jsonb
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  -- The first day of a unit has everything before it.
  from_date constant date := coalesce((
    select d.business_date + 1 from cash.day_close d
     where d.unit_id = of_unit and d.business_date < through and exists (select from cash.day_close_run r where r.day_close_id = d.id)
     order by d.business_date desc limit 1), through);
begin
  return (
    with moved as materialized (
      select j.id, j.kind, j.description, j.occurred_at, j.business_date, sum(case e.side when 'D' then e.amount else -e.amount end) as net
        from cash.holding h
        cross join lateral (
          select min(first_version) as first, max(last_version) as last from ledger.daily_balance
           where account_id = h.account_id and business_date between from_date and through
        ) span
        join ledger.entry e on e.account_id = h.account_id and e.account_version between span.first and span.last
        join ledger.journal j on j.id = e.journal_id and j.business_date between from_date and through
       where h.unit_id = of_unit and h.kind <> 'COURIER'
       group by j.id
    ), by_kind as (
      select kind, sign(net)::int as direction, count(*)::int as count, sum(abs(net)) as amount from moved where net <> 0 group by kind, sign(net)
    ), late as (
      select * from moved where (occurred_at at time zone 'Asia/Ho_Chi_Minh')::date < business_date order by id limit 500
    )
    select jsonb_build_object(
      'unitCode', u.code, 'unitName', u.name, 'unitLevel', u.level, 'fromDate', from_date, 'businessDate', through,
      'kinds', (
        select jsonb_agg(jsonb_build_object('kind', kind, 'direction', direction, 'count', count, 'amount', amount::numeric(20,2)::text) order by amount desc, kind)
          from by_kind
      ),
      'late', (
        select jsonb_agg(jsonb_build_object('journalId', id::text, 'kind', kind, 'description', description, 'occurredAt', occurred_at,
            'amount', net::numeric(20,2)::text) order by id)
          from late
      ),
      'holdings', (
        select jsonb_agg(jsonb_build_object('code', h.code, 'name', h.name, 'holdingKind', h.kind,
            'opening', coalesce(before.closing, 0)::numeric(20,2)::text, 'received', coalesce(today.debit, 0)::numeric(20,2)::text,
            'paid', coalesce(today.credit, 0)::numeric(20,2)::text,
            'closing', (coalesce(before.closing, 0) + coalesce(today.debit, 0) - coalesce(today.credit, 0))::numeric(20,2)::text,
            'ceiling', h.ceiling::text) order by h.kind desc, h.code)
          from cash.holding h
          left join lateral (
            select closing from ledger.daily_balance where account_id = h.account_id and business_date < from_date order by business_date desc limit 1
          ) before on true
          left join lateral (
            select sum(debit) as debit, sum(credit) as credit from ledger.daily_balance
             where account_id = h.account_id and business_date between from_date and through
          ) today on true
         where h.unit_id = of_unit and h.kind <> 'COURIER' and (h.status <> 'CLOSED' or today.debit is not null or before.closing <> 0)
      ),
      'counts', (
        select jsonb_agg(jsonb_build_object('code', c.code, 'holding', h.code, 'counted', c.counted::text, 'ledgerBalance', c.ledger_balance::text,
            'variance', c.variance::text, 'countedBy', coalesce(s.full_name, ''), 'countedAt', c.counted_at) order by c.id)
          from cash.count c join cash.holding h on h.id = c.holding_id left join organisation.staff_directory s on s.id = c.counted_by_staff_id
         where c.unit_id = of_unit and c.business_date between from_date and through and c.reason not in ('DISPATCH', 'RECEIPT')
      ),
      'transit', (
        select jsonb_agg(jsonb_build_object('code', t.code, 'fromUnit', f.name, 'toUnit', o.name, 'amount', t.amount::text, 'dispatchedAt', t.dispatched_at) order by t.code)
          from cash.treasury_transaction t
          join organisation.unit_directory f on f.id = t.from_unit_id join organisation.unit_directory o on o.id = t.to_unit_id
         where of_unit in (t.from_unit_id, t.to_unit_id) and t.status in ('DISPATCHED', 'DISCREPANCY')
      ),
      'lateUnits', (
        select jsonb_agg(jsonb_build_object('unitCode', o.code, 'unitName', o.name, 'businessDate', l.business_date, 'reason', l.reason,
            'namedBy', l.named_by, 'arrivedAt', l.arrived_at) order by o.code, l.business_date)
          from cash.day_close_late_unit l join organisation.unit_directory o on o.id = l.unit_id where l.day_close_id = closing_day
      ),
      'acknowledged', (
        select jsonb_agg(jsonb_build_object('item', item, 'note', note, 'acknowledgedBy', acknowledged_by, 'acknowledgedAt', acknowledged_at) order by acknowledged_at, item)
          from cash.day_close_acknowledgement where day_close_id = closing_day
      ))
      from organisation.unit_directory u where u.id = of_unit
  );
end $$;
comment on function cash.day_figures(bigint, bigint, date) is 'The figures of a business date of a unit as they stand.';

-- A day that is open although a unit above has closed (reopened, or begun afterwards) will come as an adjustment of that unit: of its
-- first closed day for the same date or a later one.
create function cash.announce_adjustment(of_unit bigint, day date, why text, by_account text, at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into cash.day_close_late_unit (day_close_id, unit_id, business_date, reason, named_by, named_at)
    select p.id, of_unit, day, why, by_account, at
      from cash.day_close own join cash.day_close p on p.status = 'CLOSED' and p.business_date >= own.business_date
        and p.unit_id in (own.district_unit_id, own.province_unit_id, own.head_unit_id) and p.unit_id <> own.unit_id
        and not exists (
          select from cash.day_close q
           where q.unit_id = p.unit_id and q.status = 'CLOSED' and q.business_date >= own.business_date and q.business_date < p.business_date
        )
     where own.unit_id = of_unit and own.business_date = day
  on conflict (day_close_id, unit_id, business_date) do update set arrived_at = null;
end $$;
comment on function cash.announce_adjustment(bigint, date, text, text, timestamptz) is 'Closed days of the units above will have an open day as an adjustment.';

-- What follows from a close: its figures are kept, the unit works in the next day (null: in none), and wherever the day was waited for it
-- is an adjustment now.
create function cash.finish_day(closed_day bigint, next_day date, by_account text, at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  it cash.day_close;
begin
  select * into strict it from cash.day_close where id = closed_day and status = 'CLOSED';
  insert into cash.day_close_run (day_close_id, run, figures, submitted_by, closed_by, closed_at)
    select it.id, count(*) + 1, it.figures, it.submitted_by, it.closed_by, it.closed_at from cash.day_close_run where day_close_id = it.id;
  update cash.unit_state set business_date = next_day, updated_by = by_account, updated_at = at, version = version + 1 where unit_id = it.unit_id;
  -- Begun after a unit above had closed: nobody has named it there.
  perform cash.announce_adjustment(it.unit_id, it.business_date, '—', by_account, at);
  update cash.day_close_late_unit set arrived_at = at where unit_id = it.unit_id and business_date = it.business_date and arrived_at is null;
end $$;
comment on function cash.finish_day(bigint, date, text, timestamptz) is 'What follows from the close of a day.';
