-- The posting function: any number of journals in one call, a result a journal.

-- Journals come as arrays of equal length; entries as arrays of equal length that name their journal by position (from 1).
-- entry_amounts are hundredths, debit positive, credit negative. That journals balance is the caller's to check; the tables check it again.
-- Returns a row a journal, in order: its id, or the problem and what it is about. Good journals are posted, bad ones leave no trace;
-- with all_or_nothing one bad journal keeps the good ones out as well (they come back without id and without problem).
-- Within one call a business key may stand once. Order of locks: days of services, accounts by id, business keys.
create function ledger.post_many(
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
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'postings need isolation level read committed' using errcode = 'invalid_transaction_state';
  end if;

  perform pg_advisory_xact_lock_shared(ledger.period_lock_class(), key)
    from (select distinct ledger.period_lock_key(s, d) as key from unnest(services, business_dates) as j(s, d) order by 1) locks;
  select count(*), array_agg(distinct currency), bool_or(min_balance is not null or max_balance is not null), bool_or(class = 'OFF_BALANCE' or status <> 'ACTIVE')
    into found_accounts, currencies, limited, suspect
    from (
      select currency, min_balance, max_balance, class, status from ledger.account where id = any(entry_accounts) order by id for no key update
    ) locked;

  -- One look whether anything may be wrong; which journal and why is asked only then. Each statement sees what was committed before it began.
  suspect := coalesce(suspect, true)
    or (select count(distinct a) from unnest(entry_accounts) a) <> found_accounts
    or cardinality(currencies) > 1 or exists (select from unnest(entry_currencies) c where c <> currencies[1])
    or exists (select from ledger.journal o where o.business_key = any(keys))
    or (select count(distinct k) from unnest(keys) k) < total
    or exists (select from unnest(reversed) r where r is not null)
    or exists (select from ledger.days_closed(services, business_dates, offices))
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
        lead(e.ord) over of_account is null as is_last
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
  )
  select coalesce(array_agg(id), '{}') into posted from written;
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
comment on function ledger.post_many is 'The one writer of journals, entries and balances.';

-- Names the first problem of each journal (null: none found), limits aside. Called with the locks of post_many held.
create function ledger.problems_of(
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
    select j.*, same.id as same_id, f.account,
        case
          when j.nth > 1 or same.id is not null then 'DUPLICATE'
          when j.reverses is not null and j.nth_reversal > 1 or reversal.id is not null then 'REVERSED'
          when j.office is not null and unit.id is null then 'UNIT_UNKNOWN'
          when c.service is not null then 'PERIOD_CLOSED'
          when f.problem is not null then f.problem
          when m.journal is not null then 'MIXED'
        end as problem
      from journals j
      left join lateral (select id from ledger.journal where business_key = j.key offset 0) same on true
      left join lateral (select id from ledger.journal where reverses_journal_id = j.reverses offset 0) reversal on true
      left join lateral (select id from organisation.unit where id = j.office offset 0) unit on true
      left join ledger.days_closed(services, business_dates, offices) c on c.service = j.service and c.day = j.day and c.office is not distinct from j.office
      left join faults f on f.journal = j.ord
      left join mixed m on m.journal = j.ord
  )
  select ord, problem,
      case problem
        when 'DUPLICATE' then same_id::text when 'REVERSED' then reverses::text when 'UNIT_UNKNOWN' then office::text
        when 'PERIOD_CLOSED' then service || ' ' || day when 'MIXED' then null else account
      end
    from named;
end $$;

-- Walks the journals in order and marks those that would leave an account outside its limits (unless they bring it nearer).
-- A marked journal does not count for those after it.
create function ledger.apply_limits(inout problems text[], inout details text[], inout bad boolean[], entry_journals integer[], entry_accounts bigint[], entry_amounts bigint[])
language plpgsql
set enable_hashjoin = on
set enable_mergejoin = on
as $$
declare
  accounts bigint[];
  codes text[];
  sides text[];
  lows numeric[];
  highs numeric[];
  balances numeric[];
  step record;
  fits boolean;
begin
  select array_agg(id order by id), array_agg(code order by id), array_agg(normal_side order by id), array_agg(balance order by id),
      array_agg(coalesce(min_balance, '-infinity') order by id), array_agg(coalesce(max_balance, 'infinity') order by id)
    into accounts, codes, sides, balances, lows, highs
    from ledger.account where id = any(entry_accounts) and (min_balance is not null or max_balance is not null);
  for step in
    select journal, array_agg(place order by place) as places, array_agg(delta order by place) as deltas
      from (
        select e.journal, l.place, sum(case l.side when 'D' then e.amount else -e.amount end) * 0.01 as delta
          from unnest(entry_journals, entry_accounts, entry_amounts) as e(journal, account, amount)
          join unnest(accounts, sides) with ordinality as l(account, side, place) on l.account = e.account
         group by e.journal, l.place
      ) moves
     group by journal order by journal
  loop
    continue when bad[step.journal];
    fits := true;
    for i in 1 .. cardinality(step.places) loop
      if step.deltas[i] < 0 and balances[step.places[i]] + step.deltas[i] < lows[step.places[i]]
        or step.deltas[i] > 0 and balances[step.places[i]] + step.deltas[i] > highs[step.places[i]] then
        fits := false;
        bad[step.journal] := true;
        problems[step.journal] := 'LIMIT';
        details[step.journal] := codes[step.places[i]];
        exit;
      end if;
    end loop;
    continue when not fits;
    for i in 1 .. cardinality(step.places) loop
      balances[step.places[i]] := balances[step.places[i]] + step.deltas[i];
    end loop;
  end loop;
end $$;

-- Posts the mirror of a journal: same accounts and amounts, sides exchanged, in the same order.
create function ledger.reverse(original_id bigint, key text, day date, at timestamptz, reason text)
returns table (journal_id bigint, problem text, detail text)
language plpgsql
as $$
#variable_conflict use_column
declare
  original ledger.journal;
begin
  select * into original from ledger.journal where id = original_id;
  if not found then
    return query select null::bigint, 'JOURNAL_UNKNOWN', original_id::text;
  elsif original.reverses_journal_id is not null then
    return query select null::bigint, 'IS_REVERSAL', original_id::text;
  else
    return query
      select p.*
        from (
          select array_agg(1 order by line) as journals, array_agg(line order by line) as lines, array_agg(account_id order by line) as accounts,
              array_agg((case side when 'D' then -100 else 100 end * amount)::bigint order by line) as amounts, array_agg(currency order by line) as currencies
            from ledger.entry where journal_id = original_id
        ) e,
        ledger.post_many(
          array[key], array['REVERSAL'], array[original.service], array[day], array[at], array[reason],
          array[original.source_type], array[original.source_id], array[original.office_unit_id], array[original_id], array[original.entries],
          e.journals, e.lines, e.accounts, e.amounts, e.currencies, true
        ) p;
  end if;
end $$;
