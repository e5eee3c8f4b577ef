-- Lines carried over, found by this index alone however little PostgreSQL knows yet of a session that was just read in: with the period in it, it is as
-- selective as the key of all lines, and shorter.
drop index reconciliation.line_carried;
create index line_carried on reconciliation.line (session_id, period) where carried_from is not null;
