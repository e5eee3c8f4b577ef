create table cash.day_reminder (
  unit_id bigint not null references organisation.unit,
  business_date date not null,
  reminded_at timestamptz not null,
  reminded_by text not null,
  primary key (unit_id, business_date)
);
comment on table cash.day_reminder is 'When the people of a unit were last reminded to close a day.';

create view approvals.pending_place as
  select r.id as request_id, r.kind, r.subject_type, r.subject_id, r.subject_code, r.asked_at,
    coalesce(r.office_unit_id, r.district_unit_id, r.province_unit_id, r.head_unit_id) as unit_id
  from approvals.request r where r.status = 'PENDING';
comment on view approvals.pending_place is 'Published to other modules: requests pending, with the unit whose record they are about.';
