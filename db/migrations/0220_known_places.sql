-- Guesses are counted where they come from, so that nobody's guesses shut out the people of a place.

create table iam.known_address (
  address_hash bytea not null check (length(address_hash) = 32),
  user_id bigint not null references iam.user_account on delete cascade,
  last_at timestamptz not null,
  primary key (address_hash, user_id)
);
create index on iam.known_address (user_id);
create index on iam.known_address (last_at);
comment on table iam.known_address is 'Who has signed in from which network address (hashed), and when last: guesses at others from there never shut them out.';

insert into iam.known_address (address_hash, user_id, last_at)
  select sha256(convert_to(regexp_replace(ip, '^::ffff:', ''), 'UTF8')), user_id, max(created_at) from iam.session where ip not like '%:%:%' or ip like '::ffff:%.%' group by 1, 2;

create table iam.address_failure (
  address_hash bytea not null check (length(address_hash) = 32),
  account_hash bytea not null check (length(account_hash) = 32),
  failed_at timestamptz not null,
  primary key (address_hash, account_hash)
);
create index on iam.address_failure (failed_at);
comment on table iam.address_failure is 'The different account names (known or not, hashed) that failed from a network address and have not signed in since.';

delete from iam.login_counter where kind = 'ADDRESS';
alter table iam.login_counter drop column accounts;
alter table iam.login_counter drop constraint login_counter_kind_check;
alter table iam.login_counter add constraint login_counter_kind_check check (kind in ('ACCOUNT', 'PLACE', 'DEVICE', 'PASSWORD', 'MAIL', 'REGISTER'));
comment on table iam.login_counter is 'Failed sign-ins by account name (known or not), by account name at a network address (PLACE) and by user on a known device (DEVICE), failed old passwords by user, codes and links mailed to a user, and requests for an account by e-mail. Keys are hashed: people type passwords into the account field.';

create table iam.public_mail (
  recipient_hash bytea not null check (length(recipient_hash) = 32),
  address_hash bytea check (length(address_hash) = 32),
  sent_at timestamptz not null
);
create index on iam.public_mail (recipient_hash, sent_at);
create index on iam.public_mail (address_hash, sent_at);
create index on iam.public_mail (sent_at);
comment on table iam.public_mail is 'Mails that somebody who is not signed in has caused, by recipient and by the network address they asked from (both hashed): bounded by the day.';
