-- Merchants are a module of their own, which every service with merchants shares.
create schema merchants;
alter table payment.fee_plan set schema merchants;
alter table payment.merchant set schema merchants;
alter view payment.merchant_directory set schema merchants;
alter function payment.merchant_place() set schema merchants;
comment on table merchants.merchant is 'Who is paid through the services; each belongs to the unit that looks after it.';
