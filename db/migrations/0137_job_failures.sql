-- What asked for a job hears of its end once when it failed for good or was cancelled.
alter table platform.job add column failure_told boolean not null default false;
comment on column platform.job.failure_told is 'Of a failed or cancelled job: its handler''s onFailed has been called, in the transaction that set this';
create index job_failure_untold on platform.job (name) where state in ('FAILED', 'CANCELLED') and not failure_told;

-- Why a report was not sent, also when its job itself failed or was cancelled.
alter table report.schedule drop constraint schedule_last_reason_check;
alter table report.schedule add constraint schedule_last_reason_check
  check (last_reason in ('OWNER_LOCKED', 'NO_RIGHT', 'NO_RECIPIENT', 'TOO_LONG', 'TOO_LARGE', 'NO_REPORT', 'ERROR', 'CANCELLED'));
