-- Which payments have changed since an instant, asked of a session before it is confirmed and settled: newer ones lie behind older ones, so a few bytes for
-- each 128 pages tell which pages to look at, and writing a payment costs as good as nothing more.
create index transaction_updated on payment.transaction using brin (updated_at) with (autosummarize = on);
create index transaction_created on payment.transaction using brin (created_at) with (autosummarize = on);
create index on outcome.outcome_case (conflict_booked_at) where conflict_booked_at is not null;
