-- Whoever had a hand in a list or an update of it does not approve it, whoever submits it in the end.
alter table payout.list add column makers text[] not null default '{}';
alter table payout.version add column makers text[] not null default '{}';
comment on column payout.list.makers is 'Who created it, brought its file, read its warnings, checked or submitted it; kept by a trigger, and none of them approves it.';
comment on column payout.version.makers is 'Who opened it, put changes into it or took them out, or proposed it; kept by a trigger, and none of them decides it.';

-- What is decided already stands as it was decided.
update payout.list l set makers = array(
    select distinct who from unnest(array[l.created_by, l.submitted_by] || array(select acknowledged_by from payout.warning w where w.list_id = l.id)) who
    where who is not null and who <> 'system' order by who)
  where approved_by is null;
update payout.version set makers = array[created_by] where decided_by is null;

create function payout.keep_makers() returns trigger language plpgsql as $$
begin
  new.makers := case when tg_op = 'INSERT' then array[new.created_by] else old.makers end;
  if tg_op = 'UPDATE' and old.status in ('DRAFT', 'CHECKED') and new.updated_by <> 'system' and new.updated_by <> all (new.makers) then
    new.makers := new.makers || new.updated_by;
  end if;
  return new;
end $$;
create trigger makers before insert or update on payout.list for each row execute function payout.keep_makers();
create trigger makers before insert or update on payout.version for each row execute function payout.keep_makers();
alter table payout.list add constraint maker_never_approves check (approved_by <> all (makers));
alter table payout.version add constraint maker_never_decides check (decided_by <> all (makers));
