-- Lines that repeat one another are for one payment: what is in dispute for one of them holds them all. Until now it held those that came after it only, so that of two
-- lines that repeat the same one, after the first was withdrawn, the second was paid while the transfer of the first was in dispute.
create or replace view payout.disputed_line with (security_invoker) as
  with recursive disputed as (
    select d.source_item as line_id, d.reference, d.amount, false as booked from disbursement.disputed_transfer d where d.source_kind = 'PAYOUT_LIST'
    union select substring(s.source_id from '^DC0*([1-9][0-9]{0,17})$')::bigint, s.code, null, s.booked from cash.disputed_slip s where s.source_kind = 'PAYOUT_LINE'
    union select o.id, d.reference, d.amount, d.booked from disputed d join payout.line l on l.id = d.line_id join payout.line o on o.from_line_id = l.id or o.id = l.from_line_id
  )
  select line_id, min(reference) as reference, case when count(*) = 1 then min(amount) end as amount, bool_and(booked) as booked from disputed group by line_id;

-- Cash of which two people have found that it was not handed over bars nothing: its line is owed again.
create or replace view cash.disputed_slip with (security_invoker) as
  select s.source_kind, s.source_id, s.code, s.transaction_id, h.booked from cash.slip s join outcome.settlement_hold h on h.transaction_id = s.transaction_id
  where not h.booked or s.status = 'RELEASED';
