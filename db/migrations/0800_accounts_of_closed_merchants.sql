-- The accounts of a merchant end with it, and say so.
alter table vietqr.virtual_account drop constraint virtual_account_closed_because_check;
alter table vietqr.virtual_account add constraint virtual_account_closed_because_check check (closed_because in ('USED', 'BY_HAND', 'CODE_ENDED', 'MERCHANT_CLOSED'));
