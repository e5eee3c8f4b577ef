-- What was collected of a paid item never becomes less (its collection stands once money of it is handed in): only returns are recovered.
alter table cob.recovery drop constraint recovery_reason_check;
alter table cob.recovery add constraint recovery_reason_check check (reason = 'RETURNED');
