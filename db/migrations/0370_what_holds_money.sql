-- What holds money is not closed, and nothing new begins where somebody has just closed, locked or moved it. The application says so in
-- the reader's language first; these are the same rules for whatever forgets to ask. The rows that decide are locked shared until the
-- commit, so that a close and a beginning at the same moment come one after the other.

create function organisation.stay_open(units bigint[]) returns void language plpgsql as $$
declare
  closed text;
begin
  perform from organisation.unit where id = any (units) order by id for share;
  select code into closed from organisation.unit where id = any (units) and status = 'CLOSED' order by id limit 1;
  if found then raise exception 'unit % is closed', closed using errcode = 'foreign_key_violation', constraint = 'unit_open'; end if;
end $$;
comment on function organisation.stay_open(bigint[]) is 'Refuses closed units, and keeps the others from closing before the commit.';

create function cash.shift_begins() returns trigger language plpgsql as $$
begin
  perform from organisation.staff where id = new.teller_staff_id for share;
  -- Read after the lock, as whoever held it has left them.
  if not exists (select from organisation.staff s where s.id = new.teller_staff_id and s.status = 'ACTIVE')
    or exists (select from iam.user_account u where u.staff_id = new.teller_staff_id)
      and not exists (select from iam.user_account u where u.staff_id = new.teller_staff_id and u.status = 'ACTIVE')
  then
    raise exception 'the teller % may not begin a shift', new.teller_staff_id using errcode = 'foreign_key_violation', constraint = 'teller_works';
  end if;
  perform organisation.stay_open(array[new.unit_id]);
  return new;
end $$;
create trigger begins before insert on cash.shift for each row execute function cash.shift_begins();
comment on function cash.shift_begins() is 'A shift begins with a teller who works and has an account in use, in a unit that is not closed.';

create function cash.holding_opens() returns trigger language plpgsql as $$
begin
  perform organisation.stay_open(array[new.unit_id]);
  return new;
end $$;
create trigger opens before insert or update of unit_id on cash.holding for each row execute function cash.holding_opens();

create function cash.treasury_begins() returns trigger language plpgsql as $$
begin
  perform organisation.stay_open(array[new.from_unit_id, new.to_unit_id]);
  return new;
end $$;
create trigger begins before insert or update of from_unit_id, to_unit_id on cash.treasury_transaction
  for each row execute function cash.treasury_begins();

create function merchants.stays_while_owed() returns trigger language plpgsql as $$
declare
  owed numeric;
begin
  -- Postings hold the account until they commit.
  select balance into owed from ledger.account where id = new.payable_account_id for no key update;
  if owed <> 0 then
    raise exception 'merchant % is owed money', new.code using errcode = 'foreign_key_violation', constraint = 'merchant_settled';
  end if;
  if exists (select from payment.transaction t where t.merchant_id = new.id and t.status in ('INITIATED', 'PROCESSING', 'UNKNOWN', 'REFUND_PENDING')) then
    raise exception 'merchant % has payments in flight', new.code using errcode = 'foreign_key_violation', constraint = 'merchant_settled';
  end if;
  return new;
end $$;
create trigger stays_while_owed before update of status on merchants.merchant
  for each row when (new.status = 'CLOSED' and old.status <> 'CLOSED') execute function merchants.stays_while_owed();
comment on function merchants.stays_while_owed() is 'A merchant with money owed or in flight is not closed.';
