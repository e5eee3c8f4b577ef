-- Sealed blocks of journals: any later edit, deletion or insertion of a journal or its entries can be found and named.
--
-- A block covers a range of ids that is settled: whoever took an id of it has committed or is gone (a transaction that has taken one
-- holds a lock on the sequence until its end). The seal keeps a digest of each journal with its entries; an HMAC, under a key that
-- the server alone holds, covers them and the seal before. See src/core/ledger/server/seals.ts.

create table ledger.journal_seal (
  block bigint primary key,
  first_id bigint not null,
  last_id bigint not null,
  entries bigint not null,
  amount numeric(30,2) not null,
  journal_ids bigint[] not null check (cardinality(journal_ids) > 0),
  digests bytea not null,
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now(),
  check (first_id <= last_id),
  check (length(digests) = 16 * cardinality(journal_ids))
);
comment on table ledger.journal_seal is 'One row a sealed range of journals; ids of the range that are not in journal_ids were never used.';
comment on column ledger.journal_seal.amount is 'Sum of the debit entries, whatever their currency.';
comment on column ledger.journal_seal.digests is 'Of each journal with its entries, in the order of journal_ids, 16 bytes each: what names the journal when the block is not as it was sealed.';
comment on column ledger.journal_seal.hash is 'HMAC over this row and the hash of the block before.';

create trigger append_only before update or delete or truncate on ledger.journal_seal for each statement execute function ledger.refuse('seals are append-only');
alter table ledger.journal_seal enable always trigger append_only;
revoke update, delete, truncate on ledger.journal_seal from public, current_user;

-- A journal that is given an id by hand stays out of what is sealed already.
create function ledger.refuse_sealed() returns trigger language plpgsql as $$
begin
  if exists (select from new_journal j where j.id <= (select max(s.last_id) from ledger.journal_seal s)) then
    raise exception 'the id of a journal lies in a block that is sealed' using errcode = 'check_violation', constraint = 'journal_not_sealed';
  end if;
  return null;
end $$;
create trigger not_sealed after insert on ledger.journal referencing new table as new_journal
  for each statement when (current_setting('ledger.posting', true) is distinct from 'on') execute function ledger.refuse_sealed();
