-- What a partner refused to give back stands as work until somebody asks for it again: otherwise the payment looks as if nobody had ever asked.
create table payment.refused_return (
  transaction_id bigint primary key,
  business_date date not null,
  refund_id bigint not null,
  cancels boolean not null,
  reason text not null,
  refused_at timestamptz not null,
  foreign key (transaction_id, business_date) references payment.transaction
);
comment on table payment.refused_return is 'Payments of which the last refund or cancellation has failed at the partner, and nobody has asked again since.';
comment on column payment.refused_return.refund_id is 'The transaction that has failed.';
comment on column payment.refused_return.cancels is 'It was to cancel the payment, not to refund it.';

insert into payment.refused_return (transaction_id, business_date, refund_id, cancels, reason, refused_at)
select distinct on (r.parent_id) r.parent_id, r.parent_date, r.refund_id, last.step = 'refuseCancel', coalesce(last.detail->>'message', ''), last.occurred_at
from payment.partner_refund r
join payment.transaction t on t.id = r.refund_id and t.business_date = r.business_date and t.status = 'FAILED'
join payment.transaction p on p.id = r.parent_id and p.business_date = r.parent_date and p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED')
cross join lateral (
  select e.step, e.detail, e.occurred_at from payment.transaction_event e
  where e.transaction_id = r.parent_id and e.business_date = r.parent_date order by e.seq desc limit 1
) last
where last.step in ('refuseCancel', 'refuseRefund', 'refuseFurtherRefund') and last.detail->>'message' like r.reference || '%'
order by r.parent_id, r.refund_id desc;
