-- The audit log is read by days.
create index audit_entry_at on platform.audit_entry (at, id);
