-- Of a variance that payouts explain in part, what is left of it keeps a day open; the rest of the function is as it was (0445).

-- What the checks of cash find against closing these days.
create or replace function cash.day_close_items(days bigint[], units bigint[], dates date[])
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
    select 'VARIANCES', d.day_id::text, c.id::text, c.code, (v.amount + v.explained)::text, h.name, false, true
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
