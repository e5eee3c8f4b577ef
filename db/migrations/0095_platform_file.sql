-- Files that people attach and that the system makes: in the database, so that a server holds no state and a backup is complete.
create table platform.file (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z0-9.-]{0,63}$'),
  name text not null check (length(name) between 1 and 255),
  content_type text not null check (length(content_type) between 3 and 200),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  owner_id bigint,
  subject_type text check (length(subject_type) between 1 and 64),
  subject_id text check (length(subject_id) between 1 and 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  check ((subject_type is null) = (subject_id is null))
);
create index file_subject on platform.file (subject_type, subject_id) where subject_id is not null;
create index file_expires_at on platform.file (expires_at) where expires_at is not null;
comment on table platform.file is 'One file each, with what it is and whose; who may read it is decided by its kind';
comment on column platform.file.owner_id is 'User who brought it; null when the system made it';
comment on column platform.file.subject_id is 'The record that it is attached to; null while it has only been uploaded';
comment on column platform.file.expires_at is 'Removed after this; null: kept';

create table platform.file_chunk (
  file_id uuid not null references platform.file on delete cascade deferrable initially deferred,
  number integer not null check (number >= 0),
  content bytea not null,
  primary key (file_id, number)
);
-- Pictures, PDF and spreadsheets are compressed already.
alter table platform.file_chunk alter column content set storage external;
comment on table platform.file_chunk is 'The bytes of a file in order, 256 KiB a row at most';

-- What a file holds never changes: it is attached to a record once, and given more time.
create function platform.file_is_final() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.name, new.content_type, new.size, new.sha256, new.owner_id) is distinct from (old.id, old.kind, old.name, old.content_type, old.size, old.sha256, old.owner_id)
    or old.subject_id is not null and (new.subject_type, new.subject_id) is distinct from (old.subject_type, old.subject_id) then
    raise exception 'file % is final', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger file_is_final before update on platform.file for each row execute function platform.file_is_final();
create function platform.file_chunk_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the content of file % is final', old.file_id using errcode = 'integrity_constraint_violation';
end $$;
create trigger file_chunk_is_final before update on platform.file_chunk for each row execute function platform.file_chunk_is_final();
