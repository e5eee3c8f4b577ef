-- Imports from spreadsheets: what was read, what is wrong with it and what became of it, so that a person may leave and come back.
create table platform.import (
  id uuid primary key default gen_random_uuid(),
  path text not null check (length(path) between 1 and 200),
  -- When the file's time is over, the import goes with it.
  file_id uuid not null references platform.file on delete cascade,
  file_name text not null,
  owner_id bigint not null,
  owner_account text not null,
  status text not null default 'READING' check (status in ('READING', 'MAPPING', 'CHECKING', 'READY', 'IMPORTING', 'DONE', 'REFUSED', 'CANCELLED')),
  sheet text not null default '',
  sheets integer not null default 0,
  header text[] not null default '{}',
  mapping jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  bad integer not null default 0,
  mode text check (mode in ('ALL', 'GOOD')),
  problem jsonb,
  summary jsonb not null default '{}',
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (bad between 0 and total),
  check (status not in ('IMPORTING', 'DONE') or mode is not null),
  check (status <> 'REFUSED' or problem is not null)
);
create index import_owner on platform.import (owner_id, path, created_at desc);
create index import_file on platform.import (file_id);
comment on table platform.import is 'One uploaded workbook each: status, columns, counts';
comment on column platform.import.path is 'Of the contract (defineImport)';
comment on column platform.import.mapping is 'Field → column of the header, from 0; null where the file has none';
comment on column platform.import.problem is 'Why it is refused: {code, vi, en}';
comment on column platform.import.summary is 'Counts of what was made of the rows';

create table platform.import_row (
  import_id uuid not null references platform.import on delete cascade,
  number integer not null,
  cells jsonb not null,
  problems jsonb,
  primary key (import_id, number)
);
create index import_row_bad on platform.import_row (import_id, number) where problems is not null;
comment on table platform.import_row is 'Rows as they were read';
comment on column platform.import_row.problems is '[{field, vi, en}]; null: none, or not checked yet';
