-- Lines that were carried over are few among many: they are found without reading all lines of their session.
create index line_carried on reconciliation.line (session_id) where carried_from is not null;
