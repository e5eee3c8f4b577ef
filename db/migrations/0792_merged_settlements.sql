-- What was merged keeps its movements and its transfers: a dispute about them is one about the settlement that they went into.
create function settlement.tree(root bigint) returns table (id bigint) language sql stable parallel safe as $$
  with recursive below as (
    select root as id union all select s.id from settlement.settlement s join below b on s.merged_into_id = b.id
  )
  select b.id from below b
$$;
comment on function settlement.tree(bigint) is 'A settlement and everything that was merged into it, however often.';

-- What reports contradict each other about, and nobody has settled: a transfer that paid it, or a payment, refund or cancellation in it; null for none.
create function settlement.dispute_of(about bigint) returns text language sql stable as $$
  select d.reference from disbursement.disputed_transfer d where d.source_kind = 'MERCHANT_SETTLEMENT' and d.source_item in (select q.id from settlement.tree(about) q)
  union all
  select coalesce(k.code, h.transaction_id::text)
    from outcome.settlement_hold h
    cross join lateral (
      select h.transaction_id as id union all select r.parent_id from payment.partner_refund r where r.refund_id = h.transaction_id
      union all select r.refund_id from payment.partner_refund r where r.parent_id = h.transaction_id
    ) t
    join settlement.movement x on x.transaction_id = t.id
    left join payment.transaction_key k on k.transaction_id = h.transaction_id
   where not h.booked and x.settlement_id in (select q.id from settlement.tree(about) q)
  order by 1 limit 1
$$;
comment on function settlement.dispute_of(bigint) is 'Reference of what is in dispute about a settlement and what was merged into it: until that is settled it is neither paid nor merged.';
