-- Of a payout that a counter had reported as made two people may find that no cash was handed over: what it was for is owed again, and may be paid by another slip.
-- Until now its slip barred every other one, for ever.
alter table cash.slip add column not_made_at timestamptz check (not_made_at is null or status = 'PAID');
comment on column cash.slip.not_made_at is 'When two people found that its cash was not handed over after all.';
drop index cash.slip_once;
create unique index slip_once on cash.slip (source_kind, source_id) where status in ('CLAIMED', 'UNKNOWN', 'PAID') and not excess and not_made_at is null;
