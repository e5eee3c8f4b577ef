-- Payments are alike when they are owed to the same person, whoever fetches them: an authorised receiver may fetch for several.
alter table cash.slip add column owner_number text;
comment on column cash.slip.owner_number is 'Number of the paper of whom it is owed to, where somebody else fetches it.';
create index slip_open_owner on cash.slip ((coalesce(owner_number, identity_number))) where status in ('CLAIMED', 'UNKNOWN');

update cash.slip s set owner_number = l.identity_number from payout.line l
  where s.source_kind = 'PAYOUT_LINE' and s.status in ('CLAIMED', 'UNKNOWN')
    and l.id = substring(s.source_id from '^DC0*([1-9][0-9]{0,17})$')::bigint
    and l.identity_number <> s.identity_number;

comment on column cash.cash_order.alike_slips is 'Unknown payments of the same kind and amount that are owed to the same person on that day: whoever approves the order agrees to this one all the same.';

create view cash.slip_directory as select id, code, status, unit_id, occurred_at from cash.slip;
comment on view cash.slip_directory is 'Published: what became of slips, outside the scope of who asks too, without what they paid to whom.';
