alter table reconciliation.break add column taken_apart boolean not null default false;
comment on column reconciliation.break.taken_apart is 'Somebody has taken an automatic match of its lines apart: the matching leaves them alone until people decide on them, or until they are others.';
