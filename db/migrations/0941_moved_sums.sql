-- What a settlement is weighed by: sums of what has moved, whichever way, since what came in and what went out may be nothing together; and what the
-- partner may keep by contract.
alter table reconciliation.session
  add column moved_sum numeric(20,2) not null default 0 check (moved_sum >= 0),
  add column fee_due numeric(20,2) check (fee_due >= 0);
comment on column reconciliation.session.moved_sum is 'Money moved by the lines of a side, in and out added up; of the side that has moved more.';
comment on column reconciliation.session.fee_due is 'Fees of our lines by the contract, where the partner keeps them: as much as it may have kept. Null where the last matching was before this was known.';
update reconciliation.session s set moved_sum = m.moved
  from (
    select session_id, max(moved) * 0.01 as moved
      from (select session_id, side, sum(abs(amount)) as moved from reconciliation.line where money group by session_id, side) sides group by session_id
  ) m where m.session_id = s.id;
