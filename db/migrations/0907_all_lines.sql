-- How many lines there are, those that moved nothing among them: a page of a million says so without counting them.
alter table reconciliation.session add column all_ours integer not null default 0, add column all_theirs integer not null default 0;
comment on column reconciliation.session.all_ours is 'Lines of ours, also those by which no money moved; ours_lines counts only where it did.';
