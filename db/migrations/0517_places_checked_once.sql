-- Rows that come by the thousand cost less: the place of a payout line and of a slip is written by the statement that inserts them and checked once a
-- statement, not looked up and referred to row by row.

-- A unit never moves (organisation.unit_place), one that a row refers to by unit_id is never removed, nor are those above it, to which it refers
-- itself: a copy of its path, checked when it is written, cannot go wrong afterwards.

-- Refuses rows whose place is not that of their unit: it decides who sees them.
create function organisation.keep_places() returns trigger language plpgsql as $$
begin
  if exists (
    select from touched t left join organisation.unit u on u.id = t.unit_id
     where (t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id) is distinct from (u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id)
  ) then
    raise exception 'a row of %.% has the place of another unit', tg_table_schema, tg_table_name using errcode = 'check_violation';
  end if;
  return null;
end $$;

drop trigger row_place on payout.line;
create trigger row_place before insert on payout.line for each row when (new.head_unit_id is null) execute function payout.place_line();
create trigger row_moved before update of unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id on payout.line for each row execute function payout.place_line();
create trigger places_kept after insert on payout.line referencing new table as touched for each statement execute function organisation.keep_places();
alter table payout.line
  drop constraint line_head_unit_id_fkey,
  drop constraint line_province_unit_id_fkey,
  drop constraint line_district_unit_id_fkey,
  drop constraint line_office_unit_id_fkey,
  drop constraint line_partner_id_fkey,
  drop constraint line_programme_id_fkey;

drop trigger row_place on cash.slip;
create trigger row_place before insert on cash.slip for each row when (new.head_unit_id is null) execute function cash.row_place();
create trigger row_moved before update of unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id on cash.slip for each row execute function cash.row_place();
create trigger places_kept after insert on cash.slip referencing new table as touched for each statement execute function organisation.keep_places();
alter table cash.slip
  drop constraint slip_head_unit_id_fkey,
  drop constraint slip_province_unit_id_fkey,
  drop constraint slip_district_unit_id_fkey,
  drop constraint slip_office_unit_id_fkey;

-- As before; and payer and programme are those of the list, which is more than that they exist.
create or replace function payout.keep_lines() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct list_id from touched) t join payout.list l on l.id = t.list_id
      where l.status not in ('DRAFT', 'CHECKED') and not payout.changes_list(l.id)) then
    raise exception 'lines of a submitted payout list are added by an approved version only, and never removed' using errcode = 'restrict_violation';
  end if;
  if exists (select from (select distinct list_id, partner_id, programme_id from touched) t join payout.list l on l.id = t.list_id
      where (l.partner_id, l.programme_id) is distinct from (t.partner_id, t.programme_id)) then
    raise exception 'a line of a payout list has the payer and the programme of its list' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Few lines repeat another one; the others stand in neither index.
drop index payout.line_followed_once;
create unique index line_followed_once on payout.line (from_line_id) where from_line_id is not null and status <> 'CANCELLED';
drop index payout.line_from_line_id_idx;
create index line_from_line on payout.line (from_line_id) where from_line_id is not null;
drop index payout.line_slip;
create unique index line_slip on payout.line (slip_id) where slip_id is not null;
