-- A merchant is closed once nothing of what it is owed is under way, on hold or in dispute.

-- What of a merchant must come to its end first; all null or 0 where nothing. Whoever closes a cycle waits until the commit. What cancels out is not counted:
-- a settlement of nothing is never paid, so it would keep the merchant open for ever.
create function settlement.keeps_open(about bigint, out settlement text, out dispute text, out movements integer) language plpgsql as $$
begin
  movements := 0;
  perform from settlement.cursor c where c.merchant_id = about for update;
  select s.code into settlement from settlement.settlement s
   where s.merchant_id = about and (s.status in ('PAYABLE', 'SENT', 'UNKNOWN', 'HELD') or (s.status = 'CARRIED' and s.net <> 0)) order by s.id limit 1;
  select x.reference into dispute from (
    select d.reference from disbursement.disputed_transfer d join settlement.settlement s on s.id = d.source_item
     where d.source_kind = 'MERCHANT_SETTLEMENT' and s.merchant_id = about
    union all
    select coalesce(k.code, h.transaction_id::text)
      from outcome.settlement_hold h
      cross join lateral (
        select h.transaction_id as id union all select r.parent_id from payment.partner_refund r where r.refund_id = h.transaction_id
        union all select r.refund_id from payment.partner_refund r where r.parent_id = h.transaction_id
      ) t
      join settlement.movement m on m.transaction_id = t.id and m.merchant_id = about
      left join payment.transaction_key k on k.transaction_id = h.transaction_id
     where not h.booked
  ) x order by 1 limit 1;
  select case when bool_or(settlement.held_because(o.transaction_id) is not null) or sum(o.net) <> 0 then count(*) else 0 end into movements from (
    select m.net, m.transaction_id from settlement.movement m where m.merchant_id = about and m.settlement_id is null
    union all select m.net, m.transaction_id from settlement.new_movement m where m.merchant_id = about
  ) o;
end $$;
comment on function settlement.keeps_open(bigint) is 'Published: why a merchant is not closed yet: the oldest settlement that has not come to its end, a dispute, movements that wait.';

create function settlement.stays_while_unsettled() returns trigger language plpgsql as $$
declare
  why record;
begin
  select * into why from settlement.keeps_open(new.id);
  if why.settlement is not null or why.dispute is not null or why.movements > 0 then
    raise exception 'settlements of merchant % have not come to their end', new.code using errcode = 'foreign_key_violation', constraint = 'merchant_settled';
  end if;
  return new;
end $$;
create trigger stays_while_unsettled before update of status on merchants.merchant
  for each row when (new.status = 'CLOSED' and old.status <> 'CLOSED') execute function settlement.stays_while_unsettled();

-- Money may come back after the closing. It goes to the account of the record, which may be another by then.
drop trigger ended on merchants.merchant;
create trigger ended before update on merchants.merchant for each row
  when (old.status = 'CLOSED' and (to_jsonb(old) - array['settlement_bank_bin', 'settlement_account', 'settlement_name', 'account_cooling_until', 'updated_by', 'updated_at', 'version'])
    is distinct from (to_jsonb(new) - array['settlement_bank_bin', 'settlement_account', 'settlement_name', 'account_cooling_until', 'updated_by', 'updated_at', 'version']))
  execute function ledger.refuse('a merchant that was closed stays so');
