-- Units and staff by call: who changed them last, and what stands in the way of removing one.
alter table organisation.unit add column updated_by text not null default 'system';
alter table organisation.staff add column updated_by text not null default 'system';
create index on payment.transaction (teller_staff_id) where teller_staff_id is not null;

create view iam.account_place as
  select u.id as user_id, u.account, u.unit_id, u.staff_id from iam.user_account u where u.status <> 'DISABLED';
comment on view iam.account_place is 'Published: accounts that are in use, with the unit and the member of staff they belong to.';

-- Every table that names a unit, by a foreign key or by the path that scoped rows carry: a new one cannot be forgotten.
create function organisation.unit_uses(target bigint) returns setof text language plpgsql stable as $$
declare
  it record;
  used boolean;
begin
  for it in
    select distinct c.oid::regclass::text as place, a.attname as named
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
      and (a.attname in ('head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id')
        or exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'organisation.unit'::regclass and f.conkey = array[a.attnum]))
      and not (c.oid = 'organisation.unit'::regclass and a.attname <> 'parent_id')
    order by 1, 2
  loop
    execute format('select exists (select from %s where %I = $1)', it.place, it.named) into used using target;
    if used then return next it.place; end if;
  end loop;
end $$;
comment on function organisation.unit_uses(bigint) is 'Tables in which a unit is named; none: it was never used and may be removed.';

-- False, and nothing removed, when anything names the person.
create function organisation.remove_staff(target bigint) returns boolean language plpgsql as $$
begin
  delete from organisation.staff where id = target;
  return found;
exception when foreign_key_violation then
  return false;
end $$;
comment on function organisation.remove_staff(bigint) is 'Removes a member of staff whom nothing names; false for any other.';
