-- Lines without money are few: counting them must not read the others.
create index line_still on reconciliation.line (session_id, side) where not money;
