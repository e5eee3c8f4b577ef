-- An incident may be given to a unit: whoever of it takes it works on it. What somebody has begun has its person.
alter table incident.incident drop constraint somebody_works;
alter table incident.incident add constraint somebody_works check (
  status not in ('ASSIGNED', 'IN_PROGRESS', 'WAITING_PARTNER', 'PROPOSED', 'APPROVED') or assignee_id is not null or (status = 'ASSIGNED' and team_unit_id is not null));
comment on column incident.incident.team_unit_id is 'The unit that works on it: that of its handler, or the one it was given to.';
create index incident_team on incident.incident (team_unit_id) where status not in ('RESOLVED', 'CLOSED', 'REJECTED');
