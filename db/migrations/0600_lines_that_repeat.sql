-- Its amount, so that an update may put a line right that owes another one by now.
-- Cash of which two people have found that it was not handed over bars nothing: its line is owed again.
create or replace view cash.disputed_slip with (security_invoker) as
  select s.source_kind, s.source_id, s.code, s.transaction_id, h.booked, case when not s.excess then s.amount end as amount from cash.slip s join outcome.settlement_hold h on h.transaction_id = s.transaction_id
  where not h.booked or s.status = 'RELEASED';

-- Lines that repeat one another are for one payment: what is in dispute for one of them holds them all. Until now it held those that came after it only, so that of two
-- lines that repeat the same one, after the first was withdrawn, the second was paid while the transfer of the first was in dispute.
create or replace view payout.disputed_line with (security_invoker) as
  with recursive disputed as (
    select d.source_item as line_id, d.reference, d.amount, false as booked from disbursement.disputed_transfer d where d.source_kind = 'PAYOUT_LIST'
    union select substring(s.source_id from '^DC0*([1-9][0-9]{0,17})$')::bigint, s.code, s.amount, s.booked from cash.disputed_slip s where s.source_kind = 'PAYOUT_LINE'
    union select o.id, d.reference, d.amount, d.booked from disputed d join payout.line l on l.id = d.line_id join payout.line o on o.from_line_id = l.id or o.id = l.from_line_id
  )
  select line_id, min(reference) as reference, case when count(*) = 1 then min(amount) end as amount, bool_and(booked) as booked from disputed group by line_id;
comment on view payout.disputed_line is 'Lines of which a transfer or a payment in cash, or one of a line that repeats the same, has reports that contradict each other: not paid, changed, withdrawn or given back before that is settled. amount: of the one payment that it is; booked: it was cash, and two people have found that it changed hands.';

-- As before; also a payment in cash of which reports contradict each other may turn out not to have been made.
create function payout.keep_ended() returns trigger language plpgsql as $$
begin
  if old.status = 'PAID' and new.status in ('HELD', 'RETURNED')
    and exists (select from cash.slip s join cash.disputed_slip d on d.transaction_id = s.transaction_id where s.id = old.slip_id and not d.booked) then return new;
  end if;
  raise exception 'a line that was paid, returned, carried over or cancelled never changes' using errcode = 'restrict_violation';
end $$;
drop trigger ended on payout.line;
create trigger ended before update on payout.line for each row
  when (old.status in ('PAID', 'RETURNED', 'CARRIED', 'CANCELLED') and not (old.status = 'PAID' and old.method = 'ACCOUNT' and new.status in ('HELD', 'RETURNED')))
  execute function payout.keep_ended();
