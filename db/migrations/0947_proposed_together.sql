-- Lines of several breaks may be matched with each other: their breaks wait for the second person together, with the one that the request names.
alter table reconciliation.break
  add column proposed_with bigint references reconciliation.break on delete set null,
  add constraint waits_together check (proposed_with is null or status = 'PROPOSED');
comment on column reconciliation.break.proposed_with is 'While it is proposed together with others: the break that the request names.';
create index break_proposed_with on reconciliation.break (proposed_with) where proposed_with is not null;
