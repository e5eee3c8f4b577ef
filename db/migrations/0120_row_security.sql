-- Row-level security: whatever a query forgets, the database refuses.
--
-- Three roles look at a table whose rows belong to somebody (one with the column province_unit_id):
--   the owner            migrates; without the setting app.maintenance it sees nothing, although it owns the table
--   buutram_system       what the server does in its own name: postings, jobs, checks of a command. Sees all, owns nothing
--   buutram_scoped       what a person reads: only the rows of the setting app.scope; without one, none. Reads only
-- The server's connections are buutram_system; a query of a person's scope goes down to buutram_scoped for its own time.

create function platform.scope_ids(key text) returns bigint[] language sql stable parallel safe
  return (select array_agg(id::bigint) from jsonb_array_elements_text(nullif(current_setting('app.scope', true), '')::jsonb -> key) id);
comment on function platform.scope_ids(text) is 'Ids of one kind (head, province, district, office, unit, partner, user) that the person reading may see; null for none. From the setting app.scope.';

-- Gives a role the rights on a table that its owner kept for itself, but those to change its form: append-only tables stay append-only.
create function platform.share_table(target oid, role name, wanted text[]) returns void language plpgsql as $$
declare
  missing text;
  columns text;
begin
  select string_agg(k.privilege_type, ', ') into missing
  from pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) k
  where c.oid = target and k.grantee = c.relowner and k.privilege_type = any (wanted)
    and not exists (select from aclexplode(c.relacl) h where h.grantee = role::regrole and h.privilege_type = k.privilege_type);
  if missing is not null then execute format('grant %s on %s to %I', missing, target::regclass, role); end if;
  select string_agg(h.privilege_type, ', ') into missing
  from pg_class c, aclexplode(c.relacl) h
  where c.oid = target and h.grantee = role::regrole
    and not exists (select from aclexplode(c.relacl) k where k.grantee = c.relowner and k.privilege_type = h.privilege_type);
  if missing is not null then execute format('revoke %s on %s from %I', missing, target::regclass, role); end if;
  for columns, missing in
    select quote_ident(a.attname), k.privilege_type from pg_attribute a, pg_class c, aclexplode(a.attacl) k
    where c.oid = target and a.attrelid = target and k.grantee = c.relowner and k.privilege_type = any (wanted)
      and not exists (select from aclexplode(a.attacl) h where h.grantee = role::regrole and h.privilege_type = k.privilege_type)
  loop
    execute format('grant %s (%s) on %s to %I', missing, columns, target::regclass, role);
  end loop;
end $$;
comment on function platform.share_table(oid, name, text[]) is 'Brings the rights of a role on a table in line with what the owner holds itself.';

-- The policies of one table, from its columns; made anew only when they would differ.
create function platform.protect_table(target regclass, own_column text) returns void language plpgsql as $$
declare
  rule text := 'coalesce(office_unit_id, district_unit_id, province_unit_id, head_unit_id) = any ((select platform.scope_ids(''unit''))::bigint[])';
  level text;
  mark text;
begin
  foreach level in array array['head', 'province', 'district', 'office'] loop
    rule := rule || format(' or %I = any ((select platform.scope_ids(%L))::bigint[])', level || '_unit_id', level);
  end loop;
  if exists (select from pg_attribute where attrelid = target and attname = 'partner_id' and not attisdropped) then
    rule := rule || ' or partner_id = any ((select platform.scope_ids(''partner''))::bigint[])';
  end if;
  if own_column is not null then
    rule := rule || format(' or %I = any ((select platform.scope_ids(''user''))::bigint[])', own_column);
  end if;
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
comment on function platform.protect_table(regclass, text) is 'Enables and forces row-level security on a scoped table; own_column names the user a row belongs to, if any.';

create function platform.ensure_role(role name) returns void language plpgsql as $$
begin
  if not exists (select from pg_roles where rolname = role) then
    begin
      execute format('create role %I nologin', role);
    exception when duplicate_object or unique_violation then null; -- another database of this server was faster
    end;
  end if;
  if exists (select from pg_roles where rolname = role and (rolsuper or rolbypassrls)) then
    raise exception 'the role % must be neither superuser nor BYPASSRLS', role using errcode = 'invalid_role_specification';
  end if;
  if current_setting('server_version_num')::int >= 160000 then
    -- May become the role, but is not it: the owner's own look at the rows stays shut.
    if not pg_has_role(current_user, role, 'SET') then execute format('grant %I to current_user with inherit false, set true', role); end if;
  elsif not pg_has_role(current_user, role, 'MEMBER') then
    execute format('grant %I to current_user', role);
  end if;
end $$;
comment on function platform.ensure_role(name) is 'Makes a role that the server works as, when the owner may; lets the owner become it.';

-- Run by the owner after every migration and at every start; does nothing when nothing is new.
-- owners: scoped table → column with the user id of the person a row belongs to.
-- A published view reads with the rights and the scope of whoever asks; one called *_directory may be read whole by everybody.
create function platform.protect_rows(owners jsonb) returns void language plpgsql as $$
declare
  it record;
  changing text[] := array['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
begin
  if current_setting('server_version_num')::int >= 170000 then changing := changing || 'MAINTAIN'::text; end if;
  perform platform.ensure_role('buutram_system');
  perform platform.ensure_role('buutram_scoped');
  -- What libraries make at run time in schemas of their own (the queue).
  if not exists (select from pg_default_acl d, aclexplode(d.defaclacl) k where d.defaclrole = current_user::regrole and k.grantee = 'buutram_system'::regrole) then
    alter default privileges grant usage on schemas to buutram_system;
    alter default privileges grant select, insert, update, delete on tables to buutram_system;
    alter default privileges grant all on sequences to buutram_system;
  end if;
  for it in
    select n.oid, n.nspname from pg_namespace n
    where n.nspname !~ '^(pg_|information_schema$|public$)' and exists (select from pg_class c where c.relnamespace = n.oid and c.relowner = current_user::regrole)
      and not (has_schema_privilege('buutram_system', n.oid, 'USAGE') and has_schema_privilege('buutram_scoped', n.oid, 'USAGE'))
  loop
    execute format('grant usage on schema %I to buutram_system, buutram_scoped', it.nspname);
  end loop;
  for it in
    select c.oid, c.relkind, c.relname, n.nspname, c.reloptions,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'province_unit_id' and not a.attisdropped) as scoped
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v', 'm', 'S') and not c.relispartition
      and n.nspname !~ '^(pg_|information_schema$|public$)'
    order by c.oid
  loop
    if it.relkind = 'S' then
      if not has_sequence_privilege('buutram_system', it.oid, 'USAGE, SELECT, UPDATE') then
        execute format('grant all on sequence %s to buutram_system', it.oid::regclass);
      end if;
      continue;
    end if;
    perform platform.share_table(it.oid, 'buutram_system', changing);
    perform platform.share_table(it.oid, 'buutram_scoped', array['SELECT']);
    if it.relkind = 'v' and it.relname ~ '_directory$' then
      execute format('grant create on schema %I to buutram_system', it.nspname);
      execute format('alter view %s owner to buutram_system', it.oid::regclass);
      execute format('revoke create on schema %I from buutram_system', it.nspname);
    elsif it.relkind = 'v' and not 'security_invoker=true' = any (coalesce(it.reloptions, '{}')) then
      execute format('alter view %s set (security_invoker = true)', it.oid::regclass);
    elsif it.scoped and it.relkind in ('r', 'p') then
      perform platform.protect_table(it.oid::regclass, owners ->> format('%s.%s', it.nspname, it.relname));
    end if;
  end loop;
end $$;
comment on function platform.protect_rows(jsonb) is 'Rights of the server''s roles and row-level security on every scoped table.';

-- Directories: what stands behind an id that somebody sees may be read by them, whatever their scope.
create view organisation.unit_directory as select id, code, name, level, parent_id, status from organisation.unit;
comment on view organisation.unit_directory is 'Published: units by id, outside the scope of who asks too: names on the path of a row.';
create view payment.merchant_directory as
  select id, code, name, address, phone, status, settlement_name, settlement_account, settlement_bank_bin from payment.merchant;
comment on view payment.merchant_directory is 'Published: shops by id, outside the scope of who asks too: the payee of a payment that one sees.';

-- Whose area a request lies in does not depend on who looks at it.
create or replace view iam.scope_area as
  select u.id as user_id, u.scope_kind as kind, g.id as unit_id, g.level as unit_level, u.partner_id
  from iam.user_account u
  left join organisation.unit_directory g on case u.scope_kind
    when 'UNITS' then exists (select from iam.user_scope_unit su where su.user_id = u.id and su.unit_id = g.id)
    when 'UNIT' then g.id = u.unit_id
    when 'UNIT_AND_BELOW' then g.id = u.unit_id
  end
  where u.status = 'ACTIVE' and u.scope_kind <> 'SELF';

-- Makes tables, which only the owner may.
alter function payment.ensure_partitions(date, date) security definer set search_path = pg_catalog, pg_temp;
