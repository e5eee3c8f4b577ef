-- An account stays blocked while any payment to it is undecided, whatever was confirmed for another one since. What is held only because the account
-- is (ACCOUNT_HELD) blocks nothing by itself.
create or replace view disbursement.blocked_account as
  select h.bank_bin, h.account_number, max(h.id) as hold_id from disbursement.hold h
  where (h.status = 'HELD' and h.reason <> 'ACCOUNT_HELD')
    or (h.status = 'CORRECTED' and h.id > coalesce((select max(c.id) from disbursement.hold c where c.bank_bin = h.bank_bin and c.account_number = h.account_number and c.status = 'CONFIRMED'), 0))
  group by h.bank_bin, h.account_number;
