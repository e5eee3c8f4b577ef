-- A few dozen lines are read of it, all side by side in its index; the zeros of its key make the planner expect a thousand times as many, and begin
-- workers for them: that took sixteen times as long as reading.
alter table payment.list_sum set (parallel_workers = 0);
alter table payment.list_delta set (parallel_workers = 0);
