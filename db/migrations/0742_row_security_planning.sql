-- The same rows as before, planned sooner. A function in plpgsql keeps its plan from one query to the next, one in SQL is planned each time; and of
-- a truth value the planner tries no combination of indexes, of which it could use none. Policies are made anew at the next start, because
-- their text differs.
create or replace function platform.scope_ids(key text) returns bigint[] language plpgsql stable parallel safe as $$
begin
  return (select array_agg(id::bigint) from jsonb_array_elements_text(nullif(current_setting('app.scope', true), '')::jsonb -> key) id);
end $$;

create or replace function platform.protect_table(target regclass, own_column text) returns void language plpgsql as $$
declare
  rule text := '';
  level text;
  mark text;
begin
  foreach level in array array['province', 'district', 'office', 'head'] loop
    rule := rule || format('%I = any ((select platform.scope_ids(%L))::bigint[]) or ', level || '_unit_id', level);
  end loop;
  if exists (select from pg_attribute where attrelid = target and attname = 'partner_id' and not attisdropped) then
    rule := rule || 'partner_id = any ((select platform.scope_ids(''partner''))::bigint[]) or ';
  end if;
  if own_column is not null then
    rule := rule || format('%I = any ((select platform.scope_ids(''user''))::bigint[]) or ', own_column);
  end if;
  rule := rule || 'coalesce(office_unit_id, district_unit_id, province_unit_id, head_unit_id) = any ((select platform.scope_ids(''unit''))::bigint[])';
  rule := '(' || rule || ') is true';
  mark := md5(rule);
  if (select relrowsecurity and relforcerowsecurity from pg_class where oid = target)
    and mark = (select obj_description(oid, 'pg_policy') from pg_policy where polrelid = target and polname = 'scope_rows') then
    return;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('drop policy if exists system_rows on %s', target);
  execute format('drop policy if exists maintenance_rows on %s', target);
  execute format('drop policy if exists scope_rows on %s', target);
  execute format('create policy system_rows on %s to buutram_system using (true)', target);
  execute format('create policy maintenance_rows on %s to current_user using (current_setting(''app.maintenance'', true) = ''on'')', target);
  execute format('create policy scope_rows on %s for select to buutram_scoped using (%s)', target, rule);
  execute format('comment on policy scope_rows on %s is %L', target, mark);
end $$;
