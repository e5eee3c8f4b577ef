-- A money order that somebody reports to have paid otherwise than it was owed is not paid again before two people have looked at it.

alter table cash.money_order add column cleared_slips bigint[] not null default '{}';
comment on column cash.money_order.cleared_slips is 'Doubtful payments of it that two people have looked at: they hold it no longer.';

-- The payments that hold an order: reported for what it did not owe, or not in that way.
create function cash.order_doubts(order_code text, cleared bigint[])
returns table (slip_id bigint, code text, status text, amount numeric, unit_id bigint, teller_staff_id bigint, occurred_at timestamptz)
language sql stable as $$
  select s.id, s.code, s.status, s.amount, s.unit_id, s.teller_staff_id, s.occurred_at from cash.slip s
   where s.source_kind = 'MONEY_ORDER_PAYOUT' and s.source_id = order_code and s.id <> all (cleared)
     and s.excess and s.status <> 'RELEASED'
$$;

-- As before; CLEARED: two people have looked at what held it.
create or replace function cash.write_money_order_event() returns trigger language plpgsql as $$
declare
  steps text[] := '{}';
begin
  if tg_op = 'INSERT' then
    steps := array[new.status];
  else
    if new.payout_transaction_id is distinct from old.payout_transaction_id and new.status = old.status then
      steps := steps || case when new.payout_transaction_id is null then 'FREED' else 'CLAIMED' end;
    end if;
    if new.wrong_tries = 5 and old.wrong_tries < 5 then steps := steps || 'LOCKED'::text; end if;
    if new.wrong_tries = 0 and old.wrong_tries = 5 then steps := steps || 'UNLOCKED'::text; end if;
    if new.cleared_slips <> old.cleared_slips then steps := steps || 'CLEARED'::text; end if;
    if new.status <> old.status then steps := steps || new.status; end if;
  end if;
  insert into cash.money_order_event (order_id, seq, step, at, by, unit_id, note)
    select new.id, coalesce((select max(seq) from cash.money_order_event where order_id = new.id), 0) + s.n, s.step,
      coalesce(case when tg_op = 'INSERT' then new.sent_at end, new.updated_at), new.step_by,
      case when s.step in ('CLAIMED', 'FREED', 'PAID', 'RETURNED', 'CANCELLED') then coalesce(new.paid_unit_id, old.paid_unit_id) when tg_op = 'INSERT' then new.unit_id end,
      case when tg_op = 'UPDATE' and new.step_note is distinct from old.step_note then new.step_note else '' end
    from unnest(steps) with ordinality s (step, n);
  return null;
end $$;
