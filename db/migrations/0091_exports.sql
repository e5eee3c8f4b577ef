-- Exports that are too long to be waited for: what was asked for, by whom, and the file it became.
create schema exports;

create table exports.export (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references iam.user_account,
  client_id text not null,
  list text not null check (length(list) between 1 and 200),
  permission text not null,
  scope jsonb not null,
  title text not null,
  language text not null check (language in ('vi', 'en')),
  input jsonb not null,
  job_id uuid references platform.job on delete set null,
  rows bigint check (rows >= 0),
  file_id uuid,
  refusal text,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create index export_user on exports.export (user_id, asked_at desc);
create index export_file on exports.export (file_id) where file_id is not null;
create index export_job on exports.export (job_id) where job_id is not null;
comment on table exports.export is 'One row a large export; it goes with its owner''s wish or some time after its file.';
comment on column exports.export.scope is 'The rows its owner could see when asking; the file is neither made nor given out under another scope.';
comment on column exports.export.file_id is 'Of platform.file, which removes what has expired by itself.';
comment on column exports.export.refusal is 'Error code, when it was not written for want of a right.';
