-- What was agreed to stays what leaves: nothing is added to a batch that is no longer being prepared, and the account that money was taken from is written once.
create function disbursement.keep_batch() returns trigger language plpgsql as $$
begin
  if (select status from disbursement.batch where id = new.batch_id for share) <> 'PREPARING' then
    raise exception 'nothing is added to a batch of transfers that was prepared' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger added before insert on disbursement.item for each row execute function disbursement.keep_batch();
create trigger taken_from before update on disbursement.item for each row
  when (old.account_id is not null and old.account_id is distinct from new.account_id)
  execute function ledger.refuse('the account that the money of a transfer was taken from never changes');

-- A line is released by the decision on the account that held it, whatever words stand there by then.
alter table payout.line add column hold_id bigint;
comment on column payout.line.hold_id is 'The held account (disbursement.hold) whose decision releases the line; null where people hold it by an update of the list.';
update payout.line t set hold_id = h.id from disbursement.hold h
  where t.status = 'HELD' and h.source_kind = 'PAYOUT_LIST' and h.source_item = t.id and h.status = 'HELD';

-- An account that two people have replaced takes money again only when two people have said that it is right; what one person confirms for another payment
-- clears nothing of that.
create or replace view disbursement.blocked_account as
  select h.bank_bin, h.account_number, max(h.id) as hold_id, bool_or(h.status = 'CORRECTED') as replaced from disbursement.hold h
  where (h.status = 'HELD' and h.reason <> 'ACCOUNT_HELD')
    or (h.status = 'CORRECTED' and (h.new_bank_bin, h.new_account_number) <> (h.bank_bin, h.account_number) and not exists (
      select from disbursement.hold c where c.bank_bin = h.bank_bin and c.account_number = h.account_number and c.status = 'CORRECTED'
        and (c.new_bank_bin, c.new_account_number) = (c.bank_bin, c.account_number) and c.decided_at >= h.decided_at))
  group by h.bank_bin, h.account_number;
