-- Categories are kept on a screen of their own: how long theirs may take, and from which tier on somebody decides.
alter table incident.category
  add column resolution_hours integer check (resolution_hours between 1 and 240),
  add column decided_by_second boolean not null default false;
comment on column incident.category.resolution_hours is 'Working hours until it is resolved; null: as the priority has it. Never more than the 30 working days that complaints may take.';
comment on column incident.category.decided_by_second is 'Its outcome is decided by the second tier, whatever its money.';
