-- Statements that come in pieces, the work under way on a session, and the line that a carried one was before.
alter function reconciliation.ensure_partitions(date, date) security definer set search_path = pg_catalog, pg_temp;

alter table reconciliation.statement
  alter column sha256 drop not null,
  add column received bigint not null default 0,
  drop constraint statement_status_check,
  add constraint statement_status_check check (status in ('UPLOADING', 'READING', 'STAGED', 'REFUSED', 'WITHDRAWN')),
  add constraint statement_received check (received <= bytes and (received = bytes or status in ('UPLOADING', 'REFUSED', 'WITHDRAWN'))),
  add constraint statement_hashed check (sha256 is not null or status in ('UPLOADING', 'REFUSED', 'WITHDRAWN'));
comment on column reconciliation.statement.sha256 is 'Of all its bytes; known once they have all come.';
comment on column reconciliation.statement.received is 'Bytes that have come; a file is read when they are all that were announced.';

alter table reconciliation.session add column task_job uuid, add column asked_by text;
comment on column reconciliation.session.task_job is 'The job that does the work under way; another one has no say any more.';
comment on column reconciliation.session.asked_by is 'Who asked for the work under way.';

alter table reconciliation.line add column carried_no integer;
comment on column reconciliation.line.carried_no is 'Number of the line in the session that it was carried over from.';

alter table reconciliation.revision add column untestable boolean not null default false;
alter table reconciliation.revision drop constraint tested;
alter table reconciliation.revision add constraint tested
  check (status in ('DRAFT', 'RETIRED') or number = 1 or untestable or tested_at >= edited_at);
comment on column reconciliation.revision.untestable is 'Put forward without a dry run: it matches as the one in force does, or there was no session to try it on.';
