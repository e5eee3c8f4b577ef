-- Cash that was paid out for nothing that is owed is owed back by whoever paid it, once two people have found that it changed hands: its order or line owes what it
-- owed before, to whom it owed it. Until now that barred every other payment, for ever.
create view payment.order_hold with (security_invoker) as
  select h.transaction_id from outcome.settlement_hold h
  where not h.booked or not exists (select from cash.slip s where s.transaction_id = h.transaction_id and s.excess);
comment on view payment.order_hold is 'Transactions that bar other payments of their order: what contradicts them is not settled, or is right and was for what the order owes.';

do $$
declare
  name regproc;
  body text;
begin
  foreach name in array array['payment.order_once', 'payment.take_in']::regproc[] loop
    body := pg_get_functiondef(name);
    if position('outcome.settlement_hold' in body) = 0 then raise exception '% asks for no holds', name; end if;
    execute replace(body, 'outcome.settlement_hold', 'payment.order_hold');
  end loop;
end $$;

create or replace view cash.disputed_slip with (security_invoker) as
  select s.source_kind, s.source_id, s.code, s.transaction_id, h.booked, case when not s.excess then s.amount end as amount from cash.slip s join outcome.settlement_hold h on h.transaction_id = s.transaction_id
  where not h.booked or (s.status = 'RELEASED' and not s.excess);
