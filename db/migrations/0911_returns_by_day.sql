-- What was given back is a line of the day on which that was done.
create index refund_made on payment.refund (refunded_at) where refund_transaction_id is null;
create index cancellation_made on payment.cancellation (cancelled_at) where refund_transaction_id is null;
