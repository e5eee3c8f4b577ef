-- What is unusual about the lines that an update adds or changes, as of the lines of a file.
alter table payout.change add column warnings text[] not null default '{}';
comment on column payout.change.warnings is 'As the maker and the checker were shown them; an update whose changes have others by now is submitted again.';

-- Who is not on a list although an earlier one carried them over: they have another line of that month.
alter table payout.list add column left_out text not null default '' check (length(left_out) <= 4000);
comment on column payout.list.left_out is 'People of earlier lists who were left out, with the list that has them; empty where nobody was.';

-- As before; of a change in a draft its warnings are kept.
create or replace function payout.keep_change() returns trigger language plpgsql as $$
begin
  if (tg_op = 'UPDATE' and to_jsonb(new) - 'warnings' <> to_jsonb(old) - 'warnings')
      or (select status from payout.version where id = case when tg_op = 'INSERT' then new.version_id else old.version_id end) is distinct from 'DRAFT' then
    raise exception 'a change of a payout list is put into a draft or taken out of it, and nothing else' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
