-- Whoever changed a record last, and when, stands in it: a change that comes too late can say so.
alter table masterdata.administrative_area add column updated_by text not null default 'system';
alter table iam.permission
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default 'system';
alter table preferences.list_view add column updated_by text not null default 'system';
alter table report.schedule
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default 'system',
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED'));
alter table approvals.delegation
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default 'system',
  add column status text not null default 'GIVEN' check (status in ('GIVEN', 'REVOKED'));

-- What machines move is a status.
update report.schedule set status = 'PAUSED' where not active;
drop index report.schedule_due;
alter table report.schedule drop column active;
create index schedule_due on report.schedule (next_due_at) where status = 'ACTIVE';

update approvals.delegation set status = 'REVOKED' where revoked_at is not null;
alter table approvals.delegation add constraint delegation_revoked check ((status = 'REVOKED') = (revoked_at is not null));
