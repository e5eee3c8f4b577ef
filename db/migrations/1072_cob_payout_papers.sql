-- Who fetches the money of an item for its sender shows a paper: what it was is looked up with the payout. Payouts made before have none.
alter table cob.sender_payout add column paper text;
comment on column cob.sender_payout.paper is 'What showed that somebody else than the sender might fetch it.';
drop trigger frozen on cob.sender_payout;
create trigger frozen before update on cob.sender_payout for each row
  when (row(old.transaction_id, old.item_id, old.amount, old.paper) is distinct from row(new.transaction_id, new.item_id, new.amount, new.paper))
  execute function ledger.refuse('a payout keeps its item, amount and paper');
