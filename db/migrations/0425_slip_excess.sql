-- A payout that the order does not owe may end unknown, or come to nothing, as any other. Until now its slip was EXCESS from the first
-- report on, although no cash may have changed hands; what makes it an excess is kept apart from how far it has come.
alter table cash.slip add column excess boolean not null default false;
comment on column cash.slip.excess is 'Of a payout for which nothing was owed (any more) when it was reported: once it is made it is EXCESS instead of PAID.';
update cash.slip set excess = true where status = 'EXCESS';
alter table cash.slip add constraint excess_once_paid check (case status when 'EXCESS' then excess when 'PAID' then not excess else true end);

drop index cash.slip_once;
create unique index slip_once on cash.slip (source_kind, source_id) where status in ('CLAIMED', 'UNKNOWN', 'PAID') and not excess;
