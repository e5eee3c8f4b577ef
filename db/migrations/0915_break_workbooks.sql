-- Breaks by age in working days, and the workbooks by which many of them are resolved at once.

create function reconciliation.is_workday(day date) returns boolean language sql stable as $$
  select extract(isodow from day) < 6 and not exists (
    select from masterdata.global_list_entry e join masterdata.global_list l on l.id = e.list_id
     where l.code = 'PUBLIC_HOLIDAY' and l.status = 'ACTIVE' and e.status = 'ACTIVE' and e.key = to_char(day, 'YYYY-MM-DD'))
$$;
comment on function reconciliation.is_workday is 'Neither a Saturday or Sunday nor a holiday of the global list.';

create function reconciliation.working_days(after date, up_to date) returns integer language sql stable as $$
  select count(*)::integer from generate_series(after + 1, up_to, interval '1 day') d where reconciliation.is_workday(d::date)
$$;
comment on function reconciliation.working_days is 'Working days after one day and up to another, that one included.';

-- What is older than the n-th working day counted back from today is at least n working days old: lists compare days and count none.
create function reconciliation.workday_back(today date, n integer) returns date language sql stable as $$
  select d::date from generate_series(today, today - n * 2 - 30, interval '-1 day') d where reconciliation.is_workday(d::date) order by d desc offset n - 1 limit 1
$$;
comment on function reconciliation.workday_back is 'The n-th working day counted back from today, today included.';

create table reconciliation.workbook (
  id uuid primary key,
  session_id bigint not null references reconciliation.session,
  desk text not null,
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  status text not null default 'COMPARED' check (status in ('COMPARED', 'PROPOSED', 'APPLIED', 'GIVEN_BACK')),
  reason text not null default '',
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  decided_by text,
  decided_at timestamptz
);
create index on reconciliation.workbook (session_id, uploaded_at);
create unique index workbook_in_question on reconciliation.workbook (session_id) where status = 'PROPOSED';
comment on table reconciliation.workbook is 'A filled-in workbook of breaks as it was received and compared; two people apply it as a whole.';

create table reconciliation.workbook_row (
  workbook_id uuid not null references reconciliation.workbook on delete cascade,
  row integer not null,
  break_id bigint references reconciliation.break,
  version integer,
  reference text not null default '',
  difference numeric(20,2),
  outcome text not null check (outcome in ('APPLY', 'UNCHANGED', 'STALE', 'INVALID')),
  resolution text,
  reason text not null default '',
  note text not null default '',
  problem jsonb,
  result text check (result in ('DONE', 'REFUSED')),
  primary key (workbook_id, row),
  check ((outcome = 'APPLY') or result is null)
);
create index on reconciliation.workbook_row (break_id);
comment on table reconciliation.workbook_row is 'Rows of a workbook: what was asked for, what the comparison said, and what became of it.';
comment on column reconciliation.workbook_row.problem is 'Why it is not applied, or was refused: {code, params}; params may be the words of both languages.';
