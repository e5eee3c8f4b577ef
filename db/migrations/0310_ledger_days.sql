-- The business date of a unit binds postings on its cash holdings, and the balances of each day are kept with the posting.

---------------------------------------------------------------- daily balances

alter table ledger.account add column daily boolean not null default false;
comment on column ledger.account.daily is 'Its balances by business date are kept in ledger.daily_balance: cash holdings and couriers.';

create table ledger.daily_balance (
  account_id bigint not null references ledger.account,
  business_date date not null,
  debit numeric(20,2) not null,
  credit numeric(20,2) not null,
  entries bigint not null,
  closing numeric(20,2) not null,
  first_version bigint not null,
  last_version bigint not null,
  primary key (account_id, business_date)
) with (fillfactor = 60);
comment on table ledger.daily_balance is 'What was posted on an account for a business date; days without entries have no row. Written by ledger.post_many only.';
comment on column ledger.daily_balance.closing is 'Balance after this business date and all before it, positive on the normal side; late entries count for their own date.';
comment on column ledger.daily_balance.first_version is 'The entries of the date stand between first_version and last_version of the account; those of other dates may stand among them.';

update ledger.account set daily = true where day_unit_id is not null or id in (select account_id from cash.holding);
insert into ledger.daily_balance
  select a.id, m.business_date, m.debit, m.credit, m.entries, sum(m.change) over (partition by a.id order by m.business_date), m.first_version, m.last_version
    from ledger.account a
    cross join lateral (
      select j.business_date, coalesce(sum(e.amount) filter (where e.side = 'D'), 0) as debit, coalesce(sum(e.amount) filter (where e.side = 'C'), 0) as credit,
          count(*) as entries, sum(case e.side when a.normal_side then e.amount else -e.amount end) as change, min(e.account_version) as first_version, max(e.account_version) as last_version
        from ledger.entry e join ledger.journal j on j.id = e.journal_id
       where e.account_id = a.id
       group by j.business_date
    ) m
   where a.daily;

create function ledger.account_daily() returns trigger language plpgsql as $$
begin
  new.daily := true;
  return new;
end $$;
create trigger daily_with_day before insert on ledger.account for each row when (new.day_unit_id is not null) execute function ledger.account_daily();
create trigger daily_kept before update of daily on ledger.account
  for each statement execute function ledger.refuse('whether the balances of each day are kept is said when an account is opened');

create trigger written_by_posting before insert or update on ledger.daily_balance
  for each statement when (current_setting('ledger.posting', true) is distinct from 'on')
  execute function ledger.refuse('daily balances change through postings only');
create trigger kept before delete or truncate on ledger.daily_balance for each statement execute function ledger.refuse('daily balances are kept');
alter table ledger.daily_balance enable always trigger kept;

---------------------------------------------------------------- a closed day takes no posting on the holdings of its unit

-- A posting holds its accounts until commit; closing or reopening a day locks the row of the unit, so that no account is added, and then
-- every account bound to it: a posting is committed before the close, or waits and sees it.
create function ledger.lock_unit_day() returns trigger language plpgsql as $$
declare
  maintenance constant text := coalesce(current_setting('app.maintenance', true), '');
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'closing a day needs isolation level read committed' using errcode = 'invalid_transaction_state';
  end if;
  if new.unit_id <> old.unit_id then
    raise exception 'the day of a unit does not move' using errcode = 'restrict_violation';
  end if;
  if (new.closed_through is null or new.closed_through < old.closed_through) and current_setting('ledger.reopening', true) is distinct from 'on' then
    raise exception 'a closed day is opened again by ledger.reopen_day only' using errcode = 'restrict_violation';
  end if;
  perform from ledger.unit_day where unit_id = old.unit_id for update;
  -- Without it the owner of the tables would see, and so lock, no account.
  perform set_config('app.maintenance', 'on', true);
  perform from ledger.account where day_unit_id = old.unit_id order by id for update;
  perform set_config('app.maintenance', maintenance, true);
  return new;
end $$;
create trigger lock_unit_day before update on ledger.unit_day for each row when (new is distinct from old) execute function ledger.lock_unit_day();
create trigger kept before delete or truncate on ledger.unit_day for each statement execute function ledger.refuse('the days of a unit are kept');

-- Opens a day again, and those after it; answers whether it was closed.
create function ledger.reopen_day(unit bigint, day date) returns boolean language plpgsql as $$
declare
  reopened boolean;
begin
  perform set_config('ledger.reopening', 'on', true);
  update ledger.unit_day set closed_through = day - 1 where unit_id = unit and closed_through >= day;
  reopened := found;
  perform set_config('ledger.reopening', 'off', true);
  return reopened;
end $$;

-- Those journals (by position) whose entries on accounts bound to the day of a unit do not fit: of two units, or in a closed day.
create function ledger.journals_off_day(business_dates date[], entry_journals integer[], entry_accounts bigint[])
returns table (journal integer, problem text, unit text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select b.journal, case when b.first = b.last then 'DAY_CLOSED' else 'TWO_UNITS' end, (select u.code from organisation.unit u where u.id = b.first)
      from (
        select e.journal, min(a.day_unit_id) as first, max(a.day_unit_id) as last
          from unnest(entry_journals, entry_accounts) as e(journal, account)
          cross join lateral (select day_unit_id from ledger.account where id = e.account offset 0) a
         where a.day_unit_id is not null
         group by e.journal
      ) b
     where b.first <> b.last or business_dates[b.journal] <= (select d.closed_through from ledger.unit_day d where d.unit_id = b.first);
end $$;

-- The same for journals that were not written by post_many. The lock waits for a close under way, and a close waits for it.
create function ledger.refuse_off_day(journals bigint[]) returns void language plpgsql as $$
declare
  maintenance constant text := coalesce(current_setting('app.maintenance', true), '');
  off record;
begin
  -- As in lock_unit_day.
  perform set_config('app.maintenance', 'on', true);
  perform from ledger.account
    where day_unit_id is not null and id in (select account_id from ledger.entry where journal_id = any(journals)) order by id for key share;
  select j.id, j.business_date, min(a.day_unit_id) as first, max(a.day_unit_id) as last into off
    from ledger.journal j join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
   where j.id = any(journals) and a.day_unit_id is not null
   group by j.id
  having min(a.day_unit_id) <> max(a.day_unit_id)
      or j.business_date <= (select closed_through from ledger.unit_day where unit_id = min(a.day_unit_id))
   limit 1;
  if found then
    raise exception 'journal % on % does not fit the open days of units % and %', off.id, off.business_date, off.first, off.last
      using errcode = 'check_violation', constraint = 'day_open';
  end if;
  perform set_config('app.maintenance', maintenance, true);
end $$;

create or replace function ledger.entries_written() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if current_setting('ledger.posting', true) is distinct from 'on' then
    perform ledger.refuse_off_day(array(select distinct journal_id from new_entry));
  end if;
  insert into ledger.incomplete_journal
    select e.journal_id
      from (
        select journal_id, sum(lines) as lines, max(last_line) as last_line, bool_and(difference = 0) as balanced
          from (
            select journal_id, count(*) as lines, max(line) as last_line, sum(case side when 'D' then amount else -amount end) as difference
              from new_entry group by journal_id, currency
          ) by_currency
         group by journal_id
      ) e
      left join ledger.journal j on j.id = e.journal_id
     where (e.balanced and e.lines = j.entries and e.last_line = j.entries) is not true
  on conflict do nothing;
  return null;
end $$;

create or replace function ledger.journals_written() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  closed record;
begin
  -- post_many has done this already, before it wrote.
  if current_setting('ledger.posting', true) is distinct from 'on' then
    -- An older snapshot would not see a close that this transaction has waited for.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'postings need isolation level read committed' using errcode = 'invalid_transaction_state';
    end if;
    perform pg_advisory_xact_lock_shared(ledger.period_lock_class(), key)
      from (select distinct ledger.period_lock_key(service, business_date) as key from new_journal order by 1) keys;
    select c.* into closed
      from (select array_agg(service) as services, array_agg(business_date) as days, array_agg(office_unit_id) as offices from new_journal) j,
        ledger.days_closed(j.services, j.days, j.offices) c
     limit 1;
    if found then
      raise exception 'the period of % on % is closed', closed.service, closed.day using errcode = 'check_violation', constraint = 'period_open';
    end if;
    perform ledger.refuse_off_day(array(select id from new_journal));
  end if;
  insert into ledger.incomplete_journal
    select j.id from new_journal j where not exists (select from ledger.entry e where e.journal_id = j.id)
  on conflict do nothing;
  return null;
end $$;

---------------------------------------------------------------- posting

create or replace function ledger.problems_of(
  keys text[], services text[], business_dates date[], offices bigint[], reversed bigint[],
  entry_journals integer[], entry_accounts bigint[], entry_currencies text[]
) returns table (ord bigint, problem text, detail text)
language plpgsql
set enable_hashjoin = on
set enable_mergejoin = on
as $$
#variable_conflict use_column
begin
  return query
  -- Tables are looked up line by line (lateral, offset 0 keeps it so), for the same reason as in post_many.
  with journals as (
    select *, row_number() over (partition by key order by ord) as nth, row_number() over (partition by reverses order by ord) as nth_reversal
      from unnest(keys, services, business_dates, offices, reversed) with ordinality as j(key, service, day, office, reverses, ord)
  ), faults as (
    select distinct on (e.journal) e.journal, coalesce(a.code, e.account::text) as account,
        case when a.id is null then 'ACCOUNT_UNKNOWN' when a.status <> 'ACTIVE' then 'ACCOUNT_INACTIVE' else 'CURRENCY' end as problem
      from unnest(entry_journals, entry_accounts, entry_currencies) with ordinality as e(journal, account, currency, ord)
      left join lateral (select * from ledger.account where id = e.account offset 0) a on true
     where a.id is null or a.status <> 'ACTIVE' or a.currency <> e.currency
     order by e.journal, e.ord
  ), mixed as (
    select e.journal
      from unnest(entry_journals, entry_accounts) as e(journal, account) cross join lateral (select class from ledger.account where id = e.account offset 0) a
     group by e.journal having bool_or(a.class = 'OFF_BALANCE') and bool_or(a.class <> 'OFF_BALANCE')
  ), named as (
    select j.*, same.id as same_id, f.account, off.unit,
        case
          when j.nth > 1 or same.id is not null then 'DUPLICATE'
          when j.reverses is not null and j.nth_reversal > 1 or reversal.id is not null then 'REVERSED'
          when j.office is not null and unit.id is null then 'UNIT_UNKNOWN'
          when c.service is not null then 'PERIOD_CLOSED'
          when f.problem is not null then f.problem
          when m.journal is not null then 'MIXED'
          when off.problem is not null then off.problem
        end as problem
      from journals j
      left join lateral (select id from ledger.journal where business_key = j.key offset 0) same on true
      left join lateral (select id from ledger.journal where reverses_journal_id = j.reverses offset 0) reversal on true
      left join lateral (select id from organisation.unit where id = j.office offset 0) unit on true
      left join ledger.days_closed(services, business_dates, offices) c on c.service = j.service and c.day = j.day and c.office is not distinct from j.office
      left join faults f on f.journal = j.ord
      left join mixed m on m.journal = j.ord
      left join ledger.journals_off_day(business_dates, entry_journals, entry_accounts) off on off.journal = j.ord
  )
  select ord, problem,
      case problem
        when 'DUPLICATE' then same_id::text when 'REVERSED' then reverses::text when 'UNIT_UNKNOWN' then office::text
        when 'PERIOD_CLOSED' then service || ' ' || day when 'DAY_CLOSED' then unit || ' ' || day
        when 'MIXED' then null when 'TWO_UNITS' then null else account
      end
    from named;
end $$;

-- As before (0031), with business dates and daily balances.
create or replace function ledger.post_many(
  keys text[], kinds text[], services text[], business_dates date[], occurred timestamptz[], descriptions text[],
  source_types text[], source_ids text[], offices bigint[], reversed bigint[], sizes smallint[],
  entry_journals integer[], entry_lines smallint[], entry_accounts bigint[], entry_amounts bigint[], entry_currencies text[],
  all_or_nothing boolean
) returns table (journal_id bigint, problem text, detail text)
language plpgsql
-- Planned once, and by index whatever the statistics say: the tables may have been empty when the plan was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  total constant integer := cardinality(keys);
  ids constant bigint[] := array(select nextval('ledger.journal_id_seq') from generate_series(1, total));
  bad boolean[] := array_fill(false, array[total]);
  problems text[];
  details text[];
  posted bigint[];
  found_accounts integer;
  currencies text[];
  limited boolean;
  suspect boolean;
  summed boolean;
  by_day boolean;
  late boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'postings need isolation level read committed' using errcode = 'invalid_transaction_state';
  end if;

  perform pg_advisory_xact_lock_shared(ledger.period_lock_class(), key)
    from (select distinct ledger.period_lock_key(s, d) as key from unnest(services, business_dates) as j(s, d) order by 1) locks;
  select count(*), array_agg(distinct currency), bool_or(min_balance is not null or max_balance is not null), bool_or(class = 'OFF_BALANCE' or status <> 'ACTIVE'),
      bool_or(daily), bool_or(day_unit_id is not null)
    into found_accounts, currencies, limited, suspect, summed, by_day
    from (
      select currency, min_balance, max_balance, class, status, daily, day_unit_id from ledger.account where id = any(entry_accounts) order by id for no key update
    ) locked;

  -- One look whether anything may be wrong; which journal and why is asked only then. Each statement sees what was committed before it began.
  suspect := coalesce(suspect, true)
    or (select count(distinct a) from unnest(entry_accounts) a) <> found_accounts
    or cardinality(currencies) > 1 or exists (select from unnest(entry_currencies) c where c <> currencies[1])
    or exists (select from ledger.journal o where o.business_key = any(keys))
    or (select count(distinct k) from unnest(keys) k) < total
    or exists (select from unnest(reversed) r where r is not null)
    or exists (select from ledger.days_closed(services, business_dates, offices))
    or by_day and exists (select from ledger.journals_off_day(business_dates, entry_journals, entry_accounts))
    or exists (select from unnest(offices) u where u is not null and not exists (select from organisation.unit o where o.id = u));
  if suspect then
    select array_agg(p.problem order by p.ord), array_agg(p.detail order by p.ord), array_agg(p.problem is not null order by p.ord)
      into problems, details, bad
      from ledger.problems_of(keys, services, business_dates, offices, reversed, entry_journals, entry_accounts, entry_currencies) p;
  end if;
  if limited then
    select l.problems, l.details, l.bad into problems, details, bad
      from ledger.apply_limits(coalesce(problems, array_fill(null::text, array[total])), coalesce(details, array_fill(null::text, array[total])), bad, entry_journals, entry_accounts, entry_amounts) l;
  end if;

  if all_or_nothing and true = any(bad) then
    return query select null::bigint, p.problem, p.detail from unnest(problems, details) with ordinality as p(problem, detail, ord) order by p.ord;
    return;
  end if;

  perform set_config('ledger.posting', 'on', true);
  with written as (
    insert into ledger.journal (id, business_key, kind, service, business_date, occurred_at, recorded_at, description, source_type, source_id, office_unit_id, reverses_journal_id, entries)
    select j.id, key, kind, service, day, at, clock_timestamp(), description, source_type, source_id, office, reverses, size
      from unnest(ids, bad, keys, kinds, services, business_dates, occurred, descriptions, source_types, source_ids, offices, reversed, sizes)
        as j(id, is_bad, key, kind, service, day, at, description, source_type, source_id, office, reverses, size)
     where not is_bad
     order by key
    on conflict (business_key) do nothing
    returning id
  ), run as materialized (
    select ids[e.journal] as id, e.line, e.account, case when e.amount > 0 then 'D' else 'C' end as side, abs(e.amount) * 0.01 as amount, e.currency,
        a.balance + 0.01 * sum(case a.normal_side when 'D' then e.amount else -e.amount end) over of_account as balance_after,
        a.version + row_number() over of_account as account_version,
        lead(e.ord) over of_account is null as is_last,
        a.daily, a.normal_side, e.journal
      from unnest(entry_journals, entry_lines, entry_accounts, entry_amounts, entry_currencies) with ordinality as e(journal, line, account, amount, currency, ord)
      join ledger.account a on a.id = e.account
     -- Not as a join: this way it is a hash table whatever the settings above.
     where (ids[e.journal] in (select id from written)) is true
    window of_account as (partition by e.account order by e.ord rows unbounded preceding)
  ), noted as (
    insert into ledger.entry (journal_id, line, account_id, side, amount, currency, balance_after, account_version)
    select id, line, account, side, amount, currency, balance_after, account_version from run
  ), moved as (
    update ledger.account a set balance = r.balance_after, version = r.account_version from run r where r.is_last and a.id = r.account
  ), by_date as materialized (
    select m.*, latest.closing as latest_closing, latest.business_date as latest_date, max(m.day) over (partition by m.account) as last_day
      from (
        select account, business_dates[journal] as day, coalesce(sum(amount) filter (where side = 'D'), 0) as debit, coalesce(sum(amount) filter (where side = 'C'), 0) as credit,
            sum(case side when normal_side then amount else -amount end) as change, count(*) as entries, min(account_version) as first_version, max(account_version) as last_version
          from run where summed and daily group by account, business_dates[journal]
      ) m
      left join lateral (select closing, business_date from ledger.daily_balance where account_id = m.account order by business_date desc limit 1) latest on true
  ), summed_up as (
    insert into ledger.daily_balance as d (account_id, business_date, debit, credit, entries, closing, first_version, last_version)
    select account, day, debit, credit, entries,
        case
          when latest_date is null then 0
          when latest_date <= day then latest_closing
          else coalesce((select b.closing from ledger.daily_balance b where b.account_id = account and b.business_date <= day order by b.business_date desc limit 1), 0)
        end + change,
        first_version, last_version
      from by_date
     order by account, day
    on conflict (account_id, business_date) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, entries = d.entries + excluded.entries,
        closing = excluded.closing, last_version = excluded.last_version
  )
  select coalesce(array_agg(id), '{}'), summed and (select bool_or(day < last_day or day < latest_date) from by_date) into posted, late from written;
  -- What counts for an earlier day moves the closing balances of the days after it.
  if late then
    update ledger.daily_balance d set closing = d.closing + later.change
      from (
        select b.account_id, b.business_date, sum(m.change) as change
          from (
            select e.account, business_dates[e.journal] as day, 0.01 * sum(case a.normal_side when 'D' then e.amount else -e.amount end) as change
              from unnest(entry_journals, entry_accounts, entry_amounts) as e(journal, account, amount) join ledger.account a on a.id = e.account
             where a.daily and (ids[e.journal] in (select unnest(posted))) is true
             group by e.account, business_dates[e.journal]
          ) m
          join ledger.daily_balance b on b.account_id = m.account and b.business_date > m.day
         group by b.account_id, b.business_date
      ) later
     where d.account_id = later.account_id and d.business_date = later.business_date;
  end if;
  perform set_config('ledger.posting', 'off', true);

  if problems is null and cardinality(posted) = total then
    return query select unnest(ids), null::text, null::text;
    return;
  end if;
  -- Somebody else committed the same business key after we looked. What the limits allowed may have counted on that journal.
  if total > 1 and (limited or all_or_nothing) and cardinality(posted) < (select count(*) from unnest(bad) b where not b) then
    raise exception 'a business key was posted at the same moment' using errcode = 'serialization_failure';
  end if;
  return query
    select case when r.posted then r.id end, case when not r.posted then coalesce(r.problem, 'DUPLICATE') end,
        case when r.posted then null when r.problem is null then (select o.id::text from ledger.journal o where o.business_key = r.key) else r.detail end
      from (
        select j.*, (j.id in (select unnest(posted))) is true as posted
          from unnest(ids, keys, coalesce(problems, array_fill(null::text, array[total])), coalesce(details, array_fill(null::text, array[total]))) with ordinality as j(id, key, problem, detail, ord)
      ) r
     order by r.ord;
end $$;

