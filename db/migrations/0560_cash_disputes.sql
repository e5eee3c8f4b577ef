-- Cash that a counter first reported as not paid and then as paid is in dispute as a transfer is: until two people have settled it nobody may pay the line, change or
-- close it. Settled as paid, the line is never paid again.
create view cash.disputed_slip with (security_invoker) as
  select s.source_kind, s.source_id, s.code, s.transaction_id, h.booked from cash.slip s join outcome.settlement_hold h on h.transaction_id = s.transaction_id;
comment on view cash.disputed_slip is 'Published: slips of which reports contradict what stands, and those that two people have found (booked) to be otherwise than they stand.';

-- Its amount, so that an update may put a line right that owes another one by now.
create or replace view disbursement.disputed_transfer with (security_invoker) as
  select i.source_kind, i.source_item, i.reference, i.transaction_id, i.amount from disbursement.item i join outcome.settlement_hold h on h.transaction_id = i.transaction_id
  where not h.booked;

create or replace view payout.disputed_line with (security_invoker) as
  with recursive disputed as (
    select d.source_item as line_id, d.reference, d.amount, false as booked from disbursement.disputed_transfer d where d.source_kind = 'PAYOUT_LIST'
    union select substring(s.source_id from '^DC0*([1-9][0-9]{0,17})$')::bigint, s.code, null, s.booked from cash.disputed_slip s where s.source_kind = 'PAYOUT_LINE'
    union select l.id, p.reference, p.amount, p.booked from payout.line l join disputed p on l.from_line_id = p.line_id
  )
  select line_id, min(reference) as reference, case when count(*) = 1 then min(amount) end as amount, bool_and(booked) as booked from disputed group by line_id;
comment on view payout.disputed_line is 'Lines of which a transfer or a payment in cash, or one of a line that they repeat, has reports that contradict each other: not paid, changed, withdrawn or given back before that is settled. amount: of the one transfer that it is; booked: it was cash, and two people have found that it changed hands.';
