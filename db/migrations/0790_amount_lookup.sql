-- A payment is looked up by its amount and some days: without this all payments of those days are read. As whole hundredths, because the planner
-- takes no comparison of numeric into an index where rows are secured.
create index transaction_amount on payment.transaction (amount_hundredths, business_date);
