-- A set-off that was reversed sets nothing off any more, and one journal may set off claims on several merchants: of each counts what was taken from its own account.
create or replace function settlement.set_off(merchant bigint, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(sign(x.repaid) * least(abs(x.repaid), abs(x.taken))), 0) from (
    select sum(case e.side when 'C' then e.amount else -e.amount end) as repaid,
        (select sum(case p.side when 'D' then p.amount else -p.amount end) from ledger.entry p where p.journal_id = j.id and p.account_id = k.account_id) as taken
      from settlement.cursor k
      join payment.service_account r on r.service = 'DISB' and r.role = 'wrongPaid'
      join ledger.entry e on e.account_id = r.account_id
      join ledger.journal j on j.id = e.journal_id and j.recorded_at >= since
     where k.merchant_id = merchant
     group by j.id, k.account_id
  ) x
   where sign(x.repaid) = sign(x.taken)
$$;
comment on function settlement.set_off(bigint, timestamptz) is 'What was taken from a merchant''s account for transfers made twice since a moment, less what was given back of it by reversals.';

-- A refund that failed and turned out to have been made after all is nothing to ask for again.
delete from payment.refused_return f using outcome.settlement_hold h where h.transaction_id = f.refund_id and h.booked;
