-- What a postman has paid in beyond what he owed pays what he collects later, once somebody says so.
alter table cob.deposit add column surplus_used numeric(20,2) not null default 0 check (surplus_used >= 0);
comment on column cob.deposit.surplus is 'What was paid in beyond what the postman owed and has not been used since.';
comment on column cob.deposit.surplus_used is 'What of it has paid later collections: such a deposit is not cancelled any more.';
create index deposit_surplus on cob.deposit (business_date) where surplus > 0;
