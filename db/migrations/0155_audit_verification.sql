-- What verifications of the audit log found. Each is a job, because it reads the whole log.
create schema audit;

create table audit.verification (
  job_id uuid primary key,
  checked_at timestamptz not null,
  result json not null
);
create index on audit.verification (checked_at);
comment on table audit.verification is 'One row a verification of the audit log that came to its end; result as the audit viewer shows it.';
