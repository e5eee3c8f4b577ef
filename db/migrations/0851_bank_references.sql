-- A customer reads the bank's own reference from the receipt: payments are found by it. A column of its own, because the planner takes nothing that
-- looks into jsonb into an index where rows are secured.
alter table payment.transaction add column bank_reference text generated always as (outcome->'evidence'->>'bankReference') stored;
comment on column payment.transaction.bank_reference is 'What the bank calls it, as the last report of its outcome has it.';
create index transaction_bank_reference on payment.transaction (bank_reference) where bank_reference is not null;
