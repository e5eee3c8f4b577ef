-- Without the setting there is no answer, and no answer must not open the lock.
create or replace function payout.changes_list(list bigint) returns boolean language sql stable
  return coalesce(current_setting('payout.changing', true), '') = list::text;
