-- Reading accounts: names for whoever sees a posting, and the place of a moment among the entries of an account.
create view ledger.account_directory as select id, code, name, chart_id from ledger.account;
comment on view ledger.account_directory is 'Published: accounts by id, outside the scope of who asks too: the other side of an entry that one sees. No figures.';

-- The entries of an account are written one posting after the other, so the time at which they were recorded rises with account_version:
-- some twenty look-ups find a moment among a million.
create function ledger.version_before(account bigint, last_version bigint, moment timestamptz) returns bigint
language plpgsql stable parallel safe as $$
declare
  low bigint := 0;
  high bigint := last_version;
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select j.recorded_at from ledger.entry e join ledger.journal j on j.id = e.journal_id where e.account_id = account and e.account_version = middle) < moment then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
comment on function ledger.version_before is 'The last entry of an account that was recorded before a moment; 0: none. last_version: version of the account.';
