-- Why a batch of transfers ended by itself is a code that labels word in the language of whoever reads it, not a sentence in one language.
alter table disbursement.batch add column ended_because text
  constraint ended_by_itself check (ended_because is null or (ended_because in ('NOTHING_TAKEN', 'NOBODY_LEFT') and status = 'CANCELLED'));
comment on column disbursement.batch.ended_because is 'Of one that ended by itself before anybody agreed to it: no account could be taken in, or what it was to pay has been paid otherwise.';
