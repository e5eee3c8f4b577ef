-- Days close: what was seen at each close, what was acknowledged, and which units a parent has closed without.

-- Each close of a day, kept for ever: a day that was reopened has several.
create table cash.day_close_run (
  day_close_id bigint not null references cash.day_close,
  run integer not null check (run > 0),
  figures jsonb not null,
  submitted_by text not null,
  closed_by text not null,
  closed_at timestamptz not null,
  primary key (day_close_id, run),
  constraint two_people check (closed_by <> submitted_by)
);
comment on table cash.day_close_run is 'The figures of each close of a day; the day itself carries those of its last.';
create trigger append_only before update or delete or truncate on cash.day_close_run
  for each statement execute function ledger.refuse('the figures of a close are kept as they were');
alter table cash.day_close_run enable always trigger append_only;

create table cash.day_close_acknowledgement (
  day_close_id bigint not null references cash.day_close,
  item text not null check (length(item) between 1 and 200),
  note text not null check (length(note) between 1 and 500),
  acknowledged_by text not null,
  acknowledged_at timestamptz not null,
  primary key (day_close_id, item)
);
comment on table cash.day_close_acknowledgement is 'Items of the checklist that do not hold up the close once somebody has said why.';

-- A parent closes after its children, or names those that are late; what comes of them afterwards is its adjustment.
create table cash.day_close_late_unit (
  day_close_id bigint not null references cash.day_close,
  unit_id bigint not null references organisation.unit,
  business_date date not null,
  reason text not null check (length(reason) between 1 and 500),
  named_by text not null,
  named_at timestamptz not null,
  arrived_at timestamptz,
  primary key (day_close_id, unit_id, business_date)
);
create index on cash.day_close_late_unit (unit_id, business_date);
comment on table cash.day_close_late_unit is 'Days of units below that were still open when the parent closed.';
comment on column cash.day_close_late_unit.arrived_at is 'When that day was closed at last: from then on it is an adjustment on the sheet of the parent.';

create trigger kept before delete or truncate on cash.day_close_late_unit
  for each statement execute function ledger.refuse('a unit that was named late stays named');

create index day_close_unfinished on cash.day_close (unit_id, business_date) where status <> 'CLOSED';
