-- A line and the one that repeats it are found from each other whatever became of them.
create index on payout.line (from_line_id);
