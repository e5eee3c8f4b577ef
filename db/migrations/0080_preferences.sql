-- What a person has set up for themselves: how the portal looks, what stands open, what was opened last.
create schema preferences;

create table preferences.document (
  user_id bigint not null references iam.user_account,
  key text not null check (key ~ '^[a-z]+([.][A-Z0-9_]+)?$' and length(key) <= 64),
  value jsonb not null check (jsonb_typeof(value) in ('object', 'array') and pg_column_size(value) <= 131072),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table preferences.document is 'One small document a user and key; nobody else reads it, and it decides nothing.';
comment on column preferences.document.key is 'Name of the document in the contract, with the application where it belongs to one: tabs.PP_QR.';
