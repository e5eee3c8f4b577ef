-- What each postman holds now, by office and due day: a few rows a postman, however long the history is.
create table cob.held (
  courier_id bigint not null references cob.courier,
  unit_id bigint not null references organisation.unit,
  due_on date not null,
  head_unit_id bigint not null,
  province_unit_id bigint,
  district_unit_id bigint,
  office_unit_id bigint,
  amount numeric(20,2) not null,
  primary key (courier_id, unit_id, due_on)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index held_open on cob.held (due_on) where amount <> 0;
comment on table cob.held is 'Kept sums of cob.position of all days; what was handed in stands with 0. Σ is the balance of the postman''s account.';

create function cob.keep_held() returns trigger language plpgsql as $$
begin
  insert into cob.held as h (courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, amount)
  select courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(amount)
    from made group by courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id
    order by courier_id, unit_id, due_on
  on conflict (courier_id, unit_id, due_on) do update set amount = h.amount + excluded.amount;
  return null;
end $$;
create trigger keep_held after insert on cob.position referencing new table as made for each statement execute function cob.keep_held();

insert into cob.held (courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, amount)
select courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id, sum(amount)
  from cob.position group by courier_id, unit_id, due_on, head_unit_id, province_unit_id, district_unit_id, office_unit_id;
