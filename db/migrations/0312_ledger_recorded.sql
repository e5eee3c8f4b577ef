-- As before (0310), with one time of recording a call, so that a moment can be searched for among the entries of an account, and with
-- limits looked at as a set first.
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
  recorded timestamptz;
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

  -- Taken under the locks and one for all journals of the call: along the entries of an account the time of recording never falls.
  recorded := clock_timestamp();

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
  -- Walked through one by one only when all that leaves an account, or all that enters it, would bring it beyond a limit.
  if limited and exists (
    select from (
      select account, sum(greatest(amount, 0)) * 0.01 as debit, sum(least(amount, 0)) * 0.01 as credit from unnest(entry_accounts, entry_amounts) as e(account, amount) group by account
    ) moves join ledger.account a on a.id = moves.account
     where a.balance + case a.normal_side when 'D' then credit else -debit end < a.min_balance
        or a.balance + case a.normal_side when 'D' then debit else -credit end > a.max_balance
  ) then
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
    select j.id, key, kind, service, day, at, recorded, description, source_type, source_id, office, reverses, size
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
