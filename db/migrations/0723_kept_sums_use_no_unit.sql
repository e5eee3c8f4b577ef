-- A unit is in use by its payments, not by what is kept of them.
create or replace function organisation.unit_uses(target bigint) returns setof text language plpgsql stable as $$
declare
  it record;
  used boolean;
begin
  for it in
    select distinct c.oid::regclass::text as place, a.attname as named
    from organisation.unit u
    cross join pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
    where u.id = target and c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
      and case when a.attname in ('head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id')
        then a.attname = case u.level when 'HEAD_OFFICE' then 'head_unit_id' when 'PROVINCE' then 'province_unit_id' when 'DISTRICT' then 'district_unit_id' else 'office_unit_id' end
        else exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'organisation.unit'::regclass and f.conkey = array[a.attnum]) end
      and not (c.oid = 'organisation.unit'::regclass and a.attname <> 'parent_id')
      -- What is kept of payments names no unit that they do not name.
      and c.oid <> all (array['payment.list_delta', 'payment.list_sum']::regclass[])
    order by 1, 2
  loop
    execute format('select exists (select from %s where %I = $1)', it.place, it.named) into used using target;
    if used then return next it.place; end if;
  end loop;
end $$;
