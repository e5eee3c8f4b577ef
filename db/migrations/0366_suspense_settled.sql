-- What lies in suspense is moved by people: who did last, and where it went.
alter table payment.suspense
  add column updated_by text not null default 'system',
  add column target text check (target in ('MEANT', 'BACK'));
comment on column payment.suspense.target is 'MEANT: it went to the account that it was meant for; BACK: to the account that it came from in its journal.';
