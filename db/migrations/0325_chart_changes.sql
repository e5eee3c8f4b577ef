-- The chart of accounts is changed by people: numbers may change places within one statement or import, and the tree stays a tree.
alter table ledger.chart drop constraint chart_number_key, add constraint chart_number_key unique (number) deferrable initially immediate;

-- Whoever changes lines holds the table against other changes of it, so what is looked at here does not move.
create function ledger.chart_in_order() returns trigger language plpgsql as $$
begin
  if exists (select from ledger.chart c join ledger.chart p on p.id = c.parent_id where (c.id = new.id or p.id = new.id) and p.class <> c.class) then
    raise exception 'line % is of another class than the line above it', new.number using errcode = 'check_violation', constraint = 'chart_parent_class';
  end if;
  if exists (
    with recursive above as (
      select c.parent_id from ledger.chart c where c.id = new.id
      union select c.parent_id from ledger.chart c join above on c.id = above.parent_id
    ) select from above where parent_id = new.id
  ) then
    raise exception 'line % would lie below itself', new.number using errcode = 'check_violation', constraint = 'chart_tree';
  end if;
  return null;
end $$;
create constraint trigger chart_in_order after insert or update on ledger.chart deferrable initially deferred
  for each row execute function ledger.chart_in_order();

create or replace function ledger.chart_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.key is not null then raise exception 'the program opens accounts on line %', old.number using errcode = 'restrict_violation'; end if;
    return old;
  end if;
  if new.key is distinct from old.key then
    raise exception 'line % keeps its key', old.number using errcode = 'restrict_violation';
  end if;
  if new.class <> old.class and (old.key is not null or exists (select from ledger.account a where a.chart_id = old.id)) then
    raise exception 'line % keeps its class while accounts refer to it or are opened on it', old.number using errcode = 'restrict_violation';
  end if;
  if new.valid_to is not null and new.valid_to is distinct from old.valid_to
    and (old.key is not null or exists (select from ledger.account a where a.chart_id = old.id and a.status <> 'CLOSED')) then
    raise exception 'line % does not end while accounts refer to it or are opened on it', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create view ledger.chart_tree as
  with recursive below as (
    select c.id, c.id as line_id from ledger.chart c
    union all select b.id, c.id from below b join ledger.chart c on c.parent_id = b.line_id
  ), placed as (
    select c.id, 0 as depth, c.number collate "C" as path from ledger.chart c where c.parent_id is null
    union all select c.id, p.depth + 1, p.path || '/' || c.number from placed p join ledger.chart c on c.parent_id = p.id
  )
  select p.id, p.depth, p.path, (select array_agg(b.line_id) from below b where b.id = p.id) as line_ids from placed p;
comment on view ledger.chart_tree is 'Where each line stands: levels above it, the numbers from the first level down to it, and the ids of itself and all lines below it.';
