-- What went between vault and till on a business date is taken off what came in and went out of a unit.
create index treasury_till_day on cash.treasury_transaction (received_on) where kind in ('TILL_ISSUE', 'TILL_RETURN') and status = 'RECEIVED';
