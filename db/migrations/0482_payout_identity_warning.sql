-- A personal number holds the century and the year of birth: a line whose birth date says otherwise is asked about.
alter table payout.warning drop constraint warning_kind_check;
alter table payout.warning add constraint warning_kind_check check (kind in ('AMOUNT', 'ACCOUNT_CHANGED', 'OTHER_LIST', 'NEW', 'IDENTITY'));
