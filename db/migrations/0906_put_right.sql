-- Breaks whose records were put right: their lines take part in the matching again, and the break stays as what has been.
alter table reconciliation.break add column put_right boolean not null default false;
alter table reconciliation.break add constraint put_right_resolved check (not put_right or (status = 'RESOLVED' and resolution in ('CREATE', 'OUTCOME')));
comment on column reconciliation.break.put_right is 'Our side was taken in again after the resolution had changed it: its lines are matched like any others, and count there.';
